// What is known of the annotations of a part of a recording: those of a long file are read after it has been opened.
import type { Annotation } from '../api/index.js';
import { formatTime } from '../plot/time_axis.js';
import { strings } from './strings/index.js';

const said = strings.signals.summary;
const maxNamed = 6;

export interface AnnotationSource {
  annotations: Annotation[];
  annotationsComplete: boolean;
}

export function overlaps(
  { onsetS, durationS }: { onsetS: number; durationS: number },
  fromS: number,
  toS: number,
): boolean {
  return onsetS < toS && onsetS + Math.max(durationS, 0.001) > fromS;
}

/** In words; "none" is said only when all of them have been read. */
export function annotationsInView(
  { annotations, annotationsComplete }: AnnotationSource,
  fromS: number,
  toS: number,
): string {
  const inView = annotations.filter((one) => overlaps(one, fromS, toS));
  const named = inView
    .slice(0, maxNamed)
    .map(({ onsetS, text }) => said.mark(text, formatTime(onsetS, 1)));
  const rest = Math.max(0, inView.length - maxNamed);
  if (annotationsComplete) return named.length ? said.marks(named, rest) : said.noMarks;
  return named.length ? said.marksSoFar(named, rest) : said.marksNotRead;
}
