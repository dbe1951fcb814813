import { describe, expect, it } from 'vitest';
import type { Recording } from '../api/index.js';
import type { View } from './state.js';
import {
  afterKey,
  clamped,
  firstView,
  gainsAround,
  revealed,
  rowChoices,
  spanChoices,
  stepped,
  suitableGain,
  twoDigits,
} from './view_steps.js';

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
    ['=', { uvPerMm: 15 }],
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
    expect(revealed(view, 20, 10)).toBe(view);
    expect(revealed(view, 19.9, 1).startS).toBeCloseTo(19.9 - 10 / 3);
    expect(revealed(view, 28, 2)).toBe(view);
    expect(revealed(view, 40, 2)).toEqual({ ...view, startS: 40 - 10 / 3 });
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
    expect(suitableGain(10, 30)).toBe(10);
    expect(suitableGain(3e4, 30)).toBe(50_000); // volts that a header calls millivolts
    expect(suitableGain(0.03, 30)).toBe(0.05);
    expect(suitableGain(1e12, 30)).toBe(5e6);
    expect(suitableGain(5, 30, 5)).toBe(5); // 6 * 5 uV over 6 mm are 5 uV for each: it is enough
    expect(suitableGain(5, 4, 4)).toBe(15); // no row is less than 8 px high
    expect(stepped([1, 2, 5], 1, -1)).toBe(1);
    expect(stepped([1, 2, 5], 2, 0)).toBe(1);
  });
  it('are the usual ones, and some around one that is unusual', () => {
    expect(gainsAround(20)[0]).toBe(0.1);
    expect(gainsAround(20).at(-1)).toBe(5000);
    expect(gainsAround(50_000)).toEqual(expect.arrayContaining([500, 20_000, 50_000, 200_000]));
    expect(gainsAround(12)).toContain(12);
  });
  it('ascend', () => {
    for (const choices of [spanChoices, gainsAround(20), rowChoices]) {
      expect(choices.length).toBeGreaterThan(5);
      expect([...choices].sort((a, b) => a - b)).toEqual(choices);
    }
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

describe('the first look', () => {
  const recording = (durationS: number, sizeBytes: number, nChannels: number) =>
    ({
      durationS,
      info: { sizeBytes, mainChannels: Array.from({ length: nChannels }, (_, i) => i) },
      channels: Array.from({ length: nChannels }, (_, i) => ({ name: `E${i}`, isTrigger: false })),
    }) as unknown as Recording;
  const usual = {
    ...{ startS: 0, spanS: 10, uvPerMm: 20, firstRow: 0, nRows: 16, picked: null, hidden: [] },
    ...{ bad: [], reference: 'recorded', filtering: 'none', isNegativeUp: false },
    ...{ highpassHz: 0.5, lowpassHz: 35, notchHz: null },
  };

  it('is ten seconds of sixteen channels, unfiltered; half of the time and four high rows on a narrow screen', () => {
    expect(firstView(recording(60, 1e6, 64), false, false)).toEqual(usual);
    expect(firstView(recording(60, 1e6, 64), true, false)).toEqual({
      ...usual,
      spanS: 5,
      nRows: 4,
    });
  });
  it('is where the eyes close and at the back of the head in the sample', () => {
    expect(firstView(recording(60, 1e6, 64), false, true)).toEqual({
      ...usual,
      startS: 25,
      firstRow: 56,
      nRows: 8,
    });
    expect(firstView(recording(20, 1e6, 4), false, true)).toMatchObject({
      startS: 10,
      firstRow: 0,
    });
  });
  it('is shorter where a second is many bytes: two mebibytes of a screen', () => {
    const mebibyte = 2 ** 20;
    const spanOf = (bytesPerS: number, durationS = 100) =>
      firstView(recording(durationS, bytesPerS * durationS, 8), false, false).spanS;
    expect(spanOf(0.2 * mebibyte)).toBe(10);
    expect(spanOf(0.21 * mebibyte)).toBe(5);
    expect(spanOf(mebibyte)).toBe(2);
    expect(spanOf(50 * mebibyte)).toBe(1);
  });
  it('is hardly longer than a short recording', () => {
    const spanOf = (durationS: number) =>
      firstView(recording(durationS, 1000, 8), false, false).spanS;
    expect([0.036, 0.05, 0.4, 0.9].map(spanOf)).toEqual([0.05, 0.05, 0.5, 1]);
    expect([0, 1, 4].map(spanOf)).toEqual([10, 1, 5]);
  });
});
