// Numbers and errors as text.
import type { EegateError } from '../api/index.js';
import { strings } from './strings/index.js';

export const {
  number: formatNumber,
  bytes: formatBytes,
  percent: formatPercent,
  hertz: formatHz,
  counted,
} = strings.numbers;

const missingPart = /^(EEGLAB|FIF|BV)_DATA_MISSING$/;

/** What to do; the core's hint unless the page has a better one. */
export const hintOf = ({ code, hint, expected }: EegateError): string =>
  missingPart.test(code) ? strings.errors.hints.together(expected) : hint;

/** Field, place, found and expected of an error, as far as they are known. */
export function errorDetails({ field, place, found, expected }: EegateError): [string, string][] {
  const names = strings.errors.details;
  const details: [string, string][] = [
    [names.field, field],
    [names.place, place],
    [names.found, found],
    [names.expected, expected],
  ];
  return details.filter(([, value]) => value);
}
