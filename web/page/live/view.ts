// The Live panel from top to bottom: where samples come from, start and stop, what the model says now, what it said.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Decision } from '../../api/index.js';
import type { Speed } from '../../api/live/paced.js';
import { formatTime } from '../../plot/time_axis.js';
import { currentModel, currentRecording, type State } from '../state.js';
import { formatPercent } from '../text.js';
import { factList, scrollTable, selectBox } from '../views/parts.js';
import { beginningView } from './beginning.js';
import { figuresView, signalTable } from './figures.js';
import type { LivePanel } from './panel.js';
import { isGoing, type From, type LiveRun, type LiveState } from './state.js';

const speeds: { value: string; text: string }[] = [
  { value: '1', text: 'real time' },
  { value: '2', text: '2 times faster' },
  { value: '8', text: '8 times faster' },
  { value: 'max', text: 'as fast as possible' },
];
const steps = [0.1, 0.25, 0.5, 1, 2];
const losses = [0, 0.005, 0.02];

export function liveView(page: State, state: LiveState, panel: LivePanel): TemplateResult {
  return html`
    <p class="note">
      As a brain-computer interface would run: samples go through the model's recipe as they come,
      and a window that slides along is classified again and again.
    </p>
    ${choicesView(page, state, panel)} ${buttonsView(state, panel)}
    ${state.run ? runView(state.run, panel) : nothing}
  `;
}

function choicesView(page: State, state: LiveState, panel: LivePanel): TemplateResult {
  const isOn = isGoing(state.run);
  const recording = currentRecording(page)?.recording.name ?? 'the open recording';
  const fastest = state.from === 'headset' ? speeds.slice(0, 3) : speeds;
  const canChangeSpeed = !isOn || (state.run?.from === 'recording' && state.speed !== 'max');
  const choices = isOn && state.speed !== 'max' ? fastest.slice(0, 3) : fastest;
  return html`
    <div class="fields wide live-choices">
      ${selectBox(
        'Samples from',
        [
          { value: 'recording', text: recording },
          { value: 'headset', text: 'simulated headset' },
        ],
        state.from,
        (from) => {
          panel.change({ from: from as From });
          if (state.speed === 'max' && from === 'headset') panel.change({ speed: 8 });
        },
        isOn,
      )}
      ${state.from === 'recording' ? beginningView(page, state, panel) : nothing}
      ${selectBox(
        'Speed',
        choices,
        String(state.speed),
        (speed) => panel.change({ speed: (speed === 'max' ? speed : Number(speed)) as Speed }),
        !canChangeSpeed,
      )}
      ${selectBox(
        'A decision every',
        steps.map((step) => ({ value: String(step), text: `${step} s` })),
        String(state.stepS),
        (step) => panel.change({ stepS: Number(step) }),
        isOn,
      )}
      ${
        state.from === 'headset'
          ? selectBox(
              'Packets lost',
              losses.map((share) => ({
                value: String(share),
                text: share ? `1 in ${1 / share}` : 'none',
              })),
              String(state.lostShare),
              (share) => panel.change({ lostShare: Number(share) }),
              isOn,
            )
          : nothing
      }
    </div>
    <p class="note">Model: ${currentModel(page)?.title ?? 'none is chosen'}</p>
  `;
}

function buttonsView({ run }: LiveState, panel: LivePanel): TemplateResult {
  const isOn = isGoing(run);
  const isPaused = run?.phase === 'paused';
  const canPause = isOn && run?.from === 'recording';
  return html`
    <div class="row">
      ${
        isOn
          ? html`<button type="button" class="primary live-toggle" @click=${() => panel.stop()}>
              Stop live
            </button>`
          : html`<button
              type="button"
              class="primary live-toggle"
              ?disabled=${panel.obstacle !== ''}
              aria-describedby="live-note"
              @click=${() => void panel.start()}
            >
              Start live
            </button>`
      }
      ${
        canPause
          ? html`<button type="button" @click=${() => (isPaused ? panel.resume() : panel.pause())}>
              ${isPaused ? 'Go on' : 'Pause'}
            </button>`
          : nothing
      }
    </div>
    <p class="note" id="live-note">${isOn ? '' : panel.obstacle}</p>
  `;
}

