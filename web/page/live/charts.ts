// The two canvases: the signal of the last seconds, and below it what the model said.
import { drawStrip, stripBlocks } from '../../plot/strip.js';
import { surfaceOf } from '../../plot/surface.js';
import type { TimeAxis } from '../../plot/time_axis.js';
import { drawTraces, rowHeight, type TraceRow } from '../../plot/traces.js';
import { plotTheme } from '../theme.js';
import { historyS, type LiveRun } from './state.js';
import { gainFor, keptS, type TraceBuffer } from './trace.js';

const namesPx = 52;
const rightPx = 8;

export function drawLive(host: HTMLElement, run: LiveRun | null): void {
  if (!run?.trace || !run.info) return;
  drawTrace(host.querySelector('canvas.live-trace'), run.trace);
  drawHistory(host.querySelector('canvas.live-history'), run);
}

function drawTrace(canvas: HTMLCanvasElement | null, trace: TraceBuffer): void {
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface) return;
  const endS = trace.nSamples / trace.sfreq;
  const startS = endS - keptS;
  const axis: TimeAxis = { startS, spanS: keptS, left: namesPx, right: surface.width - rightPx };
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
  const calibration = { microvolts: gain / 2, px: pitch / 2 };
  drawTraces(surface, {
    axis,
    rows,
    annotations: [],
    gaps: [],
    selected: null,
    cursorS: null,
    calibration,
  });
}

function drawHistory(canvas: HTMLCanvasElement | null, run: LiveRun): void {
  const surface = canvas && surfaceOf(canvas, plotTheme());
  if (!surface || run.isRegression) return;
  const endS = Math.max(historyS, run.trace!.nSamples / run.trace!.sfreq);
  const axis = {
    startS: endS - historyS,
    spanS: historyS,
    left: namesPx,
    right: surface.width - rightPx,
  };
  // Where a decision became known: it is about the window that ended there.
  const { stepS } = run.info!;
  const epochs = run.decisions.map(({ onsetS, durationS, probabilities }) => ({
    onsetS: onsetS + durationS - stepS,
    durationS: stepS,
    probabilities,
  }));
  const { classes } = run;
  drawStrip(surface, {
    axis,
    epochs,
    blocks: stripBlocks(epochs),
    classes,
    selected: null,
    cursorS: null,
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
