// A matrix as an image: one colour below zero, one above, the background at zero; or from the background to one colour.
import type { Surface } from './surface.js';

interface HeatScene {
  rows: number;
  cols: number;
  at(row: number, col: number): number;
  /** The value of full colour. */
  reach: number;
  /** Colours of full strength below and above zero, as #rrggbb. */
  below: string;
  above: string;
  /** A cell with a frame around it. */
  marked?: { row: number; col: number } | null;
}

type Rgb = [number, number, number];

export function rgbOf(hex: string): Rgb {
  const digits = hex.replace('#', '');
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const value = Number.parseInt(whole, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The cells that lie under pixel `pixel` of `nPixels`, at least one. */
export function cellsUnder(pixel: number, nPixels: number, nCells: number): [number, number] {
  const first = Math.min(nCells - 1, Math.floor((pixel * nCells) / nPixels));
  const end = Math.ceil(((pixel + 1) * nCells) / nPixels);
  return [first, Math.max(first + 1, Math.min(nCells, end))];
}

/** If several cells share a pixel, the one with the largest absolute value is shown. */
export function strongest(
  { at }: Pick<HeatScene, 'at'>,
  [row0, row1]: [number, number],
  [col0, col1]: [number, number],
): number {
  let found = 0;
  for (let row = row0; row < row1; row++) {
    for (let col = col0; col < col1; col++) {
      const value = at(row, col);
      if (Math.abs(value) > Math.abs(found)) found = value;
    }
  }
  return found;
}

export function drawHeat(surface: Surface, scene: HeatScene): void {
  const { ctx, theme } = surface;
  const { width, height } = ctx.canvas;
  const image = ctx.createImageData(width, height);
  const [paper, below, above] = [theme.paper, scene.below, scene.above].map(rgbOf) as [
    Rgb,
    Rgb,
    Rgb,
  ];
  const across = Array.from({ length: width }, (_, x) => cellsUnder(x, width, scene.cols));
  const colors = new Uint32Array(width); // of the row of cells drawn last
  let shown = -1;
  for (let y = 0; y < height; y++) {
    const under = cellsUnder(y, height, scene.rows);
    const key = under[0] * (scene.rows + 1) + under[1];
    if (key !== shown) {
      across.forEach((cols, x) => {
        const value = strongest(scene, under, cols);
        const share = Math.min(1, Math.abs(value) / (scene.reach || 1));
        const full = value < 0 ? below : above;
        const [r, g, b] = paper.map((from, i) => Math.round(from + share * (full[i]! - from)));
        colors[x] = (255 << 24) | (b! << 16) | (g! << 8) | r!;
      });
      shown = key;
    }
    new Uint32Array(image.data.buffer, y * width * 4, width).set(colors);
  }
  ctx.putImageData(image, 0, 0);
  if (scene.marked) frame(surface, scene, scene.marked);
}

function frame(
  { ctx, theme, width, height }: Surface,
  { rows, cols }: HeatScene,
  cell: { row: number; col: number },
) {
  const [w, h] = [width / cols, height / rows];
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(cell.col * w + 1, cell.row * h + 1, Math.max(2, w - 2), Math.max(2, h - 2));
}
