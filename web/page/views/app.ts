// The whole page from the whole state. Reading order is the order of work: open, look, choose a model, classify, read.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { currentRecording, type State } from '../state.js';
import { nextTheme } from '../theme.js';
import { words } from '../words/index.js';
import { alertsView } from './alerts.js';
import { modelDetailsView, modelView } from './model.js';
import { isPlaceShown, places } from '../places.js';
import { placesView } from './places.js';
import { privacyView } from './privacy.js';
import { recordingView } from './recording.js';
import { resultsView } from './results.js';
import { signalsView } from './signals.js';
import { startView } from './start.js';

const said = words.shell;

export function appView(state: State, actions: Actions): TemplateResult {
  const entry = currentRecording(state);
  return html`
    ${topBar(state, actions)}
    <main id="main" aria-busy=${state.isBusy}>
      ${alertsView(state, actions)}
      <div id="interrupted" class="interrupted-place"></div>
      <div class="layout" data-state=${entry ? 'ready' : 'empty'}>
        ${startView(state, actions)} ${entry ? signalsView(state, entry, actions) : nothing}
        <div class="side">
          ${modelView(state, actions)} ${entry ? nothing : privacyView(state, actions)}
        </div>
        ${resultsView(state, entry, actions)} ${placesView(state, actions)}
        ${entry ? recordingView(state, entry, actions) : nothing}
        ${entry ? html`${modelDetailsView(state, actions)} ${privacyView(state, actions)}` : nothing}
      </div>
    </main>
    ${statusBar(state)}
    ${state.isDropping ? html`<div class="drop-veil" aria-hidden="true"><p>${said.drop}</p></div>` : nothing}
  `;
}

function topBar(state: State, actions: Actions): TemplateResult {
  const { requests } = state.ledger;
  const theme = said.themes[state.theme];
  return html`
    <header class="top">
      <a class="skip" href="#main">${said.skip}</a>
      <h1>
        <a class="brand" href="#main" aria-label=${said.nav.top}>
          <svg viewBox="0 0 32 20" aria-hidden="true">
            <path d="M1 11h5l2-6 4 13 4-17 4 14 3-7 2 3h6" />
          </svg>
          <span>eegate</span>
        </a>
      </h1>
      <nav aria-label=${said.nav.label}>${links(state, actions)}</nav>
      <a class="ledger" href="#privacy" data-bad=${requests.length > 0}>
        ${state.ledger.since === null ? said.ledgerEmpty : html`${said.requests(requests.length)}<span class="roomy"> ${said.sinceOpening}</span>`}
      </a>
      <button
        class="quiet"
        type="button"
        aria-label=${said.theme(theme)}
        @click=${() => actions.set({ theme: nextTheme(state.theme) })}
      >
        <span aria-hidden="true">◐</span> <span class="roomy">${theme}</span>
      </button>
    </header>
  `;
}

/** The sections of the page in their order, by what the bar at the top calls them. */
function links(state: State, actions: Actions): TemplateResult[] {
  const shown = places.filter((place) => isPlaceShown(place, state));
  const all = [
    { id: 'signals', short: said.nav.signals },
    { id: 'results', short: said.nav.results },
    ...shown,
    { id: 'recording', short: said.nav.recording },
    { id: 'model', short: said.nav.model },
  ];
  const sections = currentRecording(state) ? all : shown; // before that there is nothing else to see
  const go = (event: Event, id: string) => {
    event.preventDefault();
    actions.places.goTo(id);
  };
  return sections.map(
    ({ id, short }) =>
      html`<a href="#${id}" @click=${(event: Event) => go(event, id)}>${short}</a>`,
  );
}

function statusBar({ status, isBusy, engine }: State): TemplateResult {
  const facts = engine
    ? said.engine(engine.backend === 'relaxed', engine.workers, engine.wasmBytes, engine.version)
    : '';
  return html`
    <footer class="status">
      <p role="status" class=${isBusy ? 'busy' : ''} title=${status}>${status}</p>
      <p class="engine" title=${engine?.why ?? ''}>${facts}</p>
    </footer>
  `;
}
