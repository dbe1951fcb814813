// Reduces relevances to readable numbers: one value for each electrode, scales, sentences.
import type { ExplainMethod } from '../../api/index.js';
import { strings } from '../strings/index.js';

/**
 * The relevance of each electrode: the sum of its samples; where an electrode was switched off as a whole, the fall of the
 * output, which each of its samples carries. Empty for methods that do not distinguish electrodes.
 */
export function byChannel(
  values: Float32Array,
  nChans: number,
  nTimes: number,
  method: ExplainMethod,
): Float32Array {
  if (method === 'occlusion_time' || method === 'attention_rollout') return new Float32Array(0);
  return Float32Array.from({ length: nChans }, (_, c) => {
    const row = values.subarray(c * nTimes, (c + 1) * nTimes);
    if (method === 'occlusion_channel') return row[0] ?? 0;
    let sum = 0;
    for (const value of row) sum += value;
    return sum;
  });
}

/** The largest size; 1e-9 where all are nothing, so that one can divide by it. */
export function scaleOf(values: Float32Array): number {
  let most = 1e-9;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

/** The size that one value in two hundred exceeds: a few extremes must not pale everything else. */
export function colorScale(values: Float32Array): number {
  const sizes = values.map(Math.abs).sort();
  return Math.max(1e-9, sizes[Math.floor(0.995 * (sizes.length - 1))] ?? 0);
}

/** "+0.12", "−0.034"; in German "+0,12" */
export function signed(value: number): string {
  if (value === 0) return '0';
  return `${value < 0 ? '−' : '+'}${strings.numbers.significant(Math.abs(value), 2)}`;
}

interface NamedValue {
  name: string;
  value: number;
}

/** Of fewer values a quarter is one or none. */
const fewestForQuartiles = 8;

/**
 * Positive values that stand out from the others, the largest first: above the upper quartile by more than one and a half times the
 * distance of the quartiles (Tukey's fence). Few values are all given.
 */
export function outstanding(names: readonly string[], values: Float32Array): NamedValue[] {
  const sorted = values.slice().sort();
  const quartile = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [lower, upper] = [quartile(0.25), quartile(0.75)];
  const fence = values.length < fewestForQuartiles ? 0 : upper + 1.5 * (upper - lower);
  return names
    .map((name, i) => ({ name, value: values[i] ?? 0 }))
    .filter(({ value }) => value > Math.max(0, fence))
    .sort((a, b) => b.value - a.value);
}

/** The samples first ... end - 1 of `nTimes` whose sum over all rows is largest, a `window` long. */
export function strongestWindow(
  values: Float32Array,
  nRows: number,
  nTimes: number,
  window: number,
): { first: number; sum: number } {
  const byTime = new Float64Array(nTimes);
  for (let i = 0; i < nRows * nTimes; i++) byTime[i % nTimes]! += values[i]!;
  let sum = 0;
  let best = { first: 0, sum: -Infinity };
  for (let t = 0; t < nTimes; t++) {
    sum += byTime[t]! - (t >= window ? byTime[t - window]! : 0);
    if (t >= window - 1 && sum > best.sum) best = { first: t - window + 1, sum };
  }
  return best;
}

/** Rank correlation of two lists without ties worth speaking of. */
export function rankCorrelation(a: Float32Array, b: Float32Array): number {
  const ranks = (values: Float32Array) => {
    const order = [...values.keys()].sort((i, k) => values[i]! - values[k]!);
    const rank = new Float64Array(values.length);
    order.forEach((index, place) => (rank[index] = place));
    return rank;
  };
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (x.length - 1) / 2;
  let [xy, xx] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += (x[i]! - mean) * (y[i]! - mean);
    xx += (x[i]! - mean) ** 2;
  }
  return xx === 0 ? 0 : xy / xx;
}
