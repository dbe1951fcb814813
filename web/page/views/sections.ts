// Host elements of the sections whose panels draw by themselves: each stays as long as the page exists.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Section } from '../sections.js';
import { strings } from '../strings/index.js';
import { button } from './parts.js';

/** The panel draws its own heading. */
export function hostView({ id, title }: Section, isShown: boolean): TemplateResult {
  return html`<section
    class="section ${id}"
    id=${id}
    aria-label=${title}
    ?hidden=${!isShown}
  ></section>`;
}

export function titledHostView(
  { id, title, summary }: Section,
  isShown: boolean,
  onClose: (() => void) | null = null,
): TemplateResult {
  return html`
    <section class="section ${id}" id=${id} aria-label=${title} ?hidden=${!isShown}>
      <h2>
        ${title}
        ${
          onClose
            ? button('×', onClose, { kind: ['quiet', 'close-sheet'], label: strings.shell.close })
            : nothing
        }
      </h2>
      <p class="note">${summary}</p>
      <div class="section-body" id="${id}-body"></div>
    </section>
  `;
}
