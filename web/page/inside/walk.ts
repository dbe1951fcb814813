// From tensors of an inspection to pictures of their values. Pure: the page draws what is found here.
import type { Tensor } from '../../api/index.js';
import { words } from '../words/index.js';

const { sizes } = words.inside;
export const { percent, number } = words.inside;

/** A picture of true values: rows x columns, time or tokens from left to right. */
export interface Grid {
  rows: number;
  cols: number;
  at(row: number, col: number): number;
  /** Largest absolute value. */
  reach: number;
}

export function gridOf(rows: number, cols: number, at: (row: number, col: number) => number): Grid {
  let reach = 0;
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) reach = Math.max(reach, Math.abs(at(row, col)));
  return { rows, cols, at, reach };
}

/** Channels below each other, or one row. */
export function rowsOf({ shape, values }: Tensor): Grid {
  const cols = shape.at(-1)!;
  return gridOf(values.length / cols, cols, (row, col) => values[row * cols + col]!);
}

/** Tokens [N, E] as columns: time from left to right, features below each other. */
export function tokensOf({ shape, values }: Tensor): Grid {
  const width = shape.at(-1)!;
  return gridOf(width, values.length / width, (row, col) => values[col * width + row]!);
}

/** One head of [m, G, G]: rows listen, columns are listened to. */
export function headOf({ shape, values }: Tensor, head: number): Grid {
  const [, rows, cols] = shape as [number, number, number];
  return gridOf(rows, cols, (row, col) => values[(head * rows + row) * cols + col]!);
}

/** A layer of a chain, [frames, height, width, maps]: the longest of the first three to the right. */
export function layerOf({ shape, values }: Tensor): Grid {
  const [frames, height, width, maps] = shape as [number, number, number, number];
  if (frames * height * width === 1) return gridOf(1, maps, (_, col) => values[col]!);
  const cols = width > 1 ? width : frames * height;
  const outer = values.length / (cols * maps);
  return gridOf(outer * maps, cols, (row, col) => {
    const place = Math.floor(row / maps) * cols + col;
    return values[place * maps + (row % maps)]!;
  });
}

export function layerSize(shape: number[]): string {
  const [frames = 1, height = 1, width = 1, maps = 1] = shape;
  const parts = [
    [frames, sizes.frames],
    [height, sizes.rows],
    [width, sizes.steps],
    [maps, sizes.maps],
  ] as const;
  const known = parts.filter(([n]) => n > 1).map(([n, inWords]) => inWords(n));
  return known.length ? known.join(' × ') : sizes.oneValue;
}

/** Mean over the features of each token. */
export function meanByToken({ shape, values }: Tensor): number[] {
  const width = shape.at(-1)!;
  return Array.from({ length: values.length / width }, (_, token) => {
    let sum = 0;
    for (let e = 0; e < width; e++) sum += values[token * width + e]!;
    return sum / width;
  });
}

/** Root mean square over all values: how wide a stream is. */
export function rms({ values }: Tensor): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum / Math.max(1, values.length));
}

/** What a row of an attention map stands for: tokens first to last, inclusive. */
export function stretch(index: number, nMap: number, nTokens: number): [number, number] {
  const first = Math.ceil((index * nTokens) / nMap);
  const next = Math.ceil(((index + 1) * nTokens) / nMap);
  return [first, next - 1];
}