function runView(run: LiveRun, panel: LivePanel): TemplateResult {
  if (!run.info) return html`<p>${run.problem ? nothing : 'Connecting'}</p>`;
  const latest = run.decisions.at(-1) ?? null;
  return html`
    ${
      run.info.causalForm
        ? html`<p class="warning">
            This model was made with a filter that looks ahead (zero phase). Live that is
            impossible: one pass of the same filter stands in for it, so what is said here may
            differ from Results.
          </p>`
        : nothing
    }
    <div class="live-now">${decisionView(run, latest)} ${factList(facts(run))}</div>
    ${figuresView(run, panel)}
    <details>
      <summary>Latest decisions as a table</summary>
      ${decisionTable(run)}
    </details>
    <details>
      <summary>The signal as a table</summary>
      ${signalTable(run)}
    </details>
  `;
}

function decisionView(run: LiveRun, latest: Decision | null): TemplateResult {
  if (!latest) {
    const { nTimes, sfreq } = run.info!;
    return html`<div class="decision">
      <p class="decision-label">…</p>
      <p class="note">The first window is complete after ${(nTimes / sfreq).toFixed(1)} s.</p>
    </div>`;
  }
  if (run.isRegression) {
    return html`<div class="decision">
      <p class="decision-label">
        ${[...latest.probabilities].map((value) => value.toFixed(2)).join(', ')}
      </p>
    </div>`;
  }
  const best = run.classes.indexOf(latest.label);
  const probability = latest.probabilities[best]!;
  return html`
    <div class="decision" data-class=${(best % 6) + 1}>
      <p class="decision-label">${latest.label}</p>
      <p class="decision-share">${formatPercent(probability)}</p>
      <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width=${100 * probability} height="10" />
      </svg>
      <p class="note">
        ${run.annotation ? html`The recording says: <strong>${run.annotation}</strong>` : nothing}
      </p>
    </div>
  `;
}

const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function facts({ counts, headset, info, phase, trace, startS }: LiveRun): [string, unknown][] {
  const { latency } = counts;
  const seconds = trace ? trace.nSamples / trace.sfreq : 0;
  const now = startS > 0 && trace ? formatTime(trace.endS, 1) : null;
  const { nTimes, sfreq, lookAheadS } = info!;
  return [
    ['State', phase === 'running' ? 'running' : phase],
    ['Signal', `${seconds.toFixed(1)} s`],
    ['In the recording', now],
    ['Windows', `${counts.nDecisions} of ${(nTimes / sfreq).toFixed(2)} s classified`],
    ['Dropped', html`<span class="live-dropped">${counts.nDropped}</span>`],
    [
      'Latency',
      html`<span class="live-latency"
        >${ms(latency.medianMs)} median, ${ms(latency.p99Ms)} at the 99th percentile</span
      >`,
    ],
    ['Look-ahead', lookAheadS ? ms(1000 * lookAheadS) : null],
    ['Packets', headset ? `${headset.nPackets}, ${headset.nLostPackets} lost` : null],
    ['Battery', typeof headset?.battery === 'number' ? `${headset.battery} %` : null],
  ];
}

function decisionTable({ decisions, classes, isRegression }: LiveRun): TemplateResult {
  const head = ['Window ends', ...(isRegression ? [] : ['Class']), ...classes, 'Latency'];
  const body = html`<tbody>
    ${decisions
      .slice(-10)
      .reverse()
      .map(
        ({ onsetS, durationS, label, probabilities, latencyMs }) =>
          html`<tr>
            <td class="number">${formatTime(onsetS + durationS, 2)}</td>
            ${isRegression ? nothing : html`<td>${label}</td>`}
            ${[...probabilities].map(
              (value) =>
                html`<td class="number">
                  ${isRegression ? value.toFixed(3) : formatPercent(value)}
                </td>`,
            )}
            <td class="number">${ms(latencyMs)}</td>
          </tr>`,
      )}
  </tbody>`;
  return scrollTable('Latest decisions', head, body);
}
