import { describe, expect, it } from 'vitest';
import { cellsUnder, rgbOf, strongest } from './heat.js';

describe('a heat map', () => {
  it('shares pixels among cells and cells among pixels without a hole', () => {
    for (const [nPixels, nCells] of [
      [10, 3],
      [3, 10],
      [7, 7],
      [1, 5],
    ] as const) {
      const seen = new Set<number>();
      for (let pixel = 0; pixel < nPixels; pixel++) {
        const [first, end] = cellsUnder(pixel, nPixels, nCells);
        expect(end).toBeGreaterThan(first);
        for (let cell = first; cell < end; cell++) seen.add(cell);
      }
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: nCells }, (_, i) => i));
    }
  });

  it('hides no spike under a pixel', () => {
    const at = (row: number, col: number) => (row === 3 && col === 17 ? -9 : 1);
    expect(strongest({ at }, [0, 10], [10, 20])).toBe(-9);
    expect(strongest({ at }, [4, 10], [10, 20])).toBe(1);
  });

  it('reads colours of a style sheet', () => {
    expect(rgbOf('#a0Ff01')).toEqual([160, 255, 1]);
    expect(rgbOf('#fff')).toEqual([255, 255, 255]);
  });
});
