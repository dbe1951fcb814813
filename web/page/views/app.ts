// The whole page from the whole state: top bar, rail, and workspace with stage, inspector and drawer. The body never scrolls.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { isSectionOpen, sectionOf } from '../sections.js';
import { currentRecording, type State } from '../state.js';
import { strings } from '../strings/index.js';
import { hasDrawer, learnSection, learnSections } from '../workspaces.js';
import { alertsView } from './alerts.js';
import { dataSetSheet } from './data_set.js';
import { drawerView } from './drawer.js';
import { helpSheet } from './help.js';
import { inspectorTabsView } from './inspector.js';
import { modelPopover, modelSheet } from './model.js';
import { hostView, titledHostView } from './sections.js';
import { otherResultsView } from './other_results.js';
import { paletteView } from './palette.js';
import { privacySheet } from './privacy.js';
import { railView } from './rail.js';
import { recordingSheet } from './recording.js';
import { recordingsPopover } from './recordings.js';
import { signalsView } from './signals.js';
import { startView } from './start.js';
import { topBar } from './top_bar.js';
import { button } from './parts.js';

export function appView(state: State, actions: Actions, playAgain: () => void): TemplateResult {
  const entry = currentRecording(state);
  return html`
    ${topBar(state, actions)} ${railView(state, actions)}
    <main
      id="main"
      class="bench"
      tabindex="-1"
      aria-busy=${state.isBusy}
      data-workspace=${state.workspace}
      data-state=${entry ? 'ready' : 'empty'}
    >
      <div id="interrupted" class="interrupted-section"></div>
      ${lessonPane(state, actions)} ${stage(state, actions, playAgain)} ${inspector(state, actions)}
      ${drawerView(state, actions, entry !== null && hasDrawer(state.workspace))}
      ${nightPane(state)}
    </main>
    ${alertsView(state, actions)}
    <footer class="status">
      <p role="status" class=${state.isBusy ? 'busy' : ''} title=${state.status}>${state.status}</p>
    </footer>
    ${recordingsPopover(state, actions)} ${modelPopover(state, actions)}
    ${entry ? recordingSheet(state, entry, actions) : nothing} ${modelSheet(state, actions)}
    ${dataSetSheet(state, actions)} ${privacySheet(state, actions)} ${helpSheet(state, actions)}
    ${paletteView(state, actions)}
    ${state.isDropping ? html`<div class="drop-veil" aria-hidden="true"><p>${strings.shell.drop}</p></div>` : nothing}
  `;
}

/** Next to the traces while a lesson speaks of them, and in its own workspace. */
function lessonPane(state: State, actions: Actions): TemplateResult {
  const section = sectionOf('lessons');
  const canClose = state.workspace !== 'learn';
  return html`
    <div class="lesson-pane" ?hidden=${!isSectionOpen(section, state)}>
      ${titledHostView(section, true, canClose ? () => actions.navigation.fold('lessons', true) : null)}
    </div>
  `;
}

/** Traces of a recording, or the start of a visit; training and the playground have stage and inspector for themselves. */
function stage(state: State, actions: Actions, playAgain: () => void): TemplateResult {
  const entry = currentRecording(state);
  const { workspace } = state;
  const isWide = workspace === 'train' || workspace === 'learn';
  const isStart =
    !entry && (workspace === 'signals' || workspace === 'explain' || workspace === 'sleep');
  return html`
    <div class="stage" ?hidden=${isWide || (!entry && !isStart)}>
      ${entry ? signalsView(state, entry, actions) : nothing}
      ${isStart ? startView(state, actions, playAgain) : nothing}
    </div>
    <div class="bench-wide" ?hidden=${!isWide}>
      ${hostView(sectionOf('train'), workspace === 'train')}
      ${workspace === 'learn' ? learnTabs(state, actions) : nothing}
      ${learnSections.map(sectionOf).map((one) => titledHostView(one, isSectionOpen(one, state)))}
    </div>
  `;
}

function learnTabs(state: State, actions: Actions): TemplateResult {
  const chosen = learnSection(state.urlSettings);
  return html`
    <div class="learn-tabs segmented" role="group" aria-label=${strings.shell.learn}>
      ${button(sectionOf('lessons').title, () => actions.navigation.goTo('lessons'), {
        kind: 'to-lessons',
      })}
      ${learnSections.map(
        (id) =>
          html`<button
            type="button"
            aria-pressed=${id === chosen}
            @click=${() => actions.navigation.goTo(id)}
          >
            <span class="long">${sectionOf(id).title}</span>
            <span class="short">${strings.shell.learnTabs[id]}</span>
          </button>`,
      )}
    </div>
  `;
}

/** Below the traces, which are scored epoch by epoch. */
function nightPane(state: State): TemplateResult {
  const section = sectionOf('sleep');
  const isOpen = isSectionOpen(section, state);
  return html` <div class="night-pane" ?hidden=${!isOpen}>${titledHostView(section, true)}</div> `;
}

/** Without a recording Explain has nothing to show, and Live has headsets alone. */
function inspector(state: State, actions: Actions): TemplateResult {
  const entry = currentRecording(state);
  const { workspace } = state;
  return html`
    <div class="inspector" ?hidden=${!hasDrawer(workspace) || (!entry && workspace !== 'live')}>
      ${workspace === 'live' ? nothing : otherResultsView(state, actions)}
      ${entry ? inspectorTabsView(state, entry, actions, workspace === 'signals') : nothing}
      ${titledHostView(sectionOf('explain'), isSectionOpen(sectionOf('explain'), state))}
      ${titledHostView(sectionOf('live'), workspace === 'live')}
    </div>
  `;
}
