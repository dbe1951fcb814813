// The playground from top to bottom: where and how, plant and train, what came of it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { State } from '../state.js';
import { formatPercent } from '../text.js';
import { selectBox } from '../views/parts.js';
import { headRows, levelOf } from './head.js';
import type { PlaygroundPanel } from './panel.js';
import {
  intervalOf,
  isBusy,
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

export function playgroundView(
  page: State,
  { settings, run }: PlaygroundState,
  panel: PlaygroundPanel,
): TemplateResult {
  const busy = isBusy(run);
  const obstacle = page.engine ? obstacleOf(settings) : 'The engine is starting.';
  return html`
    <p class="note">
      Here the truth is known. Half of the trials hold a rhythm at the electrodes that you choose,
      the others only noise. Does a network find it, and where does it look?
    </p>
    <div class="playground-choices">
      ${placesView(settings, panel, busy)}
      <div class="fields wide">
        ${range('Rhythm', settings.hz, 4, 30, 1, 'Hz', (hz) => panel.set({ hz }), busy)}
        ${range('Strength', settings.strength, 0, 3, 0.1, '× noise', (strength) => panel.set({ strength }), busy)}
        ${range('From', settings.beginS, 0, trialS - 0.2, 0.1, 's', (beginS) => panel.set({ beginS, endS: Math.max(settings.endS, round(beginS + 0.2)) }), busy)}
        ${range('To', settings.endS, 0.2, trialS, 0.1, 's', (endS) => panel.set({ endS, beginS: Math.min(settings.beginS, round(endS - 0.2)) }), busy)}
        ${range('Noise', settings.noiseUv, 5, 100, 5, 'µV', (noiseUv) => panel.set({ noiseUv }), busy)}
        ${range('Trials', settings.trials, 40, 400, 40, '', (trials) => panel.set({ trials }), busy)}
        ${range('Passes', settings.passes, 5, 60, 5, '', (passes) => panel.set({ passes }), busy)}
        ${selectBox(
          'Network of the playground',
          networks.map(({ id, title }) => ({ value: id, text: title })),
          settings.network,
          (network) => panel.set({ network }),
          busy,
        )}
      </div>
    </div>
    <div class="row">
      ${
        busy
          ? html`<button type="button" class="primary playground-run" @click=${() => panel.stop()}>
              Stop the playground
            </button>`
          : html`<button
              type="button"
              class="primary playground-run"
              ?disabled=${obstacle !== ''}
              @click=${() => void panel.run()}
            >
              Plant and train
            </button>`
      }
      <button type="button" ?disabled=${busy || obstacle !== ''} @click=${() => void panel.look()}>
        Look at the trials
      </button>
    </div>
    <p class="note">${busy ? '' : obstacle}</p>
    ${run ? runView(run) : nothing}
  `;
}

const round = (value: number) => Math.round(10 * value) / 10;

function placesView(settings: Settings, panel: PlaygroundPanel, busy: boolean): TemplateResult {
  return html`
    <fieldset class="head-figure">
      <legend>Where the rhythm is</legend>
      <div class="head-grid">
        ${headRows.flat().map((name) =>
          name
            ? html`<label class="electrode">
                <input
                  type="checkbox"
                  .checked=${live(settings.places.includes(name))}
                  ?disabled=${busy}
                  @change=${() => panel.toggle(name)}
                />
                <span>${name}</span>
              </label>`
            : html`<span></span>`,
        )}
      </div>
    </fieldset>
  `;
}

function range(
  label: string,
  value: number,
  min: number,
  max: number,
  step: number,
  unit: string,
  onChange: (value: number) => void,
  isDisabled: boolean,
): TemplateResult {
  const id = `playground-${label.toLowerCase()}`;
  return html`
    <div class="field range">
      <label for=${id}>${label} <span class="amount">${value} ${unit}</span></label>
      <input
        id=${id}
        type="range"
        min=${min}
        max=${max}
        step=${step}
        .value=${live(String(value))}
        ?disabled=${isDisabled}
        @input=${(event: Event) => onChange(Number((event.target as HTMLInputElement).value))}
      />
    </div>
  `;
}

function runView(run: PlaygroundRun): TemplateResult {
  const { phase, pass, settings } = run;
  if (phase === 'failed')
    return html`<p class="warning">It did not work: ${run.problem?.message}</p>`;
  if (phase !== 'ended' && phase !== 'explaining') {
    const words = {
      making: 'Planting the rhythm',
      training: `Training: pass ${Math.min(pass + 1, settings.passes)} of ${settings.passes}`,
      testing: `Testing on ${testTrials} new trials`,
    }[phase];
    return html`<div class="progress">
      <label for="playground-progress">${words}</label>
      <progress id="playground-progress" max=${settings.passes} .value=${pass}></progress>
    </div>`;
  }
  return html`${accuracyView(run)} ${explainedView(run)}`;
}

function accuracyView({ nRight, nTest, settings }: PlaygroundRun): TemplateResult {
  const [low, high] = intervalOf(nRight, nTest);
  const share = nRight / nTest;
  return html`
    <div class="playground-result">
      <p class="decision-share">${formatPercent(share)}</p>
      <p>
        of ${nTest} new trials right (95 % interval ${formatPercent(low)} to
        ${formatPercent(high)}). ${verdictOf(nRight, nTest)}
      </p>
      <svg class="accuracy" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" />
        <rect class="right" width=${100 * share} height="8" />
        <rect class="chance" x="49.8" width="0.4" height="8" />
      </svg>
      <p class="note">
        Planted: ${settings.hz} Hz at ${settings.places.join(', ')}, ${settings.beginS} to
        ${settings.endS} s, ${settings.strength} times the noise. The line marks chance.
      </p>
    </div>
  `;
}

function explainedView({ phase, explained, settings }: PlaygroundRun): TemplateResult {
  if (!explained)
    return html`${phase === 'explaining' ? html`<p>Looking for where it looked</p>` : nothing}`;
  const planted = new Set(settings.places);
  return html`
    <div class="heads">
      ${headMap('Trained', explained.trained, planted)}
      ${headMap('Before training, random weights', explained.untrained, planted)}
    </div>
    <p class="note">
      Darker: the model's answer rests more on this electrode (integrated gradients, mean over new
      trials). A ring marks where the rhythm was planted. The number tells how well the map points
      there: 1 perfectly, 0.5 no better than chance. A map that looks the same with random weights
      would say nothing about what was learned.
    </p>
  `;
}

function headMap(
  title: string,
  { values, auc }: Looked,
  planted: ReadonlySet<string>,
): TemplateResult {
  const level = (name: string) => levelOf(values.get(name) ?? 0, values.values());
  const words = [...values]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name]) => name)
    .join(', ');
  return html`
    <figure class="head-figure">
      <figcaption>${title}: <strong>${auc.toFixed(2)}</strong></figcaption>
      <div class="head-grid" role="img" aria-label="${title}: most relevant are ${words}">
        ${headRows
          .flat()
          .map((name) =>
            name
              ? html`<span
                  class="electrode"
                  data-level=${level(name)}
                  data-planted=${planted.has(name)}
                  >${name}</span
                >`
              : html`<span></span>`,
          )}
      </div>
    </figure>
  `;
}
