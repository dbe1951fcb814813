// Accuracy of a model by annotations that give the true class.
import type { Annotation, EpochInfo, Prediction, Recipe } from '../api/index.js';
import { intervalOf } from './share_interval.js';
import { usualClass } from './file_names.js';

interface ClassSegment {
  fromS: number;
  toS: number;
}

/** What places and labels the windows of a run. */
export interface WindowPlan {
  recipe?: Pick<Recipe, 'epochs'>;
  sfreq?: number;
}

/** True class of each window; null if no annotation gives it, or several do. */
export function truthOf(
  epochs: readonly Pick<EpochInfo, 'onsetS' | 'durationS' | 'label'>[],
  annotations: readonly Annotation[],
  classes: readonly string[],
  fileName: string,
  plan: WindowPlan = {},
): (string | null)[] {
  const segments = classes.map((name) => segmentsOf(annotations, name, fileName));
  const trials = trialsOf(plan, annotations);
  const known = (label: string) => (classes.includes(label) ? label : null);
  return epochs.map(({ onsetS, durationS, label }) => {
    if (trials) {
      const trial = trials.at(onsetS); // as annotations are now: they may have been corrected after the windows were cut
      return trial && known(trials.labels[trial.text]!);
    }
    if (label) return known(label);
    const touched = segments.flatMap((of, k) => {
      const at = touching(of, onsetS, onsetS + durationS);
      return at ? [{ name: classes[k]!, at }] : [];
    });
    const [only] = touched;
    if (!only || touched.length > 1) return null;
    return covers(only.at, onsetS, onsetS + durationS) ? only.name : null;
  });
}

const slackS = 1e-3; // onsets are written with few digits

export interface Trials {
  /** Class by text. */
  labels: Record<string, string>;
  /** The annotation that places the window which begins at this time. */
  at(onsetS: number): Annotation | null;
}

/** For recipes that cut one window for each annotation; null for others. */
export function trialsOf(
  { recipe, sfreq = Infinity }: WindowPlan,
  annotations: readonly Annotation[],
): Trials | null {
  if (recipe?.epochs?.by !== 'annotation') return null;
  const { labels = {}, tmin_s: tminS = 0 } = recipe.epochs;
  const placing = annotations
    .filter(({ text }) => Object.hasOwn(labels, text))
    .sort((a, b) => a.onsetS - b.onsetS);
  const roundingS = 1 / sfreq + slackS; // windows begin at samples
  return {
    labels,
    at(onsetS) {
      const wantedS = onsetS - tminS;
      const next = firstIndex(placing, (one) => one.onsetS >= wantedS);
      const near = [placing[next - 1], placing[next]].filter((one) => one !== undefined);
      const off = (one: Annotation) => Math.abs(one.onsetS - wantedS);
      const [nearest] = near.sort((a, b) => off(a) - off(b));
      return nearest && off(nearest) <= roundingS ? nearest : null;
    },
  };
}

/** Index of the first element that satisfies what those after it satisfy, too. */
function firstIndex<T>(sorted: readonly T[], satisfies: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (satisfies(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Segments with a class by the annotations, in order; adjacent annotations are one segment. */
function segmentsOf(
  annotations: readonly Annotation[],
  className: string,
  fileName: string,
): ClassSegment[] {
  const plain = (text: string) => text.trim().toLowerCase();
  const wanted = plain(className);
  const own = annotations
    .filter(
      ({ text, durationS }) =>
        durationS > 0 &&
        (plain(text) === wanted || plain(usualClass(fileName, text.trim())) === wanted),
    )
    .sort((a, b) => a.onsetS - b.onsetS);
  const joined: ClassSegment[] = [];
  for (const { onsetS, durationS } of own) {
    const last = joined.at(-1);
    if (last && onsetS <= last.toS + slackS) last.toS = Math.max(last.toS, onsetS + durationS);
    else joined.push({ fromS: onsetS, toS: onsetS + durationS });
  }
  return joined;
}

/** The first segment that overlaps the time from `fromS` to `toS`. */
function touching(
  segments: readonly ClassSegment[],
  fromS: number,
  toS: number,
): ClassSegment | null {
  const found = segments[firstIndex(segments, (one) => one.toS > fromS + slackS)];
  return found && found.fromS < toS - slackS ? found : null;
}

const covers = (at: ClassSegment, fromS: number, toS: number) =>
  at.fromS <= fromS + slackS && at.toS >= toS - slackS;

export interface Score {
  nRight: number;
  /** Number of windows with a known class. */
  n: number;
  accuracy: number;
  /** 95 %, Wilson. */
  interval: [number, number];
  classes: readonly string[];
  /** Number of windows by true class (row) and predicted class (column). */
  confusion: number[][];
  /** Whether windows overlap, so that they are not independent. */
  isOverlapping: boolean;
}

/** Null if no window has a known class. */
export function scoreOf(
  predictions: readonly Pick<Prediction, 'index' | 'label' | 'onsetS' | 'durationS'>[],
  truth: readonly (string | null)[],
  classes: readonly string[],
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
