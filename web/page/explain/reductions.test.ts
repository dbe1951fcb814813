import { describe, expect, it } from 'vitest';
import {
  byChannel,
  colorScale,
  outstanding,
  rankCorrelation,
  scaleOf,
  signed,
  strongestWindow,
} from './reductions.js';
import { german } from '../strings/german/index.js';
import { inEnglish, setLanguage } from '../strings/index.js';

const values = Float32Array.from([1, 2, 3, -1, -1, 0, 5, 0, -5]);

describe('reductions', () => {
  it('give each electrode the sum of its samples, or the fall that each carries', () => {
    expect([...byChannel(values, 3, 3, 'integrated_gradients')]).toEqual([6, -2, 0]);
    const falls = Float32Array.from([2, 2, 2, -1, -1, -1]);
    expect([...byChannel(falls, 2, 3, 'occlusion_channel')]).toEqual([2, -1]);
    expect(byChannel(values, 3, 3, 'occlusion_time').length).toBe(0);
    expect(byChannel(values, 1, 9, 'attention_rollout').length).toBe(0);
  });

  it('find what is strongest', () => {
    expect(strongestWindow(values, 3, 3, 1)).toEqual({ first: 0, sum: 5 });
    expect(strongestWindow(values, 3, 3, 2)).toEqual({ first: 0, sum: 6 });
  });

  it('name electrodes only where they stand out from the others', () => {
    const found = (...values: number[]) =>
      outstanding(
        values.map((_, i) => 'abcdefghij'[i]!),
        Float32Array.from(values),
      ).map(({ name }) => name);
    expect(found(1, 2, 1, 9, 2, 1, 7, 2, 1, 2)).toEqual(['d', 'g']);
    expect(found(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).toEqual([]);
    expect(found(-9, -9, -9, -9, -9, -9, -9, -9, -1, -9)).toEqual([]); // less against is not for
    expect(found(1, -3, 2)).toEqual(['c', 'a']);
    expect(found()).toEqual([]);
  });

  it('have a scale that one can divide by', () => {
    expect(scaleOf(values)).toBe(5);
    expect(scaleOf(new Float32Array(4))).toBeGreaterThan(0);
    const many = Float32Array.from({ length: 1000 }, (_, i) => (i === 0 ? -90 : (i % 10) - 5));
    expect(colorScale(many)).toBe(5);
    expect(colorScale(new Float32Array(0))).toBeGreaterThan(0);
  });

  it('write numbers with their sign', () => {
    expect([signed(0.1234), signed(-0.0456), signed(0)]).toEqual(['+0.12', '−0.046', '0']);
  });

  it('write them as the language of the page does', () => {
    setLanguage({ strings: german, elements: null });
    expect([signed(0.1234), signed(-0.0456)]).toEqual(['+0,12', '−0,046']);
    setLanguage(inEnglish);
  });

  it('compare by ranks', () => {
    const up = Float32Array.from([1, 2, 3, 9]);
    expect(rankCorrelation(up, Float32Array.from([-4, 0, 1, 1.5]))).toBe(1);
    expect(rankCorrelation(up, Float32Array.from([4, 3, 2, 1]))).toBe(-1);
  });
});
