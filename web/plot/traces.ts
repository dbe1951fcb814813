// EEG traces on the common time axis: names, grid, annotations, gaps, the traces themselves, a calibration bar.
import { calibrationBar, drawCalibration, type CalibrationBar } from './calibration.js';
import type { ColumnRow } from './columns.js';
import { columnExtremes, summarize } from './decimate.js';
import { touchingSpans } from './pixels.js';
import { fitted, fittedName, type Surface } from './surface.js';
import {
  drawAnnotations,
  drawCursor,
  drawMeasured,
  footPx,
  headPx,
  labelCursor,
  type Measured,
  type Span,
} from './trace_marks.js';
import { labelledTicks, xOf, type TimeAxis } from './time_axis.js';

export interface TraceRow {
  name: string;
  samples: Float32Array;
  sfreq: number;
  /** Time of samples[0]. */
  startS: number;
  /** Drawn in the middle of the row. */
  center: number;
  /** CSS pixels per unit. */
  scale: number;
  /** Marked as bad. */
  isBad?: boolean;
  /** What is written on the trace, at its beginning. */
  note?: string;
}

/** A part of the traces that is painted already, as tall as the canvas. */
export interface Picture {
  image: CanvasImageSource;
  /** Device pixels from where time begins. */
  column: number;
}

export interface TraceScene {
  axis: TimeAxis;
  rows: TraceRow[];
  /** Instead of the rows' samples. */
  pictures?: Picture[];
  annotations: readonly Span[];
  gaps: readonly Span[];
  /** What stands over a gap; "gap" if not given. */
  gapLabel?: string;
  /** The epoch that was chosen in the table. */
  selected: Span | null;
  cursorS: number | null;
  measured?: Measured | null;
  /** How high a microvolt is, in CSS pixels, for the calibration bar; null: none is drawn. */
  pxPerUv: number | null;
}

export function rowHeight(height: number, nRows: number): number {
  return (height - headPx - footPx) / Math.max(1, nRows);
}

export function drawTraces(surface: Surface, scene: TraceScene): void {
  const { ctx, width, height } = surface;
  drawBands(surface, scene);
  drawTimeGrid(surface, scene.axis);
  drawBracket(surface, scene);
  const pitch = rowHeight(height, scene.rows.length);
  ctx.save();
  ctx.beginPath();
  ctx.rect(scene.axis.left, 0, width - scene.axis.left, height - footPx); // a blink of the first row may reach into the head
  ctx.clip();
  if (scene.pictures) drawPictures(surface, scene.axis, scene.pictures);
  else paintRows(surface, scene.axis, scene.rows);
  ctx.restore();
  fadeBad(surface, scene, pitch);
  const bar = barOf(surface, scene, pitch);
  drawNames(surface, scene, pitch, bar);
  drawNotes(surface, scene, pitch);
  drawAnnotations(surface, scene);
  if (bar) drawCalibration(surface, scene.axis, bar, height - footPx);
  if (scene.cursorS !== null) {
    drawCursor(surface, scene.axis, scene.cursorS);
    labelCursor(surface, scene.axis, scene.cursorS);
  }
  if (scene.measured) drawMeasured(surface, scene.axis, scene.measured);
}

/** Which row lies so far from the top, or -1. */
export function rowAt(y: number, height: number, nRows: number): number {
  const row = Math.floor((y - headPx) / rowHeight(height, nRows));
  return row >= 0 && row < nRows ? row : -1;
}

/** The traces alone; of all rows or of those that `isWanted`. */
export function paintRows(
  surface: Surface,
  axis: TimeAxis,
  rows: TraceRow[],
  isWanted: (row: TraceRow) => boolean = () => true,
): void {
  const pitch = rowHeight(surface.height, rows.length);
  rows.forEach((row, i) => {
    if (isWanted(row)) drawRow(surface, axis, row, headPx + (i + 0.5) * pitch);
  });
}

/** More samples than pixels: paintable column by column (columns.ts). */
export function isDense({ ratio }: Surface, axis: TimeAxis, { sfreq }: TraceRow): boolean {
  return samplesPerColumn(ratio, axis, sfreq) > 1.5;
}

function samplesPerColumn(ratio: number, axis: TimeAxis, sfreq: number): number {
  return (axis.spanS * sfreq) / ((axis.right - axis.left) * ratio);
}

/** Row `index` of `nRows` as columns.ts paints it. */
export function columnRow(
  { height, ratio }: Surface,
  axis: TimeAxis,
  { samples, sfreq, startS, center, scale }: TraceRow,
  index: number,
  nRows: number,
): ColumnRow {
  return {
    samples,
    first: (axis.startS - startS) * sfreq,
    perColumn: samplesPerColumn(ratio, axis, sfreq),
    y: (headPx + (index + 0.5) * rowHeight(height, nRows)) * ratio,
    center,
    scale: scale * ratio,
  };
}

