// What annotations mean to a model that does not know their texts: a choice for each text. Choosing renames them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import {
  isOfTrials,
  missingEvents,
  pointTexts,
  textsToName,
  unknownTexts,
  type Wanted,
} from '../annotated_classes.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry, Run, State } from '../state.js';
import { strings } from '../strings/index.js';
import { button, selectBox } from './parts.js';

const { rename: texts, lasting } = strings.annotations;

/** Why windows have no known class, and which text of the annotations is which class. */
export function notComparedView(
  run: Run,
  entry: RecordingEntry,
  actions: Actions,
): (TemplateResult | typeof nothing)[] {
  const unknown = unknownTexts(run, entry.recording);
  const { notCompared, points } = strings.results;
  const atPoints = unknown && !isOfTrials(run.plan) ? pointTexts(unknown, entry.recording) : [];
  const wanted = run.classes.map((text) => ({ text, className: '' }));
  return [
    unknown
      ? html`<p class="note">
          ${notCompared(unknown, run.classes)} ${atPoints.length ? points(atPoints) : nothing}
        </p>`
      : nothing,
    meaningView(textsToName(run, entry), wanted, actions),
  ];
}

/** Of a model that cuts windows around annotations: which of the recording's they are. */
export function eventsView(state: State, actions: Actions): TemplateResult | typeof nothing {
  const missing = missingEvents(state);
  return missing ? meaningView(missing.found, missing.wanted, actions) : nothing;
}

function meaningView(
  found: readonly string[],
  wanted: readonly Wanted[],
  actions: Actions,
): TemplateResult | typeof nothing {
  if (!found.length) return nothing;
  const choices = [
    { value: '', text: texts.nothing },
    ...wanted.map(({ text, className }) => ({ value: text, text: texts.as(text, className) })),
  ];
  const choose = (from: string) => (to: string) => to && void actions.annotations.rename(from, to);
  return html`
    <div class="meanings">
      ${found.map((text) => selectBox(texts.means(text), choices, '', choose(text)))}
    </div>
  `;
}

/** In the tab of annotations: another text, or a duration, for all that are listed. */
export function changeAllFields(text: string, actions: Actions): TemplateResult {
  const rename = (input: HTMLInputElement) => {
    const to = input.value.trim();
    if (!to || to === text) return input.focus();
    input.value = '';
    void actions.annotations.rename(text, to);
    actions.set({ annotationText: to });
  };
  const last = (input: HTMLInputElement) => {
    const durationS = input.valueAsNumber;
    if (!(durationS >= 0)) return input.focus();
    input.value = '';
    void actions.annotations.setDuration(text, durationS);
  };
  return html`
    ${changeAllField(
      html`
        <span>${texts.all(text)}</span>
        <input type="text" maxlength="200" autocomplete="off" list="known-texts" />
      `,
      texts.button,
      rename,
    )}
    ${changeAllField(
      html`
        <span>${lasting.all(text)} <span class="unit">${strings.annotations.own.unit}</span></span>
        <input type="number" min="0" step="any" autocomplete="off" />
      `,
      lasting.button,
      last,
    )}
  `;
}

/** A field with its button, or Enter. */
function changeAllField(
  field: TemplateResult,
  buttonText: string,
  use: (input: HTMLInputElement) => void,
): TemplateResult {
  const take = ({ target }: Event) =>
    use((target as HTMLElement).closest('.rename')!.querySelector('input')!);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.target as HTMLElement).matches('input')) take(event);
  };
  return html`
    <div class="rename row" @keydown=${onKey}>
      <label class="field">${field}</label>
      ${button(buttonText, take)}
    </div>
  `;
}
