// The small menu that every figure has: save it as SVG or PNG.
import { html, type TemplateResult } from 'lit/html.js';
import { saveFigure, type Figure, type FigureFormat } from '../figures/save.js';
import { downloadIcon } from './icons.js';
import { strings } from '../strings/index.js';
import { button } from './parts.js';

const texts = strings.figures;
type FigureId = keyof typeof texts.titles;
const formats: readonly FigureFormat[] = ['svg', 'png'];

/** The focus goes back to what opened the menu, unless it is elsewhere. */
function close(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}

/** `selector` names the parts of the figure: within the nearest `within` of the button, or in the whole page. */
export function figureButton(
  id: FigureId,
  selector: string,
  within: string | null = null,
): TemplateResult {
  const title = texts.titles[id];
  const figureOf = (button: Element): Figure => ({
    name: id,
    title,
    parts: () => [...((within && button.closest(within)) || document).querySelectorAll(selector)],
  });
  return html`
    <details
      class="figure-button"
      @focusout=${(event: FocusEvent) => {
        const menu = event.currentTarget as HTMLDetailsElement;
        if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') close(event.currentTarget as HTMLDetailsElement);
      }}
    >
      <summary aria-label=${texts.save(title)} title=${texts.open}>${downloadIcon}</summary>
      <span class="figure-formats">
        ${formats.map((format) =>
          button(texts.formats[format], (event: Event) => {
            const button = event.currentTarget as HTMLElement;
            void saveFigure(figureOf(button), format);
            close(button.closest('details')!);
          }),
        )}
      </span>
    </details>
  `;
}
