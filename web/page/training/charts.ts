// The two canvases of a run: loss, and accuracy against chance.
import { drawCurves, type CurveScene } from '../../plot/curves.js';
import { surfaceOf, type PlotTheme } from '../../plot/surface.js';
import { plotTheme } from '../theme.js';
import type { Run } from './state.js';

/** Each in a frame of its own, after the frame that has laid out the panel: none of them becomes a long task. */
export function drawCharts(run: Run | null): void {
  if (!run?.info) return;
  requestAnimationFrame(() => {
    drawLoss(run);
    if (run.info?.nValidation) requestAnimationFrame(() => drawAccuracy(run));
  });
}

function drawLoss(run: Run): void {
  const theme = plotTheme();
  const { steps, trainLoss, validationLoss } = run.history;
  const [color, validationColor] = [theme.classes[0]!, theme.classes[1]!];
  drawOn('loss-chart', theme, {
    lines: [
      { ...steps, color, width: 1, alpha: 0.35 },
      { ...trainLoss, color },
      { ...validationLoss, color: validationColor, dash },
    ],
    xMax: endOfAxis(run),
    xLabel,
    format: (value) => String(Number(value.toPrecision(3))),
  });
}

function drawAccuracy(run: Run): void {
  const theme = plotTheme();
  const chance = run.history.epochs.at(-1)?.chance;
  drawOn('accuracy-chart', theme, {
    lines: [{ ...run.history.accuracy, color: theme.classes[1]!, dash }],
    xMax: endOfAxis(run),
    range: [0, 1],
    xLabel,
    format: (value) => `${Math.round(100 * value)} %`,
    ...(chance !== undefined && { level: { y: chance, text: 'chance' } }),
  });
}

const dash = [6, 3];
const xLabel = 'passes over the data';

function drawOn(id: string, theme: PlotTheme, scene: CurveScene): void {
  const canvas = document.querySelector<HTMLCanvasElement>(`canvas#${id}`);
  const surface = canvas && surfaceOf(canvas, theme);
  if (surface) drawCurves(surface, scene);
}

/** The axis grows in steps, so that an early end does not leave most of the picture empty. */
function endOfAxis({ history, trained, plan }: Run): number {
  const nDone = history.epochs.length;
  const round = rounds.find((one) => one > nDone) ?? Infinity;
  return trained ? Math.max(1, nDone) : Math.min(plan.options.epochs ?? 1, round);
}

const rounds = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
