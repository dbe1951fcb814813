// The head of the playground: where the rhythm is hidden.
import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { arrowDirections, electrodeBeside } from '../../plot/head.js';
import { strings } from '../strings/index.js';
import { electrodes, styleOf } from './head.js';
import type { PlaygroundPanel } from './panel.js';
import type { Settings } from './state.js';

const texts = strings.playground;

/** Nose and head; a drawing, which figures that are saved contain. */
export const headLine = html`<svg class="head-line" viewBox="0 -4 100 104" aria-hidden="true">
  <path d="M42 6L50 -2.5L58 6" />
  <circle cx="50" cy="50" r="48" />
</svg>`;

/** One electrode is a stop of Tab; arrows lead to the others. */
export function placesView(
  { places }: Settings,
  reached: string,
  obstacle: string,
  panel: PlaygroundPanel,
): TemplateResult {
  return html`
    <fieldset class="head-figure" aria-description=${texts.whereKeys} @keydown=${goAlongHead}>
      <legend>${texts.where}</legend>
      <div class="head-round">
        ${headLine}
        ${electrodes.map(
          (place) =>
            html`<label class="electrode" .style=${styleOf(place)}>
              <input
                type="checkbox"
                value=${place.name}
                tabindex=${place.name === reached ? 0 : -1}
                .checked=${live(places.includes(place.name))}
                @change=${() => panel.toggle(place.name)}
                @focus=${() => panel.reach(place.name)}
              />
              <span>${place.name}</span>
            </label>`,
        )}
      </div>
      <p class="note playground-obstacle" role="status">${obstacle}</p>
    </fieldset>
  `;
}

function goAlongHead(event: KeyboardEvent): void {
  const direction = arrowDirections[event.key];
  const from = electrodes.find(({ name }) => name === (event.target as HTMLInputElement).value);
  if (!direction || !from) return;
  event.preventDefault();
  const all = electrodes.map(({ name, x, y }) => ({ name, at: { x, y } }));
  const to = electrodeBeside(all, from, direction);
  const head = event.currentTarget as HTMLElement;
  if (to) head.querySelector<HTMLInputElement>(`input[value=${to.name}]`)!.focus();
}
