// A run: what is going on in words and curves, and at the end what it is worth.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type { EpochMetrics, TrainingInfo } from '../../../api/training_types.js';
import { formatPercent } from '../../text.js';
import { factList, scrollTable } from '../../views/parts.js';
import { originOf, splitText } from '../outcome.js';
import { inOrder } from '../pair.js';
import type { Panel } from '../panel.js';
import type { PanelState, Run } from '../state.js';
import { disclosure } from './fields.js';
import { comparisonView } from './comparison.js';
import { outcomeView } from './outcome.js';
import { words } from '../../words/index.js';

const said = words.train.run;

export function runView(run: Run, state: PanelState, panel: Panel): TemplateResult {
  const { phase, trained, info, problem } = run;
  const { earlier } = state;
  return html`
    <div class="run" data-phase=${phase}>
      <h3 id="training-state" tabindex="-1">
        ${said.heading(
          trained ? said.ended[trained.ended] : said.headings[phase],
          run.plan.title,
          run.plan.rival || earlier ? run.plan.network : null,
        )}
      </h3>
      ${phase === 'ended' || phase === 'failed' ? nothing : progressView(run)}
      ${problem ? html`<p class="warning bad">${problem.message}. ${problem.hint}</p>` : nothing}
      ${trained && info ? outcomeView(run, trained, info, panel.isInUse(run)) : nothing}
      ${trained && earlier ? comparisonView(...inOrder(earlier, run), panel) : nothing}
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
        <span>${said.reading(plan.items.length)}</span>
        <progress max="1" .value=${live(prepared)}></progress>
      </label>
    `;
  }
  const nSteps = last?.nSteps ?? info?.nSteps ?? 1;
  const nDone = last ? last.step + 1 : 0;
  const left = phase === 'running' ? said.remaining(last?.remainingS ?? null) : said.waiting;
  return html`
    <label class="progress">
      <span>
        ${said.progress((last?.epoch ?? 0) + 1, plan.options.epochs ?? 0, nDone, nSteps, left)}
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
          ${said.charts.loss} <span class="line" data-line="train">${said.charts.training}</span>
          ${hasValidation ? html`<span class="line" data-line="validation">${said.charts.keptApart}</span>` : nothing}
          ${hasValidation && earlier ? html`<span class="line" data-line="earlier">${said.charts.keptApartOf(earlier.plan.network)}</span>` : nothing}
        </figcaption>
        <canvas id="loss-chart" aria-hidden="true"></canvas>
      </figure>
      ${
        hasValidation
          ? html`<figure>
              <figcaption>
                ${said.charts.right}
                <span class="line" data-line="validation">${said.charts.keptApart}</span>
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
  if (!first || !last) return said.firstPass;
  const { accuracy, chance = 0 } = last;
  const isEarlier = best && best !== last && best.accuracy !== undefined;
  return said.curves(
    epochs.length,
    { last: loss(last.trainLoss), first: loss(first.trainLoss) },
    last.validationLoss === undefined ? null : loss(last.validationLoss),
    accuracy === undefined ? null : { accuracy, chance },
    isEarlier ? { accuracy: best.accuracy!, pass: best.epoch + 1 } : null,
  );
}

const loss = (value: number) =>
  Number.isFinite(value) ? words.numbers.fixed(value, 3) : said.notANumber;
const share = (value: number | undefined) => (value === undefined ? '' : formatPercent(value));

function passesView({ history }: Run, { isTableOpen }: PanelState, panel: Panel): TemplateResult {
  const { epochs } = history;
  return disclosure(
    said.passes.summary,
    isTableOpen,
    (isOpen) => panel.show({ isTableOpen: isOpen }),
    () => scrollTable(said.passes.label, said.passes.head, rowBlocks(epochs)),
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
      <td class="number">${row.kappa === undefined ? '' : words.numbers.fixed(row.kappa, 2)}</td>
      <td>${row.isBest ? '✓' : ''}</td>
    </tr>
  `;
}

function settingsText(options: Run['plan']['options']): string {
  const { optimizer, learningRate, batchSize, seed, patience } = options;
  return said.about.settingsOf(
    optimizer ?? '',
    learningRate ?? 0,
    batchSize ?? 0,
    patience ?? 0,
    seed ?? 0,
  );
}

function infoView({ plan, phase }: Run, info: TrainingInfo): TemplateResult {
  const { about } = said;
  const leftOut = info.leftOut.filter(({ count }) => count > 0);
  const perClass = (counts: number[]) =>
    info.classes.map((name, k) => `${name} ${counts[k] ?? 0}`).join(', ');
  const { nPersons } = originOf(plan.items);
  return html`
    ${info.warnings.map(({ code, message }) => html`<p class=${code.startsWith('AUDIT') ? 'warning' : 'note'}>${message}. <code>${code}</code></p>`)}
    <details ?open=${phase !== 'ended'}>
      <summary>${about.summary}</summary>
      ${factList([
        [about.trainedOn, about.ofClasses(info.nTrain, perClass(info.trainCounts))],
        [
          about.keptApart,
          info.nValidation
            ? about.ofClasses(info.nValidation, perClass(info.validationCounts))
            : about.nothing,
        ],
        [about.how, splitText(info)],
        [about.from, about.origin(nPersons, plan.items.length)],
        [
          about.leftOut,
          leftOut.map(({ reason, count }) => about.leftOutItem(count, reason)).join(', '),
        ],
        [about.window, about.windowOf(info.nTimes / info.sfreq, info.chNames.length)],
        [about.model, about.modelOf(plan.network, info.parameters)],
        [about.settings, settingsText(plan.options)],
        [about.steps, about.stepsOf(info.stepsPerEpoch, info.nSteps)],
      ])}
    </details>
  `;
}
