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

/** What happened, in the language of the page as far as it has a text for the code. */
export const messageOf = ({ code, message }: { code: string; message: string }): string =>
  strings.errors.ofCode(code)?.[0] ?? message;

/** What to do; the core's hint unless the page has a better one. */
export function hintOf({ code, hint, expected }: EegateError): string {
  if (missingPart.test(code)) return strings.errors.hints.together(expected);
  return strings.errors.ofCode(code)?.[1] ?? hint;
}

/** The original message where it was replaced; field, place, found and expected of an error, as far as they are known. */
export function errorDetails(error: EegateError): [string, string][] {
  const { code, message, field, place, found, expected } = error;
  const names = strings.errors.details;
  const details: [string, string][] = [
    [strings.errors.original, strings.errors.ofCode(code) ? message : ''],
    [names.field, field],
    [names.place, place],
    [names.found, found],
    [names.expected, expected],
  ];
  return details.filter(([, value]) => value);
}
