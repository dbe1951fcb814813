// The annotated class of each window of a run, computed once for the current annotations.
import type { Annotation, Recording } from '../api/index.js';
import {
  currentModel,
  currentRecording,
  type RecordingEntry,
  type Run,
  type State,
} from './state.js';
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

const shownTexts = 8;

/** Of a finished run without a known class: what the annotations say instead; null if they say nothing, or name a class. */
export function unknownTexts(run: Run, recording: Recording): string[] | null {
  const { status, isRegression, classes } = run;
  if (status !== 'done' || isRegression || knownTruth(run, recording)) return null;
  const texts = textsOf(recording);
  const isNamed = texts.some((text) => isClass(text, recording, classes));
  return isNamed || !texts.length ? null : texts.slice(0, shownTexts);
}

/** Of these texts those that are points in time wherever they are: no window lies in one. */
export function pointTexts(texts: readonly string[], recording: Recording): string[] {
  const spans = new Set(textsOf(recording, ({ durationS }) => durationS > 0));
  return texts.filter((text) => !spans.has(text));
}

/** Texts that may stand for classes which no annotation names, until one was said to and each class has one. */
export function textsToName(
  run: Run,
  { recording, annotationsOfFile }: Pick<RecordingEntry, 'recording' | 'annotationsOfFile'>,
): string[] {
  const { status, isRegression, classes, plan } = run;
  if (status !== 'done' || isRegression || isOfTrials(plan)) return [];
  const texts = textsOf(recording, ({ durationS }) => durationS > 0);
  const unknown = texts.filter((text) => !isClass(text, recording, classes));
  const isAllNamed = classes.every((one) => texts.some((text) => isClass(text, recording, [one])));
  const isAsked = annotationsOfFile ? !isAllNamed : unknown.length === texts.length;
  return isAsked ? unknown.slice(0, shownTexts) : [];
}

/** Such windows are cut around annotations, and what these are is said before. */
export const isOfTrials = (plan: Run['plan']): boolean => plan?.recipe?.epochs?.by === 'annotation';

const isClass = (text: string, { name }: Recording, classes: readonly string[]) =>
  classes.some((one) => [text, usualClass(name, text)].map(plain).includes(plain(one)));

/** A text of annotations that a model knows, and its class where that has another name. */
export interface Wanted {
  text: string;
  className: string;
}

/**
 * The model cuts windows around annotations that the recording does not have: the texts of those that it has, and of those that are
 * missing. Null if there are none, or where some are there from the beginning.
 */
export function missingEvents(state: State): { found: string[]; wanted: Wanted[] } | null {
  const entry = currentRecording(state);
  const epochs = currentModel(state)?.model?.info.recipe?.epochs;
  if (!entry || epochs?.by !== 'annotation') return null;
  const { labels = {} } = epochs;
  const texts = textsOf(entry.recording);
  const found = texts.filter((text) => !Object.hasOwn(labels, text)).slice(0, shownTexts);
  const wanted = Object.entries(labels).map(([text, className]) => ({ text, className }));
  const isAnyThere = wanted.some(({ text }) => texts.includes(text));
  const isAsked = !isAnyThere || (entry.annotationsOfFile && isOneMissing(wanted, texts));
  return isAsked && found.length && wanted.length ? { found, wanted } : null;
}

const isOneMissing = (wanted: readonly Wanted[], texts: readonly string[]) =>
  !wanted.every(({ text }) => texts.includes(text));

const textsOf = (
  { annotations }: Recording,
  isOf: (one: Annotation) => boolean = () => true,
): string[] =>
  [...new Set(annotations.filter(isOf).map(({ text }) => text.trim()))].filter(Boolean);

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

/** Of how many windows changes of the annotations have changed the class. */
export function nChangedTruths(
  { plan, classes }: Run,
  truth: Truth,
  {
    recording: { name },
    annotationsOfFile,
  }: Pick<RecordingEntry, 'recording' | 'annotationsOfFile'>,
): number {
  if (!plan || !annotationsOfFile) return 0;
  const before = truthOf(plan.epochs, annotationsOfFile, classes, name, plan);
  return before.filter((one, i) => one !== truth[i]).length;
}
