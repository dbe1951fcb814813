// The calibration bar: the height of a number of microvolts. It is at the left of the traces, with its label in the line of times, so
// that it hides nothing.
import type { Surface } from './surface.js';
import type { TimeAxis } from './time_axis.js';
import { footPx } from './trace_marks.js';

const rounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const leastPx = 24;

/** Draws a bar of a round number of microvolts and moderate height; none if there is too little space between `top` and `bottom`. */
export function drawCalibration(
  { ctx, theme }: Surface,
  axis: Pick<TimeAxis, 'left'>,
  pxPerUv: number,
  { top, bottom }: { top: number; bottom: number },
): void {
  const microvolts = rounds.find((one) => one * pxPerUv >= leastPx);
  if (microvolts === undefined || microvolts * pxPerUv >= bottom - top) return;
  const high = microvolts * pxPerUv;
  const x = Math.min(5, axis.left / 4);
  const foot = bottom - 2;
  const label = `${microvolts} µV`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.beginPath();
  ctx.moveTo(x - 3, foot - high);
  ctx.lineTo(x + 3, foot - high);
  ctx.moveTo(x, foot - high);
  ctx.lineTo(x, foot);
  ctx.moveTo(x - 3, foot);
  ctx.lineTo(x + 3, foot);
  const at = [x - 3, bottom + footPx / 2 + 2] as const;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.paper; // an outline, so that it is legible on the names of channels
  ctx.lineWidth = 5;
  ctx.stroke();
  ctx.strokeText(label, ...at);
  ctx.strokeStyle = ctx.fillStyle = theme.ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  ctx.fillText(label, ...at);
}
