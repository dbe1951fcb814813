// Results: counts, a row per window, and files to save.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { guard } from 'lit/directives/guard.js';
import type { PlanInfo, ResultFormat } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { classNumber } from '../class_number.js';
import { agreementOfRuns } from '../second_model.js';
import { isBarred, obstacle } from '../classify_obstacle.js';
import { reasons } from '../model_list.js';
import { type RecordingEntry, type Run, type State } from '../state.js';
import { knownTruth, nChangedTruths, type Truth } from '../annotated_classes.js';
import { scoreOf } from '../../truth/truth.js';
import { pictureView } from '../training/views/verdict.js';
import { standingOf } from '../training/verdict.js';
import { trainingTie } from '../training_overlap.js';
import { strings } from '../strings/index.js';
import { calibrationChoice } from './calibration.js';
import { confusionView } from './confusion.js';
import { epochTable, fewTable, type Beside } from './epoch_table.js';
import { goAlongRows } from './row_keys.js';
import { firstStepView, otherWays } from './first_step.js';
import { button, checkBox, choicesOf, selectBox } from './parts.js';
import { eventsView, notComparedView } from './rename.js';
import { allResults, classifyAllButton, hasAllResults } from './recordings.js';
import { secondModelView } from './second_model.js';
import { trainedOnNote } from './trained_on.js';

const texts = strings.results;

const formats: ResultFormat[] = ['csv', 'json', 'tsv', 'edf'];

export function resultsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { run } = entry;
  const truth = run && knownTruth(run, entry.recording);
  return html`
    <section class="results" id="results" aria-label=${texts.label} @keydown=${goAlongRows}>
      ${allResults(state, actions)}
      ${run && hasAllResults(state) ? html`<h3 class="of-file">${entry.recording.name}</h3>` : nothing}
      ${run ? runView(state, entry, run, actions) : nothingYet(state, actions)}
      ${run || !isBarred(state) ? calibrationChoice(state, run, truth, actions) : nothing}
      ${savingView(state, run, actions)}
    </section>
  `;
}

function nothingYet(state: State, actions: Actions): TemplateResult {
  const reason = obstacle(state);
  if (isBarred(state)) return refusedView(state, reason, actions);
  return html`
    ${firstStepView(state, reason || texts.nothingYet, actions, classifyAllButton(state, actions))}
    ${eventsView(state, actions)}
  `;
}

/** Why, and what can be done instead. */
function refusedView(state: State, reason: string, actions: Actions): TemplateResult {
  const { compatibility } = state;
  return html`
    <p class="summary">${reason}</p>
    <ul class="reasons">
      ${compatibility ? reasons(compatibility).map((one) => html`<li>${one}</li>`) : nothing}
    </ul>
    ${eventsView(state, actions)}
    <p class="note">${texts.refusedNext}</p>
    ${otherWays(state, actions)}
  `;
}

function savingView(
  state: State,
  run: Run | null,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (!run) return nothing;
  const isDone = run.status === 'done';
  return html`
    <div class="saving">
      ${selectBox(
        texts.format,
        choicesOf(formats, (format) => texts.formats[format]),
        state.format,
        (format) => actions.set({ format }),
      )}
      <div class="row">
        ${button(texts.save, () => void actions.exports.results(), { isDisabled: !isDone })}
        ${button(texts.report, () => void actions.exports.report(), {
          isDisabled: !isDone || state.isBusy,
          title: texts.reportTitle,
        })}
        ${button(texts.print, () => window.print())}
      </div>
    </div>
  `;
}

function runView(state: State, entry: RecordingEntry, run: Run, actions: Actions): TemplateResult {
  const { plan, classes } = run;
  const { recording } = entry;
  const truth = knownTruth(run, recording);
  const scored = run.status === 'running' ? null : truth; // the first windows, of one class, would be a result of their own
  const second = entry.second?.nDone ? agreementOfRuns(run, entry.second).labels : null;
  const beside = { truth, second };
  const head = [
    texts.head.epoch,
    texts.head.onset,
    ...(truth ? [texts.head.fileSays] : []),
    texts.head.modelSays,
    ...(second ? [texts.second.says] : []),
    ...(run.isRegression ? classes : [texts.head.probability]),
  ];
  return html`
    ${plan?.overridden ? html`<p class="warning"><strong>${texts.notValid}</strong> ${texts.overridden}</p>` : nothing}
    ${trainedOnNote(run.lease.model.info.train, entry)}
    ${scored ? guard([run.classification, run.nDone, scored, strings.language], () => scoreView(run, scored, entry)) : html`<p class="summary">${outcome(run)}</p>`}
    ${notComparedView(run, entry, actions)}
    ${run.nDone && !run.isRegression ? guard([run.classification, run.nDone, strings.language], () => shares(run)) : nothing}
    ${plan ? leftOut(plan) : nothing}
    ${run.nDone ? html`<p class="note about-epochs">${texts.whatIsAnEpoch}</p>` : nothing}
    ${correctView(run, truth, actions)} ${secondModelView(state, entry, run, truth, actions)}
    ${filters(state, run, beside, actions)}
    ${run.nDone ? tableOf(state, run, beside, head, actions) : nothing}
    ${scored ? html`<p class="note">${outcome(run)}</p>` : nothing}
  `;
}

