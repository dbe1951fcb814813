// Numbers and errors as text.
import type { EegateError } from '../api/index.js';
import { PageError } from './page_error.js';
import { strings } from './strings/index.js';

export const {
  number: formatNumber,
  bytes: formatBytes,
  percent: formatPercent,
  hertz: formatHz,
  counted,
} = strings.numbers;

const missingPart = /^(EEGLAB|FIF|BV)_DATA_MISSING$/;

/** An error or a warning. */
export type Told = { code: string; message: string };

/** The page's text for the code, in place of the core's. */
const translated = (told: Told) =>
  told instanceof PageError ? null : strings.errors.ofCode(told.code);

/** What happened, in the language of the page as far as it has a text for the code. */
export const messageOf = (told: Told): string => translated(told)?.[0] ?? told.message;

/** The core's message, which may have numbers and names, where the page's text stands in its place; else empty. */
export const originalOf = (told: Told): string => (translated(told) ? told.message : '');

/** What to do; the core's hint unless the page has a better one. */
export function hintOf(error: EegateError): string {
  if (missingPart.test(error.code)) return strings.errors.hints.together(error.expected);
  return translated(error)?.[1] ?? error.hint;
}

/** The original message where it was replaced; field, place, found and expected of an error, as far as they are known. */
export function errorDetails(error: EegateError): [string, string][] {
  const { field, place, found, expected } = error;
  const names = strings.errors.details;
  const details: [string, string][] = [
    [strings.errors.original, originalOf(error)],
    [names.field, field],
    [names.place, place],
    [names.found, found],
    [names.expected, expected],
  ];
  return details.filter(([, value]) => value);
}
