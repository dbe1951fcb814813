// Where the traces begin, as a field that goes to another time, and whether times are those of the clock.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { decimalsFor, timeText } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { clockKey, clockOf, knownStart, limitsOf, timeFrom } from '../clock.js';
import type { RecordingEntry, State } from '../state.js';
import { timelineS } from '../truncation.js';
import { strings } from '../strings/index.js';
import { button } from './parts.js';

const texts = strings.signals.goTo;
const fieldId = 'go-to';

/** Selects the time, so that another can be typed. */
export function askForTime(): void {
  document.querySelector<HTMLInputElement>(`#${fieldId}`)?.select();
}

export function goToView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const startedAt = clockOf(state, recording);
  const shown = timeText({ startedAt }, view.startS, decimalsFor(view.spanS / 10));
  const go = (field: HTMLInputElement) => {
    const lengthS = timelineS(entry);
    const timeS = timeFrom(field.value, lengthS, startedAt);
    field.setCustomValidity(timeS === null ? texts.noTime(...limitsOf(lengthS, startedAt)) : '');
    if (timeS === null) return void field.reportValidity();
    actions.view.change({ startS: timeS });
    field.value = shown; // if it is where it was; otherwise drawn anew
  };
  const onKey = (event: KeyboardEvent) => {
    const field = event.target as HTMLInputElement;
    field.setCustomValidity('');
    if (event.key === 'Enter') go(field);
    if (event.key === 'Escape') field.value = shown;
  };
  // What is being typed is left alone when the page is drawn; what was not taken is gone with the focus.
  const leave = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    field.setCustomValidity('');
    field.value = shown;
  };
  return html`
    <div class="field go-to">
      <label for=${fieldId}>${texts.label}</label>
      <input
        id=${fieldId}
        type="text"
        autocomplete="off"
        spellcheck="false"
        title=${texts.hint}
        .value=${shown}
        @keydown=${onKey}
        @blur=${leave}
        @change=${(event: Event) => go(event.target as HTMLInputElement)}
      />
    </div>
  `;
}

export function clockButton(
  state: State,
  { recording }: RecordingEntry,
  { navigation }: Actions,
): TemplateResult | typeof nothing {
  if (!knownStart(recording)) return nothing;
  const isOn = clockOf(state, recording) !== '';
  return button(texts.clock, () => navigation.setUrlSetting(clockKey, isOn ? '' : '1'), {
    kind: ['quiet', 'tool', 'clock'],
    isPressed: isOn,
    title: texts.clockHint,
  });
}
