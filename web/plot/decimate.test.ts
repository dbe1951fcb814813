import { describe, expect, it } from 'vitest';
import { columnExtremes, summarize } from './decimate.js';

describe('columnExtremes', () => {
  it('keeps a spike of one sample, whatever the zoom', () => {
    const samples = new Float32Array(10_000);
    samples[7777] = 500;
    for (const nColumns of [10, 97, 1000, 3333]) {
      const { max } = columnExtremes(samples, 0, samples.length / nColumns, nColumns);
      expect(Math.max(...max)).toBe(500);
    }
  });

  it('puts every sample into exactly one column', () => {
    const samples = Float32Array.from({ length: 100 }, (_, i) => i);
    const { min, max } = columnExtremes(samples, 0, 7.3, 14);
    for (let column = 1; column < 14; column++) expect(min[column]).toBe(max[column - 1]! + 1);
    expect(min[0]).toBe(0);
    expect(max[13]).toBe(99);
  });

  it('leaves columns without samples empty: before, after, and inside a gap', () => {
    const samples = Float32Array.from([1, 2, NaN, NaN, 5, 6]);
    const { min, max } = columnExtremes(samples, -2, 2, 6);
    expect([...min]).toEqual([NaN, 1, NaN, 5, NaN, NaN]);
    expect([...max]).toEqual([NaN, 2, NaN, 6, NaN, NaN]);
  });

  it('ignores missing samples beside real ones', () => {
    const { min, max } = columnExtremes(Float32Array.from([NaN, 3, -4, NaN]), 0, 4, 1);
    expect([min[0], max[0]]).toEqual([-4, 3]);
  });
});

describe('summarize', () => {
  it('gives the moments of the finite samples', () => {
    const { rms, ...others } = summarize(Float32Array.from([1, NaN, 3, 5]));
    expect(others).toEqual({ min: 1, max: 5, mean: 3, n: 3 });
    expect(rms).toBeCloseTo(Math.sqrt(8 / 3), 12);
  });
  it('is NaN where there is nothing', () => {
    expect(summarize(Float32Array.from([NaN]))).toMatchObject({ min: NaN, mean: NaN, n: 0 });
  });
});
