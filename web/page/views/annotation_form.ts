// The fields of an annotation: of the next one, and of one that is changed in its row of the table.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { Annotation } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import { secondsText } from '../../truth/annotations.js';
import type { Actions } from '../actions.js';
import { emptyForm, type AnnotationProblem } from '../annotation_form.js';
import { suggestedSpan } from '../annotation_span.js';
import type { RecordingEntry, State } from '../state.js';
import { strings } from '../strings/index.js';
import { button } from './parts.js';

const { own } = strings.annotations;
const atNext = '.annotate:not(.edited)';

/** Opens the tab of annotations at the text of the next one, with what is measured or pointed at. */
export function beginAnnotation(actions: Actions, isFromTraces = false): void {
  actions.annotations.begin(isFromTraces);
  actions.navigation.enter('signals');
  actions.navigation.chooseTab('marks');
  focusText(atNext);
}

const focusTraces = () =>
  document.querySelector<HTMLElement>('.scope')?.focus({ preventScroll: true });

/** Once it is drawn. */
function focusText(form: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`${form} [name=text]`)?.select(),
    ),
  );
}

export function nextAnnotation(
  state: State,
  entry: RecordingEntry,
  texts: string[],
  actions: Actions,
): TemplateResult {
  const { typed, isFromTraces, edited, problem } = state.annotationForm;
  const suggested = suggestedSpan(state, entry);
  const known = [...new Set([...(entry.run?.classes ?? []), ...texts])].slice(0, 100);
  const type = (name: 'onset' | 'duration') => (value: string) =>
    actions.annotations.fill({ typed: { ...typed, [name]: value }, problem: null });
  const add = async (one: Annotation) => {
    if ((await actions.annotations.add(one)) && isFromTraces) focusTraces();
  };
  const onKey = (event: KeyboardEvent) => {
    if (isEnter(event)) take(event, add);
    if (event.key === 'Escape') focusTraces();
  };
  const fields = html`
    ${secondsBox('onset', live(typed.onset ?? secondsText(suggested.onsetS)), type('onset'))}
    ${secondsBox('duration', live(typed.duration ?? secondsText(suggested.durationS)), type('duration'))}
    ${button(own.add, (event: Event) => take(event, add))}
  `;
  return html`
    <div class="annotate" role="group" aria-label=${own.title} @keydown=${onKey}>
      <h4>${own.title}</h4>
      ${textBox('', () => problem && actions.annotations.fill({ problem: null }))}
      <datalist id="known-texts">
        ${known.map((text) => html`<option value=${text}></option>`)}
      </datalist>
      <div class="row">${fields}</div>
      ${problemView(edited ? null : problem)}
    </div>
  `;
}

/** In place of its row. */
export function editedRow(
  one: Annotation,
  problem: AnnotationProblem | null,
  { annotations }: Actions,
): TemplateResult {
  const time = formatTime(one.onsetS, 2);
  const written = { onset: secondsText(one.onsetS), duration: secondsText(one.durationS) };
  const clear = () => problem && annotations.fill({ problem: null });
  const keep = (typed: Annotation) => void annotations.replace(one, typed);
  const cancel = () => annotations.fill(emptyForm);
  const onKey = (event: KeyboardEvent) => {
    if (isEnter(event)) take(event, keep);
    if (event.key === 'Escape') cancel();
  };
  return html`
    <tr>
      <td colspan="4">
        <div
          class="annotate edited"
          role="group"
          aria-label=${own.change(one.text, time)}
          @keydown=${onKey}
        >
          ${textBox(one.text, clear)}
          <div class="row">
            ${secondsBox('onset', written.onset, clear)}
            ${secondsBox('duration', written.duration, clear)}
          </div>
          <div class="row">
            ${button(own.keep, (event: Event) => take(event, keep), { kind: 'primary' })}
            ${button(own.cancel, cancel)}
          </div>
          ${problemView(problem)}
        </div>
      </td>
    </tr>
  `;
}

export function editButton(
  one: Annotation,
  icon: unknown,
  tabindex: number,
  { annotations }: Actions,
) {
  const edit = () => {
    annotations.fill({ ...emptyForm, edited: one });
    focusText('.annotate.edited');
  };
  const name = own.change(one.text, formatTime(one.onsetS, 2));
  return html`<button
    type="button"
    class="link"
    tabindex=${tabindex}
    aria-label=${name}
    title=${name}
    @click=${edit}
  >
    ${icon}
  </button>`;
}

const isEnter = ({ key, target }: KeyboardEvent) =>
  key === 'Enter' && (target as HTMLElement).matches('input');

// No form: a sandboxed frame lets none be submitted.
function take({ target }: Event, use: (one: Annotation) => unknown): void {
  const box = (target as HTMLElement).closest('.annotate')!;
  const field = (name: string) => box.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const [onsetS, durationS] = [field('onset').valueAsNumber, field('duration').valueAsNumber];
  use({ onsetS, durationS, text: field('text').value.trim() });
}

const textBox = (value: string, onInput: () => void) => html`
  <label class="field">
    <span>${own.text}</span>
    <input
      name="text"
      type="text"
      maxlength="200"
      autocomplete="off"
      list="known-texts"
      .value=${value}
      @input=${onInput}
    />
  </label>
`;

const secondsBox = (
  name: 'onset' | 'duration',
  value: unknown,
  onInput: (value: string) => void,
) => html`
  <label class="field">
    <span>${own[name]} <span class="unit">${own.unit}</span></span>
    <input
      name=${name}
      type="number"
      min="0"
      step="any"
      .value=${value}
      @input=${({ target }: Event) => onInput((target as HTMLInputElement).value)}
    />
  </label>
`;

const problemView = (problem: AnnotationProblem | null) =>
  problem ? html`<p class="warning" role="alert">${problem.text}</p>` : nothing;
