// The calibration bar: the height of a number of microvolts. It is at the left of the traces, with its label in the line of times, so
// that it hides nothing.
import { decimalText } from './decimal.js';
import type { Surface } from './surface.js';
import type { TimeAxis } from './time_axis.js';
import { footPx } from './trace_marks.js';

/** From picovolts to volts, for files whose unit is wrong by as much. */
const rounds = Array.from({ length: 14 }, (_, i) => [1, 2, 5].map((n) => Number(`${n}e${i - 6}`)));
const [usualPx, leastPx] = [24, 14];
const units = [
  { text: 'V', microvolts: 1e6 },
  { text: 'mV', microvolts: 1e3 },
  { text: 'µV', microvolts: 1 },
  { text: 'nV', microvolts: 1e-3 },
];

export interface CalibrationBar {
  microvolts: number;
  /** Pixels. */
  high: number;
}

/**
 * A round number of microvolts of moderate height; null if it would be as high as the traces. A lower one if that has room below the
 * last name, which it would else cross.
 */
export function calibrationBar(
  pxPerUv: number,
  { height, belowNames }: { height: number; belowNames: number },
): CalibrationBar | null {
  const bars = rounds.flat().map((microvolts) => ({ microvolts, high: microvolts * pxPerUv }));
  const usual = bars.find(({ high }) => high >= usualPx);
  if (!usual || usual.high >= height) return null;
  if (usual.high <= belowNames) return usual;
  return bars.reverse().find(({ high }) => high >= leastPx && high <= belowNames) ?? usual;
}

/** With the unit in which it has no decimals. */
function labelOf(microvolts: number): string {
  const unit = units.find((one) => microvolts >= one.microvolts) ?? units.at(-1)!;
  return `${decimalText(String(Number((microvolts / unit.microvolts).toPrecision(1))))} ${unit.text}`;
}

/** Draws the bar with its foot at `bottom`, at the left edge. */
export function drawCalibration(
  { ctx, theme }: Surface,
  axis: Pick<TimeAxis, 'left'>,
  { microvolts, high }: CalibrationBar,
  bottom: number,
): void {
  const x = Math.min(5, axis.left / 4);
  const foot = bottom - 2;
  const label = labelOf(microvolts);
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
