// The panel from top to bottom: what it would do, Train, the run, and below it the choices.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { State } from '../../state.js';
import { checkBox } from '../../views/parts.js';
import { expectedCounts, obstacleOf, planOf } from '../plan.js';
import type { Panel } from '../panel.js';
import { isGoingOn, type PanelState, type Run } from '../state.js';
import type { Setup } from '../choices.js';
import { runView } from './run.js';
import { setupView } from './setup.js';
import { words } from '../../words/index.js';

const said = words.train;

export function panelView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const isEmpty = page.recordings.length === 0;
  const goesOn = isGoingOn(run);
  return html`
    <h2>${said.title}</h2>
    ${isEmpty ? emptyView() : goesOn ? nothing : promise(panel.setup)}
    <div class="row">
      <button
        type="button"
        class=${panel.saved && !goesOn ? '' : 'primary'}
        ?disabled=${isEmpty || goesOn || !page.engine}
        aria-describedby="train-note"
        @click=${() => void panel.train()}
      >
        ${said.train}
      </button>
      ${goesOn ? runButtons(state, panel) : nothing}
      <button
        type="button"
        class=${panel.saved && !goesOn ? 'primary' : ''}
        ?disabled=${!panel.saved}
        @click=${() => panel.save()}
      >
        ${said.save}
      </button>
    </div>
    ${isEmpty ? nothing : keepView(run, panel)}
    <p class="note" id="train-note">${state.isElsewhere ? said.elsewhere : ''}</p>
    ${run ? runView(run, state, panel) : nothing}
    ${isEmpty || goesOn ? nothing : setupView(panel.setup, state, panel)}
  `;
}

function emptyView(): TemplateResult {
  return html`<p>${said.empty}</p>`;
}

/** What pressing Train will do, in numbers. */
function promise(setup: Setup): TemplateResult {
  const obstacle = obstacleOf(setup);
  if (obstacle) {
    return html`<p class="warning">${obstacle.message}. ${obstacle.hint}</p>`;
  }
  const { items } = planOf(setup);
  const nPersons = new Set(items.map(({ subject }) => subject)).size;
  const data = {
    nRecordings: items.length,
    nPersons,
    nChannels: setup.chNames.length,
    sfreq: setup.sfreq,
  };
  const isJudged = setup.settings.split !== 'none';
  return html`<p>${said.promise(expectedCounts(setup), data, isJudged)}</p>`;
}

/** A wish of its own, never folded away. While a run goes on it can only be withdrawn. */
function keepView(run: Run | null, panel: Panel): TemplateResult {
  const goesOn = isGoingOn(run);
  const isKept = goesOn ? run.plan.isKept : panel.setup.settings.isKept;
  const change = (wanted: boolean) => void panel.wantCopy(wanted);
  return html`
    ${checkBox(said.keep, isKept, change, goesOn && !isKept)}
    <p class="note">${said.keepNote}</p>
  `;
}

/** Each stays the same element while the run goes on, so that it keeps the focus. */
function runButtons({ run }: PanelState, panel: Panel): TemplateResult {
  const isPaused = run?.phase === 'paused';
  return html`
    <button
      type="button"
      ?disabled=${run?.phase === 'preparing'}
      @click=${() => void (isPaused ? panel.resume() : panel.pause())}
    >
      ${isPaused ? said.resume : said.pause}
    </button>
    <button type="button" @click=${() => void panel.stop()}>${said.stop}</button>
  `;
}
