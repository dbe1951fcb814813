// Relevance by channel and time: evidence for a class and against it.
import { decimalText } from './decimal.js';
import { cssOf, divergingOn } from './diverging.js';
import { fittedName, type Surface } from './surface.js';

interface RelevanceScene {
  /** [names.length, nTimes] */
  values: Float32Array;
  nTimes: number;
  /** Of the rows, from above. */
  names: readonly string[];
  /** The value that has the full colour. */
  scale: number;
  durationS: number;
  cursor: { row: number; time: number } | null;
}

const mapPad = { left: 46, right: 8, top: 6, bottom: 30 };

/** Row and sample under a pixel; null beside the map. */
export function cellAt(
  { names, nTimes }: Pick<RelevanceScene, 'names' | 'nTimes'>,
  width: number,
  height: number,
  x: number,
  y: number,
): { row: number; time: number } | null {
  const across = (x - mapPad.left) / (width - mapPad.left - mapPad.right);
  const down = (y - mapPad.top) / (height - mapPad.top - mapPad.bottom);
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return null;
  return { row: Math.floor(down * names.length), time: Math.floor(across * nTimes) };
}

export function drawRelevanceMap(surface: Surface, scene: RelevanceScene): void {
  const { ctx, width, height, theme } = surface;
  const [w, h] = [width - mapPad.left - mapPad.right, height - mapPad.top - mapPad.bottom];
  const cells = imageOf(scene, theme.paper);
  ctx.imageSmoothingEnabled = scene.nTimes > w * surface.ratio;
  ctx.drawImage(cells, mapPad.left, mapPad.top, w, h);
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1;
  ctx.strokeRect(mapPad.left - 0.5, mapPad.top - 0.5, w + 1, h + 1);
  drawRowNames(surface, scene, h);
  drawTimes(surface, scene.durationS, w, h);
  if (scene.cursor) drawCursor(surface, scene, w, h);
}

interface Image {
  canvas: HTMLCanvasElement;
  made: readonly unknown[];
}
const images = new WeakMap<Float32Array, Image>();

/** The cells as a picture; made once, however often the cursor moves over it. */
function imageOf(scene: RelevanceScene, paper: string): HTMLCanvasElement {
  const made = [scene.names.length, scene.nTimes, scene.scale, paper];
  const known = images.get(scene.values);
  if (known?.made.every((one, i) => one === made[i])) return known.canvas;
  const canvas = paintedCells(scene, paper);
  images.set(scene.values, { canvas, made });
  return canvas;
}

function paintedCells(
  { values, names, nTimes, scale }: RelevanceScene,
  paper: string,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = nTimes;
  canvas.height = names.length;
  const ctx = canvas.getContext('2d')!;
  const image = ctx.createImageData(nTimes, names.length);
  const colors = divergingOn(paper);
  values.forEach((value, i) => image.data.set([...colors.at(value / scale), 255], 4 * i));
  ctx.putImageData(image, 0, 0);
  return canvas;
}

function drawRowNames({ ctx, theme }: Surface, { names }: RelevanceScene, h: number): void {
  const every = Math.max(1, Math.ceil((12 * names.length) / h));
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  names.forEach((name, i) => {
    if (i % every) return;
    const y = mapPad.top + ((i + 0.5) / names.length) * h;
    ctx.fillText(fittedName(ctx, name, mapPad.left - 8), mapPad.left - 5, y);
  });
}

function drawTimes({ ctx, theme }: Surface, durationS: number, w: number, h: number): void {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60].find((s) => (w * s) / durationS >= 44) ?? 60;
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (let i = 0; i * step <= durationS + 1e-9; i++) {
    const x = mapPad.left + ((i * step) / durationS) * w;
    ctx.fillRect(Math.round(x), mapPad.top + h, 1, 4);
    const text = `${decimalText(String(Number((i * step).toFixed(1))))}${i === 0 ? ' s' : ''}`;
    ctx.fillText(text, Math.min(x, mapPad.left + w - 6), mapPad.top + h + 6);
  }
}

