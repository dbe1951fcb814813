// The card around each place: a heading that folds and unfolds it, and the element that its panel draws into.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { isPlaceOpen, isPlaceShown, places, type Place } from '../places.js';
import type { State } from '../state.js';

/** Hosts are there from the beginning and never replaced: panels keep drawing into them. */
export function placesView(state: State, actions: Actions): TemplateResult[] {
  return places.map((place) =>
    place.isFolding
      ? foldingView(place, state, actions)
      : html`<section
          class="card place ${place.id}"
          id=${place.id}
          aria-label=${place.title}
          ?hidden=${!isPlaceShown(place, state)}
        ></section>`,
  );
}

function foldingView(place: Place, state: State, actions: Actions): TemplateResult {
  const { id, title, summary } = place;
  const isOpen = isPlaceOpen(place, state);
  return html`
    <section
      class="card place ${id}"
      id=${id}
      aria-label=${title}
      ?hidden=${!isPlaceShown(place, state)}
    >
      <h2 class="fold">
        <button
          type="button"
          aria-expanded=${isOpen}
          aria-controls="${id}-body"
          @click=${() => actions.places.fold(id, isOpen)}
        >
          ${title}
        </button>
      </h2>
      ${isOpen ? nothing : html`<p class="note">${summary}</p>`}
      <div class="place-body" id="${id}-body" ?hidden=${!isOpen}></div>
    </section>
  `;
}
