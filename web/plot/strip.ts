// Class probabilities along time: each epoch a column, each class its share of the column's height.
import { classColors } from './class_colors.js';
import { drawCursor, type Span } from './trace_marks.js';
import { classColor, fitted, type Surface } from './surface.js';
import { kindRuns, onsetPixels, touchingSpans, type Run } from './pixels.js';
import { xOf, type TimeAxis } from './time_axis.js';

export interface Epoch {
  onsetS: number;
  durationS: number;
  probabilities: Float32Array;
}

export interface Block {
  fromS: number;
  toS: number;
}

/** Where each epoch is drawn. Overlapping epochs share out their time: the border lies midway between their centres. */
export function stripBlocks(epochs: { onsetS: number; durationS: number }[]): Block[] {
  const center = (i: number) => epochs[i]!.onsetS + epochs[i]!.durationS / 2;
  return epochs.map(({ onsetS, durationS }, i) => {
    const previous = epochs[i - 1];
    const next = epochs[i + 1];
    const overlapsPrevious =
      previous !== undefined && previous.onsetS + previous.durationS > onsetS;
    const overlapsNext = next !== undefined && onsetS + durationS > next.onsetS;
    return {
      fromS: overlapsPrevious ? (center(i - 1) + center(i)) / 2 : onsetS,
      toS: overlapsNext ? (center(i) + center(i + 1)) / 2 : onsetS + durationS,
    };
  });
}

interface StripScene {
  axis: TimeAxis;
  epochs: Epoch[];
  /** Of the epochs, by the same index. */
  blocks: Block[];
  classes: readonly string[];
  selected: number | null;
  cursorS: number | null;
  /** Left of it; "model" if not given. */
  label?: string;
}

export function drawStrip(surface: Surface, scene: StripScene): void {
  const { ctx, width, height, theme } = surface;
  const { axis } = scene;
  ctx.fillStyle = theme.grid;
  ctx.fillRect(axis.left, 0, axis.right - axis.left, height);
  ctx.save();
  ctx.beginPath();
  ctx.rect(axis.left, 0, width - axis.left, height);
  ctx.clip();
  const slots = classColors.slotsOf(scene.classes);
  for (const block of shownBlocks(scene)) drawBlock(surface, scene, block, slots);
  drawWhole(surface, scene);
  ctx.restore();
  ctx.fillStyle = theme.muted;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  ctx.fillText(fitted(ctx, scene.label ?? 'model', axis.left - 12), axis.left - 8, height / 2);
  if (scene.cursorS !== null) drawCursor(surface, axis, scene.cursorS);
}

/** Epochs that are drawn as one: from index `first` on, up to `end`. */
interface ShownBlock extends Block {
  first: number;
  end: number;
  probabilities: Float32Array;
}

const knownBlocks = new WeakMap<Epoch[], { of: string; shown: ShownBlock[] }>();

/** What is in view: of blocks that begin in the same pixel one, with the mean of their probabilities. Made anew only for another view, or more epochs. */
function shownBlocks({ axis, blocks, epochs }: StripScene): ShownBlock[] {
  const of = `${placeOf(axis)} ${blocks.length}`;
  const known = knownBlocks.get(epochs);
  if (known?.of === of) return known.shown;
  const shown: ShownBlock[] = [];
  const pixelOf = (i: number) => Math.floor(xOf(axis, blocks[i]!.fromS));
  for (let first = 0, end = 1; first < blocks.length; first = end++) {
    const { fromS, toS } = blocks[first]!;
    if (toS < axis.startS || fromS > axis.startS + axis.spanS) continue;
    const pixel = pixelOf(first);
    while (end < blocks.length && pixelOf(end) === pixel) end++;
    const probabilities = meanOf(epochs, first, end);
    shown.push({ fromS, toS: blocks[end - 1]!.toS, first, end, probabilities });
  }
  knownBlocks.set(epochs, { of, shown });
  return shown;
}

const placeOf = ({ left, right, startS, spanS }: TimeAxis): string =>
  [left, right, startS, spanS].join(' ');

/** Of those that have an answer. */
function meanOf(epochs: readonly Epoch[], first: number, end: number): Float32Array {
  if (end === first + 1) return epochs[first]!.probabilities;
  const mean = new Float32Array(epochs[first]!.probabilities.length);
  let n = 0;
  for (let i = first; i < end; i++) {
    const { probabilities } = epochs[i]!;
    if (Number.isNaN(probabilities[0])) continue;
    n++;
    for (let k = 0; k < mean.length; k++) mean[k]! += probabilities[k]!;
  }
  return mean.map((sum) => sum / n);
}

