// The known annotations of a part of a recording: those of a long file are read after it was opened.
import type { Annotation } from '../api/index.js';
import { formatTime } from '../plot/time_axis.js';
import { strings } from './strings/index.js';

const texts = strings.signals.summary;
const maxNamed = 6;

interface AnnotationSource {
  annotations: readonly Annotation[];
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
    .map(({ onsetS, text }) => texts.mark(text, formatTime(onsetS, 1)));
  const rest = Math.max(0, inView.length - maxNamed);
  if (annotationsComplete) return named.length ? texts.marks(named, rest) : texts.noMarks;
  return named.length ? texts.marksSoFar(named, rest) : texts.marksNotRead;
}
