// View of Train: data, model and result in three columns; below them the table of runs.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { State } from '../../state.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { emptyCurve, emptyMeter } from '../../views/empty_figures.js';
import { dataView } from './data.js';
import { emptyView } from './empty.js';
import { learnerView } from './learner.js';
import { beginView, runView } from './result.js';
import { runsView } from './runs.js';
import { strings } from '../../strings/index.js';

const texts = strings.train;

export function panelView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const told = run ? runView(run, state, panel) : nothing;
  return html`
    <h2 class="for-reader">${texts.title}</h2>
    ${
      page.recordings.length === 0
        ? emptyView(state, panel, told)
        : columnsView(page, state, panel, told)
    }
    ${runsView(state, panel)}
  `;
}

function columnsView(
  page: State,
  state: PanelState,
  panel: Panel,
  told: TemplateResult | typeof nothing,
): TemplateResult {
  const { setup, isRunning, openedModel } = panel;
  // Drawn anew several times a second while it trains: what cannot have changed is left as it is.
  const choices = [setup, isRunning, panel.networks.nAnswers, openedModel?.key, strings.language];
  return html`
    <div class="train-columns">
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
      <section class="train-column" aria-label=${texts.landmarks.result}>
        <h3>${texts.columns.result}</h3>
        <div class="train-begin">${beginView(page, state, panel)}</div>
        <div class="train-scroll">${told === nothing ? notYetView() : told}</div>
      </section>
    </div>
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
