// The fields of an annotation that is added or changed: what is typed, and what is wrong with it.
import type { Annotation } from '../api/index.js';
import { strings } from './strings/index.js';

/** A value of an annotation that makes no sense. */
export interface AnnotationProblem {
  field: 'text' | 'onset' | 'duration';
  text: string;
}

export interface AnnotationForm {
  /** Of the next one; what was not typed follows what is marked in the traces. */
  typed: { onset?: string; duration?: string };
  /** The next one was begun with a key on the traces, which get the focus back. */
  isFromTraces: boolean;
  edited: Annotation | null;
  /** The row of the list that Tab stops at. */
  reached: number;
  /** Of the one that is edited, else of the next one. */
  problem: AnnotationProblem | null;
}

export const emptyForm: AnnotationForm = {
  typed: {},
  isFromTraces: false,
  edited: null,
  reached: 0,
  problem: null,
};

export function problemOf(
  { text, onsetS, durationS }: Annotation,
  lengthS: number,
  earliestS = 0,
): AnnotationProblem | null {
  const texts = strings.annotations.own.problems;
  if (!text) return { field: 'text', text: texts.text };
  if (!(onsetS >= earliestS && onsetS <= lengthS))
    return { field: 'onset', text: texts.onset(lengthS) };
  if (!(durationS >= 0)) return { field: 'duration', text: texts.duration };
  const longestS = lengthS - onsetS;
  return durationS > longestS + 1e-6
    ? { field: 'duration', text: texts.end(lengthS, longestS) }
    : null;
}
