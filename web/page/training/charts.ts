// The two charts of a run: loss, and accuracy compared with the majority class.
import { drawCurves, type CurveScene } from '../../plot/curves.js';
import { surfaceOf, type PlotTheme } from '../../plot/surface.js';
import { plotTheme } from '../theme.js';
import type { Curve } from './history.js';
import type { Run } from './state.js';
import { strings } from '../strings/index.js';

/** Each in a frame of its own, after the frame that has laid out the panel: none of them becomes a long task. */
export function drawCharts(run: Run | null, earlier: Run | null): void {
  if (!run?.info) return;
  requestAnimationFrame(() => {
    drawLoss(run, earlier);
    if (run.info?.nValidation) requestAnimationFrame(() => drawAccuracy(run, earlier));
  });
}

/** A curve of the run before, behind those of this one. */
function before(curve: Curve | undefined, theme: PlotTheme): CurveScene['lines'] {
  return curve ? [{ ...curve, color: theme.classes[2]!, dash: [2, 3] }] : [];
}

function drawLoss(run: Run, earlier: Run | null): void {
  const theme = plotTheme();
  const { steps, trainLoss, validationLoss } = run.history;
  const [color, validationColor] = [theme.classes[0]!, theme.classes[1]!];
  drawOn('loss-chart', theme, {
    lines: [
      ...before(earlier?.history.validationLoss, theme),
      { ...steps, color, width: 1, alpha: 0.35 },
      { ...trainLoss, color },
      { ...validationLoss, color: validationColor, dash },
    ],
    xMax: endOfAxis(run, earlier),
    xLabel: texts.epochs,
    format: (value) => strings.numbers.significant(value, 3),
  });
}

function drawAccuracy(run: Run, earlier: Run | null): void {
  const theme = plotTheme();
  const chance = run.history.epochs.at(-1)?.chance;
  drawOn('accuracy-chart', theme, {
    lines: [
      ...before(earlier?.history.accuracy, theme),
      { ...run.history.accuracy, color: theme.classes[1]!, dash },
    ],
    xMax: endOfAxis(run, earlier),
    range: [0, 1],
    xLabel: texts.epochs,
    format: (value) => strings.numbers.percent(Math.round(100 * value) / 100),
    ...(chance !== undefined && { level: { y: chance, text: texts.chance } }),
  });
}

const dash = [6, 3];
const texts = strings.train.run.charts;

function drawOn(id: string, theme: PlotTheme, scene: CurveScene): void {
  const canvas = document.querySelector<HTMLCanvasElement>(`canvas#${id}`);
  const surface = canvas && surfaceOf(canvas, theme);
  if (surface) drawCurves(surface, scene);
}

/** The axis grows in steps, so that an early end does not leave most of the picture empty. */
function endOfAxis({ history, trained, plan }: Run, earlier: Run | null): number {
  const nDone = history.epochs.length;
  const nBefore = earlier?.history.epochs.length ?? 1;
  const round = rounds.find((one) => one > nDone) ?? Infinity;
  return Math.max(nBefore, trained ? nDone : Math.min(plan.options.epochs ?? 1, round));
}

const rounds = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
