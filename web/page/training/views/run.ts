// A run: what is going on in words and curves, and at the end what it is worth.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type { EpochMetrics, TrainingInfo } from '../../../api/training_types.js';
import { counted, formatNumber, formatPercent } from '../../text.js';
import { factList, scrollTable } from '../../views/parts.js';
import { remainingText } from '../history.js';
import { originOf, splitText } from '../outcome.js';
import type { Panel } from '../panel.js';
import type { PanelState, Phase, Run } from '../state.js';
import { disclosure } from './fields.js';
import { comparisonView } from './comparison.js';
import { outcomeView } from './outcome.js';

const headings: Record<Phase, string> = {
  preparing: 'Preparing the recordings',
  running: 'Training',
  paused: 'Paused',
  stopping: 'Stopping after this step',
  ended: 'Done',
  failed: 'Training failed',
};

const ended = {
  'epochs done': 'Done',
  'no improvement': 'Done',
  stopped: 'Stopped',
  diverged: 'Diverged',
};

export function runView(run: Run, state: PanelState, panel: Panel): TemplateResult {
  const { phase, trained, info, problem } = run;
  const { earlier } = state;
  return html`
    <div class="run" data-phase=${phase}>
      <h3 id="training-state" tabindex="-1">
        ${trained ? ended[trained.ended] : headings[phase]}:
        ${run.plan.title}${run.plan.rival || earlier ? ` · ${run.plan.network}` : ''}
      </h3>
      ${phase === 'ended' || phase === 'failed' ? nothing : progressView(run)}
      ${problem ? html`<p class="warning bad">${problem.message}. ${problem.hint}</p>` : nothing}
      ${trained && info ? outcomeView(run, trained, info) : nothing}
      ${trained && earlier ? comparisonView(earlier, run) : nothing}
      ${info ? html`${chartsView(run, earlier)} ${passesView(run, state, panel)} ${infoView(run, info)}` : nothing}
      ${run.notes.map((note) => html`<p class="note">${note}</p>`)}
      ${phase !== 'ended' && phase !== 'failed' && run.keepNote ? html`<p class="note">${run.keepNote}</p>` : nothing}
    </div>
  `;
}

function progressView({ phase, last, info, plan, prepared }: Run): TemplateResult {
  if (phase === 'preparing') {
    return html`
      <label class="progress">
        <span>Reading and filtering ${counted(plan.items.length, 'recording')}</span>
        <progress max="1" .value=${live(prepared)}></progress>
      </label>
    `;
  }
  const nSteps = last?.nSteps ?? info?.nSteps ?? 1;
  const nDone = last ? last.step + 1 : 0;
  const left = phase === 'running' ? remainingText(last?.remainingS ?? null) : 'waiting';
  return html`
    <label class="progress">
      <span>
        Pass ${(last?.epoch ?? 0) + 1} of ${plan.options.epochs}, step ${formatNumber(nDone)} of
        ${formatNumber(nSteps)}, ${left}
      </span>
      <progress max=${nSteps} .value=${nDone}></progress>
    </label>
  `;
}

function chartsView({ history, info, phase }: Run, earlier: Run | null): TemplateResult {
  const hasValidation = (info?.nValidation ?? 0) > 0;
  return html`
    <div class="charts" data-single=${!hasValidation}>
      <figure>
        <figcaption>
          Loss: <span class="line" data-line="train">training</span>
          ${hasValidation ? html`<span class="line" data-line="validation">kept apart</span>` : nothing}
          ${hasValidation && earlier ? html`<span class="line" data-line="earlier">kept apart, ${earlier.plan.network}</span>` : nothing}
        </figcaption>
        <canvas id="loss-chart" aria-hidden="true"></canvas>
      </figure>
      ${
        hasValidation
          ? html`<figure>
              <figcaption>
                Right answers: <span class="line" data-line="validation">kept apart</span>
                ${earlier ? html`<span class="line" data-line="earlier">${earlier.plan.network}</span>` : nothing}
              </figcaption>
              <canvas id="accuracy-chart" aria-hidden="true"></canvas>
            </figure>`
          : nothing
      }
    </div>
    <p class="summary" aria-live=${phase === 'paused' ? 'polite' : 'off'}>
      ${curvesInWords(history.epochs, history.best)}
    </p>
  `;
}