function drawPictures({ ctx, ratio }: Surface, axis: TimeAxis, pictures: Picture[]): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0); // one pixel of a picture is one of the screen
  const left = Math.round(axis.left * ratio);
  for (const { image, column } of pictures) ctx.drawImage(image, left + column, 0);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
}

function drawBands(
  { ctx, height, theme }: Surface,
  { axis, gaps, gapLabel = 'gap', selected }: TraceScene,
): void {
  const band = (span: Span, color: string) => {
    const [from, to] = clippedX(axis, span);
    if (to <= from) return;
    ctx.fillStyle = color;
    ctx.fillRect(from, headPx, to - from, height - headPx - footPx);
  };
  if (selected && !fillsView(axis, selected)) band(selected, theme.mark);
  ctx.fillStyle = theme.gap;
  for (const [start, end] of touchingSpans(axis, gaps)) {
    const [from, to] = [Math.max(axis.left, start), Math.min(axis.right, end)];
    if (to > from) ctx.fillRect(from, headPx, to - from, height - headPx - footPx);
  }
  for (const gap of gaps) {
    const [from, to] = clippedX(axis, gap);
    if (to - from < 30) continue;
    ctx.fillStyle = theme.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.fillText(fitted(ctx, gap.text ?? gapLabel, to - from), (from + to) / 2, headPx + 4);
  }
}

/** A tint would then tell nothing apart. */
function fillsView(axis: TimeAxis, selected: Span): boolean {
  const [from, to] = clippedX(axis, selected);
  return from <= axis.left + 1 && to >= axis.right - 1;
}

function drawBracket({ ctx, height, theme }: Surface, { axis, selected }: TraceScene): void {
  if (!selected || !fillsView(axis, selected)) return;
  ctx.fillStyle = theme.cursor;
  for (const y of [headPx, height - footPx - 3])
    ctx.fillRect(axis.left, y, axis.right - axis.left, 3);
}

function clippedX(axis: TimeAxis, { onsetS, durationS }: Span): [number, number] {
  return [
    Math.max(axis.left, xOf(axis, onsetS)),
    Math.min(axis.right, xOf(axis, onsetS + durationS)),
  ];
}

function drawTimeGrid(surface: Surface, axis: TimeAxis): void {
  const { ctx, height, theme } = surface;
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const { timeS } of labelledTicks(axis)) {
    if (timeS < 0) continue; // live, before the first sample
    const x = Math.round(xOf(axis, timeS)) + 0.5;
    ctx.moveTo(x, headPx);
    ctx.lineTo(x, height - footPx + 4);
  }
  ctx.stroke();
  drawTimes(surface, axis);
}

/** The times of an axis in the foot of a canvas. */
export function drawTimes({ ctx, height, theme }: Surface, axis: TimeAxis): void {
  ctx.fillStyle = theme.muted;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { timeS, text } of labelledTicks(axis)) {
    if (timeS < 0) continue;
    const x = Math.round(xOf(axis, timeS)) + 0.5;
    const half = ctx.measureText(text).width / 2;
    ctx.fillText(
      text,
      Math.min(Math.max(x - half, axis.left - half), axis.right - 2 * half),
      height - footPx / 2 + 2,
    );
  }
}

function drawRow(surface: Surface, axis: TimeAxis, row: TraceRow, y: number): void {
  const { ctx, ratio, theme } = surface;
  const width = axis.right - axis.left;
  const perPx = (axis.spanS * row.sfreq) / width;
  const first = (axis.startS - row.startS) * row.sfreq;
  ctx.strokeStyle = theme.trace;
  ctx.lineWidth = Math.max(1, 1 / ratio);
  ctx.beginPath();
  if (isDense(surface, axis, row)) traceColumns(surface, axis, row, y, first, perPx / ratio);
  else tracePoints(surface, axis, row, y, first, perPx);
  ctx.stroke();
}

/** One vertical stroke per device pixel column, joined to its neighbour. */
function traceColumns(
  { ctx, ratio }: Surface,
  axis: TimeAxis,
  row: TraceRow,
  y: number,
  first: number,
  perColumn: number,
): void {
  const nColumns = Math.ceil((axis.right - axis.left) * ratio);
  const { min, max } = columnExtremes(row.samples, first, perColumn, nColumns);
  const yOf = (value: number) => y - (value - row.center) * row.scale;
  let isPenDown = false;
  for (let column = 0; column < nColumns; column++) {
    if (Number.isNaN(min[column]!)) {
      isPenDown = false;
      continue;
    }
    const x = axis.left + (column + 0.5) / ratio;
    if (isPenDown) ctx.lineTo(x, yOf(max[column]!));
    else ctx.moveTo(x, yOf(max[column]!));
    ctx.lineTo(x, yOf(min[column]!));
    isPenDown = true;
  }
}

