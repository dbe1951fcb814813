// Popovers below buttons of the top bar, and sheets at the side. Browsers close them with Esc or a click elsewhere, and return the
// focus.
import { html, type TemplateResult } from 'lit/html.js';
import { strings } from '../strings/index.js';

const marginPx = 8;

/** Below its button, as far as the screen reaches. */
function placeBelow(event: ToggleEvent): void {
  const popover = event.currentTarget as HTMLElement;
  const button = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`);
  if (event.newState !== 'open' || !button) return;
  const { left, bottom } = button.getBoundingClientRect();
  popover.style.setProperty('--left', `${Math.max(marginPx, left)}px`);
  popover.style.setProperty('--top', `${bottom + marginPx / 2}px`);
}

export function popover(
  id: string,
  label: string,
  body: unknown,
  onToggle: (isOpen: boolean, popover: HTMLElement) => void = () => undefined,
): TemplateResult {
  return html`
    <section
      popover
      class="popover"
      id=${id}
      aria-label=${label}
      @beforetoggle=${placeBelow}
      @toggle=${(event: ToggleEvent) => onToggle(event.newState === 'open', event.currentTarget as HTMLElement)}
    >
      ${body}
    </section>
  `;
}

/** The button that closes a sheet; it is next to the sheet's heading. */
export function closeButton(id: string): TemplateResult {
  return html`
    <button
      type="button"
      class="quiet close-sheet"
      popovertarget=${id}
      popovertargetaction="hide"
      aria-label=${strings.shell.close}
    >
      ×
    </button>
  `;
}
