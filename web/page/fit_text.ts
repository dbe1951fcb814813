// What a comparison of recording and model found, in the language of the page.
import type { FitCode, FitItem, FitValues } from '../api/index.js';
import { words } from './words/index.js';

/** The sentences that go with a code, filled with its values. */
export function fitText({ code, values }: Pick<FitItem, 'code' | 'values'>): string {
  const reasons = words.model.fit.reasons as Record<FitCode, (values: unknown) => string>;
  return reasons[code](values satisfies FitValues[FitCode]);
}
