import { expect, it } from 'vitest';
import { kindRuns, onsetPixels, touchingSpans } from './pixels.js';

const axis = { startS: 0, spanS: 1000, left: 50, right: 150 };
const blocksOf = (n: number) => {
  const lengthS = 1000 / n;
  return Array.from({ length: n }, (_, i) => ({ fromS: i * lengthS, toS: (i + 1) * lengthS }));
};

it('onsets of one pixel are one mark, and others stay', () => {
  const spans = Array.from({ length: 50_000 }, (_, i) => ({ onsetS: i / 100 }));
  expect(onsetPixels(axis, spans)).toEqual(Array.from({ length: 51 }, (_, i) => 50 + i));
  expect(
    onsetPixels(
      axis,
      [-1, 10, 900, 1001].map((onsetS) => ({ onsetS })),
    ),
  ).toEqual([51, 140]);
});

it('spans that touch are one, and the shortest is a pixel wide', () => {
  const spans = Array.from({ length: 5000 }, (_, i) => ({ onsetS: i / 10, durationS: 0.05 }));
  expect(touchingSpans(axis, spans)).toEqual([[50, expect.closeTo(100.99, 6)]]);
  const apart = [10, 500].map((onsetS) => ({ onsetS, durationS: 1 }));
  expect(touchingSpans(axis, apart)).toEqual([
    [51, 52],
    [100, 101],
  ]);
});

it('blocks narrower than a pixel show the kind that has the most of it', () => {
  const blocks = blocksOf(100_000);
  const kinds = (i: number) => (i < 50_000 ? (i % 3 ? 1 : 0) : i < 60_000 ? -1 : 2);
  expect(kindRuns(axis, blocks, kinds, 3)).toEqual([
    { from: 50, to: 100, kind: 1 },
    { from: 110, to: 150, kind: 2 },
  ]);
});

it('wider blocks are drawn each, at their own places', () => {
  const runs = kindRuns(axis, blocksOf(4), (i) => [0, 0, -1, 1][i]!, 2);
  expect(runs).toEqual([
    { from: 50, to: 75, kind: 0 },
    { from: 75, to: 100, kind: 0 },
    { from: 125, to: 150, kind: 1 },
  ]);
});
