// The command palette: a text field and the list of matches. The field keeps the focus.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { Actions } from '../actions.js';
import { commandsOf, matching, type Command } from '../commands.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { leaveFocus } from './parts.js';

const texts = strings.commands;

export function paletteView(state: State, actions: Actions): TemplateResult {
  const { text, row, isOpen } = state.palette;
  const found = isOpen ? matching(commandsOf(state, actions), text) : [];
  const chosen = Math.min(row, found.length - 1);
  return html`
    <section
      popover
      class="popover palette"
      id="palette"
      aria-label=${texts.label}
      @toggle=${(event: ToggleEvent) => onToggle(event, actions)}
    >
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-label=${texts.hint}
        placeholder=${texts.hint}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant=${found[chosen] ? `command-${found[chosen].id}` : nothing}
        .value=${live(text)}
        @input=${(event: Event) => actions.set({ palette: { isOpen: true, text: (event.target as HTMLInputElement).value, row: 0 } })}
        @keydown=${(event: KeyboardEvent) => onKey(event, found, chosen, state, actions)}
      />
      <ul id="palette-list" role="listbox" aria-label=${texts.label}>
        ${found.map((command, i) => commandView(command, i === chosen))}
      </ul>
      ${isOpen && !found.length ? html`<p class="note">${texts.nothing}</p>` : nothing}
    </section>
  `;
}

function commandView(command: Command, isChosen: boolean): TemplateResult {
  return html`
    <li
      id="command-${command.id}"
      role="option"
      aria-selected=${isChosen}
      @mousedown=${leaveFocus}
      @click=${() => carryOut(command)}
    >
      <span>${command.name}</span>${command.keys ? html`<kbd>${command.keys}</kbd>` : nothing}
    </li>
  `;
}

function onToggle({ newState, currentTarget }: ToggleEvent, actions: Actions): void {
  const isOpen = newState === 'open';
  const field = (currentTarget as HTMLElement).querySelector('input')!;
  if (!isOpen) field.value = '';
  actions.set({ palette: { isOpen, text: field.value, row: 0 } }); // whoever types fast has begun already
  if (isOpen) field.focus(); // `autofocus` does not work in a frame of another origin
}

/** Closed first: what the command opens, or gives the focus to, comes after that. */
function carryOut(command: Command): void {
  document.getElementById('palette')?.hidePopover();
  command.run();
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 };

function onKey(
  event: KeyboardEvent,
  drawn: Command[],
  drawnChosen: number,
  state: State,
  actions: Actions,
): void {
  const { palette } = state;
  const text = (event.target as HTMLInputElement).value;
  const isDrawn = palette.isOpen && text === palette.text; // else a key came before the next frame
  const found = isDrawn ? drawn : matching(commandsOf(state, actions), text);
  const chosen = isDrawn ? drawnChosen : 0;
  const command = found[chosen];
  if (event.key === 'Enter' && command) {
    event.preventDefault();
    return carryOut(command);
  }
  const step = steps[event.key];
  if (!step || !found.length) return;
  event.preventDefault();
  const row = Math.max(0, Math.min(found.length - 1, chosen + step));
  actions.set({ palette: { isOpen: true, text, row } });
  document.getElementById(`command-${found[row]!.id}`)?.scrollIntoView({ block: 'nearest' });
}
