// Canvases of the panel: a view registers a canvas, which is drawn after the page was laid out.
import { signColors } from '../../plot/diverging.js';
import { drawHeat } from '../../plot/heat.js';
import { surfaceOf, type PlotTheme, type Surface } from '../../plot/surface.js';
import { plotTheme } from '../theme.js';
import type { TokenSpan } from './token_spans.js';
import type { Grid } from './value_images.js';

type Drawing = (surface: Surface) => void;

export class Paint {
  readonly #drawings = new Map<string, Drawing>();

  /** Forgets what was named before. */
  begin(): void {
    this.#drawings.clear();
  }

  add(id: string, drawing: Drawing): string {
    this.#drawings.set(id, drawing);
    return id;
  }

  /** Signed values, in the colours that sign has everywhere; those of the classes mean classes. */
  signed(id: string, grid: Grid): string {
    return this.add(id, (surface) => {
      drawHeat(surface, { ...grid, ...signColors(surface.theme.paper), marked: null });
    });
  }

  /** Shares: from the paper to one colour. */
  shares(id: string, grid: Grid, marked: { row: number; col: number } | null = null): string {
    return this.add(id, (surface) => {
      const above = surface.theme.cursor;
      drawHeat(surface, { ...grid, below: above, above, marked });
    });
  }

  draw(host: HTMLElement): void {
    const theme: PlotTheme = plotTheme();
    for (const [id, drawing] of this.#drawings) {
      const canvas = host.querySelector(`#${id}`);
      const surface = canvas instanceof HTMLCanvasElement ? surfaceOf(canvas, theme) : null;
      if (surface) drawing(surface);
    }
  }
}

/** The window's signal, a few channels below each other; the stronger the colour behind it, the more of it is read. */
export function drawReading(
  { ctx, width, height, theme }: Surface,
  signal: Grid,
  spans: TokenSpan[],
  share: (token: number) => number,
  reader: number,
): void {
  const byPlace = new Map<number, { from: number; to: number; sum: number }>();
  for (const { token, from, to } of spans) {
    const at = byPlace.get(from) ?? { from, to, sum: 0 };
    at.sum += share(token);
    byPlace.set(from, at);
  }
  const largest = Math.max(1e-9, ...[...byPlace.values()].map(({ sum }) => sum));
  ctx.fillStyle = theme.cursor;
  for (const { from, to, sum } of byPlace.values()) {
    ctx.globalAlpha = 0.55 * (sum / largest);
    ctx.fillRect(from * width, 0, (to - from) * width, height);
  }
  ctx.globalAlpha = 1;
  const shown = Math.min(signal.rows, Math.max(1, Math.floor(height / 22)));
  ctx.strokeStyle = theme.trace;
  ctx.lineWidth = 1;
  for (let i = 0; i < shown; i++) {
    const row = Math.floor(((i + 0.5) * signal.rows) / shown);
    const middle = ((i + 0.5) * height) / shown;
    const scale = (0.7 * height) / shown / (2 * signal.reach || 1);
    ctx.beginPath();
    for (let col = 0; col < signal.cols; col++)
      ctx.lineTo(((col + 0.5) / signal.cols) * width, middle - 2 * scale * signal.at(row, col));
    ctx.stroke();
  }
  const own = spans.find(({ token }) => token === reader);
  if (!own) return;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(own.from * width + 1, 1, Math.max(3, (own.to - own.from) * width - 2), height - 2);
}

/** How open a gate is for each token, as bars on the axis of time. */
export function drawOpenness(
  { ctx, width, height, theme }: Surface,
  spans: TokenSpan[],
  openness: number[],
  marked: number,
): void {
  ctx.fillStyle = theme.grid;
  ctx.fillRect(0, 0, width, height);
  for (const { token, from, to } of spans) {
    const share = openness[token] ?? 0;
    ctx.fillStyle = theme.cursor;
    ctx.fillRect(from * width + 1, height * (1 - share), (to - from) * width - 2, height * share);
    if (token !== marked) continue;
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.strokeRect(from * width + 1, 1, (to - from) * width - 2, height - 2);
  }
}
