// Animation on the start screen: six channels around the moment when the eyes close, and the decisions of the model. It
// plays once for five seconds, as soon as the page can be used; with reduced motion only its end is shown.
import { isSame } from '../changes.js';
import { drawStrip, stripBlocks } from '../../plot/strip.js';
import { surfaceOf } from '../../plot/surface.js';
import type { TimeAxis } from '../../plot/time_axis.js';
import { drawTraces } from '../../plot/traces.js';
import { classNumber } from '../class_number.js';
import { lazy } from '../lazy.js';
import { plotTheme, shownAppearance } from '../theme.js';
import { strings } from '../strings/index.js';
import {
  closedShares,
  closingS,
  firstWindowS,
  sfreq,
  simulated,
  spanS,
  startS,
  type SimulatedRow,
  windowS,
} from './simulation.js';

const speed = 2;
const gutterPx = 56;
const uvPerRow = 95;

const texts = strings.start.running;
const classes = () => [texts.open, texts.closed];
const epochs = closedShares.map((share, i) => ({
  onsetS: firstWindowS + i,
  durationS: windowS,
  probabilities: Float32Array.of(1 - share, share),
}));
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

export class RunningStart {
  readonly #rows = lazy(simulated);
  #beginMs: number | null = null;
  #frame = 0;
  #drawn: unknown[] = [];

  /** After every draw of the page; nothing where the start is not shown. `mayPlay`: nothing waits for the processor. */
  sync(mayPlay = true): void {
    const canvas = document.querySelector<HTMLCanvasElement>('#start-traces');
    if (!canvas?.clientWidth) return void (this.#drawn = []); // drawn anew when it is back
    if (this.#beginMs === null && mayPlay) return this.play();
    const now = [canvas, canvas.clientWidth, shownAppearance()];
    if (!isSame(now, this.#drawn)) this.#continue();
    this.#drawn = now;
  }

  play(): void {
    this.#beginMs = performance.now();
    this.#continue();
  }

  /** From where it would be now: it ends while something else is shown, too. */
  #continue(): void {
    cancelAnimationFrame(this.#frame);
    const draw = (ms: number) => {
      if (this.#draw(ms)) this.#frame = requestAnimationFrame(draw);
    };
    draw(performance.now());
  }

  /** Whether it continues. */
  #draw(ms: number): boolean {
    const traces = document.querySelector<HTMLCanvasElement>('#start-traces');
    const lane = document.querySelector<HTMLCanvasElement>('#start-lane');
    if (!traces?.isConnected || !lane) return false;
    const passedS = lessMotion.matches ? spanS : ((ms - (this.#beginMs ?? ms)) / 1000) * speed;
    const nowS = startS + Math.min(spanS, Math.max(0, passedS));
    this.#drawTraces(traces, nowS);
    this.#drawLane(lane, nowS);
    tell(nowS);
    return passedS < spanS;
  }

  #drawTraces(canvas: HTMLCanvasElement, nowS: number): void {
    const surface = surfaceOf(canvas, plotTheme());
    if (!surface) return;
    const scale = (surface.height - 44) / this.#rows().length / uvPerRow;
    const shown = Math.round((nowS - startS) * sfreq);
    const row = ({ name, samples }: SimulatedRow) => ({
      name,
      samples: samples.subarray(0, shown),
      sfreq,
      startS,
      center: 0,
      scale,
    });
    drawTraces(surface, {
      axis: axisOf(surface.width),
      rows: this.#rows().map(row),
      annotations: nowS < closingS ? [] : [{ onsetS: closingS, durationS: 0, text: texts.closed }],
      gaps: [],
      selected: null,
      cursorS: null,
      pxPerUv: null,
    });
  }

  #drawLane(canvas: HTMLCanvasElement, nowS: number): void {
    const surface = surfaceOf(canvas, plotTheme());
    if (!surface) return;
    const done = epochs.filter(({ onsetS, durationS }) => onsetS + durationS <= nowS);
    drawStrip(surface, {
      axis: axisOf(surface.width),
      epochs: done,
      blocks: stripBlocks(epochs).slice(0, done.length),
      classes: classes(),
      selected: null,
      cursorS: null,
      label: strings.signals.pictures.model,
    });
  }
}

function axisOf(width: number): TimeAxis {
  return { startS, spanS, left: gutterPx, right: width - 1 };
}

/** What the model says of the window that has just ended. */
function tell(nowS: number): void {
  const figure = document.querySelector<HTMLElement>('#start-figure');
  const last = epochs.filter(({ onsetS, durationS }) => onsetS + durationS <= nowS).at(-1);
  if (!figure || !last) return;
  const closed = last.probabilities[1]!;
  const k = closed > 0.5 ? 1 : 0;
  figure.dataset['class'] = String(classNumber(classes(), k));
  figure.querySelector('strong')!.textContent = classes()[k]!;
  figure.querySelector('span')!.textContent = texts.share(k ? closed : 1 - closed);
}
