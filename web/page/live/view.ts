// View of Live: start and stop, the current decision, earlier decisions, and the settings of the source.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { classNumber } from '../class_number.js';
import type { Decision } from '../../api/index.js';
import { formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import { canRecentre } from '../calibration.js';
import { currentModel, currentRecording, type State } from '../state.js';
import { emptyLive } from '../views/empty_figures.js';
import { otherWays } from '../views/first_step.js';
import { button, checkBox, choicesOf, factList, selectBox } from '../views/parts.js';
import { saveDecisions } from './decisions_file.js';
import { nUndecided, stallOf, type Stall } from './losses.js';
import { beginningView } from './start_position.js';
import { decisionTable, figuresView, signalTable } from './figures.js';
import type { LivePanel } from './panel.js';
import {
  isGoing,
  isUnsuitable,
  modelTitleOf,
  sourceOf,
  titleOf,
  type From,
  type LiveRun,
  type LiveState,
} from './state.js';
import { canChangeSpeed, speedsOf, speedSet } from './speeds.js';
import { strings } from '../strings/index.js';

const texts = strings.live;

const steps = [0.1, 0.25, 0.5, 1, 2];
const losses = [0, 0.005, 0.02];

export function liveView(
  page: State,
  state: LiveState,
  panel: LivePanel,
  actions: Actions,
): TemplateResult {
  return html`
    ${buttonsView(page, state, panel, actions)}
    ${state.run ? runView(page, state.run, panel) : nothing} ${choicesView(page, state, panel)}
    ${state.run ? nothing : html`<div class="empty-figures" aria-hidden="true">${emptyLive()}</div>`}
  `;
}

function choicesView(page: State, state: LiveState, panel: LivePanel): TemplateResult {
  const isOn = isGoing(state.run);
  const from = sourceOf(state, page);
  const ofRun = from === 'recording' ? (state.run?.sourceName ?? '') : '';
  const shown = currentRecording(page)?.recording.name ?? ofRun;
  const recording = isOn ? ofRun || shown : shown; // another one may be opened while it is played
  return html`
    <div class="fields wide live-choices">
      ${selectBox(
        texts.from,
        [
          ...(recording ? [{ value: 'recording' as const, text: recording }] : []),
          { value: 'headset' as const, text: texts.headset },
        ],
        from,
        (from) => panel.change({ from }),
        { isDisabled: isOn },
      )}
      ${from === 'recording' ? beginningView(page, state, panel) : nothing}
      ${canChangeSpeed(state) ? nothing : speedBox(from, state, panel)}
      ${selectBox(
        texts.every,
        choicesOf(steps, texts.seconds),
        state.stepS,
        (stepS) => panel.change({ stepS }),
        { isDisabled: isOn },
      )}
      ${
        from === 'headset'
          ? selectBox(
              texts.lost,
              choicesOf(losses, (share) => (share ? texts.oneIn(1 / share) : texts.noneLost)),
              state.lostShare,
              (lostShare) => panel.change({ lostShare }),
              { isDisabled: isOn },
            )
          : nothing
      }
    </div>
    <p class="note">${texts.model(modelTitleOf(state, page))} ${nextModel(page, state)}</p>
    ${recentringView(page, state, panel, isOn)}
  `;
}

function speedBox(from: From, state: LiveState, panel: LivePanel): TemplateResult {
  return selectBox(
    texts.speed,
    speedsOf(from, state),
    speedSet(from, state),
    (speed) => panel.change({ speed }),
    { isDisabled: isGoing(state.run) && !canChangeSpeed(state) },
  );
}

/** Another model was chosen while it runs. */
function nextModel(page: State, { run }: LiveState): string {
  const next = currentModel(page)?.title;
  return next && isGoing(run) && run && next !== titleOf(run, page) ? texts.nextModel(next) : '';
}

/** A choice for models that can be recentred. */
function recentringView(
  page: State,
  { isRecentred }: LiveState,
  panel: LivePanel,
  isOn: boolean,
): TemplateResult | typeof nothing {
  const model = currentModel(page)?.model;
  if (!model || !canRecentre(model)) return nothing;
  const { title, note } = texts.recentring;
  return html`
    <fieldset class="part" ?disabled=${isOn}>
      ${checkBox(title, isRecentred, (isRecentred) => panel.change({ isRecentred }))}
    </fieldset>
    ${isRecentred ? html`<p class="note">${note}</p>` : nothing}
  `;
}

function buttonsView(
  page: State,
  state: LiveState,
  panel: LivePanel,
  actions: Actions,
): TemplateResult {
  const { run } = state;
  const isOn = isGoing(run);
  const isPaused = run?.phase === 'paused';
  const canPause = isOn && run?.from === 'recording';
  return html`
    <div class="row">
      ${
        isOn
          ? button(texts.stop, () => panel.stop(), { kind: ['primary', 'live-toggle'] })
          : button(texts.start, () => void panel.start(), {
              kind: ['primary', 'live-toggle'],
              isDisabled: panel.obstacle !== '',
              describedBy: 'live-note',
            })
      }
      ${
        canPause
          ? button(isPaused ? texts.goOn : texts.pause, () =>
              isPaused ? panel.resume() : panel.pause(),
            )
          : nothing
      }
      ${canChangeSpeed(state) ? speedBox(sourceOf(state, page), state, panel) : nothing}
    </div>
    <p class="note" id="live-note">${isOn ? '' : panel.obstacle}</p>
    ${!isOn && isUnsuitable(state, page) ? otherWays(page, actions) : nothing}
  `;
}

function runView(page: State, run: LiveRun, panel: LivePanel): TemplateResult {
  if (!run.info) return html`<p>${run.problem ? nothing : texts.connecting}</p>`;
  const latest = run.decisions.at(-1) ?? null;
  return html`
    <div class="live-now" data-ended=${!isGoing(run)}>${decisionView(run, latest)}</div>
    ${run.isOfEvents ? html`<p class="warning">${texts.ofEvents}</p>` : nothing}
    ${run.info.recentred ? html`<p class="note">${texts.recentring.stamp}</p>` : nothing}
    ${figuresView(run, panel)}
    ${run.info.causalForm ? html`<p class="warning">${texts.causal}</p>` : nothing}
    ${factList(facts(page, run))}
    ${
      run.all.length
        ? html`<div class="row">
            ${button(texts.decisions.save, () => saveDecisions(run, panel))}
          </div>`
        : nothing
    }
    <details>
      <summary>${texts.decisions.summary}</summary>
      ${decisionTable(run)}
    </details>
    <details>
      <summary>${texts.signalTable.summary}</summary>
      ${signalTable(run)}
    </details>
  `;
}

/** Neither what was decided last nor anything else is known of now. */
function stallView(run: LiveRun, { label }: Decision, { agoS, nextInS }: Stall): TemplateResult {
  return html`<div class="decision">
    <p class="decision-label">–</p>
    <p class="note">${texts.stalled(label, agoS, run.phase === 'running' ? nextInS : null)}</p>
  </div>`;
}

function decisionView(run: LiveRun, latest: Decision | null): TemplateResult {
  const stall = stallOf(run);
  if (latest && stall) return stallView(run, latest, stall);
  if (!latest) {
    const { nTimes, sfreq } = run.info!;
    return html`<div class="decision">
      <p class="decision-label">…</p>
      <p class="note">${texts.firstWindow(nTimes / sfreq)}</p>
    </div>`;
  }
  if (run.isRegression) {
    return html`<div class="decision">
      <p class="decision-label">
        ${[...latest.probabilities].map((value) => strings.numbers.fixed(value, 2)).join(', ')}
      </p>
    </div>`;
  }
  const best = run.classes.indexOf(latest.label);
  const probability = latest.probabilities[best]!;
  return html`
    <div class="decision" data-class=${classNumber(run.classes, best)}>
      <p class="decision-label">
        <span>${latest.label}</span>
        ${run.classes.map((name) => html`<span aria-hidden="true" data-text=${name}></span>`)}
      </p>
      <p class="decision-share">${strings.numbers.finePercent(probability)}</p>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width=${100 * probability} height="10" />
      </svg>
      <p class="note">${run.annotation ? texts.recordingSays(run.annotation) : nothing}</p>
    </div>
  `;
}

const { ms } = texts;

function facts(page: State, run: LiveRun): [string, unknown][] {
  const { counts, headset, info, phase, trace, startS, from, sourceName } = run;
  const named = texts.facts;
  const { latency } = counts;
  const seconds = trace ? trace.nSamples / trace.sfreq : 0;
  const now = startS > 0 && trace ? formatTime(trace.endS, 1) : null;
  const { nTimes, sfreq, lookAheadS } = info!;
  return [
    [named.state, named.states[phase]],
    [named.model, titleOf(run, page)],
    [texts.from, from === 'headset' ? texts.headset : sourceName],
    [named.signal, named.signalOf(seconds)],
    [named.inRecording, now],
    [named.windows, named.windowsOf(counts.nDecisions, nTimes / sfreq)],
    [named.undecided, nUndecided(run) || null],
    [named.dropped, html`<span class="live-dropped">${counts.nDropped}</span>`],
    [
      named.latency,
      html`<span class="live-latency">${named.latencyOf(latency.medianMs, latency.p99Ms)}</span>`,
    ],
    [named.lookAhead, lookAheadS ? ms(1000 * lookAheadS) : null],
    [named.packets, headset ? named.packetsOf(headset.nPackets, headset.nLostPackets) : null],
    [named.battery, typeof headset?.battery === 'number' ? named.batteryOf(headset.battery) : null],
  ];
}
