import { describe, expect, it } from 'vitest';
import { colorAt, decibelRange } from './spectrogram.js';

describe('decibelRange', () => {
  it('holds nine tenths of what was measured', () => {
    const density = Float32Array.from({ length: 101 }, (_, i) => 10 ** (i / 10)); // 0 to 100 dB
    const [low, high] = decibelRange(density)!;
    expect(low).toBeCloseTo(5, 4);
    expect(high).toBeCloseTo(95, 4);
  });

  it('passes over gaps, zeros and channels that were not measured', () => {
    expect(decibelRange(new Float32Array([NaN, 0, 100]))).toEqual([20, 21]);
    expect(decibelRange(new Float32Array([NaN, NaN]))).toBeNull();
    expect(decibelRange(new Float32Array([]))).toBeNull();
  });
});

describe('colorAt', () => {
  const lightness = ([r, g, b]: readonly number[]) => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  it('is lighter for more power', () => {
    const all = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => lightness(colorAt(share)));
    expect(all).toEqual([...all].sort((a, b) => a - b));
  });
  it('stays within its ends', () => {
    expect(colorAt(-3)).toEqual(colorAt(0));
    expect(colorAt(7)).toEqual(colorAt(1));
  });
});
