// How many windows each class will have, before anything is cut.
import type { Annotation } from '../../api/index.js';
import { classesOf, type Setup } from './choices.js';
import { fits, segmentAt, segmentsOf } from './segment_fit.js';
import type { Source } from './sources.js';

interface WindowCount {
  className: string;
  count: number;
  /** Those that are left out: they reach over a gap, the border of an epoch, or the end of the recording. */
  nLeftOut: number;
}

export interface Window {
  onsetS: number;
  endS: number;
}

/** About how many windows each class will have. */
export function expectedCounts(setup: Setup): WindowCount[] {
  const counts = new Map(
    classesOf(setup).map((className) => [className, { className, count: 0, nLeftOut: 0 }]),
  );
  const add = (className: string, { count, nLeftOut }: Omit<WindowCount, 'className'>) => {
    const sum = counts.get(className) ?? { className, count: 0, nLeftOut: 0 };
    sum.count += count;
    sum.nLeftOut += nLeftOut;
    counts.set(className, sum);
  };
  if (setup.settings.mode === 'recordings') {
    for (const { source, isUsed, state } of setup.sources)
      if (isUsed && state.trim()) add(state.trim(), ofRecording(setup, source));
    return [...counts.values()];
  }
  const used = classNames(setup);
  for (const { source } of setup.sources)
    for (const annotation of source.annotations) {
      const name = used.get(`${source.key}\n${annotation.text}`);
      if (name) add(name, ofAnnotation(setup, source, annotation));
    }
  return [...counts.values()];
}

/** The classes of annotations by the key of their recording and their text. */
export const classNames = ({ labels }: Setup): Map<string, string> =>
  new Map(
    labels.flatMap(({ row, isUsed, className }) =>
      isUsed && className.trim()
        ? row.keys.map((key) => [`${key}\n${row.text}`, className.trim()] as const)
        : [],
    ),
  );

function along({ settings: { lengthS, stepS } }: Setup, seconds: number): number {
  return Math.max(0, Math.floor((seconds - lengthS) / stepS + 1e-6) + 1);
}

function ofRecording(setup: Setup, source: Source) {
  const lengths = segmentsOf(source).map(({ durationS }) => along(setup, durationS));
  return { count: lengths.reduce((sum, n) => sum + n, 0), nLeftOut: 0 };
}

/** The windows of an annotation that are not left out. */
export function windowsOf(
  setup: Setup,
  source: Source,
  { onsetS, durationS }: Annotation,
): Window[] {
  const { cut, tminS, tmaxS, lengthS, stepS } = setup.settings;
  const isAfter = cut === 'after';
  const [firstS, seconds] = isAfter ? [onsetS + tminS, tmaxS - tminS] : [onsetS, lengthS];
  const n = isAfter ? 1 : along(setup, durationS);
  return Array.from({ length: n }, (_, k) => firstS + k * stepS)
    .filter((atS) => fits(source, atS, seconds, setup.sfreq))
    .map((atS) => ({ onsetS: atS, endS: atS + seconds }));
}

function ofAnnotation(setup: Setup, source: Source, annotation: Annotation) {
  const { onsetS, durationS } = annotation;
  const isAfter = setup.settings.cut === 'after';
  const n = isAfter ? 1 : along(setup, durationS);
  const segment = segmentAt(segmentsOf(source), onsetS, 0.5 / setup.sfreq);
  const endS = onsetS + durationS;
  if (!isAfter && onsetS >= segment.onsetS && endS <= segment.onsetS + segment.durationS)
    return { count: n, nLeftOut: 0 };
  const count = windowsOf(setup, source, annotation).length;
  return { count, nLeftOut: n - count };
}
