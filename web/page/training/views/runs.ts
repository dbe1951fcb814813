// The table of runs of this visit; any two can be compared.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { originOf } from '../outcome.js';
import { inOrder } from '../pair.js';
import { doubtOf } from '../doubts.js';
import type { Panel } from '../panel.js';
import { differenceOf, inTable, isBest, type SortKey } from '../runs.js';
import type { PanelState, Run } from '../state.js';
import { comparisonView } from './comparison.js';
import { textBox } from './fields.js';
import { smallVerdict } from './verdict.js';
import { strings } from '../../strings/index.js';
import { button } from '../../views/parts.js';

const texts = strings.train.runs;

export function runsView(state: PanelState, panel: Panel): TemplateResult | typeof nothing {
  const { runs, sorting } = state;
  if (!runs.length) return nothing;
  return html`
    <section class="runs" aria-label=${texts.label}>
      <details open>
        <summary><h3>${texts.title(runs.length)}</h3></summary>
        <div class="table" tabindex="0" role="group" aria-label=${texts.label}>
          <table>
            ${headRow(state, panel)}
            <tbody>
              ${inTable(runs, sorting).map((run) => runRow(run, state, panel))}
            </tbody>
          </table>
        </div>
        ${runs.length > 1 ? comparedView(state) : nothing}
      </details>
    </section>
  `;
}

const columns: SortKey[] = ['order', 'name', 'data', 'seed', 'accuracy'];

function headRow({ sorting }: PanelState, panel: Panel): TemplateResult {
  const cell = (key: SortKey) => {
    const isSorted = sorting.by === key;
    const direction = sorting.isDescending ? 'descending' : 'ascending';
    return html`
      <th scope="col" data-column=${key} aria-sort=${isSorted ? direction : 'none'}>
        <button type="button" class="link" @click=${() => panel.sort(key)}>
          ${texts.head[key]}${isSorted ? html` <span aria-hidden="true">${sorting.isDescending ? '↓' : '↑'}</span>` : nothing}
        </button>
      </th>
    `;
  };
  return html`
    <thead>
      <tr>
        <th scope="col">${texts.compareHead}</th>
        ${columns.map(cell)}
        <th scope="col">${texts.head.judged}</th>
        ${cell('time')}
        <td></td>
      </tr>
    </thead>
  `;
}

function runRow(run: Run, state: PanelState, panel: Panel): TemplateResult {
  const { plan, name, order, trained, elapsedS } = run;
  const { nPersons } = originOf(plan.items);
  const data = texts.data(plan.title, nPersons, plan.items.length);
  const evaluation = trained?.evaluation;
  return html`
    <tr data-shown=${state.run === run}>
      <td>
        <input
          type="checkbox"
          aria-label=${texts.compare(name)}
          .checked=${live(state.ticked.includes(order))}
          @change=${(event: Event) => panel.tick(run, (event.target as HTMLInputElement).checked)}
        />
      </td>
      <td class="number">${order}</td>
      <th scope="row">${textBox(texts.nameOf(name), name, (text) => panel.rename(run, text))}</th>
      <td class="data" title=${data}>${data}</td>
      <td class="number">${plan.options.seed}</td>
      <td class="number">
        ${
          evaluation
            ? html`${smallVerdict(evaluation, doubtOf(plan, run.info!.splitBy))}
              ${texts.accuracy(evaluation.accuracy, evaluation.accuracyInterval)}
              ${isBest(run, state.runs) ? html`<span class="tag">${texts.best}</span>` : nothing}`
            : texts.notJudged
        }
      </td>
      <td>${judgedText(run)}</td>
      <td class="number">${strings.numbers.length(elapsedS)}</td>
      <td>${rowButtons(run, state, panel)}</td>
    </tr>
  `;
}

function judgedText({ plan, info }: Run): string {
  if (plan.eachPerson.length) return texts.judged.persons(plan.eachPerson.length);
  const { splitBy, nSetAside, nGroups } = info!;
  return splitBy === 'subject' || splitBy === 'run'
    ? texts.judged[splitBy](nSetAside, nGroups)
    : texts.judged[splitBy];
}

function rowButtons(run: Run, state: PanelState, panel: Panel): TemplateResult {
  const { name } = run;
  const isInUse = panel.isInUse(run);
  return html`
    <span class="row-buttons">
      ${button(texts.show, () => panel.show(run), {
        kind: 'link',
        label: texts.showOf(name),
        isDisabled: state.run === run || panel.isRunning,
      })}
      ${button(texts.save, () => panel.save(run), { kind: 'link', label: texts.saveOf(name) })}
      ${button(isInUse ? strings.train.inUse : texts.use, () => void panel.useModel(run), {
        kind: 'link',
        label: isInUse ? texts.inUseOf(name) : texts.useOf(name),
        isDisabled: isInUse,
      })}
    </span>
  `;
}

function comparedView({ runs, ticked }: PanelState): TemplateResult {
  const [a, b] = runs.filter(({ order }) => ticked.includes(order));
  if (!a) return html`<p class="note">${texts.pickTwo}</p>`;
  if (!b) return html`<p class="note">${texts.pickOne}</p>`;
  const difference = differenceOf(a, b);
  return html`
    <div class="compared">
      ${difference ? html`<p class="note">${texts.cannot(texts.why[difference])}</p>` : nothing}
      ${difference ? nothing : comparisonView(...inOrder(a, b))}
    </div>
  `;
}
