// View of the playground: settings of the rhythm, example trials, and the result of training.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { intervalOf } from '../../truth/share_interval.js';
import type { State } from '../state.js';
import { formatPercent, messageOf } from '../text.js';
import { button, selectBox } from '../views/parts.js';
import { electrodes, levelOf, styleOf } from './head.js';
import type { PlaygroundPanel } from './panel.js';
import { headLine, placesView } from './places_view.js';
import {
  isBusy,
  isFoundWithoutTraining,
  networks,
  obstacleOf,
  testTrials,
  trialS,
  verdictOf,
  type Looked,
  type PlaygroundRun,
  type PlaygroundState,
  type Settings,
} from './state.js';
import { emptyCurve, emptyHead, emptyMeter } from '../views/empty_figures.js';
import { figureButton } from '../views/figure_button.js';
import { strings } from '../strings/index.js';

const texts = strings.playground;
const { units } = texts;

export function playgroundView(
  page: State,
  { settings, run, example, reached }: PlaygroundState,
  panel: PlaygroundPanel,
): TemplateResult {
  const obstacle = page.engine ? obstacleOf(settings) : texts.engineStarting;
  return html`
    <div class="playground-lead">
      <p class="note">${texts.intro}</p>
      <div class="row">${buttons(panel, isBusy(run), obstacle)}</div>
    </div>
    <div class="playground-columns">
      <div class="playground-setup">
        ${placesView(settings, reached, obstacle, panel)} ${faders(settings, panel)}
      </div>
      <div class="planted-trials">
        <div class="figure-head">
          <h3>${texts.trialsHeading}</h3>
          ${example ? figureButton('trials', 'h3,#planted-trials', '.planted-trials') : nothing}
        </div>
        <canvas id="planted-trials" role="img" aria-label=${trialsLabel(settings)}></canvas>
      </div>
      <div class="playground-outcome" data-old=${run?.isOld ?? false}>
        <div class="figure-head">
          <h3>${texts.outcomeHeading}</h3>
          ${run ? figureButton('found', '.playground-outcome') : nothing}
        </div>
        ${run?.isOld ? html`<p class="note">${texts.earlier}</p>` : nothing}
        ${run ? runView(run) : notYetView()}
      </div>
    </div>
  `;
}

/** Of the same shape as what will be there. */
const notYetView = () => html`
  <p class="note">${texts.notYet}</p>
  <div class="empty-figures" aria-hidden="true">
    ${emptyMeter} ${emptyCurve()}
    <div class="heads">${emptyHead(electrodes)} ${emptyHead(electrodes)}</div>
  </div>
`;

function trialsLabel({ hz, places, beginS, endS }: Settings): string {
  return texts.trialsLabel(hz, places, beginS, endS);
}

function buttons(panel: PlaygroundPanel, busy: boolean, obstacle: string): TemplateResult {
  return html`
    ${button(
      busy ? texts.stop : texts.run,
      () => {
        if (busy) return panel.stop();
        void panel.run();
        showOutcome();
      },
      { kind: ['primary', 'playground-run'], isDisabled: !busy && obstacle !== '' },
    )}
    ${button(texts.look, () => void panel.look(), { isDisabled: obstacle !== '' })}
    ${button(texts.otherNoise, () => panel.makeNoise(), { title: texts.otherNoiseHint })}
  `;
}

/** On a phone it is far below the button. */
function showOutcome(): void {
  const outcome = document.querySelector('.playground-outcome');
  if (outcome && outcome.getBoundingClientRect().top > innerHeight) outcome.scrollIntoView();
}

const round = (value: number) => Math.round(10 * value) / 10;

function faders(settings: Settings, panel: PlaygroundPanel): TemplateResult {
  const { beginS, endS } = settings;
  const setBegin = (value: number) =>
    panel.set({ beginS: value, endS: Math.max(endS, round(value + 0.2)) });
  const setEnd = (value: number) =>
    panel.set({ endS: value, beginS: Math.min(beginS, round(value - 0.2)) });
  return html`
    <div class="faders">
      ${fader(texts.rhythm, settings.hz, [4, 30, 1], units.hertz, (hz) => panel.set({ hz }))}
      ${fader(texts.strength, settings.strength, [0, 3, 0.1], units.timesNoise, (strength) => panel.set({ strength }))}
      ${fader(texts.from, beginS, [0, trialS - 0.2, 0.1], units.seconds, setBegin)}
      ${fader(texts.to, endS, [0.2, trialS, 0.1], units.seconds, setEnd)}
      ${fader(texts.noise, settings.noiseUv, [5, 100, 5], units.microvolts, (noiseUv) => panel.set({ noiseUv }))}
      ${fader(texts.trials, settings.trials, [40, 400, 40], '', (trials) => panel.set({ trials }))}
      ${fader(texts.passes, settings.passes, [5, 60, 5], '', (passes) => panel.set({ passes }))}
      ${selectBox(
        texts.network,
        networks.map(({ id, title }) => ({ value: id, text: title })),
        settings.network,
        (network) => panel.set({ network }),
      )}
    </div>
  `;
}

