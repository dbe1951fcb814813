// The drawer below the traces: closed it is a bar, open it holds Inside, on part of the height or on all of it.
import { html, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { isPlaceOpen, placeOf } from '../places.js';
import type { State } from '../state.js';
import { words } from '../words/index.js';

const place = placeOf('inside');

export function drawerView(state: State, actions: Actions, isShown: boolean): TemplateResult {
  const isOpen = isPlaceOpen(place, state);
  const { drawer } = words.shell;
  return html`
    <section
      class="drawer place inside"
      id="inside"
      aria-label=${place.title}
      data-open=${isOpen}
      data-tall=${state.isDrawerTall}
      ?hidden=${!isShown}
    >
      <h2 class="fold">
        <button
          type="button"
          aria-expanded=${isOpen}
          aria-controls="inside-body"
          @click=${() => actions.navigation.fold('inside', isOpen)}
        >
          ${place.title}
        </button>
        ${
          isOpen
            ? html`<button
                type="button"
                class="quiet"
                aria-pressed=${state.isDrawerTall}
                @click=${() => actions.navigation.resizeDrawer(!state.isDrawerTall)}
              >
                ${state.isDrawerTall ? drawer.lower : drawer.taller}
              </button>`
            : html`<span class="note">${place.summary}</span>`
        }
      </h2>
      <div class="place-body" id="inside-body" ?hidden=${!isOpen}></div>
    </section>
  `;
}
