// Edges of the filter of the display: a list of the usual ones for each, and a field for any other.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Actions } from '../actions.js';
import { edgeProblem, typedHz } from '../signals/filter_edges.js';
import type { RecordingEntry, State } from '../state.js';
import type { EdgeKey, TypedEdge } from '../view.js';
import { strings } from '../strings/index.js';
import { choicesOf, selectBox } from './parts.js';

const { filterEdges: texts } = strings.tools;
const [off, other] = ['off', 'other'];
const fieldId = 'typed-edge';

const usualHz: Record<EdgeKey, number[]> = {
  highpassHz: [0.1, 0.3, 0.5, 1, 2, 5, 10],
  lowpassHz: [12, 15, 20, 30, 35, 40, 50, 70, 100, 150],
  notchHz: [50, 60],
};
const keys = Object.keys(usualHz) as EdgeKey[];

export function edgesView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const sfreq = recording.channels[recording.info.mainChannels[0] ?? 0]?.sfreq ?? 0;
  const { typedEdge: typed } = state;
  const set = (key: EdgeKey, hz: number | null) => {
    actions.view.typeEdge(null);
    actions.view.change({ [key]: hz, filtering: 'own' });
  };
  const box = (key: EdgeKey) => {
    const value = view.filtering === 'own' ? view[key] : null;
    const fitting = usualHz[key].filter((hz) => hz < sfreq / 2);
    if (value !== null && !fitting.includes(value)) fitting.push(value);
    const options = [
      { value: off, text: texts.off },
      ...choicesOf(
        fitting.sort((a, b) => a - b),
        texts.hz,
      ),
      { value: other, text: texts.other },
    ];
    const chosen = typed?.key === key ? other : (value ?? off);
    return selectBox<number | string>(texts.edges[key], options, chosen, (hz) => {
      if (hz === other) begin(actions, { key, text: value === null ? '' : String(value) });
      else set(key, hz === off ? null : Number(hz));
    });
  };
  const take = (field: HTMLInputElement, key: EdgeKey) => {
    const text = field.value;
    if (edgeProblem(text, key, view, sfreq)) return actions.view.typeEdge({ key, text });
    leave(field);
    set(key, typedHz(text));
  };
  const problem = typed?.text ? edgeProblem(typed.text, typed.key, view, sfreq) : '';
  return html`<div class="edges">${keys.map(box)}</div>
    ${typed ? fieldView(typed, problem, take, () => actions.view.typeEdge(null)) : nothing}`;
}

function begin(actions: Actions, typedEdge: TypedEdge): void {
  actions.view.typeEdge(typedEdge);
  requestAnimationFrame(() => {
    const field = document.getElementById(fieldId) as HTMLInputElement | null;
    field?.select();
    field?.focus();
  });
}

/** The focus goes back to the list, unless it is elsewhere already. */
function leave(field: HTMLInputElement): void {
  if (document.activeElement !== field) return;
  const lists = [...field.closest('.float')!.querySelectorAll('select')];
  lists.find(({ value }) => value === other)?.focus();
}

function fieldView(
  { key, text }: TypedEdge,
  problem: string,
  take: (field: HTMLInputElement, key: EdgeKey) => void,
  close: () => void,
) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation(); // it closes no more than the field
    leave(event.target as HTMLInputElement);
    close();
  };
  // Another edge has another field; what is being typed is left alone when the page is drawn.
  const field = html`<div class="field">
      <label for=${fieldId}>${texts.typed(texts.edges[key])}</label>
      <input
        id=${fieldId}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        size="8"
        aria-invalid=${problem !== ''}
        aria-describedby=${problem ? `${fieldId}-problem` : nothing}
        .value=${text}
        @keydown=${press}
        @change=${(event: Event) => take(event.target as HTMLInputElement, key)}
      />
    </div>
    ${problem ? html`<p id="${fieldId}-problem" class="warning" role="alert">${problem}</p>` : nothing}`;
  return keyed(key, field);
}
