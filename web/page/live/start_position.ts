// Start position of a replay in the recording: typed, or taken from cursor, window or view.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatTime, parseTime } from '../../plot/time_axis.js';
import { currentRecording, type State } from '../state.js';
import type { LivePanel } from './panel.js';
import { isGoing, type LiveState } from './state.js';
import { strings } from '../strings/index.js';
import { button } from '../views/parts.js';

const texts = strings.live.begin;

/** Minutes and seconds with what is needed behind the point. */
export function timeText(timeS: number): string {
  return formatTime(timeS, 2).replace(/[.,]?0+$/, '');
}

/** Where the user looks: the reading cursor of the traces, the epoch that was chosen, or the beginning of the view. */
export function lookedAt(page: State): { timeS: number; text: string } | null {
  const entry = currentRecording(page);
  if (!entry) return null;
  const { cursorS } = page;
  const { run, view } = entry;
  const epoch = typeof run?.selected === 'number' ? run.predictions[run.selected] : undefined;
  const from = (timeS: number, name: string) => {
    const rounded = Math.max(0, Math.round(100 * timeS) / 100);
    return { timeS: rounded, text: texts.from(name, timeText(rounded)) };
  };
  if (cursorS !== null) return from(cursorS, texts.cursor);
  return epoch ? from(epoch.onsetS, texts.epoch(epoch.index + 1)) : from(view.startS, texts.view);
}

export function beginningView(page: State, state: LiveState, panel: LivePanel): TemplateResult {
  const isOn = isGoing(state.run);
  const looked = lookedAt(page);
  const type = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const timeS = parseTime(input.value);
    const isTime = timeS !== null;
    panel.change(isTime ? { startS: timeS, startText: null } : { startText: input.value });
  };
  const isWrong = state.startText !== null;
  return html`
    <div class="field live-begin">
      <label for="live-begin">${texts.label} <span class="unit">${texts.unit}</span></label>
      <input
        id="live-begin"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck="false"
        maxlength="12"
        .value=${state.startText ?? timeText(state.startS)}
        aria-invalid=${isWrong}
        aria-describedby="live-begin-note"
        ?disabled=${isOn}
        @change=${type}
      />
      ${
        looked
          ? button(looked.text, () => panel.change({ startS: looked.timeS, startText: null }), {
              isDisabled: isOn || (!isWrong && looked.timeS === state.startS),
            })
          : nothing
      }
      <p class="note" id="live-begin-note" role="alert">${isWrong ? texts.noTime : ''}</p>
    </div>
  `;
}
