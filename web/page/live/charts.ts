// The two canvases of Live: the signal of the last seconds, and the decisions below it.
import { drawStrip, stripBlocks } from '../../plot/strip.js';
import { footPx } from '../../plot/trace_marks.js';
import { surfaceOf } from '../../plot/surface.js';
import { timeAt, type TimeAxis } from '../../plot/time_axis.js';
import { drawTimes, drawTraces, rowHeight, type TraceRow } from '../../plot/traces.js';
import { plotTheme } from '../theme.js';
import { shownAt } from './cursor_readout.js';
import { historyS, type LiveRun } from './state.js';
import { gainFor, keptS, type TraceBuffer } from './trace.js';
import { strings } from '../strings/index.js';

const namesPx = 52;
const rightPx = 8;

export function drawLive(
  host: HTMLElement,
  run: LiveRun | null,
  runNow: () => LiveRun | null,
  onTime: (timeS: number | null) => void,
): void {
  if (!run?.trace || !run.info) return;
  for (const [name, axisOf] of [
    ['live-trace', traceAxis],
    ['live-history', historyAxis],
  ] as const) {
    const axis = (width: number) => {
      const trace = runNow()?.trace;
      return trace ? axisOf(trace, width) : null;
    };
    listen(host.querySelector<HTMLCanvasElement>(`canvas.${name}`), axis, onTime);
  }
  drawTrace(host.querySelector('canvas.live-trace'), run.trace, run.cursorS);
  drawHistory(host.querySelector('canvas.live-history'), run);
}

function drawTrace(
  canvas: HTMLCanvasElement | null,
  trace: TraceBuffer,
  cursorS: number | null,
): void {
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface) return;
  const axis = traceAxis(trace, surface.width);
  const { startS } = axis;
  const pitch = rowHeight(surface.height, trace.names.length);
  const samples = trace.names.map((_, i) => trace.row(i));
  const gain = gainFor(samples);
  const rows: TraceRow[] = samples.map((row, i) => ({
    name: trace.names[i]!,
    samples: row,
    sfreq: trace.sfreq,
    startS,
    center: meanOf(row),
    scale: pitch / gain,
  }));
  drawTraces(surface, {
    axis,
    rows,
    annotations: [],
    gaps: [],
    selected: null,
    cursorS,
    pxPerUv: pitch / gain,
  });
}

function drawHistory(canvas: HTMLCanvasElement | null, run: LiveRun): void {
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface || run.isRegression) return;
  const axis = historyAxis(run.trace!, surface.width);
  const { classes, decisions } = run;
  const epochs = decisions.map((one) => ({
    ...shownAt(one, run.info!.stepS),
    probabilities: one.probabilities,
  }));
  drawTimes(surface, axis);
  const lane = { ...surface, height: surface.height - footPx };
  drawStrip(lane, {
    axis,
    epochs,
    blocks: stripBlocks(epochs),
    classes,
    selected: null,
    cursorS: run.cursorS,
    label: strings.signals.pictures.model,
  });
}

function traceAxis({ endS }: TraceBuffer, width: number): TimeAxis {
  return { startS: endS - keptS, spanS: keptS, left: namesPx, right: width - rightPx };
}

function historyAxis({ startS, endS }: TraceBuffer, width: number): TimeAxis {
  const latest = Math.max(startS + historyS, endS);
  return { startS: latest - historyS, spanS: historyS, left: namesPx, right: width - rightPx };
}

const wired = new WeakSet<HTMLCanvasElement>();

/** A pointer over a canvas reads there. */
function listen(
  canvas: HTMLCanvasElement | null,
  axis: (width: number) => TimeAxis | null,
  onTime: (timeS: number | null) => void,
): void {
  if (!canvas || wired.has(canvas)) return;
  wired.add(canvas);
  const read = ({ offsetX }: PointerEvent) => {
    const now = axis(canvas.clientWidth);
    if (now) onTime(timeAt(now, offsetX));
  };
  canvas.addEventListener('pointerdown', read);
  canvas.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && read(event));
  canvas.addEventListener('pointerleave', ({ pointerType }) => {
    const isReadByKeys = canvas.closest(':focus') !== null;
    if (pointerType === 'mouse' && !isReadByKeys) onTime(null);
  });
}

function meanOf(row: Float32Array): number {
  let sum = 0;
  let n = 0;
  for (const value of row) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return n ? sum / n : 0;
}
