// The annotated class of each window of a run, computed once for the current annotations.
import type { Annotation, Recording } from '../api/index.js';
import type { Run } from './state.js';
import { usualClass } from '../truth/file_names.js';
import { truthOf } from '../truth/truth.js';

/** For each window its class; null where the file does not tell one. */
export type Truth = (string | null)[];

const truths = new WeakMap<object, { annotations: readonly Annotation[]; truth: Truth | null }>();

/** Whether there are annotations of several kinds. */
export const isVaried = ({ annotations }: Recording): boolean =>
  annotations.some(({ text }) => text.trim() !== annotations[0]!.text.trim());

/** Whether annotations of a recording name two of these classes or more, as its data set names them. */
export function namesClasses(
  { annotations, name }: Recording,
  classes: readonly string[],
): boolean {
  const texts = new Set(annotations.map(({ text }) => text.trim()));
  const named = [...texts].flatMap((text) => [text, usualClass(name, text)]).map(plain);
  return classes.filter((one) => named.includes(plain(one))).length >= 2;
}

const shownTexts = 5;

/** Of a finished run without a known class: what the annotations say instead; null if they say nothing, or name a class. */
export function unknownTexts(run: Run, recording: Recording): string[] | null {
  const { status, isRegression, classes } = run;
  if (status !== 'done' || isRegression || knownTruth(run, recording)) return null;
  const texts = [...new Set(recording.annotations.map(({ text }) => text.trim()))].filter(Boolean);
  const named = texts.flatMap((text) => [text, usualClass(recording.name, text)]).map(plain);
  const isNamed = classes.some((one) => named.includes(plain(one)));
  return isNamed || !texts.length ? null : texts.slice(0, shownTexts);
}

const plain = (text: string) => text.toLowerCase();

/** What the file says of each window; null if it says nothing. Found anew when annotations have been read or changed. */
export function knownTruth(run: Run, { annotations, name }: Recording): Truth | null {
  const { plan, classes, classification, isRegression } = run;
  if (!plan || isRegression) return null;
  const known = truths.get(classification);
  if (known?.annotations === annotations) return known.truth;
  const all = truthOf(plan.epochs, annotations, classes, name, plan);
  const truth = all.some((one) => one !== null) ? all : null;
  truths.set(classification, { annotations, truth });
  return truth;
}
