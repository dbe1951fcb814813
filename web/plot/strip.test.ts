import { describe, expect, it } from 'vitest';
import type { Surface } from './surface.js';
import { drawStrip, frameOf, stripBlocks } from './strip.js';

describe('stripBlocks', () => {
  it('shares out the time of overlapping epochs at the middle between their centres', () => {
    const epochs = [0, 1, 2].map((onsetS) => ({ onsetS, durationS: 2 }));
    expect(stripBlocks(epochs)).toEqual([
      { fromS: 0, toS: 1.5 },
      { fromS: 1.5, toS: 2.5 },
      { fromS: 2.5, toS: 4 },
    ]);
  });

  it('leaves the time between separate epochs empty', () => {
    const epochs = [
      { onsetS: 4.5, durationS: 3 },
      { onsetS: 12.6, durationS: 3 },
    ];
    expect(stripBlocks(epochs)).toEqual([
      { fromS: 4.5, toS: 7.5 },
      { fromS: 12.6, toS: 15.6 },
    ]);
  });

  it('lets touching epochs touch', () => {
    expect(stripBlocks([0, 2].map((onsetS) => ({ onsetS, durationS: 2 })))).toEqual([
      { fromS: 0, toS: 2 },
      { fromS: 2, toS: 4 },
    ]);
  });
});

describe('the frame on the overview', () => {
  const axis = { startS: 0, spanS: 3, left: 100, right: 400 };

  it('ends with the recording, also where the view is longer', () => {
    expect(frameOf(axis, { startS: 0, spanS: 10 })).toEqual({ from: 100, width: 300 });
    expect(frameOf(axis, { startS: 1, spanS: 1 })).toEqual({ from: 200, width: 100 });
  });
});

it('marks all of a selected epoch that overlaps others, and its own column', () => {
  const epochs = [0, 1, 2].map((onsetS) => ({
    ...{ onsetS, durationS: 2 },
    probabilities: Float32Array.of(1),
  }));
  const lines: number[][] = [];
  const frames: number[][] = [];
  const known: Record<string, unknown> = {
    fillRect: (...at: number[]) => at[3] === 2 && lines.push(at),
    strokeRect: (...at: number[]) => frames.push(at),
    measureText: () => ({ width: 0 }),
  };
  const ctx = new Proxy(known, { get: (_, name: string) => known[name] ?? (() => undefined) });
  const theme = { classes: ['red'] };
  drawStrip({ ctx, width: 400, height: 40, ratio: 1, theme } as unknown as Surface, {
    axis: { startS: 0, spanS: 4, left: 0, right: 400 },
    ...{ epochs, blocks: stripBlocks(epochs), classes: ['a'], selected: 1, cursorS: null },
  });
  expect(frames).toEqual([[150, 1, 99, 38]]);
  expect(lines).toEqual([
    [100, 0, 200, 2],
    [100, 38, 200, 2],
  ]);
});

it('draws no more columns than there are pixels, each with the mean of its epochs', () => {
  const epochs = Array.from({ length: 80_000 }, (_, i) => ({
    ...{ onsetS: i, durationS: 1 },
    probabilities:
      i === 5 ? Float32Array.of(NaN, NaN) : Float32Array.of(i % 4 ? 1 : 0, i % 4 ? 0 : 1),
  }));
  const columns: number[][] = [];
  const known: Record<string, unknown> = {
    fillRect: (...at: number[]) => columns.push(at),
    measureText: () => ({ width: 0 }),
  };
  const ctx = new Proxy(known, { get: (_, name: string) => known[name] ?? (() => undefined) });
  const theme = { classes: ['red', 'blue'] };
  const scene = {
    axis: { startS: 0, spanS: 80_000, left: 0, right: 400 },
    ...{ epochs, blocks: stripBlocks(epochs), classes: ['a', 'b'], selected: null, cursorS: null },
  };
  const surface = { ctx, width: 400, height: 40, ratio: 1, theme } as unknown as Surface;
  drawStrip(surface, scene);
  expect(columns).toHaveLength(1 + 2 * 400); // behind all of them, and of two classes
  expect(columns[3]).toEqual([1, 0, 1, 30]);
  expect(columns[4]).toEqual([1, 30, 1, 10]);
  expect(columns[2]![3]! + columns[1]![3]!).toBeCloseTo(40, 4); // one of them has no answer
  drawStrip(surface, { ...scene, axis: { ...scene.axis, spanS: 100 } });
  expect(columns).toHaveLength(2 + 2 * 400 + 2 * 101);
});
