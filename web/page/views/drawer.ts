// The drawer below the traces: closed it is a bar; open it shows Inside, on half or all of the height.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { hasWindows } from '../first_window.js';
import { currentRecording, type State } from '../state.js';
import { isSectionOpen, sectionOf } from '../sections.js';
import { strings } from '../strings/index.js';
import { otherResultsView } from './other_results.js';
import { button } from './parts.js';

const section = sectionOf('inside');

export function drawerView(state: State, actions: Actions, isShown: boolean): TemplateResult {
  const isOpen = isSectionOpen(section, state);
  const { drawer } = strings.shell;
  const canBeTall = hasWindows(currentRecording(state)?.run ?? null); // else it would cover the traces with nothing
  return html`
    <section
      class="drawer section inside"
      id="inside"
      aria-label=${section.title}
      data-open=${isOpen}
      data-tall=${state.isDrawerTall && canBeTall}
      ?hidden=${!isShown}
    >
      <h2 class="fold">
        ${button(section.title, () => actions.navigation.fold('inside', isOpen), {
          isExpanded: isOpen,
          controls: 'inside-body',
        })}
        ${
          isOpen
            ? html`<button
                type="button"
                class="quiet"
                ?hidden=${!canBeTall}
                aria-pressed=${state.isDrawerTall}
                @click=${() => actions.navigation.resizeDrawer(!state.isDrawerTall)}
              >
                ${state.isDrawerTall ? drawer.lower : drawer.taller}
              </button>`
            : html`<span class="note">${section.summary}</span>`
        }
      </h2>
      ${isOpen && state.workspace === 'live' ? otherResultsView(state, actions) : nothing}
      <div class="section-body" id="inside-body" ?hidden=${!isOpen}></div>
    </section>
  `;
}