/** A line from sample to sample. */
function tracePoints(
  { ctx }: Surface,
  axis: TimeAxis,
  row: TraceRow,
  y: number,
  first: number,
  perPx: number,
): void {
  const begin = Math.max(0, Math.floor(first));
  const end = Math.min(row.samples.length, Math.ceil(first + (axis.right - axis.left) * perPx) + 1);
  let isPenDown = false;
  for (let i = begin; i < end; i++) {
    const value = row.samples[i]!;
    if (Number.isNaN(value)) {
      isPenDown = false;
      continue;
    }
    const x = axis.left + (i - first) / perPx;
    if (isPenDown) ctx.lineTo(x, y - (value - row.center) * row.scale);
    else ctx.moveTo(x, y - (value - row.center) * row.scale);
    isPenDown = true;
  }
}

function barOf({ height }: Surface, { pxPerUv, rows }: TraceScene, pitch: number) {
  if (pxPerUv === null || !rows.length) return null;
  const belowNames = pitch / 2 - (hasTwoLines(pitch) ? lineHeight : lineHeight / 2) - 4;
  return calibrationBar(pxPerUv, { height: height - headPx - footPx, belowNames });
}

const lineHeight = 14;
/** Beside a name: 8 to the traces, and one to the edge. */
const marginsPx = 9;
/** What is to the left of the text of a name where the bar stands. */
const barPx = 11;

/** Whether a name of several words may be written in two. */
const hasTwoLines = (pitch: number) => pitch >= 2.5 * lineHeight;

/** In two lines where it is too long for one, if the row is high enough. */
function nameLines(
  ctx: CanvasRenderingContext2D,
  name: string,
  width: number,
  pitch: number,
): string[] {
  const space = name.trim().lastIndexOf(' ');
  const isOne = space < 0 || !hasTwoLines(pitch) || ctx.measureText(name).width <= width;
  const parts = isOne ? [name] : [name.slice(0, space), name.slice(space + 1)];
  return parts.map((part) => fittedName(ctx, part.trim(), width));
}

function drawNames(
  { ctx, theme, height }: Surface,
  { axis, rows }: TraceScene,
  pitch: number,
  bar: CalibrationBar | null,
): void {
  const barTop = height - footPx - (bar ? bar.high + 2 : 0);
  ctx.fillStyle = theme.ink;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  const every = Math.max(1, Math.ceil(12 / pitch)); // so that names do not overlap
  rows.forEach(({ name, isBad }, i) => {
    if (i % every !== 0) return;
    const y = headPx + (i + 0.5) * pitch;
    const whole = nameLines(ctx, name, axis.left - marginsPx, pitch);
    const isBesideBar = bar !== null && y + (whole.length * lineHeight) / 2 > barTop;
    const lines = isBesideBar ? nameLines(ctx, name, axis.left - marginsPx - barPx, pitch) : whole;
    for (const [k, line] of lines.entries()) {
      const lineY = y + (k - (lines.length - 1) / 2) * lineHeight;
      ctx.fillText(line, axis.left - 8, lineY);
      const struckPx = isBad ? ctx.measureText(line).width + 4 : 0;
      ctx.fillRect(axis.left - 6 - struckPx, Math.round(lineY), struckPx, 1.5);
    }
  });
}

function drawNotes({ ctx, theme }: Surface, { axis, rows }: TraceScene, pitch: number): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  rows.forEach(({ note }, i) => {
    if (!note) return;
    const y = headPx + (i + 0.5) * pitch;
    ctx.fillStyle = theme.paper;
    ctx.fillRect(axis.left + 8, y - lineHeight / 2, ctx.measureText(note).width + 8, lineHeight);
    ctx.fillStyle = theme.muted;
    ctx.fillText(note, axis.left + 12, y);
  });
}

/** Bad channels stay visible, paler than the others. */
function fadeBad({ ctx, width, theme }: Surface, { axis, rows }: TraceScene, pitch: number): void {
  [ctx.globalAlpha, ctx.fillStyle] = [0.6, theme.paper];
  for (const [i, { isBad }] of rows.entries())
    if (isBad) ctx.fillRect(axis.left, headPx + i * pitch, width - axis.left, pitch);
  ctx.globalAlpha = 1;
}

/** Pixels per microvolt at which the median channel fills its row. */
export function commonScale(channels: readonly Float32Array[], pitch: number): number {
  const spreads = channels.map((data) => summarize(data).rms).sort((a, b) => a - b);
  const typical = spreads[Math.floor(spreads.length / 2)] || 1;
  return pitch / (6 * typical);
}
