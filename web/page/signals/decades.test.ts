import { expect, it } from 'vitest';
import { leastDensity, powerOfTen } from './decades.js';

it('a spectrum of tiny values is not cut off', () => {
  const tiny = Float32Array.of(NaN, 2e-9, 5e-12, 0);
  expect(leastDensity([tiny])).toBeLessThan(5e-12);
  expect(leastDensity([tiny, Float32Array.of(100)])).toBeCloseTo(1e-6, 9);
  expect(leastDensity([new Float32Array(3)])).toBeGreaterThan(0);
});

it('all ticks of an axis are written alike', () => {
  const texts = (low: number, high: number) =>
    [low, high].map((one) => powerOfTen(one, [low, high]));
  expect(texts(-2, 3)).toEqual(['0.01', '1000']);
  expect(texts(-12, -4)).toEqual(['10⁻¹²', '10⁻⁴']);
  expect(texts(-1, 5)).toEqual(['10⁻¹', '10⁵']);
});
