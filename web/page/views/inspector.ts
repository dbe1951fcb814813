// The inspector: results and tools in tabs, or the panel of another workspace.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { chosenTab, inspectorTabs, type InspectorTab } from '../workspaces.js';
import { annotationTool } from './annotations.js';
import { resultsView } from './results.js';
import { headTool } from './head_tool.js';
import { spectrumTool } from './spectrum.js';

const titleOf = (tab: InspectorTab) =>
  tab === 'result' ? strings.results.tab : strings.tools[tab];

const tools = { spectrum: spectrumTool, head: headTool, marks: annotationTool };

export function inspectorTabsView(
  state: State,
  entry: RecordingEntry,
  actions: Actions,
  isShown: boolean,
): TemplateResult {
  const chosen = chosenTab(state.tools);
  return html`
    <div class="inspect" ?hidden=${!isShown}>
      <div
        class="tabs"
        role="tablist"
        aria-label=${strings.shell.inspector}
        @keydown=${(event: KeyboardEvent) => goAlongTabs(event, actions)}
      >
        ${inspectorTabs.map((tab) => tabView(tab, tab === chosen, actions))}
      </div>
      ${inspectorTabs.map(
        (tab) => html`
          <div
            class="tab-panel"
            role="tabpanel"
            id="panel-${tab}"
            aria-labelledby="tab-${tab}"
            ?hidden=${tab !== chosen}
          >
            ${
              tab === 'result'
                ? resultsView(state, entry, actions)
                : tab === chosen
                  ? tools[tab](state, entry, actions)
                  : nothing
            }
          </div>
        `,
      )}
    </div>
  `;
}

function tabView(tab: InspectorTab, isChosen: boolean, actions: Actions): TemplateResult {
  return html`
    <button
      type="button"
      role="tab"
      id="tab-${tab}"
      aria-selected=${isChosen}
      aria-controls="panel-${tab}"
      tabindex=${isChosen ? 0 : -1}
      @click=${() => actions.navigation.chooseTab(tab)}
    >
      ${titleOf(tab)}
    </button>
  `;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** From the tab that has the focus: what was drawn may be a key older. */
function goAlongTabs(event: KeyboardEvent, actions: Actions): void {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const n = inspectorTabs.length;
  const here = inspectorTabs.findIndex((tab) => `tab-${tab}` === (event.target as Element).id);
  const next = inspectorTabs[(here + step + n) % n]!;
  actions.navigation.chooseTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}
