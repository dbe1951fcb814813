// Numbers and errors as text.
import { EegateError } from '../worker/error.js';
import { PageError } from './page_error.js';
import { strings } from './strings/index.js';

export const {
  number: formatNumber,
  bytes: formatBytes,
  percent: formatPercent,
  hertz: formatHz,
  counted,
} = strings.numbers;

/** A hypnogram may be such a file. */
const textFile = /^FORMAT_(TEXT|XML)$/;
const missingPart = /^(EEGLAB|FIF|BV)_DATA_MISSING$/;

/** An error or a warning. */
interface Problem {
  code: string;
  message: string;
}

const translationOf = (problem: Problem) =>
  problem instanceof PageError ? null : strings.errors.ofCode(problem.code);

/** What happened, in the language of the page as far as it has a text for the code. */
export function messageOf(problem: Problem): string {
  const translated = translationOf(problem)?.[0];
  return translated ? translated + strings.errors.warningDetails(problem.message) : problem.message;
}

/** The message of the core where `messageOf` replaces it, otherwise empty. */
export const originalOf = (problem: Problem): string =>
  translationOf(problem) ? problem.message : '';

/** What to do; the core's hint unless the page has a better one. */
export function hintOf(error: EegateError): string {
  const hint = generalHintOf(error);
  return textFile.test(error.code) ? strings.errors.hints.mayBeStages(hint) : hint;
}

/** The same with a full stop, which not every text of a translation has. */
export function hintSentence(error: EegateError): string {
  const hint = hintOf(error);
  return hint && !/[.!?…]$/.test(hint) ? `${hint}.` : hint;
}

function generalHintOf(error: EegateError): string {
  const { code, hint, expected } = error;
  if (code === 'FIT_INCOMPATIBLE') return strings.errors.hints.incompatible;
  if (missingPart.test(code)) return strings.errors.hints.together(expected);
  const translated = translationOf(error);
  if (!translated || !hint) return translated?.[1] ?? hint;
  return translated[1] ?? strings.errors.readerHint(hint) ?? hint;
}

/** In words; anything that was thrown. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof EegateError) return messageOf(thrown);
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Field, place, found and expected of an error, as far as they are known. */
export function factsOf({ field, place, found, expected }: EegateError): [string, string][] {
  const names = strings.errors.details;
  const facts: [string, string][] = [
    [names.field, field],
    [names.place, place],
    [names.found, found],
    [names.expected, expected],
  ];
  return facts.filter(([, value]) => value);
}

/** The original message where it was replaced, and the facts. */
export function errorDetails(error: EegateError): [string, string][] {
  const original = originalOf(error);
  return [
    ...(original ? [[strings.errors.original, original] as [string, string]] : []),
    ...factsOf(error),
  ];
}