function fader(
  label: string,
  value: number,
  [min, max, step]: [number, number, number],
  unit: string,
  onChange: (value: number) => void,
): TemplateResult {
  const id = `playground-${label.toLowerCase().replaceAll(' ', '-')}`;
  return html`
    <div class="field range">
      <label for=${id}
        >${label} <span class="amount">${strings.numbers.atMost(value, 2)} ${unit}</span></label
      >
      <input
        id=${id}
        type="range"
        min=${min}
        max=${max}
        step=${step}
        .value=${live(String(value))}
        @input=${(event: Event) => onChange(Number((event.target as HTMLInputElement).value))}
      />
    </div>
  `;
}

function runView(run: PlaygroundRun): TemplateResult {
  if (run.phase === 'failed')
    return html`<p class="warning">${texts.failed(run.problem ? messageOf(run.problem) : '')}</p>`;
  const isJudged = run.phase === 'ended' || run.phase === 'explaining';
  return html`
    ${isJudged ? accuracyView(run) : progressView(run)}
    <canvas id="planted-curve" role="img" aria-label=${texts.curve(run.accuracy)}></canvas>
    ${isJudged ? explainedView(run) : nothing}
  `;
}

function progressView({ phase, pass, settings }: PlaygroundRun): TemplateResult {
  const { passes } = settings;
  const text =
    phase === 'making'
      ? texts.progress.making
      : phase === 'training'
        ? texts.progress.training(Math.min(pass + 1, passes), passes)
        : texts.progress.testing(testTrials);
  return html`<div class="progress">
    <label for="playground-progress">${text}</label>
    <progress id="playground-progress" max=${passes} .value=${pass}></progress>
  </div>`;
}

function accuracyView({ nRight, nTest, settings }: PlaygroundRun): TemplateResult {
  const [low, high] = intervalOf(nRight, nTest);
  const share = nRight / nTest;
  const { hz, places, beginS, endS, strength } = settings;
  return html`
    <div class="playground-result">
      <p class="decision-share">${formatPercent(share)}</p>
      <p>${texts.accuracy(nTest, low, high, verdictOf(nRight, nTest, strength))}</p>
      <svg class="accuracy" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" />
        <rect class="right" width=${100 * share} height="8" />
        <rect class="chance" x="49.8" width="0.4" height="8" />
      </svg>
      <p class="note">
        ${strength > 0 ? texts.planted(hz, places, beginS, endS, strength) : nothing} ${texts.line}
      </p>
    </div>
  `;
}

function explainedView({ phase, explained, settings }: PlaygroundRun): TemplateResult {
  if (!explained)
    return html`${phase === 'explaining' ? html`<p>${texts.progress.explaining}</p>` : nothing}`;
  const { places, strength } = settings;
  const planted = new Set(strength > 0 ? places : []);
  const { howToRead, howToReadAlone, everywhere, untrainedFinds, note } = texts.maps;
  const isEverywhere = planted.size === electrodes.length;
  return html`
    <div class="heads">
      ${headMap(texts.maps.trained, explained.trained, planted)}
      ${headMap(texts.maps.untrained, explained.untrained, planted)}
    </div>
    ${isEverywhere ? html`<p class="note">${everywhere}</p>` : nothing}
    ${planted.size && isFoundWithoutTraining(explained) ? html`<p class="note">${untrainedFinds}</p>` : nothing}
    <details>
      <summary>${planted.size && !isEverywhere ? howToRead : howToReadAlone}</summary>
      <p class="note">${note}</p>
    </details>
  `;
}

function headMap(
  title: string,
  { values, auc }: Looked,
  planted: ReadonlySet<string>,
): TemplateResult {
  const level = (name: string) => levelOf(values.get(name) ?? 0, values.values());
  const names = [...values]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name]) => name);
  return html`
    <figure class="head-figure">
      <figcaption>
        ${
          planted.size && Number.isFinite(auc)
            ? html`${texts.maps.heading(title)} <strong>${strings.numbers.fixed(auc, 2)}</strong>`
            : title
        }
      </figcaption>
      <div class="head-round" role="img" aria-label=${texts.maps.most(title, names)}>
        ${headLine}
        ${electrodes.map(
          (place) =>
            html`<span
              class="electrode"
              .style=${styleOf(place)}
              data-level=${level(place.name)}
              data-planted=${planted.has(place.name)}
              >${place.name}</span
            >`,
        )}
      </div>
    </figure>
  `;
}
