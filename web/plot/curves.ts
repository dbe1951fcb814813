// Curves over training epochs: a value axis with round ticks, a count axis below, a few named lines.
import { decimalText } from './decimal.js';
import { fitted, type Surface } from './surface.js';

export interface Line {
  /** Equally long; ascending in x. */
  x: readonly number[];
  y: readonly number[];
  color: string;
  width?: number;
  dash?: number[];
  alpha?: number;
}

export interface CurveScene {
  lines: Line[];
  /** Where x ends, and where it begins if not at 0. */
  xMax: number;
  xMin?: number;
  /** Instead of round numbers. */
  xTicks?: { at: number; text: string }[];
  /** Fixed range of values; without it, what the lines need. */
  range?: [number, number];
  /** A level drawn across, e.g. chance; its text is at the right unless it is to be at the left. */
  level?: { y: number; text: string; isNamedLeft?: boolean };
  /** Where on the x axis a cursor stands. */
  cursor?: number;
  xLabel: string;
  format(value: number): string;
}

const [padLeft, padRight, padTop, padBottom] = [46, 10, 8, 34];

export function drawCurves(surface: Surface, scene: CurveScene): void {
  const { ctx, width, height, theme } = surface;
  const [low, high] = scene.range ?? rangeOf(scene.lines);
  const { xMin = 0 } = scene;
  const xMax = Math.max(xMin + 1, scene.xMax);
  const right = width - padRight;
  const bottom = height - padBottom;
  const toX = (x: number) => padLeft + ((x - xMin) / (xMax - xMin)) * (right - padLeft);
  const toY = (y: number) => bottom - ((y - low) / (high - low)) * (bottom - padTop);

  ctx.lineWidth = 1;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  for (const tick of ticksOf(low, high, Math.max(2, Math.floor((bottom - padTop) / 36)))) {
    ctx.fillStyle = theme.grid;
    ctx.fillRect(padLeft, Math.round(toY(tick)), right - padLeft, 1);
    ctx.fillStyle = theme.muted;
    ctx.fillText(scene.format(tick), padLeft - 6, toY(tick));
  }
  ctx.textBaseline = 'top';
  ctx.textAlign = 'center';
  const xTicks =
    scene.xTicks ??
    ticksOf(xMin, xMax, Math.max(2, Math.floor((right - padLeft) / 70)))
      .filter((tick) => tick % 1 === 0)
      .map((at) => ({ at, text: decimalText(String(at)) }));
  for (const { at, text } of xTicks) ctx.fillText(text, toX(at), bottom + 4);
  ctx.fillText(fitted(ctx, scene.xLabel, right - padLeft), (padLeft + right) / 2, bottom + 18);
  ctx.fillStyle = theme.muted;
  ctx.fillRect(padLeft, bottom, right - padLeft, 1);

  if (scene.level) drawLevel(surface, toY(scene.level.y), right);
  ctx.save();
  ctx.beginPath();
  ctx.rect(padLeft, padTop - 2, right - padLeft + 2, bottom - padTop + 4);
  ctx.clip();
  for (const line of scene.lines) drawLine(ctx, line, toX, toY);
  if (scene.cursor !== undefined) {
    ctx.fillStyle = theme.ink;
    ctx.fillRect(Math.round(toX(scene.cursor)), padTop, 1, bottom - padTop);
  }
  ctx.restore();
  if (scene.level) nameLevel(surface, toY(scene.level.y), scene.level, right);
}

/** How far along the x axis a pixel of a canvas of such a width lies, 0 to 1. */
export function shareAt(width: number, px: number): number {
  return Math.min(1, Math.max(0, (px - padLeft) / Math.max(1, width - padLeft - padRight)));
}

function drawLevel({ ctx, theme }: Surface, y: number, right: number): void {
  ctx.save();
  ctx.strokeStyle = theme.muted;
  ctx.setLineDash([5, 4]);
  ctx.beginPath();
  ctx.moveTo(padLeft, y);
  ctx.lineTo(right, y);
  ctx.stroke();
  ctx.restore();
}

/** Above the lines, with an outline in the background colour, so that a line at the level does not cross out its name. */
function nameLevel(
  { ctx, theme }: Surface,
  y: number,
  { text, isNamedLeft = false }: NonNullable<CurveScene['level']>,
  right: number,
): void {
  const x = isNamedLeft ? padLeft + 4 : right - 2;
  ctx.textAlign = isNamedLeft ? 'left' : 'right';
  ctx.textBaseline = 'top';
  ctx.strokeStyle = theme.paper;
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeText(text, x, y + 3);
  ctx.fillStyle = theme.muted;
  ctx.fillText(text, x, y + 3);
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  { x, y, color, width = 2, dash = [], alpha = 1 }: Line,
  toX: (x: number) => number,
  toY: (y: number) => number,
): void {
  if (!x.length) return;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.strokeStyle = ctx.fillStyle = color;
  ctx.lineWidth = width;
  ctx.lineJoin = 'round';
  ctx.setLineDash(dash);
  ctx.beginPath();
  for (let i = 0; i < x.length; i++) ctx.lineTo(toX(x[i]!), toY(y[i]!));
  ctx.stroke();
  if (x.length === 1) {
    ctx.beginPath(); // one value is a dot
    ctx.arc(toX(x[0]!), toY(y[0]!), width + 1, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** From 0, if that is near, to a little above the largest. */
export function rangeOf(lines: Line[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { y } of lines) {
    for (const value of y) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(high > -Infinity)) return [0, 1];
  if (low > 0 && low < 0.6 * high) low = 0;
  const margin = 0.06 * (high - low || Math.abs(high) || 1);
  return [low === 0 ? 0 : low - margin, high + margin];
}

/** Round values between low and high, at most about `most`. */
export function ticksOf(low: number, high: number, most: number): number[] {
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}
