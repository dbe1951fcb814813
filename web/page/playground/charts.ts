// Figures of the playground: a trial of each kind, and accuracy over the epochs.
import { headPx } from '../../plot/trace_marks.js';
import { commonScale, drawTraces, rowHeight } from '../../plot/traces.js';
import { drawCurves } from '../../plot/curves.js';
import { summarize } from '../../plot/decimate.js';
import { classColor, surfaceOf, type Surface } from '../../plot/surface.js';
import { Redraw } from '../stale_canvases.js';
import { plotTheme } from '../theme.js';
import { strings } from '../strings/index.js';
import { trialS, type Example, type PlaygroundState, type Settings } from './state.js';

const texts = strings.playground;
const namesPx = 36;
const redraw = new Redraw();

export function drawPlayground(
  host: HTMLElement,
  { example, run, settings }: PlaygroundState,
): void {
  const trials = host.querySelector<HTMLCanvasElement>('#planted-trials');
  const curve = host.querySelector<HTMLCanvasElement>('#planted-curve');
  if (trials && redraw.isStale(trials, [example])) {
    const surface = surfaceOf(trials, plotTheme());
    if (surface && example) drawTrials(surface, example, settings);
  }
  if (curve && run && redraw.isStale(curve, [run.accuracy])) {
    const surface = surfaceOf(curve, plotTheme());
    if (surface) drawAccuracy(surface, run.accuracy, run.settings.passes);
  }
}

/** The trial with the rhythm above the one without, both at one scale. */
function drawTrials(
  surface: Surface,
  example: Example,
  { beginS, endS, strength }: Settings,
): void {
  const { names, sfreq } = example;
  const half = surface.height / 2;
  const scale = commonScale(example.none, rowHeight(half, names.length)) * 0.8;
  const kinds = [
    {
      title: texts.kinds.rhythm,
      data: example.rhythm,
      span: strength > 0 ? { onsetS: beginS, durationS: endS - beginS } : null,
    },
    { title: texts.kinds.none, data: example.none, span: null },
  ];
  for (const [k, { title, data, span }] of kinds.entries()) {
    surface.ctx.save();
    surface.ctx.translate(0, k * half);
    drawTraces(
      { ...surface, height: half },
      {
        axis: { startS: 0, spanS: trialS, left: namesPx, right: surface.width - 1 },
        rows: names.map((name, i) => ({
          name,
          samples: data[i]!,
          sfreq,
          startS: 0,
          center: summarize(data[i]!).mean,
          scale,
        })),
        annotations: [],
        gaps: [],
        selected: span,
        cursorS: null,
        pxPerUv: null,
      },
    );
    surface.ctx.fillStyle = classColor(surface.theme, k);
    surface.ctx.textAlign = 'left';
    surface.ctx.textBaseline = 'middle';
    surface.ctx.fillText(title, namesPx, headPx / 2);
    surface.ctx.restore();
  }
}

function drawAccuracy(surface: Surface, accuracy: readonly number[], nPasses: number): void {
  drawCurves(surface, {
    lines: [
      {
        x: accuracy.map((_, i) => i + 1),
        y: accuracy,
        color: classColor(surface.theme, 1),
      },
    ],
    xMax: nPasses,
    range: [0, 1],
    level: { y: 0.5, text: texts.chance },
    xLabel: texts.passesAxis,
    format: (value) => strings.numbers.percent(value),
  });
}
