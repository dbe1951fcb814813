// Numbers and errors in words.
import type { EegateError } from '../api/index.js';

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let power = 0;
  while (bytes >= 1000 && power < units.length - 1) {
    bytes /= 1000;
    power++;
  }
  return `${power && bytes < 100 ? bytes.toFixed(1) : Math.round(bytes)} ${units[power]}`;
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

export function formatPercent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.01 ? 1 : 0)} %`;
}

export function formatHz(sfreq: number): string {
  return `${Number(sfreq.toFixed(3))} Hz`;
}

/** 1 epoch, 2 epochs. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${formatNumber(n)} ${n === 1 ? one : many}`;
}

/** Field, place, found and expected of an error, as far as they are known. */
export function errorDetails({ field, place, found, expected }: EegateError): [string, string][] {
  const details: [string, string][] = [
    ['Field', field],
    ['Place', place],
    ['Found', found],
    ['Expected', expected],
  ];
  return details.filter(([, value]) => value);
}