function filters(
  state: State,
  { nDone }: Run,
  { truth, second }: Beside,
  actions: Actions,
): TemplateResult | typeof nothing {
  if (!nDone || (!truth && !second)) return nothing;
  return html`
    <div class="row">
      ${truth ? checkBox(texts.wrongOnly, state.isWrongOnly, (isWrongOnly) => actions.set({ isWrongOnly })) : nothing}
      ${second ? checkBox(texts.second.differsOnly, state.isDifferentOnly, (isDifferentOnly) => actions.set({ isDifferentOnly })) : nothing}
    </div>
  `;
}

function tableOf(
  state: State,
  run: Run,
  beside: Beside,
  head: string[],
  actions: Actions,
): TemplateResult {
  const { truth, second } = beside;
  const isWrong = truth !== null && state.isWrongOnly;
  const isDifferent = second !== null && state.isDifferentOnly;
  if (!isWrong && !isDifferent) return epochTable(run, beside, head, state.firstEpochRow, actions);
  const few = run.predictions.filter(
    ({ index, label }) =>
      (!isWrong || (truth[index] && truth[index] !== label)) &&
      (!isDifferent || (second[index] && second[index] !== label)),
  );
  const told = isDifferent ? texts.second.differs(few.length) : texts.wrong(few.length);
  return fewTable(run, beside, few, told, head, actions);
}

/** What the file should have said of the window that is chosen; there from the first window on, so that choosing one moves no row. */
function correctView(
  { selected, predictions, classes, isRegression, nDone }: Run,
  truth: Truth | null,
  actions: Actions,
): TemplateResult | typeof nothing {
  const window = selected === null ? undefined : predictions[selected];
  if (!nDone || isRegression) return nothing;
  const stated = (window && truth?.[window.index]) ?? '';
  const none = { value: '', text: window ? texts.noClearClass : texts.noneChosen };
  const choices = choicesOf(classes, (name) => name);
  const select = selectBox(
    window ? texts.correct(window.index + 1) : texts.correctChosen,
    stated ? choices : [none, ...choices],
    stated,
    (name) => name && window && void actions.annotations.correct(window.index, name),
    { isDisabled: !window },
  );
  return html`<div class="true-class">${select}</div>`;
}

function scoreView(run: Run, truth: Truth, entry: RecordingEntry): TemplateResult | typeof nothing {
  const { predictions, classes, plan, lease } = run;
  const { name, annotationsComplete } = entry.recording;
  const score = scoreOf(predictions, truth, classes);
  if (!score) return nothing;
  const { nRight, n, accuracy, interval, isOverlapping, confusion } = score;
  const largest = Math.max(...confusion.map((row) => row.reduce((sum, one) => sum + one, 0)));
  const measured = { accuracy, accuracyInterval: interval, chance: largest / n };
  const sentence = texts.right(nRight, n, interval) + stamp(plan);
  const nChanged = nChangedTruths(run, truth, entry);
  const isOneClass = largest === n; // always predicting it would be right
  const isKnown = trainingTie(lease.model.info.train, name) === 'recording';
  const standing = isOneClass || isKnown ? 'unclear' : standingOf(measured);
  return html`
    <figure class="verdict" data-standing=${standing}>
      <figcaption>
        <strong class="figure">${texts.figure(accuracy)}</strong>
        <span class="headline">${sentence}</span>
      </figcaption>
      ${isOneClass ? nothing : pictureView(measured, [], sentence, isKnown ? texts.trainedOnIt : undefined)}
    </figure>
    ${nChanged ? html`<p class="warning">${texts.truthChanged(nChanged)}</p>` : nothing}
    ${isOneClass ? html`<p class="note">${texts.oneClass}</p>` : nothing}
    <p class="note">${texts.rightOf(predictions.length - n, isOverlapping, annotationsComplete)}</p>
    ${confusionView(score)}
  `;
}

function outcome({ status, nDone, plan, elapsedMs, modelTitle }: Run): string {
  const total = plan?.epochs.length ?? 0;
  if (status === 'running') return total ? texts.soFar(nDone, total) : texts.planning;
  if (status === 'cancelled') return texts.stopped(nDone, total);
  if (status === 'failed') return texts.failed;
  if (total === 0) return texts.noEpoch;
  return texts.done(total, elapsedMs / 1000, modelTitle) + stamp(plan);
}

/** As saved files say it. */
const stamp = (plan: PlanInfo | null): string => {
  const rule = texts.calibration.stamps[plan?.calibration ?? ''];
  return rule ? ` ${rule}` : '';
};

function shares({ classes, predictions }: Run): TemplateResult {
  const counts = classes.map((name) => predictions.filter(({ label }) => label === name).length);
  return html`
    <ul class="shares">
      ${classes.map((name, k) => {
        const share = counts[k]! / predictions.length;
        return html`
          <li>
            <span class="swatch" data-class=${classNumber(classes, k)}>${name}</span>
            <svg class="bar" data-class=${classNumber(classes, k)} aria-hidden="true">
              <rect width="${100 * share}%" height="100%" />
            </svg>
            <span class="number">${texts.share(counts[k]!, share)}</span>
          </li>
        `;
      })}
    </ul>
  `;
}

/** The core names it in English. */
export const reasonOf = (reason: string): string => texts.leftOutReasons[reason] ?? reason;

function leftOut({ leftOut }: PlanInfo): TemplateResult | typeof nothing {
  const some = leftOut.filter(({ count }) => count > 0);
  const named = some.map(({ reason, count }) => ({ reason: reasonOf(reason), count }));
  return some.length ? html`<p class="note">${texts.leftOut(named)}</p>` : nothing;
}
