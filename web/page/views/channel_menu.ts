// The menu of a channel: opened on its name, by the key C, or by the button next to the number of channels.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { channelSteps, menuId } from '../channel_menu.js';
import { referenceChoices, visibleRows } from '../signals/montage.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { badByFile } from '../view_steps.js';
import { popover } from './overlays.js';
import { selectBox } from './parts.js';

const texts = strings.signals.channelMenu;
type StepName = keyof typeof channelSteps;

/** The channels that are shown, each once. */
function shownNames({ recording, view }: RecordingEntry): string[] {
  const rows = visibleRows(recording, view);
  return [...new Set(rows.map(({ index }) => recording.channels[index]!.name))];
}

export function channelMenu(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const names = shownNames(entry);
  const name = recording.channels.some((one) => one.name === state.channelMenu)
    ? state.channelMenu!
    : (names[0] ?? '');
  const choices = [...new Set([name, ...names])].map((one) => ({ value: one, text: one }));
  const canRefer = referenceChoices(recording).some(({ value }) => value === `at:${name}`);
  const isChanged =
    view.picked || view.hidden.length || String(view.bad) !== String(badByFile(recording));
  const item = (step: StepName, text: string, isPressed: boolean | null = null) =>
    itemView(text, isPressed, () => {
      actions.view.change(channelSteps[step](view, name, recording));
      if (step !== 'bad') document.getElementById(menuId)?.hidePopover();
    });
  return popover(
    menuId,
    texts.label,
    html`
      ${selectBox(texts.channel, choices, name, (channelMenu) => actions.set({ channelMenu }))}
      <div class="menu-items">
        ${item('only', texts.only)} ${item('hide', texts.hide)}
        ${item('bad', texts.bad, view.bad.includes(name))}
        ${canRefer ? item('reference', texts.reference, view.reference === `at:${name}`) : nothing}
        ${isChanged || view.reference !== 'recorded' ? item('reset', texts.reset) : nothing}
      </div>
      <p class="note">${texts.note}</p>
    `,
    (isOpen, menu) => {
      if (isOpen) menu.querySelector<HTMLElement>('select')?.focus();
    },
  );
}

function itemView(text: string, isPressed: boolean | null, run: () => void): TemplateResult {
  return html`
    <button type="button" aria-pressed=${isPressed ?? nothing} @click=${run}>
      <span>${text}</span>${isPressed ? html`<span aria-hidden="true">✓</span>` : nothing}
    </button>
  `;
}
