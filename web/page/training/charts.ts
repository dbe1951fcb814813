// The two canvases of a run: loss, and accuracy against chance.
import { drawCurves, type Line } from '../../plot/curves.js';
import { surfaceOf } from '../../plot/surface.js';
import { plotTheme } from '../theme.js';
import type { Run } from './state.js';

export function drawCharts(run: Run | null): void {
  if (!run?.info) return;
  const theme = plotTheme();
  const [trainColor, validationColor] = [theme.classes[0]!, theme.classes[1]!];
  const { history, plan, info } = run;
  const nDone = history.epochs.length;
  // The axis grows in steps, so that an early end does not leave most of the picture empty.
  const xMax = run.trained
    ? Math.max(1, nDone)
    : Math.min(plan.options.epochs ?? 1, nextRound(nDone));
  const loss = canvasOf('loss-chart');
  const lossSurface = loss && surfaceOf(loss, theme);
  if (lossSurface) {
    const lines: Line[] = [
      { ...history.steps, color: trainColor, width: 1, alpha: 0.35 },
      { ...history.trainLoss, color: trainColor },
      { ...history.validationLoss, color: validationColor, dash: [6, 3] },
    ];
    drawCurves(lossSurface, { lines, xMax, xLabel: 'passes over the data', format: decimal });
  }
  const accuracy = canvasOf('accuracy-chart');
  const accuracySurface = accuracy && info.nValidation > 0 && surfaceOf(accuracy, theme);
  if (accuracySurface) {
    const chance = history.epochs.at(-1)?.chance;
    drawCurves(accuracySurface, {
      lines: [{ ...history.accuracy, color: validationColor, dash: [6, 3] }],
      xMax,
      range: [0, 1],
      xLabel: 'passes over the data',
      format: (value) => `${Math.round(100 * value)} %`,
      ...(chance !== undefined && { level: { y: chance, text: 'chance' } }),
    });
  }
}

function canvasOf(id: string): HTMLCanvasElement | null {
  return document.querySelector<HTMLCanvasElement>(`canvas#${id}`);
}

const rounds = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
function nextRound(n: number): number {
  return rounds.find((round) => round > n) ?? Infinity;
}

const decimal = (value: number) => String(Number(value.toPrecision(3)));
