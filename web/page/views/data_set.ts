// A data set: searchable table of its recordings, and actions for the selected ones.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import type { Actions } from '../actions.js';
import {
  foundIn,
  labelCounts,
  tickedIn,
  valuesOf,
  type DataSetRecording,
  type DataSetState,
} from '../data_set/data_set.js';
import type { State } from '../state.js';
import { strings } from '../strings/index.js';
import { closeButton } from './overlays.js';
import { button, checkBox, scrollTable, searchBox, selectBox } from './parts.js';

const texts = strings.dataSet;

/** More rows are not looked through, but searched. */
const maxRows = 200;
const maxLabels = 40;
const labelsInCell = 4;

export function dataSetSheet(state: State, actions: Actions): TemplateResult | typeof nothing {
  const { dataSet } = state;
  if (!dataSet) return nothing;
  const { set } = dataSet;
  const found = foundIn(dataSet);
  return html`
    <section popover class="sheet data-set" id="data-set" aria-label=${texts.title}>
      <h2>${set.name || texts.title} ${closeButton('data-set')}</h2>
      <p>
        ${texts.holds(
          set.recordings.length,
          valuesOf(set.recordings, 'participant').length,
          valuesOf(set.recordings, 'session').length,
          valuesOf(set.recordings, 'task').length,
        )}
      </p>
      ${choicesView(dataSet, actions)}
      ${found.length ? tableView(dataSet, found, actions) : html`<p class="note">${texts.noneFound}</p>`}
      ${found.length > maxRows ? html`<p class="note">${texts.more(maxRows, found.length)}</p>` : nothing}
      ${buttonsView(dataSet, state.isBusy, actions)}
    </section>
  `;
}

function choicesView(dataSet: DataSetState, { dataSets }: Actions): TemplateResult {
  const { recordings } = dataSet.set;
  const counts = labelCounts(recordings).slice(0, maxLabels);
  const box = (key: 'session' | 'task' | 'label', values: { value: string; text: string }[]) =>
    values.length > 1
      ? selectBox(texts[key], [{ value: '', text: texts.all }, ...values], dataSet[key], (value) =>
          dataSets.look({ [key]: value }),
        )
      : nothing;
  const named = (key: 'session' | 'task') =>
    valuesOf(recordings, key).map((value) => ({ value, text: value }));
  return html`
    <div class="row">
      ${searchBox(texts.search, dataSet.text, (text) => dataSets.look({ text }))}
      ${box('session', named('session'))} ${box('task', named('task'))}
      ${box(
        'label',
        counts.map(({ text, n, nRecordings }) => ({
          value: text,
          text: texts.labelCount(text, n, nRecordings),
        })),
      )}
    </div>
  `;
}

const details = ['session', 'task', 'run', 'labels'] as const; // in the order of texts.head
const cellText = (one: DataSetRecording, detail: (typeof details)[number]): string =>
  detail === 'labels' ? labelsText(one.labels) : one[detail];

function tableView(
  dataSet: DataSetState,
  found: readonly DataSetRecording[],
  actions: Actions,
): TemplateResult {
  const shown = found.slice(0, maxRows);
  const told = details.filter((detail) =>
    dataSet.set.recordings.some((one) => cellText(one, detail)),
  );
  const [box = '', participant = '', ...heads] = texts.head;
  const isEvery = found.every(({ key, isMissing }) => isMissing || dataSet.ticked.has(key));
  return html`
    ${checkBox(texts.tickFound(found.length), isEvery, (isTicked) => actions.dataSets.tickFound(isTicked))}
    ${scrollTable(
      texts.title,
      [box, participant, ...heads.filter((_, i) => !details[i] || told.includes(details[i]))],
      html`<tbody>
        ${shown.map((one, i) =>
          rowView(one, shown[i - 1]?.participant !== one.participant, told, dataSet, actions),
        )}
      </tbody>`,
    )}
  `;
}

function rowView(
  one: DataSetRecording,
  isFirst: boolean,
  told: readonly (typeof details)[number][],
  { ticked, set }: DataSetState,
  { dataSets }: Actions,
): TemplateResult {
  const { key, participant, isMissing, file } = one;
  const box = (event: Event) => dataSets.tick([one], (event.target as HTMLInputElement).checked);
  return html`
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label=${texts.tick(file.name)}
          .checked=${live(ticked.has(key))}
          ?disabled=${isMissing}
          @change=${box}
        />
      </td>
      <th scope="row">
        ${participant}
        ${isFirst && set.participants.get(participant) ? html`<span class="note">${set.participants.get(participant)}</span>` : nothing}
      </th>
      ${told.map((detail) => html`<td class=${detail}>${cellText(one, detail)}</td>`)}
      <td>
        ${
          isMissing
            ? html`<span class="note">${texts.missing}</span>`
            : button(texts.open, () => void dataSets.open([one]), {
                label: texts.openOne(file.name),
              })
        }
      </td>
    </tr>
  `;
}

function labelsText(labels: ReadonlyMap<string, number> | null): string {
  const all = [...(labels ?? [])].sort(([, a], [, b]) => b - a);
  const told = all
    .slice(0, labelsInCell)
    .map(([text, n]) => `${text} (${strings.numbers.number(n)})`);
  return told.join(', ') + (all.length > labelsInCell ? ' ...' : '');
}

function buttonsView(
  dataSet: DataSetState,
  isBusy: boolean,
  { dataSets }: Actions,
): TemplateResult {
  const chosen = tickedIn(dataSet);
  const isIdle = isBusy || !chosen.length;
  return html`
    <div class="row">
      ${button(
        chosen.length ? texts.openTicked(chosen.length) : texts.tickToOpen,
        () => void dataSets.openTicked(),
        { kind: 'primary', isDisabled: isIdle },
      )}
      ${button(
        chosen.length
          ? texts.train(chosen.length, valuesOf(chosen, 'participant').length)
          : texts.tickToTrain,
        () => void dataSets.trainOnTicked(),
        { isDisabled: isIdle },
      )}
    </div>
    <p class="note">${texts.trainNote}</p>
  `;
}
