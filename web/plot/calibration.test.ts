import { expect, it } from 'vitest';
import { calibrationBar, drawCalibration } from './calibration.js';
import type { Surface } from './surface.js';

const area = { height: 178, belowNames: 0 };

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
  drawCalibration(surface, { left }, calibrationBar(pxPerUv, area)!, 200);
  return { lines, texts };
}

it('the calibration bar and its label are beside and below the traces, which they do not hide', () => {
  const { lines, texts } = drawn(0.25);
  expect(texts.map(([text]) => text)).toEqual(['100 µV']);
  expect(lines.every(([x, y]) => x < 64 - 40 && y <= 200)).toBe(true);
  const [, x, y] = texts[0]!;
  expect([x < 10, y > 200]).toEqual([true, true]);
});

it('there is one at every sensitivity, in a unit that suits it', () => {
  const labels = [3.8 / 0.002, 3.8 / 0.1, 3.8 / 500, 3.8 / 10_000, 3.8 / 5e6].map(
    (pxPerUv) => drawn(pxPerUv).texts[0]![0],
  );
  expect(labels).toEqual(['20 nV', '1 µV', '5 mV', '100 mV', '50 V']);
});

it('none is drawn where it would be higher than the traces', () =>
  expect(calibrationBar(0.25, { height: 20, belowNames: 0 })).toBeNull());

it('it is lower where it would else cross the last name', () => {
  expect(calibrationBar(0.19, area)!.microvolts).toBe(200); // 38 px
  expect(calibrationBar(0.19, { height: 178, belowNames: 30 })).toEqual({
    microvolts: 100,
    high: 19,
  });
  expect(calibrationBar(0.19, { height: 178, belowNames: 10 })!.microvolts).toBe(200);
});
