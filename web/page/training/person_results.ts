// Leave-one-person-out: combines the predictions for all persons, each by a model that was trained without that person.
import type { TrainingEvaluation } from '../../api/training_types.js';
import { intervalOf } from '../../truth/share_interval.js';

/** Answers of a model about the windows of the one person that it was not trained on. */
export interface PersonResult {
  person: string;
  /** Of each window: index of its class, of the class that was predicted, and the probability of that one. */
  truth: number[];
  predicted: number[];
  confidence: number[];
}

export function accuracyOf({
  truth,
  predicted,
}: Pick<PersonResult, 'truth' | 'predicted'>): number {
  return truth.filter((label, i) => label === predicted[i]).length / truth.length;
}

/**
 * Every person counts the same, however many windows there are: accuracy is the mean over persons. All else is of all windows
 * together.
 */
export function evaluationOf(
  classes: readonly string[],
  results: readonly PersonResult[],
): TrainingEvaluation | null {
  const judged = results.filter(({ truth }) => truth.length > 0);
  if (!judged.length) return null;
  const truth = judged.flatMap((one) => one.truth);
  const predicted = judged.flatMap((one) => one.predicted);
  const confidence = judged.flatMap((one) => one.confidence);
  const shares = judged.map(accuracyOf);
  const nRight = truth.filter((label, i) => label === predicted[i]).length;
  const confusion = classes.map((_, row) =>
    classes.map((_, column) => truth.filter((t, i) => t === row && predicted[i] === column).length),
  );
  return {
    ...{ nTrials: truth.length, classes, confusion, truth, predicted },
    ...scoresOf(confusion),
    ece: calibrationError(truth, predicted, confidence),
    accuracy: meanOf(shares),
    accuracyInterval: meanInterval(shares, intervalOf(nRight, truth.length)),
    chance: Math.max(...confusion.map(sum)) / truth.length,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[]) => sum(values) / values.length;

/**
 * 95 % interval of the mean over persons (Student's t), within 0 and 1. It is never narrower than `ofWindows`, the interval that
 * the number of windows alone gives: three persons who agree by chance do not make a figure exact.
 */
export function meanInterval(
  shares: readonly number[],
  ofWindows: [number, number],
): [number, number] {
  const n = shares.length;
  const mean = meanOf(shares);
  if (n < 2) return ofWindows;
  const variance = sum(shares.map((share) => (share - mean) ** 2)) / (n - 1);
  const half = studentQuantile(n - 1) * Math.sqrt(variance / n);
  return [
    Math.max(0, Math.min(mean - half, ofWindows[0])),
    Math.min(1, Math.max(mean + half, ofWindows[1])),
  ];
}

const studentTable = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
];

/** 97.5 % of Student's t; above 30 degrees of freedom the first terms of its expansion, good to 0.002. */
export function studentQuantile(freedom: number): number {
  return studentTable[freedom - 1] ?? 1.96 + 2.372 / freedom;
}

/** As the engine computes them (src/train/metrics.cc). */
function scoresOf(confusion: number[][]) {
  const total = sum(confusion.map(sum));
  const ratio = (a: number, b: number) => (b > 0 ? a / b : 0);
  const rows = confusion.map((row, c) => ({
    hit: row[c]!,
    truths: sum(row),
    predictions: sum(confusion.map((other) => other[c]!)),
  }));
  const present = rows.filter(({ truths }) => truths > 0);
  const seen = rows.filter(({ truths, predictions }) => truths + predictions > 0);
  const right = ratio(sum(rows.map(({ hit }) => hit)), total);
  const agreement = rows.map(({ truths, predictions }) => truths * predictions);
  const byChance = ratio(sum(agreement), total * total);
  return {
    balancedAccuracy: ratio(sum(present.map(({ hit, truths }) => hit / truths)), present.length),
    macroF1: ratio(
      sum(seen.map(({ hit, truths, predictions }) => (2 * hit) / (truths + predictions))),
      seen.length,
    ),
    ...(byChance < 1 && { kappa: (right - byChance) / (1 - byChance) }),
  };
}

const nBins = 15;

/** Expected calibration error: in bins of confidence, how far the share of right answers is off. */
function calibrationError(truth: number[], predicted: number[], confidence: number[]): number {
  const gaps = new Array<number>(nBins).fill(0);
  truth.forEach((label, i) => {
    const bin = Math.min(nBins - 1, Math.floor(confidence[i]! * nBins));
    gaps[bin]! += confidence[i]! - (label === predicted[i] ? 1 : 0);
  });
  return sum(gaps.map(Math.abs)) / truth.length;
}
