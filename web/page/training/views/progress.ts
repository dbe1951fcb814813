// Progress of a run as text and curves; afterwards curves, their table, and training details.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { EpochMetrics, TrainingInfo } from '../../../api/training_types.js';
import { formatPercent } from '../../text.js';
import { factList, progressBar, scrollTable } from '../../views/parts.js';
import { reasonOf } from '../../views/results.js';
import { originOf, splitText } from '../outcome.js';
import type { Panel } from '../panel.js';
import { evaluationOf } from '../person_results.js';
import { progressOf, type PanelState, type Run } from '../state.js';
import { disclosure } from './fields.js';
import { personsSoFar } from './verdict.js';
import { figureButton } from '../../views/figure_button.js';
import { strings } from '../../strings/index.js';
import { warningView } from '../../views/warning.js';

const texts = strings.train.run;

export function progressView(run: Run): TemplateResult {
  const { phase, plan, prepared, last } = run;
  const { share, remainingS } = progressOf(run);
  const left = phase === 'running' ? texts.remaining(remainingS) : texts.waiting;
  const text =
    phase === 'preparing'
      ? texts.reading(plan.items.length)
      : texts.progress((last?.epoch ?? 0) + 1, plan.options.epochs ?? 0, left);
  return html`
    ${progressBar(text, phase === 'preparing' ? prepared : share)}
    ${plan.eachPerson.length ? personsView(run) : nothing}
  `;
}

function personsView({ plan, person, judged }: Run): TemplateResult {
  const { eachPerson, classes } = plan;
  const k = person === null ? -1 : eachPerson.indexOf(person);
  const soFar = evaluationOf(classes, judged);
  return html`
    <p class="stage-of">
      ${k < 0 ? texts.onEverybody : texts.withoutPerson(person!, k + 1, eachPerson.length)}
    </p>
    ${personsSoFar(judged, soFar?.chance ?? null, texts.personsSoFar)}
  `;
}

export function chartsView({ history, info, phase }: Run, earlier: Run | null): TemplateResult {
  const hasValidation = (info?.nValidation ?? 0) > 0;
  return html`
    <div class="charts" data-single=${!hasValidation}>
      ${figureButton('curves', '.charts figure')}
      <figure>
        <figcaption>
          ${texts.charts.loss} <span class="line" data-line="train">${texts.charts.training}</span>
          ${hasValidation ? html`<span class="line" data-line="validation">${texts.charts.validation}</span>` : nothing}
          ${hasValidation && earlier ? html`<span class="line" data-line="earlier">${texts.charts.validationOf(earlier.name)}</span>` : nothing}
        </figcaption>
        <canvas id="loss-chart" aria-hidden="true"></canvas>
      </figure>
      ${
        hasValidation
          ? html`<figure>
              <figcaption>
                <span class="line" data-line="validation">${texts.charts.accuracy}</span>
                ${earlier ? html`<span class="line" data-line="earlier">${earlier.name}</span>` : nothing}
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
  if (!first || !last) return texts.firstEpoch;
  const { accuracy, chance = 0 } = last;
  const isEarlier = best && best !== last && best.accuracy !== undefined;
  return texts.curves(
    epochs.length,
    { last: loss(last.trainLoss), first: loss(first.trainLoss) },
    last.validationLoss === undefined ? null : loss(last.validationLoss),
    accuracy === undefined ? null : { accuracy, chance },
    isEarlier ? { accuracy: best.accuracy!, epoch: best.epoch + 1 } : null,
  );
}

const loss = (value: number) =>
  Number.isFinite(value) ? strings.numbers.fixed(value, 3) : texts.notANumber;
const share = (value: number | undefined) => (value === undefined ? '' : formatPercent(value));

