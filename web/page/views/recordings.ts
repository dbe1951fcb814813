// The open recordings: choose one, close one, open more, and the accuracy in each.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Actions } from '../actions.js';
import { fitsNone } from '../classify_obstacle.js';
import { isOpenTwice } from '../copies.js';
import { ofFolder, recordingEndings } from '../recording_files.js';
import {
  hasCopies,
  interval,
  isMixed,
  nextSort,
  recordingGroups,
  rightOf,
  total,
  type ListedRecording,
  type RecordingGroup,
  type RecordingListState,
  type Right,
  type SortColumn,
} from '../recording_list.js';
import { formatLength } from '../../plot/time_axis.js';
import { reasons } from '../model_list.js';
import { bySeverity } from '../warning_severity.js';
import { currentRecording, type RecordingEntry, type State } from '../state.js';
import { strings } from '../strings/index.js';
import { button, fileInput, folderInput, opener, searchBox } from './parts.js';
import { popover } from './overlays.js';
import { trainedOnSome } from './trained_on.js';

const texts = strings.start;

/** Beyond so many, one looks for a name. */
const searchedFrom = 4;

export function recordingsPopover(state: State, actions: Actions): TemplateResult {
  const { recordings } = state;
  return popover(
    'recordings',
    texts.recordings,
    html`
      ${recordings.length >= searchedFrom ? searchBox(texts.search, state.recordingList.text, (text) => actions.set({ recordingList: { ...state.recordingList, text } })) : nothing}
      ${recordings.length ? tableView(state, actions) : html`<p class="note or-drop">${texts.orDrop}</p>`}
      ${recordings.length > 1 && totalText(state) ? html`<p class="note">${totalText(state)}</p>` : nothing}
      ${modelNote(state)}
      <div class="row">
        ${fileInput(texts.open, recordingEndings, true, (files) => void actions.openRecordings(files), 'primary')}
        ${folderInput(texts.openFolder, (files) => void actions.openRecordings(ofFolder(files)))}
        ${classifyAllButton(state, actions)}
        ${button(texts.sample, () => void actions.trySample(), { isDisabled: state.isBusy })}
        ${
          state.dataSet ? opener(strings.dataSet.show(state.dataSet.set.name), 'data-set') : nothing
        }
        ${currentRecording(state) ? opener(strings.recording.open, 'recording') : nothing}
      </div>
    `,
    (isOpen) => {
      if (isOpen) actions.set({ recordingList: { ...state.recordingList, text: '' } });
    },
  );
}

/** Nothing as long as there is only one. */
export function classifyAllButton(
  state: State,
  actions: Actions,
  name = '',
): TemplateResult | typeof nothing {
  const { recordings, isBusy, batch } = state;
  if (recordings.length < 2) return nothing;
  const isRunning = batch !== null || recordings.some(({ run }) => run?.status === 'running');
  return button(texts.classifyAll(recordings.length), () => void actions.classifier.classifyAll(), {
    kind: name,
    isDisabled: isBusy || isRunning || fitsNone(state),
  });
}

const judgedIn = ({ recordings }: State) => recordings.filter((entry) => rightOf(entry));

/** Then the result of the recording that is shown needs a name. */
export const hasAllResults = (state: State): boolean => judgedIn(state).length > 1;

/** How often the model was right in each recording, once it is known of several. */
export function allResults(state: State, actions: Actions): TemplateResult | typeof nothing {
  if (!hasAllResults(state)) return nothing;
  const judged = judgedIn(state);
  return html`
    <section class="all-results" aria-label=${texts.allResults}>
      <h3>${texts.allResults}</h3>
      ${trainedOnSome(judged)}
      <p class="summary">${totalText(state)}</p>
      ${modelNote(state)} ${tableView(state, actions, texts.allResults)}
      <div class="row">${button(texts.saveAllResults, () => actions.exports.allResults())}</div>
    </section>
  `;
}

function tableView(state: State, actions: Actions, label = texts.recordings): TemplateResult {
  const { recordings, recordingList } = state;
  const groups = recordingGroups(recordings, recordingList);
  const isJudged = groups.some(({ right }) => right);
  const namesModels = modelsUsed(state).size > 1;
  const row = (one: ListedRecording) =>
    recordingRow(one, { isJudged, namesModels }, state, actions);
  const head = (column: SortColumn) => columnHead(column, recordingList, actions);
  return html`
    <div class="open-list" tabindex="0" role="group" aria-label=${label}>
      <table>
        <thead>
          <tr>
            ${head('name')}
            <td></td>
            ${head('length')} ${isJudged ? head('right') : nothing}
            <td></td>
          </tr>
        </thead>
        ${groups.map((group) => groupView(group, isJudged, row))}
      </table>
      ${groups.length ? nothing : html`<p class="note">${texts.noneFound}</p>`}
    </div>
  `;
}

