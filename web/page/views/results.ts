// What the model said: counts, a row per epoch, and files to take away.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { PlanInfo, ResultFormat } from '../../api/index.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry, Run, State } from '../state.js';
import { counted, formatPercent } from '../text.js';
import { words } from '../words.js';
import { epochTable } from './epoch_table.js';
import { selectBox } from './parts.js';

const formats: { value: ResultFormat; text: string }[] = [
  { value: 'csv', text: 'CSV table' },
  { value: 'json', text: 'JSON' },
  { value: 'tsv', text: 'BIDS events.tsv' },
  { value: 'edf', text: 'EDF+ annotations' },
];

export function resultsView(
  state: State,
  entry: RecordingEntry | null,
  actions: Actions,
): TemplateResult {
  const run = entry?.run ?? null;
  return html`
    <section class="card results" id="results" aria-label="Results">
      <div class="card-head">
        <h2>${words.results.title}</h2>
        <div class="row">
          ${selectBox(words.results.format, formats, state.format, (format) => actions.set({ format: format as ResultFormat }))}
          <button
            type="button"
            ?disabled=${run?.status !== 'done'}
            @click=${() => void actions.save()}
          >
            ${words.results.save}
          </button>
          ${run ? html`<button type="button" class="quiet" @click=${() => window.print()}>${words.print}</button>` : nothing}
          <button
            type="button"
            ?disabled=${run?.status !== 'done' || state.isBusy}
            title="Versions, digests, recipe, fit, results and limits on one page"
            @click=${() => void actions.saveReport()}
          >
            Report
          </button>
        </div>
      </div>
      ${run ? runView(state, run, actions) : emptyView(entry !== null)}
    </section>
  `;
}

function emptyView(hasRecording: boolean): TemplateResult {
  const text = hasRecording ? words.results.nothingYet : words.results.noRecording;
  return html`<p class="empty">${text}</p>`;
}

function runView(state: State, run: Run, actions: Actions): TemplateResult {
  const { plan, classes } = run;
  const hasLabels = plan?.epochs.some(({ label }) => label !== '') ?? false;
  const head = [
    'Epoch',
    'Onset',
    'Length',
    ...(hasLabels ? ['File says'] : []),
    'Model says',
    ...classes,
  ];
  return html`
    ${plan?.overridden ? html`<p class="warning"><strong>Not a valid result.</strong> Recording and model do not fit; this was classified on request, and every saved file says so.</p>` : nothing}
    <p class="summary">${outcome(run)}</p>
    ${run.nDone && !run.isRegression ? guard([run.classification, run.nDone], () => shares(run)) : nothing}
    ${plan ? leftOut(plan) : nothing}
    ${run.nDone ? epochTable(run, hasLabels, head, state.firstEpochRow, actions) : nothing}
  `;
}

function outcome({ status, nDone, plan, elapsedMs, modelTitle }: Run): string {
  const total = plan?.epochs.length ?? 0;
  const ms = Math.max(1, Math.round(elapsedMs));
  if (status === 'running')
    return total
      ? `${nDone} of ${counted(total, 'epoch')} so far`
      : 'Deciding which epochs there are';
  if (status === 'cancelled')
    return `Stopped after ${nDone} of ${counted(total, 'epoch')}. Classify again to finish and save.`;
  if (status === 'failed') return 'Classification failed; see the message above.';
  if (total === 0) return 'There is no epoch to classify.';
  return `${counted(total, 'epoch')} in ${ms} ms, by “${modelTitle}”`;
}

function shares({ classes, predictions }: Run): TemplateResult {
  const counts = classes.map((name) => predictions.filter(({ label }) => label === name).length);
  return html`
    <ul class="shares">
      ${classes.map((name, k) => {
        const share = counts[k]! / predictions.length;
        return html`
          <li>
            <span class="swatch" data-class=${(k % 6) + 1}>${name}</span>
            <svg class="bar" data-class=${(k % 6) + 1} aria-hidden="true">
              <rect width="${100 * share}%" height="100%" />
            </svg>
            <span class="number">${counted(counts[k]!, 'epoch')}, ${formatPercent(share)}</span>
          </li>
        `;
      })}
    </ul>
  `;
}

function leftOut({ leftOut }: PlanInfo): TemplateResult | typeof nothing {
  const some = leftOut.filter(({ count }) => count > 0);
  return some.length
    ? html`<p class="note">
        Left out: ${some.map(({ reason, count }) => `${count} (${reason})`).join(', ')}
      </p>`
    : nothing;
}
