// Traces with more samples than pixels, painted pixel by pixel: each column of the screen is one vertical line from the smallest to the
// largest of its samples. Thousands of lines are much faster in an array than in a path.
import { columnExtremes } from './decimate.js';

export interface ColumnRow {
  samples: Float32Array;
  /** Sample at the left edge; may be negative or a fraction. */
  first: number;
  perColumn: number;
  /** Device pixels: where `center` lies, and of one unit; a negative unit draws negative values upwards. */
  y: number;
  center: number;
  scale: number;
}

/** A picture [height, width] of one colour: how much of each pixel is covered, 0 to 255. */
export interface Coverage {
  width: number;
  height: number;
  alpha: Uint8ClampedArray;
}

/** Adds a row to the picture; `thickness` of the line in device pixels. */
export function paintColumns(picture: Coverage, row: ColumnRow, thickness: number): void {
  const extremes = columnExtremes(row.samples, row.first, row.perColumn, picture.width);
  const [min, max] = row.scale < 0 ? [extremes.max, extremes.min] : [extremes.min, extremes.max]; // below and above on the screen
  const yOf = (value: number) => row.y - (value - row.center) * row.scale;
  const half = thickness / 2;
  for (let column = 0; column < picture.width; column++) {
    if (Number.isNaN(min[column]!)) continue;
    let top = yOf(max[column]!);
    let bottom = yOf(min[column]!);
    // Neighbouring lines meet half-way, so that the trace has no gaps.
    for (const next of [column - 1, column + 1]) {
      if (next < 0 || next >= picture.width || Number.isNaN(min[next]!)) continue;
      bottom = Math.max(bottom, (bottom + yOf(max[next]!)) / 2);
      top = Math.min(top, (top + yOf(min[next]!)) / 2);
    }
    cover(picture, column, top - half, bottom + half);
    if (thickness >= 2 && column + 1 < picture.width)
      cover(picture, column + 1, top - half, bottom + half);
  }
}

/** If two lines share a pixel, the larger coverage counts. */
function cover({ width, height, alpha }: Coverage, column: number, top: number, bottom: number) {
  const from = Math.max(0, Math.floor(top));
  const to = Math.min(height, Math.ceil(bottom));
  for (let y = from, at = from * width + column; y < to; y++, at += width) {
    const share = Math.min(bottom, y + 1) - Math.max(top, y);
    const value = share >= 1 ? 255 : 255 * share;
    if (value > alpha[at]!) alpha[at] = value;
  }
}

/** The picture as the pixels of a canvas: one colour, 0xBBGGRR, with the coverage as its opacity. */
export function tint({ alpha }: Coverage, color: number, pixels: Uint8ClampedArray): void {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, alpha.length);
  for (let i = 0; i < alpha.length; i++) words[i] = (alpha[i]! << 24) | color;
}

/** 0xBBGGRR of "#rrggbb"; null for colours that are written otherwise. */
export function littleEndianColor(color: string): number | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!hex) return null;
  const [red, green, blue] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  return (blue! << 16) | (green! << 8) | red!;
}
