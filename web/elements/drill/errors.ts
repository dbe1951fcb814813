// Why a drill cannot begin.
import { EegateError } from '../../api/index.js';
import { elementStrings } from '../strings.js';

const strings = elementStrings.drill;

export const nothingOpen = () =>
  new EegateError({ code: 'ELEMENT_EMPTY', message: elementStrings.classifier.nothingOpen });

export const noTruth = () =>
  new EegateError({
    code: 'DRILL_TRUTH',
    message: strings.noTruth,
    hint: strings.noTruthHint,
  });

/** Throws if there cannot be a window of each class. */
export function checkWindows(n: number, nClasses: number): void {
  if (n >= nClasses) return;
  throw new EegateError({
    code: 'ENGINE_ARGUMENT',
    message: strings.tooFew,
    field: 'windows',
    found: String(n),
    expected: strings.windowsOrMore(nClasses),
  });
}

/** What the core recommends to who may classify all the same does not help in a drill. */
export function withoutOverride(thrown: unknown): unknown {
  if (!(thrown instanceof EegateError) || thrown.code !== 'FIT_INCOMPATIBLE') return thrown;
  return new EegateError({ ...thrown.toJSON(), hint: strings.misfitHint }, thrown);
}