/** Of those that the table shows; empty if it is known of none. */
function totalText({ recordings, recordingList }: State): string {
  const groups = recordingGroups(recordings, recordingList);
  const listed = groups.flatMap((group) => group.recordings);
  if (isMixed(listed)) return texts.mixed;
  const all = total(listed);
  if (!all) return '';
  const { allRight, copiesOnce } = texts;
  const isOnce = hasCopies(listed) ? ` ${copiesOnce}` : '';
  const wider = all.isOverlapping ? ` ${strings.results.overlapping}` : '';
  return allRight(all.nRight, all.n, interval(all)) + isOnce + wider;
}

const modelsUsed = ({ recordings }: State): Set<string> =>
  new Set(recordings.flatMap(({ run }) => (run?.status === 'done' ? [run.modelTitle] : [])));

/** Where one model classified all; several stand beside what each classified. */
function modelNote(state: State): TemplateResult | typeof nothing {
  const [title, ...others] = modelsUsed(state);
  return title !== undefined && others.length === 0
    ? html`<p class="note">${texts.model(title)}</p>`
    : nothing;
}

function columnHead(
  column: SortColumn,
  list: RecordingListState,
  actions: Actions,
): TemplateResult {
  const isSorted = list.sort === column;
  const sorted = isSorted ? (list.isDown ? 'descending' : 'ascending') : 'none';
  return html`
    <th scope="col" class=${column} aria-sort=${sorted}>
      <button
        type="button"
        class="sort"
        @click=${() => actions.set({ recordingList: nextSort(list, column) })}
      >
        ${texts.table[column]}<span aria-hidden="true"
          >${isSorted ? (list.isDown ? '▾' : '▴') : ''}</span
        >
      </button>
    </th>
  `;
}

function groupView(
  { person, recordings, right }: RecordingGroup,
  isJudged: boolean,
  row: (one: ListedRecording) => TemplateResult,
): TemplateResult {
  return html`
    <tbody>
      ${
        person === null
          ? nothing
          : html`<tr class="person">
              <th scope="rowgroup" colspan="3">${texts.person(person, recordings.length)}</th>
              ${isJudged ? rightCell(right) : nothing}
              <td></td>
            </tr>`
      }
      ${recordings.map(row)}
    </tbody>
  `;
}

function rightCell(right: Right | null): TemplateResult {
  return html`<td class="right number">
    ${right ? html`<span title=${texts.shareOf(right.nRight, right.n)}>${texts.share(right.nRight, right.n)}</span>` : nothing}
  </td>`;
}

function recordingRow(
  { entry, right }: ListedRecording,
  { isJudged, namesModels }: { isJudged: boolean; namesModels: boolean },
  state: State,
  actions: Actions,
): TemplateResult {
  const { key, recording, run } = entry;
  const isCurrent = key === state.recordingKey;
  const title = namesModels && run?.status === 'done' ? run.modelTitle : '';
  return html`
    <tr class=${isCurrent ? 'current' : ''}>
      <th scope="row" class="name">
        ${button(recording.name, () => void actions.selectRecording(key), {
          isPressed: isCurrent,
          title: recording.name,
        })}
        ${title ? html`<span class="note">${texts.model(title)}</span>` : nothing}
      </th>
      <td class="about">${badges(entry, state)}</td>
      <td class="length number">${formatLength(recording.durationS)}</td>
      ${isJudged ? rightCell(right) : nothing}
      <td>
        ${button('×', () => void actions.closeRecording(key), {
          kind: ['close', 'quiet'],
          label: texts.close(recording.name),
        })}
      </td>
    </tr>
  `;
}

function badges(entry: RecordingEntry, { recordings }: State): TemplateResult {
  const { recording, isSimulated, run, misfit } = entry;
  const { serious } = bySeverity(recording.warnings);
  return html`
    <span class="badges">
      ${isSimulated ? html`<span class="tag">${strings.recording.simulated}</span>` : nothing}
      ${isOpenTwice(entry, recordings) ? html`<span class="tag">${texts.openTwice}</span>` : nothing}
      ${serious.length ? html`<span class="badge" data-verdict="missing">${texts.warnings(serious.length)}</span>` : nothing}
      ${misfit ? html`<span class="badge" data-verdict="incompatible" title=${[texts.model(misfit.modelTitle), ...reasons(misfit.compatibility)].join('\n')}>${strings.model.compatibility.verdicts.incompatible}</span>` : nothing}
      ${run?.status === 'done' ? html`<span class="badge" data-verdict="ok">${texts.classified(run.nDone)}</span>` : nothing}
    </span>
  `;
}
