// The true class of a window, stated by the user in place of what the file says.
import type { Annotation } from '../api/index.js';
import { withAnnotation } from './annotations.js';
import { usualClass } from './file_names.js';
import { trialsOf, type WindowPlan } from './truth.js';

export interface CorrectedRun {
  classes: readonly string[];
  plan: WindowPlan;
  /** Of the file. */
  name: string;
}

/** A trial stays one trial: its annotation gets another text. Of other windows the annotations of classes are cut where they lie. */
export function correctedAnnotations(
  annotations: readonly Annotation[],
  { onsetS, durationS }: { onsetS: number; durationS: number },
  className: string,
  { classes, plan, name }: CorrectedRun,
): Annotation[] {
  const trials = trialsOf(plan, annotations);
  const trial = trials?.at(onsetS);
  if (trials && trial) {
    const text = textOf(trials.labels, className) ?? className;
    return annotations.map((one) => (one === trial ? { ...one, text } : one));
  }
  const labels = plan.recipe?.epochs?.labels ?? {};
  const isState = (text: string) =>
    [labels[text] ?? '', text.trim(), usualClass(name, text.trim())].some((one) =>
      classes.includes(one),
    );
  const text = textOf(labels, className) ?? className;
  return withAnnotation(annotations, { onsetS, durationS, text }, isState);
}

/** The text that stands for a class. */
const textOf = (labels: Record<string, string>, className: string) =>
  Object.keys(labels).find((text) => labels[text] === className);
