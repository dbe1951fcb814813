// Marks over traces: annotations, the cursor, the caliper.
import { fitted, type Surface } from './surface.js';
import { onsetPixels } from './pixels.js';
import { timeText, xOf, type TimeAxis } from './time_axis.js';

/** Heights above and below the rows, in CSS pixels. */
export const headPx = 22;
export const footPx = 22;

export interface Span {
  onsetS: number;
  durationS: number;
  text?: string;
}

/** A caliper; heights are CSS pixels from the top, null where only time is measured. */
export interface Measured {
  fromS: number;
  toS: number;
  fromY: number | null;
  toY: number | null;
  label: string;
}

export function drawAnnotations(
  { ctx, height, theme }: Surface,
  { axis, annotations }: { axis: TimeAxis; annotations: readonly Span[] },
): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.fillStyle = theme.cursor;
  ctx.strokeStyle = theme.cursor;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  for (const x of onsetPixels(axis, annotations)) {
    ctx.moveTo(x + 0.5, headPx - 4);
    ctx.lineTo(x + 0.5, height - footPx);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  let freeFrom = -Infinity;
  for (const { onsetS, durationS, text = '' } of annotations) {
    const isInside = onsetS >= axis.startS && onsetS <= axis.startS + axis.spanS;
    if (!isInside && !(onsetS < axis.startS && onsetS + durationS > axis.startS)) continue;
    const x = isInside ? Math.round(xOf(axis, onsetS)) + 0.5 : axis.left;
    if (x < freeFrom) continue;
    const label = fitted(ctx, isInside ? text : `‹ ${text}`, Math.min(160, axis.right - x));
    ctx.strokeStyle = theme.paper; // an outline, so that it is legible on a blink of the first row
    ctx.lineWidth = 4;
    ctx.strokeText(label, x + 3, headPx / 2);
    ctx.fillText(label, x + 3, headPx / 2);
    freeFrom = x + ctx.measureText(label).width + 10;
  }
}

export function drawCursor({ ctx, height, theme }: Surface, axis: TimeAxis, timeS: number): void {
  const x = Math.round(xOf(axis, timeS)) + 0.5;
  if (x < axis.left || x > axis.right) return;
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, 0);
  ctx.lineTo(x, height);
  ctx.stroke();
}

export function labelCursor({ ctx, height, theme }: Surface, axis: TimeAxis, timeS: number): void {
  const x = xOf(axis, timeS);
  if (x < axis.left || x > axis.right) return;
  const text = timeText(axis, timeS, 2);
  const width = ctx.measureText(text).width + 8;
  const left = Math.min(Math.max(axis.left, x - width / 2), axis.right - width);
  ctx.fillStyle = theme.ink;
  ctx.fillRect(left, height - footPx + 4, width, footPx - 5);
  ctx.fillStyle = theme.paper;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + 4, height - footPx / 2 + 2);
}

export function drawMeasured(
  { ctx, height, theme }: Surface,
  axis: TimeAxis,
  measured: Measured,
): void {
  const { fromY, toY, label } = measured;
  const xs = [xOf(axis, measured.fromS), xOf(axis, measured.toS)];
  const [left, right] = [
    Math.max(axis.left, Math.min(...xs)),
    Math.min(axis.right, Math.max(...xs)),
  ];
  if (right < axis.left || left > axis.right) return;
  const [top, bottom] =
    fromY === null || toY === null
      ? [headPx, height - footPx]
      : [Math.min(fromY, toY), Math.max(fromY, toY)];
  ctx.globalAlpha = 0.15;
  ctx.fillStyle = theme.cursor;
  ctx.fillRect(left, top, right - left, bottom - top);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1;
  ctx.strokeRect(left + 0.5, top + 0.5, right - left, bottom - top);
  const width = ctx.measureText(label).width + 10;
  const x = Math.min(Math.max(axis.left, (left + right - width) / 2), axis.right - width);
  const y = Math.max(headPx, top - 20);
  ctx.fillStyle = theme.ink;
  ctx.fillRect(x, y, width, 18);
  ctx.fillStyle = theme.paper;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(label, x + 5, y + 9.5);
}