function drawCursor({ ctx, theme }: Surface, scene: RelevanceScene, w: number, h: number): void {
  const { row, time } = scene.cursor!;
  const [cellW, cellH] = [w / scene.nTimes, h / scene.names.length];
  const x = mapPad.left + (time + 0.5) * cellW;
  const y = mapPad.top + row * cellH;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x, mapPad.top);
  ctx.lineTo(x, mapPad.top + h);
  ctx.stroke();
  ctx.lineWidth = 2;
  ctx.strokeRect(mapPad.left, y, w, Math.max(3, cellH));
}

/** A bar of the colours from -scale to scale, with its numbers. */
interface LegendWords {
  unit: string;
  against: (value: string) => string;
  speaksFor: (value: string) => string;
}

export function drawLegend(
  surface: Surface,
  scale: number,
  { unit, against, speaksFor }: LegendWords,
): void {
  drawBar(surface, -1, [
    ['left', 0, against(legendNumber(-scale))],
    ['center', 0.5, `0 ${unit}`],
    ['right', 1, speaksFor(legendNumber(scale))],
  ]);
}

/** Of what has no other side: from nothing to the full colour. */
export function drawShareLegend(
  surface: Surface,
  scale: number,
  none: string,
  most: (value: string) => string,
): void {
  drawBar(surface, 0, [
    ['left', 0, none],
    ['right', 1, most(legendNumber(scale))],
  ]);
}

const legendNumber = (value: number) => decimalText(value.toPrecision(2)).replace('-', '−');

/** The colours from a share of the scale to all of it, and texts below, each at a share of the width. */
function drawBar(
  { ctx, width, theme }: Surface,
  from: number,
  labels: [CanvasTextAlign, number, string][],
): void {
  const colors = divergingOn(theme.paper);
  const w = width - 2;
  for (let x = 0; x < w; x++) {
    ctx.fillStyle = cssOf(colors.at(from + ((1 - from) * x) / (w - 1)));
    ctx.fillRect(x + 1, 1, 1, 12);
  }
  ctx.strokeStyle = theme.muted;
  ctx.lineWidth = 1;
  ctx.strokeRect(0.5, 0.5, width - 1, 13);
  ctx.fillStyle = theme.ink;
  ctx.textBaseline = 'top';
  for (const [align, share, text] of labels) {
    ctx.textAlign = align;
    ctx.fillText(text, share * width, 18);
  }
}

interface ColoredTrace {
  name: string;
  /** Microvolts. */
  samples: Float32Array;
  values: Float32Array;
  scale: number;
  durationS: number;
  cursor: number | null;
}

/** A trace whose background at each moment has the colour of what that moment brings. */
export function drawColoredTrace(surface: Surface, trace: ColoredTrace): void {
  const { ctx, width, height, theme } = surface;
  const { samples, values, scale } = trace;
  const [w, h] = [width - mapPad.left - mapPad.right, height - mapPad.top - mapPad.bottom];
  const colors = divergingOn(theme.paper);
  const strip = document.createElement('canvas');
  strip.width = values.length;
  strip.height = 1;
  const stripCtx = strip.getContext('2d')!;
  const image = stripCtx.createImageData(values.length, 1);
  values.forEach((value, i) => image.data.set([...colors.at((0.75 * value) / scale), 255], 4 * i));
  stripCtx.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(strip, mapPad.left, mapPad.top, w, h);
  let most = 1e-6;
  for (const value of samples) most = Math.max(most, Math.abs(value));
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 1.2;
  ctx.lineJoin = 'round';
  ctx.beginPath();
  samples.forEach((value, i) =>
    ctx.lineTo(
      mapPad.left + ((i + 0.5) / samples.length) * w,
      mapPad.top + h / 2 - (value / most) * (h / 2 - 3),
    ),
  );
  ctx.stroke();
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  ctx.fillText(trace.name, mapPad.left - 5, mapPad.top + h / 2);
  ctx.textBaseline = 'top';
  ctx.fillText(`${Math.round(most)} µV`, mapPad.left - 5, mapPad.top + h / 2 + 8);
  drawTimes(surface, trace.durationS, w, h);
  if (trace.cursor === null) return;
  ctx.fillStyle = theme.ink;
  ctx.fillRect(mapPad.left + ((trace.cursor + 0.5) / samples.length) * w, mapPad.top, 1, h);
}