export function epochsView({ history }: Run, { open }: PanelState, panel: Panel): TemplateResult {
  const { epochs } = history;
  return disclosure(
    texts.epochs.summary,
    open.curves,
    (isOpen) => panel.unfold('curves', isOpen),
    () => {
      const isJudged = epochs.some(isValidated);
      const head = texts.epochs.head.slice(0, isJudged ? undefined : nOfTraining);
      return scrollTable(texts.epochs.label, head, rowBlocks(epochs, isJudged));
    },
  );
}

const rowsPerBlock = 50;
/** The columns that a run has without data set aside for validation. */
const nOfTraining = 2;

const isValidated = ({ validationLoss, accuracy }: EpochMetrics) =>
  validationLoss !== undefined || accuracy !== undefined;

/** In blocks, so that a new epoch touches only the last of them. */
function rowBlocks(epochs: readonly EpochMetrics[], isJudged: boolean): unknown[] {
  const blocks: unknown[] = [];
  for (let first = 0; first < epochs.length; first += rowsPerBlock) {
    const rows = epochs.slice(first, first + rowsPerBlock);
    blocks.push(
      guard(
        [rows[0], rows.length, isJudged, strings.language],
        () =>
          html`<tbody>
            ${rows.map((row) => epochRow(row, isJudged))}
          </tbody>`,
      ),
    );
  }
  return blocks;
}

function epochRow(row: EpochMetrics, isJudged: boolean): TemplateResult {
  return html`
    <tr>
      <th scope="row">${row.epoch + 1}</th>
      <td class="number">${loss(row.trainLoss)}</td>
      ${isJudged ? validationCells(row) : nothing}
    </tr>
  `;
}

const validationCells = (row: EpochMetrics): TemplateResult => html`
  <td class="number">${row.validationLoss === undefined ? '' : loss(row.validationLoss)}</td>
  <td class="number">${share(row.accuracy)}</td>
  <td class="number">${share(row.balancedAccuracy)}</td>
  <td class="number">${row.kappa === undefined ? '' : strings.numbers.fixed(row.kappa, 2)}</td>
  <td>${row.isBest ? '✓' : ''}</td>
`;

function settingsText(options: Run['plan']['options']): string {
  const { optimizer, learningRate, batchSize, seed, patience } = options;
  return texts.about.settingsOf(
    optimizer ?? '',
    learningRate ?? 0,
    batchSize ?? 0,
    patience ?? 0,
    seed ?? 0,
  );
}

/** What it is or was trained on. */
export function aboutView(run: Run, info: TrainingInfo, state: PanelState, panel: Panel) {
  return html`
    ${info.warnings.map((warning) => warningView(warning, '', warning.code.startsWith('AUDIT') ? 'warning' : 'note'))}
    ${disclosure(
      texts.about.summary,
      state.open.about,
      (isOpen) => panel.unfold('about', isOpen),
      () => aboutList(run, info),
    )}
  `;
}

function aboutList({ plan }: Run, info: TrainingInfo): TemplateResult {
  const { about } = texts;
  const leftOut = info.leftOut.filter(({ count }) => count > 0);
  const perClass = (counts: number[]) =>
    info.classes.map((name, k) => `${name} ${strings.numbers.number(counts[k] ?? 0)}`).join(', ');
  const { nPersons } = originOf(plan.items);
  const setAside = info.nValidation
    ? about.ofClasses(info.nValidation, perClass(info.validationCounts))
    : about.nothing;
  return factList([
    [about.trainedOn, about.ofClasses(info.nTrain, perClass(info.trainCounts))],
    [about.setAside, setAside],
    [about.how, splitText(info, plan)],
    [about.from, about.origin(nPersons, plan.items.length)],
    [
      about.leftOut,
      leftOut.map(({ reason, count }) => about.leftOutItem(count, reasonOf(reason))).join(', '),
    ],
    [about.window, about.windowOf(info.nTimes / info.sfreq, info.chNames.length)],
    [about.model, about.modelOf(plan.network, info.parameters)],
    [about.settings, settingsText(plan.options)],
    [about.steps, about.stepsOf(info.stepsPerEpoch, info.nSteps)],
  ]);
}
