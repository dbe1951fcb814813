// The panel: what there is to learn from, what learns, and what comes of it, in three columns; below them the runs of this visit.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { State } from '../../state.js';
import type { Panel } from '../panel.js';
import type { PanelState } from '../state.js';
import { dataView } from './data.js';
import { learnerView } from './learner.js';
import { beginView, elsewhereNote, runView } from './result.js';
import { runsView } from './runs.js';
import { words } from '../../words/index.js';

const said = words.train;

export function panelView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const isEmpty = page.recordings.length === 0;
  const { setup, isRunning, openedModel } = panel;
  // Drawn anew several times a second while it trains: what cannot have changed is left as it is.
  const choices = [setup, isRunning, isEmpty, panel.networks.nAnswers, openedModel?.key];
  return html`
    <h2 class="for-reader">${said.title}</h2>
    <div class="train-columns">
      ${column(
        'data',
        guard([...choices], () =>
          isEmpty ? html`<p>${said.empty}</p>` : held(isRunning, dataView(setup, panel)),
        ),
      )}
      ${column(
        'model',
        guard([...choices, state.open], () =>
          isEmpty ? nothing : held(isRunning, learnerView(setup, state, panel)),
        ),
      )}
      <section class="train-column" aria-label=${said.landmarks.result}>
        <h3>${said.columns.result}</h3>
        <div class="train-begin">
          ${isEmpty ? emptyBegin(state) : beginView(page, state, panel)}
        </div>
        <div class="train-scroll" tabindex="0">${run ? runView(run, state, panel) : nothing}</div>
      </section>
    </div>
    ${runsView(state, panel)}
  `;
}

function column(name: 'data' | 'model', body: unknown): TemplateResult {
  return html`
    <section class="train-column" aria-label=${said.landmarks[name]}>
      <h3>${said.columns[name]}</h3>
      <div class="train-scroll" tabindex="0">${body}</div>
    </section>
  `;
}

/** What a run is made of cannot be changed while it goes on. */
const held = (isRunning: boolean, body: unknown) =>
  html`<fieldset class="part" ?disabled=${isRunning}>${body}</fieldset>`;

const emptyBegin = (state: PanelState) => html`
  <div class="row">
    <button type="button" class="primary" disabled>${said.train}</button>
  </div>
  ${elsewhereNote(state)}
`;
