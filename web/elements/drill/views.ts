// Views of a drill: the traces of a window, the result after the answer, and marks for all answered windows.
import { html, nothing, type TemplateResult } from 'lit';
import { summarize } from '../../plot/decimate.js';
import { plotThemeOf, surfaceOf } from '../../plot/surface.js';
import { commonScale, drawTraces, rowHeight } from '../../plot/traces.js';
import { elementStrings } from '../strings.js';
import { scoreOf, type Answer, type Looked, type Question } from './model.js';

const strings = elementStrings.drill;
const namesPx = 64; // room for the label of the calibration bar left of the first time

export interface Asked {
  question: Question;
  samples: Float32Array[];
  sfreq: number;
  /** Of the model: its class, how sure it is, and the channels that weighed most. */
  predicted: string;
  probability: number;
  looked: Looked;
}

export function verdictView(
  { question: { truth }, predicted, probability, looked }: Asked,
  { chosen }: Answer,
): TemplateResult {
  const isRight = chosen === truth;
  return html`<p class="first-line">${isRight ? strings.right(truth) : strings.wrong(truth)}</p>
    <p>
      ${
        predicted ? strings.model(predicted, probability, predicted === truth) : strings.modelSilent
      }
    </p>
    ${predicted ? html`<p class="muted">${strings.looked(looked)}</p>` : nothing}`;
}

export function resultView(answers: readonly Answer[], begin: () => void): TemplateResult {
  const { n, nYours, nModel, nHard } = scoreOf(answers);
  return html`<p class="score" role="status" tabindex="-1">${strings.result(nYours, nModel, n)}</p>
    <p class="muted">${strings.hard(nHard)}</p>
    <div class="row">
      <button part="button" class="first" type="button" @click=${begin}>${strings.again}</button>
    </div>`;
}

/** Two rows of marks, the reader's above the model's. */
export function marksView(answers: readonly Answer[]): TemplateResult {
  const row = (who: string, isRight: (answer: Answer) => boolean) => {
    const nRight = answers.filter(isRight).length;
    return html`<span>${who}</span>
      <div role="img" aria-label=${strings.marks(who, nRight, answers.length)}>
        ${answers.map(
          (answer) => html`<i data-right=${isRight(answer)}>${isRight(answer) ? '✓' : '✕'}</i>`,
        )}
      </div>`;
  };
  return html`<div class="marks" part="marks">
    ${row(strings.you, ({ question, chosen }) => chosen === question.truth)}
    ${row(strings.machine, ({ question, predicted }) => predicted === question.truth)}
  </div>`;
}

/** `segment`: samples of the recording by which all windows are scaled. */
export function drawWindow(
  canvas: HTMLCanvasElement,
  element: Element,
  { question, samples, sfreq }: Asked,
  { names, segment }: { names: string[]; segment: Float32Array[] },
): void {
  const surface = surfaceOf(canvas, plotThemeOf(element, '--_'));
  if (!surface) return;
  const scale = commonScale(segment, rowHeight(surface.height, names.length));
  drawTraces(surface, {
    // From zero: the place in the recording would tell the answer.
    axis: { startS: 0, spanS: question.durationS, left: namesPx, right: surface.width - 1 },
    rows: names.map((name, i) => ({
      name,
      samples: samples[i]!,
      sfreq,
      startS: 0,
      center: summarize(samples[i]!).mean,
      scale,
    })),
    annotations: [],
    gaps: [],
    selected: null,
    cursorS: null,
    pxPerUv: scale,
  });
}
