import { expect, it } from 'vitest';
import { drawCalibration } from './calibration.js';
import type { Surface } from './surface.js';

/** Where lines and texts are put, as [x, y]. */
function drawn(pxPerUv: number, left = 64) {
  const lines: [number, number][] = [];
  const texts: [string, number, number][] = [];
  const ctx = {
    ...{ beginPath: () => undefined, stroke: () => undefined, strokeText: () => undefined },
    moveTo: (x: number, y: number) => void lines.push([x, y]),
    lineTo: (x: number, y: number) => void lines.push([x, y]),
    fillText: (text: string, x: number, y: number) => void texts.push([text, x, y]),
  };
  const surface = { ctx, theme: { paper: '#fff', ink: '#000' } } as unknown as Surface;
  drawCalibration(surface, { left }, pxPerUv, { top: 22, bottom: 200 });
  return { lines, texts };
}

it('the calibration bar and its label are beside and below the traces, which they do not hide', () => {
  const { lines, texts } = drawn(0.25);
  expect(texts.map(([text]) => text)).toEqual(['100 µV']);
  expect(lines.every(([x, y]) => x < 64 - 40 && y <= 200)).toBe(true);
  const [, x, y] = texts[0]!;
  expect([x < 10, y > 200]).toEqual([true, true]);
});

it('none is drawn where it would be higher than the traces', () =>
  expect(drawn(0.002)).toEqual({ lines: [], texts: [] }));
