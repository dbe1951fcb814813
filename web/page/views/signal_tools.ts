// Analysis tools above the traces: filter and ruler.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { earNames } from '../signals/montage.js';
import type { Response } from '../signals/tools.js';
import type { RecordingEntry, State } from '../state.js';
import { formatPercent } from '../text.js';
import { strings } from '../strings/index.js';
import { edgesView } from './filter_edges.js';
import { button, checkBox, valueTable } from './parts.js';

const texts = strings.tools;
const { filterEdges: edges, scale } = texts;

type View = (state: State, entry: RecordingEntry, actions: Actions) => TemplateResult;

/** Tools shown above the traces on request. */
const floats: { id: 'filter' | 'ruler'; view: View }[] = [
  { id: 'filter', view: filterTool },
  { id: 'ruler', view: rulerTool },
];

export function toolButtons(state: State, actions: Actions): TemplateResult {
  return html`
    <span class="tool-buttons" role="group" aria-label=${texts.group}>
      ${floats.map(({ id }) =>
        button(texts[id], () => actions.view.toggleTool(id), {
          kind: ['quiet', 'tool'],
          isExpanded: state.tools.includes(id),
          controls: `tool-${id}`,
        }),
      )}
    </span>
  `;
}

export function floatsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  return html`
    <div class="floats">
      ${floats.map(
        ({ id, view }) => html`
          <div
            class="float"
            id="tool-${id}"
            role="group"
            aria-label=${texts[id]}
            ?hidden=${!state.tools.includes(id)}
          >
            ${
              state.tools.includes(id)
                ? html`${view(state, entry, actions)}
                  ${button('×', () => actions.view.toggleTool(id), {
                    kind: ['quiet', 'close-float'],
                    label: strings.commands.hide(texts[id]),
                  })}`
                : nothing
            }
          </div>
        `,
      )}
    </div>
  `;
}

function filterTool(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { view } = entry;
  const response = actions.tools.response(state, entry);
  const isOwn = view.filtering === 'own';
  return html`
    <h3>${texts.filter}</h3>
    ${view.filtering === 'model' ? html`<p class="note">${edges.byModel}</p>` : nothing}
    ${edgesView(state, entry, actions)}
    ${
      response
        ? html`
            <p class="note">${describeResponse(response)}</p>
            <canvas
              id="filter-response"
              class="curve"
              role="img"
              aria-label=${edges.picture(describeResponse(response))}
            ></canvas>
          `
        : html`<p class="note">${edges.none}</p>`
    }
    ${response ? gainTable(response) : nothing}
    <p class="note">${edges.onlyLooking} ${isOwn ? edges.kind : ''}</p>
  `;
}

const tabledHz = [0.1, 0.3, 0.5, 1, 2, 4, 8, 10, 13, 20, 30, 40, 50, 60, 70, 100, 150, 200];

function gainTable({ hz, gain }: Response): TemplateResult {
  const nearest = (wanted: number) =>
    hz.reduce(
      (best, one, i) => (Math.abs(one - wanted) < Math.abs(hz[best]! - wanted) ? i : best),
      0,
    );
  const known = tabledHz.filter((one) => one <= hz.at(-1)!);
  return html`
    <details>
      <summary>${edges.asTable}</summary>
      ${valueTable(
        edges.table,
        edges.tableHead,
        known.map(nearest).map((i) => [edges.tableHz(hz[i]!), formatPercent(gain[i]!)]),
      )}
    </details>
  `;
}

/** Where half of the amplitude passes. */
export function describeResponse({ hz, gain }: Response): string {
  const first = gain.findIndex((one) => one >= 0.5);
  if (first < 0) {
    const most = gain.reduce((best, one, i) => (one > gain[best]! ? i : best), 0);
    return edges.littlePasses(gain[most]!, hz[most]!);
  }
  let last = gain.length - 1;
  while (gain[last]! < 0.5) last--;
  // Between two frequencies of the curve, where it crosses one half.
  const crossing = (below: number, above: number) => {
    const share = (0.5 - gain[below]!) / (gain[above]! - gain[below]!);
    return hz[below]! + share * (hz[above]! - hz[below]!);
  };
  const isOpen = last === gain.length - 1;
  return edges.passes(
    first === 0 ? null : crossing(first - 1, first),
    isOpen ? null : crossing(last + 1, last),
  );
}

const barPx = (60 / 25.4) * 96; // the 60 mm of the style sheet, as the browser takes them; on a phone there is room for all of it

function rulerTool(
  state: State,
  { recording, view }: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const mm = Number((barPx / state.pxPerMm).toFixed(1));
  const measured = (event: Event) => {
    const value = Number((event.target as HTMLInputElement).value);
    if (value >= 12 && value <= 240) actions.set({ pxPerMm: barPx / value });
  };
  const ears = earNames(recording);
  return html`
    <h3>${texts.ruler}</h3>
    <p class="note">${scale.measure}</p>
    <svg class="ruler" viewBox="0 0 227 16" aria-hidden="true">
      <path d="M0.5 1v14M0.5 8h226M226.5 1v14" />
    </svg>
    <div class="field">
      <label for="bar-mm">${scale.length}</label>
      <input
        id="bar-mm"
        type="number"
        min="12"
        max="240"
        step="0.5"
        .value=${String(mm)}
        @change=${measured}
      />
    </div>
    ${checkBox(scale.negativeUp, view.isNegativeUp, (isNegativeUp) => actions.view.change({ isNegativeUp }))}
    ${ears.length ? html`<p class="note">${scale.ears(ears)}</p>` : nothing}
  `;
}