function curvesInWords(epochs: readonly EpochMetrics[], best: EpochMetrics | null): string {
  const [first, last] = [epochs[0], epochs.at(-1)];
  if (!first || !last) return 'The first pass is under way.';
  const parts = [
    `After ${counted(epochs.length, 'pass', 'passes')}: training loss ${loss(last.trainLoss)} (${loss(first.trainLoss)} after the first)`,
  ];
  if (last.validationLoss !== undefined) parts.push(`kept apart ${loss(last.validationLoss)}`);
  if (last.accuracy !== undefined)
    parts.push(`${formatPercent(last.accuracy)} right (chance ${formatPercent(last.chance ?? 0)})`);
  if (best && best !== last && best.accuracy !== undefined)
    parts.push(`best ${formatPercent(best.accuracy)} in pass ${best.epoch + 1}`);
  return `${parts.join(' · ')}.`;
}

const loss = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : 'not a number');
const share = (value: number | undefined) => (value === undefined ? '' : formatPercent(value));

function passesView({ history }: Run, { isTableOpen }: PanelState, panel: Panel): TemplateResult {
  const { epochs } = history;
  const head = ['Pass', 'Training loss', 'Kept apart', 'Right', 'Balanced', 'Kappa', 'Best'];
  return disclosure(
    'The curves as a table',
    isTableOpen,
    (isOpen) => panel.show({ isTableOpen: isOpen }),
    () => scrollTable('Passes', head, rowBlocks(epochs)),
  );
}

const rowsPerBlock = 50;

/** In blocks, so that a new pass touches only the last of them. */
function rowBlocks(epochs: readonly EpochMetrics[]): unknown[] {
  const blocks: unknown[] = [];
  for (let first = 0; first < epochs.length; first += rowsPerBlock) {
    const rows = epochs.slice(first, first + rowsPerBlock);
    blocks.push(
      guard(
        [rows[0], rows.length],
        () =>
          html`<tbody>
            ${rows.map((row) => passRow(row))}
          </tbody>`,
      ),
    );
  }
  return blocks;
}

function passRow(row: EpochMetrics): TemplateResult {
  return html`
    <tr>
      <th scope="row">${row.epoch + 1}</th>
      <td class="number">${loss(row.trainLoss)}</td>
      <td class="number">${row.validationLoss === undefined ? '' : loss(row.validationLoss)}</td>
      <td class="number">${share(row.accuracy)}</td>
      <td class="number">${share(row.balancedAccuracy)}</td>
      <td class="number">${row.kappa?.toFixed(2) ?? ''}</td>
      <td>${row.isBest ? '✓' : ''}</td>
    </tr>
  `;
}

function settingsText(options: Run['plan']['options']): string {
  const { optimizer, learningRate, batchSize, seed, patience } = options;
  return `${optimizer}, learning rate ${learningRate}, batches of ${batchSize}, patience ${patience}, seed ${seed}`;
}

function infoView({ plan, phase }: Run, info: TrainingInfo): TemplateResult {
  const leftOut = info.leftOut.filter(({ count }) => count > 0);
  const perClass = (counts: number[]) =>
    info.classes.map((name, k) => `${name} ${counts[k] ?? 0}`).join(', ');
  const { nPersons } = originOf(plan.items);
  return html`
    ${info.warnings.map(({ code, message }) => html`<p class=${code.startsWith('AUDIT') ? 'warning' : 'note'}>${message}. <code>${code}</code></p>`)}
    <details ?open=${phase !== 'ended'}>
      <summary>What it is trained on</summary>
      ${factList([
        ['Trained on', `${counted(info.nTrain, 'window')}: ${perClass(info.trainCounts)}`],
        [
          'Kept apart',
          info.nValidation
            ? `${counted(info.nValidation, 'window')}: ${perClass(info.validationCounts)}`
            : 'nothing',
        ],
        ['How', splitText(info)],
        [
          'From',
          `${counted(nPersons, 'person', 'people')}, ${counted(plan.items.length, 'recording')}`,
        ],
        ['Left out', leftOut.map(({ reason, count }) => `${count} (${reason})`).join(', ')],
        [
          'Window',
          `${Number((info.nTimes / info.sfreq).toFixed(3))} s, ${counted(info.chNames.length, 'channel')}`,
        ],
        ['Model', `${plan.network}, ${formatNumber(info.parameters)} numbers to learn`],
        ['Settings', settingsText(plan.options)],
        [
          'Steps',
          `${formatNumber(info.stepsPerEpoch)} in each pass, ${formatNumber(info.nSteps)} in all`,
        ],
      ])}
    </details>
  `;
}
