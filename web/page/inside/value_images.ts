// Converts tensors of an inspection to images of their values. Pure; drawing happens in the page.
import type { Tensor } from '../../api/index.js';
import { strings } from '../strings/index.js';

const { sizes } = strings.inside;
export const { percent, number } = strings.inside;

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
export function rowsOf({ dims, data }: Tensor): Grid {
  const cols = dims.at(-1)!;
  return gridOf(data.length / cols, cols, (row, col) => data[row * cols + col]!);
}

/** Tokens [N, E] as columns: time from left to right, features below each other. */
export function tokensOf({ dims, data }: Tensor): Grid {
  const width = dims.at(-1)!;
  return gridOf(width, data.length / width, (row, col) => data[col * width + row]!);
}

/** One head of [m, G, G]: rows listen, columns are listened to. */
export function headOf({ dims, data }: Tensor, head: number): Grid {
  const [, rows, cols] = dims as [number, number, number];
  return gridOf(rows, cols, (row, col) => data[(head * rows + row) * cols + col]!);
}

/** A layer of a chain, [frames, height, width, maps]: the longest of the first three to the right. */
export function layerOf({ dims, data }: Tensor): Grid {
  const [frames, height, width, maps] = dims as [number, number, number, number];
  if (frames * height * width === 1) return gridOf(1, maps, (_, col) => data[col]!);
  const cols = width > 1 ? width : frames * height;
  const outer = data.length / (cols * maps);
  return gridOf(outer * maps, cols, (row, col) => {
    const place = Math.floor(row / maps) * cols + col;
    return data[place * maps + (row % maps)]!;
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
export function meanByToken({ dims, data }: Tensor): number[] {
  const width = dims.at(-1)!;
  return Array.from({ length: data.length / width }, (_, token) => {
    let sum = 0;
    for (let e = 0; e < width; e++) sum += data[token * width + e]!;
    return sum / width;
  });
}

/** Root mean square over all values: how wide a stream is. */
export function rms({ data }: Tensor): number {
  let sum = 0;
  for (const value of data) sum += value * value;
  return Math.sqrt(sum / Math.max(1, data.length));
}

/** What a row of an attention map represents: tokens first to last, inclusive. */
export function stretch(index: number, nMap: number, nTokens: number): [number, number] {
  const first = Math.ceil((index * nTokens) / nMap);
  const next = Math.ceil(((index + 1) * nTokens) / nMap);
  return [first, next - 1];
}
