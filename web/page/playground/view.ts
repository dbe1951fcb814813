// The playground from top to bottom: where and how, plant and train, what came of it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { intervalOf } from '../../truth/share_interval.js';
import type { State } from '../state.js';
import { formatPercent } from '../text.js';
import { selectBox } from '../views/parts.js';
import { headRows, levelOf } from './head.js';
import type { PlaygroundPanel } from './panel.js';
import {
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
import { words } from '../words/index.js';

const said = words.playground;
const { units } = said;

export function playgroundView(
  page: State,
  { settings, run }: PlaygroundState,
  panel: PlaygroundPanel,
): TemplateResult {
  const busy = isBusy(run);
  const obstacle = page.engine ? obstacleOf(settings) : said.engineStarting;
  return html`
    <p class="note">${said.intro}</p>
    <div class="playground-choices">
      ${placesView(settings, panel, busy)}
      <div class="fields wide">
        ${range(said.rhythm, settings.hz, 4, 30, 1, units.hertz, (hz) => panel.set({ hz }), busy)}
        ${range(said.strength, settings.strength, 0, 3, 0.1, units.timesNoise, (strength) => panel.set({ strength }), busy)}
        ${range(said.from, settings.beginS, 0, trialS - 0.2, 0.1, units.seconds, (beginS) => panel.set({ beginS, endS: Math.max(settings.endS, round(beginS + 0.2)) }), busy)}
        ${range(said.to, settings.endS, 0.2, trialS, 0.1, units.seconds, (endS) => panel.set({ endS, beginS: Math.min(settings.beginS, round(endS - 0.2)) }), busy)}
        ${range(said.noise, settings.noiseUv, 5, 100, 5, units.microvolts, (noiseUv) => panel.set({ noiseUv }), busy)}
        ${range(said.trials, settings.trials, 40, 400, 40, '', (trials) => panel.set({ trials }), busy)}
        ${range(said.passes, settings.passes, 5, 60, 5, '', (passes) => panel.set({ passes }), busy)}
        ${selectBox(
          said.network,
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
              ${said.stop}
            </button>`
          : html`<button
              type="button"
              class="primary playground-run"
              ?disabled=${obstacle !== ''}
              @click=${() => void panel.run()}
            >
              ${said.run}
            </button>`
      }
      <button type="button" ?disabled=${busy || obstacle !== ''} @click=${() => void panel.look()}>
        ${said.look}
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
      <legend>${said.where}</legend>
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
  const id = `playground-${label.toLowerCase().replaceAll(' ', '-')}`;
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
    return html`<p class="warning">${said.failed(run.problem?.message ?? '')}</p>`;
  if (phase !== 'ended' && phase !== 'explaining') {
    const text = {
      making: said.progress.making,
      training: said.progress.training(Math.min(pass + 1, settings.passes), settings.passes),
      testing: said.progress.testing(testTrials),
    }[phase];
    return html`<div class="progress">
      <label for="playground-progress">${text}</label>
      <progress id="playground-progress" max=${settings.passes} .value=${pass}></progress>
    </div>`;
  }
  return html`${accuracyView(run)} ${explainedView(run)}`;
}

function accuracyView({ nRight, nTest, settings }: PlaygroundRun): TemplateResult {
  const [low, high] = intervalOf(nRight, nTest);
  const share = nRight / nTest;
  const { hz, places, beginS, endS, strength } = settings;
  return html`
    <div class="playground-result">
      <p class="decision-share">${formatPercent(share)}</p>
      <p>${said.accuracy(nTest, low, high, verdictOf(nRight, nTest))}</p>
      <svg class="accuracy" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" />
        <rect class="right" width=${100 * share} height="8" />
        <rect class="chance" x="49.8" width="0.4" height="8" />
      </svg>
      <p class="note">${said.planted(hz, places, beginS, endS, strength)}</p>
    </div>
  `;
}

function explainedView({ phase, explained, settings }: PlaygroundRun): TemplateResult {
  if (!explained)
    return html`${phase === 'explaining' ? html`<p>${said.progress.explaining}</p>` : nothing}`;
  const planted = new Set(settings.places);
  return html`
    <div class="heads">
      ${headMap(said.maps.trained, explained.trained, planted)}
      ${headMap(said.maps.untrained, explained.untrained, planted)}
    </div>
    <p class="note">${said.maps.note}</p>
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
        ${said.maps.heading(title)} <strong>${words.numbers.fixed(auc, 2)}</strong>
      </figcaption>
      <div class="head-grid" role="img" aria-label=${said.maps.most(title, names)}>
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
