// Third column: what Train will do, the running training, and its result.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { State } from '../../state.js';
import { button, checkBox } from '../../views/parts.js';
import { networksOf } from '../choices.js';
import type { Panel } from '../panel.js';
import { tieOf } from '../doubts.js';
import { planOf } from '../plan.js';
import { setAsideOf } from '../set_aside.js';
import { expectedCounts } from '../windows.js';
import { isGoingOn, otherOf, type PanelState, type Run } from '../state.js';
import { outcomeView } from './outcome.js';
import { aboutView, chartsView, epochsView, progressView } from './progress.js';
import { strings } from '../../strings/index.js';
import { hintSentence, messageOf, originalOf } from '../../text.js';
import { originalView } from '../../views/warning.js';

const texts = strings.train;

/** Stays at the top of its column, however long what is below. Train comes first: the estimate below it arrives late. */
export function beginView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const goesOn = isGoingOn(run);
  const isDone = run !== null && !goesOn;
  const hasRecording = page.recordings.length > 0;
  return html`
    <div class="row">
      ${button(texts.train, () => void panel.train(), {
        kind: goesOn || !(isDone || panel.obstacle) ? 'primary' : '',
        isDisabled: goesOn || !page.engine || !hasRecording,
        describedBy: 'train-note',
      })}
      ${goesOn ? runButtons(run, panel) : nothing}
    </div>
    ${keepView(run, panel)} ${goesOn || !hasRecording ? nothing : promise(panel, isDone)}
    ${elsewhereNote(state)}
  `;
}

/** Whether another tab is training. */
export const elsewhereNote = ({ isElsewhere }: PanelState): TemplateResult =>
  html`<p class="note" id="train-note">${isElsewhere ? texts.elsewhere : ''}</p>`;

/** What pressing Train will do, in one sentence, and how the result will be judged. */
function promise(panel: Panel, isDone: boolean): TemplateResult {
  const { setup, obstacle } = panel;
  if (obstacle)
    return html`<p class="warning">${messageOf(obstacle)}. ${hintSentence(obstacle)}</p>`;
  const tie = tieOf(setup);
  return html`
    <p class=${isDone ? 'note' : ''}>
      ${texts.promise(setup.base ? null : planOf(setup).network, expectedCounts(setup))}
      ${judgedText(panel)}
    </p>
    ${tie ? html`<p class="warning">${texts.tie[tie.tie](tie.n, tie.nAll)}</p>` : nothing}
    ${panel.implausible.map(({ name, why }) => html`<p class="warning">${texts.implausible(name, why)}</p>`)}
  `;
}

function judgedText({ setup, validation }: Panel): string {
  const { persons, estimateS, hindrance } = validation;
  const { split } = setup.settings;
  if (persons.length)
    return texts.judged.persons(persons.length, networksOf(setup.settings).length, estimateS);
  if (split === 'none') return texts.judged.nothing;
  const setAside = texts.judged.setAside(setAsideOf(setup));
  if (split !== 'auto') return setAside;
  if (hindrance === 'few') return `${setAside} ${texts.judged.few}`;
  if (hindrance === null && estimateS !== null)
    return `${setAside} ${texts.judged.tooLong(validation.nPersons, estimateS)}`;
  if (hindrance === null && setup.base) return `${setAside} ${texts.judged.inTurn}`;
  return setAside;
}

/** A wish of its own, never folded away. While a run continues it can only be withdrawn. */
function keepView(run: Run | null, panel: Panel): TemplateResult {
  const goesOn = isGoingOn(run);
  const isKept = goesOn ? run.plan.isKept : panel.setup.settings.isKept;
  const change = (wanted: boolean) => void panel.wantCopy(wanted);
  return html`
    ${checkBox(texts.keep, isKept, change, goesOn && !isKept)}
    ${run === null ? html`<p class="note">${texts.keepNote}</p>` : nothing}
  `;
}

/** Each stays the same element while the run is active, so that it keeps the focus. */
function runButtons({ phase }: Run, panel: Panel): TemplateResult {
  const isPaused = phase === 'paused';
  return html`
    ${button(
      isPaused ? texts.resume : texts.pause,
      () => void (isPaused ? panel.runner.resume() : panel.runner.pause()),
      { isDisabled: phase === 'preparing' },
    )}
    ${button(texts.stop, () => void panel.runner.stop())}
  `;
}

export function runView(run: Run, state: PanelState, panel: Panel): TemplateResult {
  const { phase, trained, info, problem } = run;
  const goesOn = isGoingOn(run);
  const named = texts.run;
  return html`
    <div class="run" data-phase=${phase}>
      <h4 id="training-state" tabindex="-1">
        ${named.heading(trained ? named.ended[trained.ended] : named.headings[phase], run.plan.title, run.name)}
      </h4>
      ${goesOn ? progressView(run) : nothing}
      ${
        problem
          ? html`<p class="warning bad">${messageOf(problem)}. ${hintSentence(problem)}</p>
              ${originalView(originalOf(problem))}`
          : nothing
      }
      ${trained && info ? outcomeView(run, trained, info, state, panel) : nothing}
      ${info ? html`${chartsView(run, otherOf(state))} ${epochsView(run, state, panel)} ${aboutView(run, info, state, panel)}` : nothing}
      ${run.notes.map((note) => html`<p class="note">${note}</p>`)}
      ${goesOn && run.copyNote ? html`<p class="note">${run.copyNote}</p>` : nothing}
    </div>
  `;
}
