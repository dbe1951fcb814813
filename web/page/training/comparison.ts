// Comparison of two models on the same windows: windows that each had right, and whether the difference could be chance.
import type { TrainingEvaluation } from '../../api/training_types.js';
import { strings } from '../strings/index.js';

const texts = strings.comparison;

export interface Paired {
  n: number;
  bothRight: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
  /** Share of right answers, second minus first. */
  difference: number;
  /** 95 %, Bonett and Price 2012 for paired proportions. */
  interval: [number, number];
  /** Exact McNemar test: how often chance alone would split the disagreements at least so unevenly. */
  p: number;
}

/** Null unless both judged the same epochs in the same order. */
export function pairedOf(first: TrainingEvaluation, second: TrainingEvaluation): Paired | null {
  const n = first.truth.length;
  if (n === 0 || n !== second.truth.length) return null;
  if (first.truth.some((label, i) => label !== second.truth[i])) return null;
  const counts = [0, 0, 0, 0]; // neither, only the first, only the second, both
  for (let i = 0; i < n; i++) {
    const isRight = [first, second].map(({ truth, predicted }) => truth[i] === predicted[i]);
    counts[(isRight[0] ? 1 : 0) + (isRight[1] ? 2 : 0)]!++;
  }
  const [neither, onlyFirst, onlySecond, bothRight] = counts as [number, number, number, number];
  return {
    ...{ n, bothRight, onlyFirst, onlySecond, neither },
    difference: (onlySecond - onlyFirst) / n,
    interval: intervalOf(onlyFirst, onlySecond, n),
    p: mcNemar(onlyFirst, onlySecond),
  };
}

function intervalOf(onlyFirst: number, onlySecond: number, n: number): [number, number] {
  const [a, b] = [(onlyFirst + 1) / (n + 2), (onlySecond + 1) / (n + 2)];
  const half = 1.96 * Math.sqrt((a + b - (b - a) ** 2) / (n + 2));
  return [Math.max(-1, b - a - half), Math.min(1, b - a + half)];
}

function mcNemar(a: number, b: number): number {
  const n = a + b;
  let tail = 0;
  let logChoose = 0; // of n over k
  for (let k = 0; k <= Math.min(a, b); k++) {
    if (k > 0) logChoose += Math.log(n - k + 1) - Math.log(k);
    tail += Math.exp(logChoose - n * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}

/** What the pair says, in one honest sentence. */
export function pairedText(paired: Paired, first: string, second: string): string {
  const { difference, interval, onlyFirst, onlySecond } = paired;
  const counts = texts.counts(second, onlySecond, first, onlyFirst);
  const isFirst = difference < 0; // figures are said from the side of the model that had more right
  const [low, high] = interval;
  const range = texts.interval(isFirst ? [-high, -low] : [low, high]);
  const points = Math.abs(difference);
  if (low <= 0 && high >= 0) return texts.couldBeChance(counts, points, range);
  return texts.isBetter(counts, isFirst ? first : second, points, range);
}

export const rightText = ({ accuracy, accuracyInterval }: TrainingEvaluation) =>
  texts.right(accuracy, accuracyInterval);
