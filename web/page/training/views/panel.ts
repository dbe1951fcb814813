// View of Train: data, model and result in three columns; below them the table of runs.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { State } from '../../state.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { emptyCurve, emptyMeter } from '../../views/empty_figures.js';
import { dataView } from './data.js';
import { emptyChoices, emptyResult } from './empty.js';
import { learnerView } from './learner.js';
import { beginView, runView } from './result.js';
import { runsView } from './runs.js';
import { strings } from '../../strings/index.js';

const texts = strings.train;

export function panelView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const hasRecording = page.recordings.length > 0;
  return html`
    <h2 class="for-reader">${texts.title}</h2>
    <div class="train-columns">
      ${hasRecording ? choicesView(state, panel) : emptyChoices(state, panel)}
      ${resultColumn(page, state, panel)}
    </div>
    ${runsView(state, panel)}
  `;
}

/** The same element whatever is open: a run goes on when its recordings are closed, and so does what controls it. */
function resultColumn(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const hasRecording = page.recordings.length > 0;
  const isEmpty = !hasRecording && !run;
  const none = hasRecording ? notYetView() : emptyResult();
  return html`
    <section class="train-column" aria-label=${texts.landmarks.result}>
      <h3>${texts.columns.result}</h3>
      ${isEmpty ? nothing : html`<div class="train-begin">${beginView(page, state, panel)}</div>`}
      <div class="train-scroll" data-empty=${isEmpty}>
        ${run ? runView(run, state, panel) : none}
      </div>
    </section>
  `;
}

function choicesView(state: PanelState, panel: Panel): TemplateResult {
  const { setup, isRunning, openedModel } = panel;
  // Drawn anew several times a second while it trains: what cannot have changed is left as it is.
  const nUnread = panel.unread.entries.length;
  const choices = [
    setup,
    isRunning,
    nUnread,
    panel.networks.nAnswers,
    openedModel?.key,
    strings.language,
  ];
  return html`
    ${column(
      'data',
      isRunning,
      guard([...choices], () => held(isRunning, dataView(setup, panel))),
    )}
    ${column(
      'model',
      isRunning,
      guard([...choices, state.open, ...comparedParts(state)], () =>
        held(isRunning, learnerView(setup, state, panel)),
      ),
    )}
  `;
}

/** Of the same shape as a result. */
const notYetView = () => html`
  <div class="empty-figures" aria-hidden="true">
    ${emptyMeter} ${emptyCurve(true)} ${emptyCurve()}
  </div>
`;

const comparedParts = ({ compared }: PanelState) => [
  compared,
  compared?.isPreparing,
  compared?.share,
  compared?.result,
];

/** What is in it can be reached by itself, unless it is disabled: then the keyboard must scroll the column. */
function column(name: 'data' | 'model', isRunning: boolean, body: unknown): TemplateResult {
  return html`
    <section class="train-column" aria-label=${texts.landmarks[name]}>
      <h3>${texts.columns[name]}</h3>
      <div class="train-scroll" tabindex=${isRunning ? 0 : nothing}>${body}</div>
    </section>
  `;
}

/** What a run is made of cannot be changed while it is running. */
const held = (isRunning: boolean, body: unknown) =>
  html`<fieldset class="part" ?disabled=${isRunning}>${body}</fieldset>`;
