// How often a model was right, where annotations tell what was the case.
import type { Annotation, EpochInfo, Prediction } from '../api/index.js';
import { intervalOf } from './share_interval.js';
import { usualClass } from './file_names.js';

interface Stretch {
  fromS: number;
  toS: number;
}

/** What was the case in each window; null where nothing tells, or two things do. */
export function truthOf(
  epochs: readonly Pick<EpochInfo, 'onsetS' | 'durationS' | 'label'>[],
  annotations: readonly Annotation[],
  classes: readonly string[],
  fileName: string,
): (string | null)[] {
  const stretches = classes.map((name) => stretchesOf(annotations, name, fileName));
  return epochs.map(({ onsetS, durationS, label }) => {
    if (label) return classes.includes(label) ? label : null;
    const touched = stretches.flatMap((of, k) => {
      const at = touching(of, onsetS, onsetS + durationS);
      return at ? [{ name: classes[k]!, at }] : [];
    });
    const [only] = touched;
    if (!only || touched.length > 1) return null;
    return covers(only.at, onsetS, onsetS + durationS) ? only.name : null;
  });
}

const slackS = 1e-3; // onsets are written with few digits

/** Where the annotations tell a class, in order; annotations that touch are one stretch. */
function stretchesOf(
  annotations: readonly Annotation[],
  className: string,
  fileName: string,
): Stretch[] {
  const plain = (text: string) => text.trim().toLowerCase();
  const wanted = plain(className);
  const own = annotations
    .filter(
      ({ text, durationS }) =>
        durationS > 0 &&
        (plain(text) === wanted || plain(usualClass(fileName, text.trim())) === wanted),
    )
    .sort((a, b) => a.onsetS - b.onsetS);
  const joined: Stretch[] = [];
  for (const { onsetS, durationS } of own) {
    const last = joined.at(-1);
    if (last && onsetS <= last.toS + slackS) last.toS = Math.max(last.toS, onsetS + durationS);
    else joined.push({ fromS: onsetS, toS: onsetS + durationS });
  }
  return joined;
}

/** The first stretch that the time from `fromS` to `toS` lies in or reaches into. */
function touching(stretches: readonly Stretch[], fromS: number, toS: number): Stretch | null {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.toS > fromS + slackS) high = middle;
    else low = middle + 1;
  }
  const found = stretches[low];
  return found && found.fromS < toS - slackS ? found : null;
}

const covers = (at: Stretch, fromS: number, toS: number) =>
  at.fromS <= fromS + slackS && at.toS >= toS - slackS;

export interface Score {
  nRight: number;
  /** Windows of which the truth is known. */
  n: number;
  accuracy: number;
  /** 95 %, Wilson. */
  interval: [number, number];
  classes: string[];
  /** How often each true class (row) was taken for each class. */
  confusion: number[][];
  /** Windows share samples with their neighbours, so that they are fewer than they seem. */
  isOverlapping: boolean;
}

/** Null where the truth of no window is known. */
export function scoreOf(
  predictions: readonly Pick<Prediction, 'index' | 'label' | 'onsetS' | 'durationS'>[],
  truth: readonly (string | null)[],
  classes: string[],
): Score | null {
  const confusion = classes.map(() => classes.map(() => 0));
  let [n, nRight] = [0, 0];
  for (const { index, label } of predictions) {
    const [row, column] = [classes.indexOf(truth[index] ?? ''), classes.indexOf(label)];
    if (row < 0) continue;
    n++;
    if (row === column) nRight++;
    if (column >= 0) confusion[row]![column]!++;
  }
  if (n === 0) return null;
  const [first, second] = predictions;
  const isOverlapping =
    first !== undefined && second !== undefined && second.onsetS < first.onsetS + first.durationS;
  const interval = intervalOf(nRight, n);
  return { nRight, n, accuracy: nRight / n, interval, classes, confusion, isOverlapping };
}
