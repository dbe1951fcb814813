import { describe, expect, it, vi } from 'vitest';
import { divergingOn } from './diverging.js';
import { headFrame, type MapPoint } from './head.js';
import { drawScalp, placeOf, ScalpCells, triangles, valueIn, type Triangle } from './scalp.js';
import type { Surface } from './surface.js';

// A fixed scatter of points and values that no rule made.
const points = Array.from({ length: 40 }, (_, i) => ({
  x: Math.sin(i * 12.9898) * 0.9 * Math.sqrt(((i * 7) % 11) / 11),
  y: Math.cos(i * 78.233) * 0.9,
}));
const values = points.map((_, i) => Math.sin(i * 3.7) * (i % 5));

function scalpValue(
  points: readonly MapPoint[],
  mesh: readonly Triangle[],
  values: readonly number[],
  at: MapPoint,
): number | null {
  const place = placeOf(points, mesh, at);
  return place && valueIn(place, values);
}

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

describe('drawing it again', () => {
  it('works out where cells lie once for each montage and size, to the same picture', () => {
    let painted = { width: 0, pixels: new Uint8ClampedArray() };
    const canvas = {
      getContext: () => ({
        createImageData: (width: number, height: number) => {
          painted = { width, pixels: new Uint8ClampedArray(4 * width * height) };
          return { data: painted.pixels };
        },
        putImageData: () => undefined,
      }),
    };
    vi.stubGlobal('document', { createElement: () => canvas });
    const ctx = new Proxy({ measureText: () => ({ width: 0 }) } as never, {
      get: (own: Record<string, unknown>, name: string) => own[name] ?? (() => undefined),
    });
    const surface = (width: number) =>
      ({ ctx, width, height: 120, ratio: 1, theme: { paper: '#ffffff' } }) as unknown as Surface;
    const scene = (factor: number, moved = 0) => ({
      electrodes: points.map(({ x, y }, i) => ({
        name: String(i),
        at: { x: x + moved, y },
        value: values[i]! * factor,
      })),
      scale: 4,
      dotsOnly: false,
      focused: null,
    });
    const cells = new ScalpCells();
    const draw = (factor: number, width = 120, moved = 0) => {
      drawScalp(surface(width), scene(factor, moved), cells);
      return painted.pixels;
    };
    const [first, other, again] = [draw(1), draw(-0.5), draw(1)];
    expect(cells.nMade).toBe(1);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    draw(1, 90);
    draw(1, 120, 0.01);
    expect(cells.nMade).toBe(3);
    const frame = headFrame(120, 120);
    const mesh = triangles(points);
    const colors = divergingOn('#ffffff');
    let nInside = 0;
    for (let at = 0; at < first.length; at += 4) {
      const [column, row] = [(at / 4) % 60, Math.floor(at / 4 / 60)];
      const x = (2 * column + 1 - frame.x) / frame.radius;
      const y = (frame.y - 2 * row - 1) / frame.radius;
      const value = scalpValue(points, mesh, values, { x, y });
      const expected = value === null ? [0, 0, 0, 0] : [...colors.at(value / 4), 255];
      expect([...first.slice(at, at + 4)]).toEqual(expected);
      if (value !== null) nInside++;
    }
    expect(nInside).toBeGreaterThan(500);
    vi.unstubAllGlobals();
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
