// The panel from top to bottom: what it would do, Train, the run, and below it the choices.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { State } from '../../state.js';
import { counted, formatHz } from '../../text.js';
import { expectedCounts, obstacleOf, planOf } from '../plan.js';
import type { Panel } from '../panel.js';
import { isGoingOn, type PanelState } from '../state.js';
import type { Setup } from '../choices.js';
import { runView } from './run.js';
import { setupView } from './setup.js';

export function panelView(page: State, state: PanelState, panel: Panel): TemplateResult {
  const { run } = state;
  const isEmpty = page.recordings.length === 0;
  const goesOn = isGoingOn(run);
  return html`
    <h2>Train a model</h2>
    ${isEmpty ? emptyView() : goesOn ? nothing : promise(panel.setup)}
    <div class="row">
      <button
        type="button"
        class=${run?.bytes && !goesOn ? '' : 'primary'}
        ?disabled=${isEmpty || goesOn || !page.engine}
        aria-describedby="train-note"
        @click=${() => void panel.train()}
      >
        Train
      </button>
      ${goesOn ? runButtons(state, panel) : nothing}
      <button
        type="button"
        class=${run?.bytes ? 'primary' : ''}
        ?disabled=${!run?.bytes}
        @click=${() => panel.save()}
      >
        Save model
      </button>
    </div>
    <p class="note" id="train-note">
      ${
        state.isElsewhere
          ? 'Another tab of this browser is training. Both slow each other down, and only the other one is kept against a reload.'
          : ''
      }
    </p>
    ${run ? runView(run, state, panel) : nothing}
    ${isEmpty || goesOn ? nothing : setupView(panel.setup, state, panel)}
  `;
}

function emptyView(): TemplateResult {
  return html`
    <p>
      A small network can learn from your own recordings, on this computer. Open recordings first:
      one with annotations of two kinds, or several of different states, for example eyes open and
      eyes closed.
    </p>
  `;
}

/** What pressing Train will do, in numbers. */
function promise(setup: Setup): TemplateResult {
  const obstacle = obstacleOf(setup);
  if (obstacle) {
    return html`<p class="warning">${obstacle.message}. ${obstacle.hint}</p>`;
  }
  const { items } = planOf(setup);
  const nPersons = new Set(items.map(({ subject }) => subject)).size;
  const counts = expectedCounts(setup);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return html`
    <p>
      Train teaches a network to tell apart
      ${counts.map(
        ({ className, count }, k) =>
          html`${k ? (k === counts.length - 1 ? ' and ' : ', ') : ''}<strong>${className}</strong>
            (${count})`,
      )}:
      about ${counted(total, 'window')} from ${counted(items.length, 'recording')} of
      ${counted(nPersons, 'person', 'people')}, ${counted(setup.chNames.length, 'channel')} at
      ${formatHz(setup.sfreq)}.
      ${setup.settings.split === 'none' ? 'Nothing is kept apart to judge it.' : 'About a sixth is kept apart to judge it.'}
    </p>
  `;
}

/** Each stays the same element while the run goes on, so that it keeps the focus. */
function runButtons({ run }: PanelState, panel: Panel): TemplateResult {
  const isPaused = run?.phase === 'paused';
  return html`
    <button
      type="button"
      ?disabled=${run?.phase === 'preparing'}
      @click=${() => void (isPaused ? panel.resume() : panel.pause())}
    >
      ${isPaused ? 'Resume' : 'Pause'}
    </button>
    <button type="button" @click=${() => void panel.stop()}>Stop</button>
  `;
}
