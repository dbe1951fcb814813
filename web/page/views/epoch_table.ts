// A row per window. Of thousands, only rows near the view are in the document; the table states their number.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Prediction } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { classNumber } from '../class_number.js';
import type { Truth } from '../annotated_classes.js';
import type { Run } from '../state.js';
import { scrollTable } from './parts.js';
import { strings } from '../strings/index.js';

/**
 * Up to so many epochs every row is there, so that browsers can search them; while the run is active and the table grows, fewer:
 * with every new row a browser lays out the whole table anew.
 */
const maxWhole = 400;
const maxGrowing = 100;
const margin = 100;
const step = 50;
const usualRowPx = 33;

/** Columns next to the prediction: annotation, and prediction of a second model, by the index of the window. */
export interface Beside {
  truth: Truth | null;
  second: (string | null)[] | null;
}

export function epochTable(
  run: Run,
  beside: Beside,
  head: string[],
  firstRow: number,
  actions: Actions,
): TemplateResult {
  const n = run.predictions.length;
  if (n <= (run.status === 'running' ? maxGrowing : maxWhole))
    return scrollTable(strings.results.epochs, head, rowBlocks(run, beside, actions));
  const from = Math.max(0, Math.min(firstRow, n) - margin);
  const to = Math.min(n, firstRow + 2 * margin);
  const reached = tabbable(run, from, to) ?? Math.max(from, Math.min(firstRow, to - 1));
  const scrolled = (event: Event) => {
    const table = event.currentTarget as HTMLElement;
    const row = Math.floor(table.scrollTop / rowPx(table) / step) * step;
    if (row !== firstRow) actions.set({ firstEpochRow: row });
  };
  return html`
    <div
      class="table"
      tabindex="0"
      role="group"
      aria-label=${strings.results.epochs}
      @scroll=${scrolled}
    >
      <table aria-rowcount=${n + 1}>
        <thead>
          <tr aria-rowindex="1">
            ${head.map((title) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        ${spacer(from, head.length)}
        ${guard([run.classification, beside.truth, beside.second, from, to, run.selected, reached, strings.language], () => rowsInView(run, [from, to], reached, beside, actions))}
        ${spacer(n - to, head.length)}
      </table>
    </div>
  `;
}

const maxFew = 500;

/** Only windows that are wrong, or that a second model predicts differently; `told` states their number. */
export function fewTable(
  run: Run,
  { truth, second }: Beside,
  few: Prediction[],
  told: string,
  head: string[],
  actions: Actions,
): TemplateResult {
  const reached = few.find(({ index }) => index === run.selected) ?? few[0];
  const rows = few
    .slice(0, maxFew)
    .map((row) => epochRow(row, run, { truth, second }, row === reached, actions));
  return html`
    <p class="note" aria-live="polite">${told}</p>
    ${
      few.length
        ? scrollTable(
            strings.results.epochs,
            head,
            html`<tbody>
              ${rows}
            </tbody>`,
          )
        : nothing
    }
  `;
}

function rowsInView(
  run: Run,
  [from, to]: [number, number],
  reached: number,
  beside: Beside,
  actions: Actions,
): TemplateResult {
  return html`
    <tbody>
      ${repeat(
        run.predictions.slice(from, to),
        ({ index }) => index, // the row that has the focus stays itself while others come and go
        (row) => epochRow(row, run, beside, row.index === reached, actions, true),
      )}
    </tbody>
  `;
}

/** The one row that Tab stops at, if it is among these. */
function tabbable({ selected }: Run, from: number, to: number): number | null {
  const row = selected ?? 0;
  return row >= from && row < to ? row : null;
}

function rowPx(table: HTMLElement): number {
  return table.querySelector<HTMLElement>('tr[aria-rowindex] + tr')?.offsetHeight || usualRowPx;
}

/** As tall as the rows that are not there. */
function spacer(nRows: number, nColumns: number): TemplateResult | typeof nothing {
  if (!nRows) return nothing;
  const px = nRows * rowPx(document.querySelector<HTMLElement>('.results .table') ?? document.body);
  return html`
    <tbody class="spacer" aria-hidden="true">
      <tr>
        <td colspan=${nColumns}><svg width="1" height=${px}></svg></td>
      </tr>
    </tbody>
  `;
}

const rowsPerBlock = 250;

/** Rows in blocks, so that a new prediction touches only the last of them. */
function rowBlocks(run: Run, beside: Beside, actions: Actions): unknown[] {
  const blocks: unknown[] = [];
  for (let first = 0; first < run.predictions.length; first += rowsPerBlock) {
    const end = Math.min(run.predictions.length, first + rowsPerBlock);
    const reached = tabbable(run, first, end);
    blocks.push(
      guard(
        [
          run.classification,
          beside.truth,
          beside.second,
          end,
          reached,
          run.selected === null,
          strings.language,
        ],
        () => html`
          <tbody>
            ${run.predictions
              .slice(first, end)
              .map((row) => epochRow(row, run, beside, row.index === reached, actions))}
          </tbody>
        `,
      ),
    );
  }
  return blocks;
}

function epochRow(
  row: Prediction,
  { classes, selected, isRegression }: Run,
  { truth, second }: Beside,
  isReached: boolean,
  actions: Actions,
  isCounted = false,
): TemplateResult {
  const show = () => {
    actions.view.showEpoch(row.index);
    document.querySelector('#traces')?.scrollIntoView({ block: 'nearest' });
  };
  const isSelected = row.index === selected;
  const said = truth?.[row.index] ?? '';
  const values = isRegression ? [...row.probabilities] : [Math.max(...row.probabilities)];
  const ofClasses = classes
    .map((name, i) => `${name} ${strings.numbers.fixed(row.probabilities[i]!, 3)}`)
    .join('\n');
  return html`
    <tr
      class=${isSelected ? 'selected' : ''}
      aria-current=${isSelected ? 'true' : nothing}
      aria-rowindex=${isCounted ? row.index + 2 : nothing}
      @click=${show}
      @pointerenter=${() => actions.view.point(row.onsetS + row.durationS / 2)}
    >
      <th scope="row">
        <button
          type="button"
          class="link epoch"
          tabindex=${isReached ? 0 : -1}
          aria-label=${strings.results.showEpoch(row.index + 1)}
        >
          ${row.index + 1}
        </button>
      </th>
      <td class="number">${formatTime(row.onsetS, 2)}</td>
      ${truth ? truthCell(said, row) : nothing}
      <td>
        ${row.label ? html`<span class="swatch" data-class=${classNumber(classes, classes.indexOf(row.label))}>${row.label}</span>` : nothing}
      </td>
      ${second ? secondCell(second[row.index] ?? null, row, classes) : nothing}
      ${values.map((value) => html`<td class="number" title=${ofClasses}>${strings.numbers.fixed(value, 3)}</td>`)}
    </tr>
  `;
}

function truthCell(said: string | null, { label }: Prediction): TemplateResult {
  const isWrong = said && said !== label;
  return html`<td
    class=${isWrong ? 'differs' : ''}
    title=${isWrong ? strings.results.isWrong : nothing}
  >
    ${said}
  </td>`;
}

function secondCell(
  label: string | null,
  row: Prediction,
  classes: readonly string[],
): TemplateResult {
  const isOther = label && label !== row.label;
  return html`<td
    class=${isOther ? 'of-second differs' : 'of-second'}
    title=${isOther ? strings.results.second.isOther : nothing}
  >
    ${label ? html`<span class="swatch" data-class=${classNumber(classes, classes.indexOf(label))}>${label}</span>` : nothing}
  </td>`;
}