function drawBlock(
  { ctx, height, theme }: Surface,
  scene: StripScene,
  { fromS, toS, first, end, probabilities }: ShownBlock,
  slots: readonly number[],
): void {
  const from = xOf(scene.axis, fromS);
  const to = Math.max(from + 1, xOf(scene.axis, toS) - 1); // a thin gap between epochs
  let y = 0;
  probabilities.forEach((probability, k) => {
    ctx.fillStyle = classColor(theme, slots[k] ?? k);
    ctx.fillRect(from, y, to - from, probability * height);
    y += probability * height;
  });
  const { selected } = scene;
  if (selected === null || selected < first || selected >= end) return;
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(from, 1, to - from, height - 2);
}

/** All of the selected epoch, as the traces mark it: its column is narrower where epochs overlap. */
function drawWhole({ ctx, height, theme }: Surface, { axis, epochs, selected }: StripScene): void {
  const epoch = selected === null ? undefined : epochs[selected];
  if (!epoch) return;
  const [from, to] = [xOf(axis, epoch.onsetS), xOf(axis, epoch.onsetS + epoch.durationS)];
  ctx.fillStyle = theme.ink;
  for (const y of [0, height - 2]) ctx.fillRect(from, y, to - from, 2);
}

interface OverviewScene {
  axis: TimeAxis;
  epochs: Epoch[];
  blocks: Block[];
  classes: readonly string[];
  annotations: readonly Span[];
  gaps: readonly Span[];
  /** The part that the traces show. */
  view: { startS: number; spanS: number };
}

/** Overview of the whole recording: results, annotations, gaps, and a frame around the visible part. */
export function drawOverview(surface: Surface, scene: OverviewScene): void {
  const { ctx, height, theme } = surface;
  const { axis, view } = scene;
  const bar = { top: 6, height: height - 12 };
  ctx.fillStyle = theme.grid;
  ctx.fillRect(axis.left, bar.top, axis.right - axis.left, bar.height);
  const slots = classColors.slotsOf(scene.classes);
  for (const { from, to, kind } of classRuns(scene)) {
    ctx.fillStyle = classColor(theme, slots[kind] ?? kind);
    ctx.fillRect(from, bar.top, to - from, bar.height);
  }
  ctx.fillStyle = theme.gap;
  for (const [from, to] of touchingSpans(axis, scene.gaps))
    ctx.fillRect(from, bar.top, to - from, bar.height);
  ctx.fillStyle = theme.cursor;
  for (const x of onsetPixels(axis, scene.annotations)) ctx.fillRect(x, 0, 1, bar.top);
  const { from, width: frame } = frameOf(axis, view);
  ctx.strokeStyle = theme.ink;
  ctx.lineWidth = 2;
  ctx.strokeRect(from + 1, 2, frame - 2, height - 4);
  if (frame >= leastWithGrips) for (const x of [from, from + frame]) drawGrip(surface, x);
}

const knownRuns = new WeakMap<Block[], { of: string; runs: Run[] }>();

/** Of the most probable classes; made anew only when there are more of them, or the axis is another. */
function classRuns({ axis, blocks, epochs, classes }: OverviewScene): Run[] {
  const of = placeOf(axis);
  const known = knownRuns.get(blocks);
  if (known?.of === of) return known.runs;
  const runs = kindRuns(axis, blocks, (i) => bestOf(epochs[i]!.probabilities), classes.length);
  knownRuns.set(blocks, { of, runs });
  return runs;
}

/** -1: no answer. */
function bestOf(probabilities: Float32Array): number {
  let best = -1;
  probabilities.forEach((one, k) => {
    if (one > (best < 0 ? -Infinity : probabilities[best]!)) best = k;
  });
  return best;
}

/** On the overview; a view may be longer than its recording. */
export function frameOf(
  axis: TimeAxis,
  view: { startS: number; spanS: number },
): { from: number; width: number } {
  const from = xOf(axis, view.startS);
  const to = Math.min(axis.right, xOf(axis, view.startS + view.spanS));
  return { from, width: Math.max(6, to - from) };
}

const grip = { width: 6, height: 16 };
const leastWithGrips = 40; // a narrower frame can only be moved by a pointer; its edges still have keys

/** Where an edge of the frame can be dragged. */
function drawGrip({ ctx, height, theme }: Surface, x: number): void {
  const top = (height - grip.height) / 2;
  ctx.fillStyle = theme.ink;
  ctx.beginPath();
  ctx.roundRect(x - grip.width / 2, top, grip.width, grip.height, 2);
  ctx.fill();
  ctx.fillStyle = theme.paper;
  ctx.fillRect(x - 0.5, top + 4, 1, grip.height - 8);
}
