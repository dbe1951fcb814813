import { describe, expect, it } from 'vitest';
import type { TrainingEvaluation } from '../../api/training_types.js';
import { strings } from '../strings/index.js';
import { pairedOf, pairedText, rightText } from './comparison.js';

const judged = (truth: number[], predicted: number[]) =>
  ({ truth, predicted }) as unknown as TrainingEvaluation;
/** So many windows of each kind: right in both, only in the first, only in the second, in none. */
function pair(both: number, first: number, second: number, none: number) {
  const n = both + first + second + none;
  const truth = Array.from({ length: n }, () => 1);
  const right = (from: number, to: number, i: number) => (i >= from && i < to ? 1 : 0);
  return pairedOf(
    judged(
      truth,
      truth.map((_, i) => right(0, both + first, i)),
    ),
    judged(
      truth,
      truth.map((_, i) => right(0, both, i) || right(both + first, n - none, i)),
    ),
  )!;
}

describe('two models on the same windows', () => {
  it('are counted window by window', () => {
    expect(pair(50, 4, 16, 30)).toMatchObject({
      ...{ n: 100, bothRight: 50, onlyFirst: 4, onlySecond: 16, neither: 30, difference: 0.12 },
    });
  });
  it('differ by what Bonett and Price and McNemar say', () => {
    const { interval, p } = pair(50, 4, 16, 30);
    // (17 - 5) / 102 = 0.117647, its deviation sqrt((22/102 - 0.117647^2) / 102) = 0.044483
    expect(interval[0]).toBeCloseTo(0.03046, 4);
    expect(interval[1]).toBeCloseTo(0.20483, 4);
    // 2 * sum over k <= 4 of C(20, k) / 2^20 = 2 * 6196 / 1048576
    expect(p).toBeCloseTo(0.011818, 6);
  });
  it('without a disagreement do not differ', () => {
    const { p, difference, interval } = pair(10, 0, 0, 2);
    expect(p).toBe(1);
    expect(difference).toBe(0);
    expect(interval[0]).toBeCloseTo(-interval[1], 12);
  });
  it('are not compared when the windows are others', () => {
    expect(pairedOf(judged([0, 1], [0, 1]), judged([0], [0]))).toBeNull();
    expect(pairedOf(judged([0], [0]), judged([0, 1], [0, 1]))).toBeNull();
    expect(pairedOf(judged([0, 1], [0, 1]), judged([1, 0], [0, 1]))).toBeNull();
    expect(pairedOf(judged([], []), judged([], []))).toBeNull();
  });
});

describe('two models that differ in everything', () => {
  it('have an interval that ends at one, and a p of chance alone', () => {
    const all = pair(0, 0, 4, 0);
    expect(all.difference).toBe(1);
    expect(all.interval[1]).toBe(1);
    expect(all.p).toBeCloseTo(2 / 16, 12);
    const none = pair(0, 4, 0, 0);
    expect(none.interval[0]).toBe(-1);
    expect(none.p).toBeCloseTo(2 / 16, 12);
    expect(pair(0, 1, 1, 0).p).toBe(1); // twice the half of all cases and more
  });
  it('are judged by their own predictions', () => {
    const first = judged([0, 1, 0], [0, 1, 1]);
    const second = judged([0, 1, 0], [1, 1, 1]);
    expect(pairedOf(first, second)).toMatchObject({ bothRight: 1, onlyFirst: 1, neither: 1 });
    expect(pairedOf(judged([0, 1], [0, 1]), judged([0, 0], [0, 1]))).toBeNull();
  });
});

describe('the verdict', () => {
  it('says when it could be chance', () =>
    expect(pairedText(pair(50, 9, 11, 30), 'A', 'B')).toContain('could well be chance'));
  it('counts an interval that ends at nothing as chance', () => {
    const paired = { ...pair(50, 9, 11, 30), difference: 0.1 };
    const chance = (interval: [number, number]) =>
      pairedText({ ...paired, interval }, 'A', 'B').includes('could well be chance');
    expect([chance([0, 0.2]), chance([-0.2, 0]), chance([0.01, 0.2])]).toEqual([true, true, false]);
    expect(chance([-0.2, -0.01])).toBe(false);
  });
  it('tells the share of right answers', () =>
    expect(rightText({ accuracy: 0.8, accuracyInterval: [0.71, 0.87] } as TrainingEvaluation)).toBe(
      strings.comparison.right(0.8, [0.71, 0.87]),
    ));
  it('names the better one', () => {
    expect(pairedText(pair(50, 4, 16, 30), 'A', 'B')).toContain('B is better');
    expect(pairedText(pair(50, 20, 2, 28), 'A', 'B')).toContain('A is better');
  });
  it('gives the interval on the side of the difference', () => {
    expect(pairedText(pair(50, 20, 2, 28), 'A', 'B')).toContain(
      'A is better on these windows by 18.0 points (95\u00a0% interval +8.9 points to +26.4 points)',
    );
    expect(pairedText(pair(50, 2, 20, 28), 'A', 'B')).toContain(
      'B is better on these windows by 18.0 points (95\u00a0% interval +8.9 points to +26.4 points)',
    );
    expect(pairedText(pair(50, 11, 9, 30), 'A', 'B')).toContain(
      'a difference of 2.0 points that could well be chance (95\u00a0% interval −7.0 points to +11.0 points)',
    );
  });
});
