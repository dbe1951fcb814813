import { describe, expect, it } from 'vitest';
import { divergingOn } from './diverging.js';
import { scalpValue, triangles } from './scalp.js';

// A fixed scatter of points and values that no rule made.
const points = Array.from({ length: 40 }, (_, i) => ({
  x: Math.sin(i * 12.9898) * 0.9 * Math.sqrt(((i * 7) % 11) / 11),
  y: Math.cos(i * 78.233) * 0.9,
}));
const values = points.map((_, i) => Math.sin(i * 3.7) * (i % 5));

describe('the surface over electrodes', () => {
  const mesh = triangles(points);

  it('is exact at every electrode', () => {
    points.forEach((at, i) =>
      expect(scalpValue(points, mesh, values, at)).toBeCloseTo(values[i]!, 9),
    );
  });

  it('never leaves the range of the values', () => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    let nInside = 0;
    for (let x = -1.2; x <= 1.2; x += 0.03) {
      for (let y = -1.2; y <= 1.2; y += 0.03) {
        const value = scalpValue(points, mesh, values, { x, y });
        if (value === null) continue;
        nInside++;
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
      }
    }
    expect(nInside).toBeGreaterThan(500);
  });

  it('ends at the outermost electrodes', () => {
    const square = [
      { x: -0.5, y: -0.5 },
      { x: 0.5, y: -0.5 },
      { x: 0.5, y: 0.5 },
      { x: -0.5, y: 0.5 },
      { x: 0, y: 0 },
    ];
    const mesh = triangles(square);
    expect(mesh.length).toBe(4);
    const at = (x: number, y: number) => scalpValue(square, mesh, [0, 1, 2, 3, 8], { x, y });
    expect(at(0, 0)).toBe(8);
    expect(at(0, -0.5)).toBeCloseTo(0.5, 9);
    expect(at(0, -0.51)).toBeNull();
    expect(at(0.9, 0.9)).toBeNull();
  });

  it('has no triangle where electrodes lie on a line, or are too few', () => {
    expect(triangles([0, 0.2, 0.5, 0.9].map((x) => ({ x, y: 0 })))).toEqual([]);
    expect(
      triangles([
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]),
    ).toEqual([]);
  });
});

describe('colours on both sides of zero', () => {
  it('begin at the paper, end alike, and are opposite', () => {
    for (const paper of ['#ffffff', '#181e26']) {
      const colors = divergingOn(paper);
      expect(colors.at(0)).toEqual(divergingOn(paper).at(NaN));
      expect(colors.at(5)).toEqual(colors.at(1));
      expect(colors.at(-1)).not.toEqual(colors.at(1));
      const [r, , b] = colors.at(1);
      expect(r).toBeGreaterThan(b);
    }
    expect(divergingOn('#fff').at(0)).toEqual([255, 255, 255]);
  });
});
