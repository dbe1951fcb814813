// Sleep stages over time as steps, and probabilities of stages as a stacked area.
import type { Surface } from './surface.js';
import { nightTicks, xOf, type TimeAxis } from './time_axis.js';

interface HypnogramScene {
  axis: TimeAxis;
  /** Of the recording, "2009-08-12T23:15:00": times are those of the clock; empty: after the start. */
  startedAt: string;
  epochS: number;
  startS: number;
  /** Row of each epoch from the top, 0 to rows.length - 1; -1 without a stage. */
  rowOf: readonly number[];
  /** What the rows are called, from the top, and the index of their colour in the theme's classes. */
  rows: readonly { name: string; color: number }[];
  /** Of another scoring, drawn as a thin line over it. */
  other?: { name: string; startS: number; epochS: number; rowOf: readonly number[] } | null;
  /** The chosen epoch. */
  chosen: number | null;
  /** What lies outside of the time in bed is shaded. */
  lights?: { offS?: number; onS?: number } | null;
}

interface RibbonScene {
  axis: TimeAxis;
  epochS: number;
  startS: number;
  /** [n, colors.length], each row sums to 1; NaN where there is no answer. */
  probabilities: Float32Array;
  colors: readonly number[];
}

const footPx = 16;
/** For the name of another scoring. */
const headOf = ({ other }: HypnogramScene): number => (other ? footPx : 0);

export function drawHypnogram(surface: Surface, scene: HypnogramScene): void {
  const { ctx, theme, height } = surface;
  const { axis, rows, rowOf, epochS, startS } = scene;
  const headPx = headOf(scene);
  const rowPx = (height - footPx - headPx) / rows.length;
  const middle = (row: number) => headPx + (row + 0.5) * rowPx;
  drawChosen(surface, scene);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  rows.forEach(({ name }, row) => {
    ctx.fillStyle = theme.grid;
    ctx.fillRect(axis.left, middle(row), axis.right - axis.left, 1);
    ctx.fillStyle = theme.muted;
    ctx.fillText(name, axis.left - 8, middle(row));
  });
  let before = -1;
  rowOf.forEach((row, i) => {
    const [left, right] = [startS + i * epochS, startS + (i + 1) * epochS].map((timeS) =>
      xOf(axis, timeS),
    ) as [number, number];
    if (row < 0) {
      ctx.fillStyle = theme.gap;
      ctx.fillRect(left, 0, right - left, height - footPx);
    } else {
      if (before >= 0 && before !== row) {
        ctx.fillStyle = theme.muted;
        const [top, bottom] = [Math.min(before, row), Math.max(before, row)];
        ctx.fillRect(left - 0.5, middle(top), 1, middle(bottom) - middle(top));
      }
      ctx.fillStyle = theme.classes[rows[row]!.color]!;
      ctx.fillRect(left, middle(row) - 2.5, Math.max(1, right - left), 5);
    }
    before = row;
  });
  if (scene.other) drawOther(surface, scene, scene.other, middle);
  drawLights(surface, scene);
  if (scene.other) drawNameOfOther(surface, scene, scene.other.name);
  drawTimes(surface, scene);
}

function drawLights({ ctx, theme, height }: Surface, scene: HypnogramScene): void {
  const { axis, lights } = scene;
  const headPx = headOf(scene);
  const shade = (fromPx: number, toPx: number, edgePx: number) => {
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = theme.gap;
    ctx.fillRect(fromPx, headPx, Math.max(0, toPx - fromPx), height - footPx - headPx);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.ink;
    ctx.fillRect(edgePx - 0.5, headPx, 1, height - footPx - headPx);
  };
  if (lights?.offS !== undefined) {
    const off = xOf(axis, lights.offS);
    shade(axis.left, off, off);
  }
  if (lights?.onS !== undefined) {
    const on = xOf(axis, lights.onS);
    shade(on, axis.right, on);
  }
}

function drawChosen(
  { ctx, theme, height }: Surface,
  { axis, chosen, startS, epochS }: HypnogramScene,
): void {
  if (chosen === null) return;
  const left = xOf(axis, startS + chosen * epochS);
  const width = Math.max(2, xOf(axis, startS + (chosen + 1) * epochS) - left);
  ctx.fillStyle = theme.cursor;
  ctx.globalAlpha = 0.25;
  ctx.fillRect(left, 0, width, height - footPx);
  ctx.globalAlpha = 1;
  ctx.fillRect(left, height - footPx - 3, width, 3);
}

function drawOther(
  { ctx, theme }: Surface,
  { axis }: HypnogramScene,
  { startS, epochS, rowOf }: NonNullable<HypnogramScene['other']>,
  middle: (row: number) => number,
): void {
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  let isDrawing = false;
  rowOf.forEach((row, i) => {
    if (row < 0) {
      isDrawing = false;
      return;
    }
    const y = middle(row) + 5;
    const left = xOf(axis, startS + i * epochS);
    if (isDrawing) ctx.lineTo(left, y);
    else ctx.moveTo(left, y);
    ctx.lineTo(xOf(axis, startS + (i + 1) * epochS), y);
    isDrawing = true;
  });
  ctx.stroke();
}

/** At the top right: the thin line, and whose scoring it is. */
function drawNameOfOther({ ctx, theme }: Surface, { axis }: HypnogramScene, name: string): void {
  const width = ctx.measureText(name).width;
  ctx.fillStyle = theme.ink;
  ctx.fillRect(axis.right - width - 26, footPx / 2, 20, 1);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  ctx.fillText(name, axis.right - 2, footPx / 2 + 1);
}

function drawTimes({ ctx, theme, height }: Surface, { axis, startedAt }: HypnogramScene): void {
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = theme.muted;
  for (const { timeS, text } of nightTicks(axis, startedAt)) {
    const half = ctx.measureText(text).width / 2;
    const x = Math.min(axis.right - half, Math.max(axis.left + half, xOf(axis, timeS)));
    ctx.fillText(text, x, height - 1);
  }
}

export function drawRibbon(surface: Surface, scene: RibbonScene): void {
  const { ctx, theme, height } = surface;
  const { axis, probabilities, colors, startS, epochS } = scene;
  const nEpochs = Math.floor(probabilities.length / colors.length);
  for (let i = 0; i < nEpochs; i++) {
    const left = xOf(axis, startS + i * epochS);
    const width = Math.max(1, xOf(axis, startS + (i + 1) * epochS) - left);
    let top = 0;
    colors.forEach((color, k) => {
      const share = probabilities[i * colors.length + k]!;
      if (!Number.isFinite(share)) return;
      ctx.fillStyle = theme.classes[color]!;
      ctx.fillRect(left, top * height, width, share * height);
      top += share;
    });
  }
}
