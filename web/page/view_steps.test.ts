import { describe, expect, it } from 'vitest';
import type { View } from './state.js';
import { afterKey, clamped, revealed, stepped, suitableGain, twoDigits } from './view_steps.js';

const view: View = { startS: 20, spanS: 10, uvPerMm: 20, firstRow: 8, nRows: 16 } as View;
const limits = { durationS: 61, nRows: 64 };

describe('keys', () => {
  it.each<[string, Partial<View>]>([
    ['ArrowRight', { startS: 21 }],
    ['ArrowLeft', { startS: 19 }],
    ['PageDown', { startS: 30 }],
    ['PageUp', { startS: 10 }],
    ['Home', { startS: 0 }],
    ['End', { startS: 51 }],
    ['ArrowDown', { firstRow: 9 }],
    ['ArrowUp', { firstRow: 7 }],
    ['+', { uvPerMm: 15 }],
    ['-', { uvPerMm: 30 }],
  ])('%s', (key, change) => expect(afterKey(key, view, limits)).toEqual({ ...view, ...change }));

  it('leaves other keys alone', () => expect(afterKey('x', view, limits)).toBeNull());
});

describe('limits', () => {
  it('keep the view inside the recording', () => {
    expect(clamped({ ...view, startS: 60, firstRow: 63 }, limits)).toMatchObject({
      startS: 51,
      firstRow: 48,
    });
    expect(clamped({ ...view, startS: -3, firstRow: -1 }, limits)).toMatchObject({
      startS: 0,
      firstRow: 0,
    });
  });
  it('hold for recordings shorter than the screen', () => {
    expect(clamped(view, { durationS: 4, nRows: 3 })).toMatchObject({ startS: 0, firstRow: 0 });
  });
});

describe('revealed', () => {
  it('moves only when it must', () => {
    expect(revealed(view, 22, 2)).toBe(view);
    expect(revealed(view, 40, 2).startS).toBeCloseTo(40 - 10 / 3);
    expect(revealed(view, 29, 2).startS).toBeCloseTo(29 - 10 / 3);
  });
});

describe('choices', () => {
  it('step up and down, and stop at the ends', () => {
    expect([
      stepped([1, 2, 5], 2, 1),
      stepped([1, 2, 5], 2, -1),
      stepped([1, 2, 5], 5, 1),
      stepped([1, 2, 5], 3, -1),
    ]).toEqual([5, 1, 5, 2]);
  });
  it('suit the signal', () => {
    expect(suitableGain(10, 30)).toBe(7);
    expect(suitableGain(1e9, 30)).toBe(500);
  });
});

describe('paper speeds', () => {
  it.each([
    [20.02, 20],
    [1.94, 1.9],
    [26.4, 26],
    [0.304, 0.3],
    [104, 100],
  ])('%f is told as %f', (speed, told) => expect(twoDigits(speed)).toBe(told));
});
