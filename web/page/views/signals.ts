// Traces, what the model says along them, and the same in words and numbers for those who do not see them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { decimalsFor, formatTime } from '../../plot/time_axis.js';
import type { Actions } from '../actions.js';
import {
  currentModel,
  previewRecipe,
  type RecordingEntry,
  type Run,
  type State,
} from '../state.js';
import { describeRecipe } from '../recipe_text.js';
import { counted } from '../text.js';
import { gainChoices, rowChoices, rowOrder, spanChoices, visibleRows } from '../view_steps.js';
import { checkBox, selectBox } from './parts.js';
import { valuesView } from './values.js';

export function signalsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { run } = entry;
  return html`
    <section class="card signals" id="signals" aria-label="Signals">
      <div class="card-head">
        <h2>Signals</h2>
        ${toolbar(state, entry, actions)}
      </div>
      ${entry.isSimulated ? html`<p class="note">This recording is simulated: no person was measured.</p>` : nothing}
      <div
        class="scope"
        tabindex="0"
        role="group"
        aria-label="Traces"
        aria-describedby="view-summary view-keys"
        @keydown=${(event: KeyboardEvent) => onKey(event, actions)}
      >
        <canvas id="traces" class="traces" aria-hidden="true"></canvas>
        ${run ? html`<canvas id="strip" class="strip" aria-hidden="true"></canvas>` : nothing}
      </div>
      ${run ? legend(run) : nothing} ${timeline(entry, actions)}
      <p id="view-summary" class="summary" aria-live="polite">${summary(state, entry)}</p>
      <p id="view-keys" class="note">
        Keys on the traces: <kbd>←</kbd> <kbd>→</kbd> a tenth of the screen, <kbd>Page Up</kbd>
        <kbd>Page Down</kbd> a screen, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>↑</kbd>
        <kbd>↓</kbd> channels, <kbd>+</kbd> <kbd>−</kbd> gain. Drag to move.
      </p>
      ${valuesView(entry, state.isTableOpen, (isTableOpen) => actions.set({ isTableOpen }))}
    </section>
  `;
}

function onKey(event: KeyboardEvent, actions: Actions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (actions.looking.pressKey(event.key)) event.preventDefault();
}

function toolbar(
  state: State,
  { recording, view }: RecordingEntry,
  actions: Actions,
): TemplateResult {
  const nRows = rowOrder(recording).length;
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  const spans = spanChoices.filter(
    (span) => span <= Math.max(recording.durationS, view.spanS, spanChoices[0]!),
  );
  const counts = [...rowChoices.filter((count) => count < nRows), nRows];
  const move = (rows: number) => actions.looking.change({ firstRow: view.firstRow + rows });
  return html`
    <div class="toolbar">
      ${selectBox(
        'Time',
        spans.map((s) => ({ value: String(s), text: `${s} s` })),
        String(view.spanS),
        (value) => actions.looking.change({ spanS: Number(value) }),
      )}
      ${selectBox(
        'Gain',
        gainChoices.map((g) => ({ value: String(g), text: `${g} µV/mm` })),
        String(view.uvPerMm),
        (value) => actions.looking.change({ uvPerMm: Number(value) }),
      )}
      ${selectBox(
        'Channels',
        counts.map((n) => ({ value: String(n), text: n === nRows ? `all ${n}` : String(n) })),
        String(Math.min(view.nRows, nRows)),
        (value) => actions.looking.change({ nRows: Number(value) }),
      )}
      <span class="pair">
        <button
          type="button"
          aria-label="Channels up"
          ?disabled=${view.firstRow === 0}
          @click=${() => move(-view.nRows)}
        >
          ▲
        </button>
        <button
          type="button"
          aria-label="Channels down"
          ?disabled=${view.firstRow + view.nRows >= nRows}
          @click=${() => move(view.nRows)}
        >
          ▼
        </button>
      </span>
      ${checkBox('Filter as for the model', view.preview && recipe !== null, (preview) => actions.looking.change({ preview }), recipe === null)}
    </div>
  `;
}

function legend({ classes, status, nDone, plan }: Run): TemplateResult {
  return html`
    <p class="legend">
      ${classes.map((name, k) => html`<span class="swatch" data-class=${(k % 6) + 1}>${name}</span>`)}
      <span class="note">
        ${status === 'running' ? `${nDone} of ${plan?.epochs.length ?? '…'} epochs` : 'share of each column = probability'}
      </span>
    </p>
  `;
}

function timeline({ recording, view }: RecordingEntry, actions: Actions): TemplateResult {
  const latest = Math.max(0, recording.durationS - view.spanS);
  const text = `${formatTime(view.startS)} of ${formatTime(recording.durationS)}`;
  return html`
    <div class="timeline">
      <canvas id="overview" class="overview" aria-hidden="true"></canvas>
      <input
        type="range"
        min="0"
        max=${latest}
        step="any"
        .value=${live(String(view.startS))}
        aria-label="Time in the recording"
        aria-valuetext=${text}
        ?disabled=${latest === 0}
        @input=${(event: Event) => actions.looking.change({ startS: Number((event.target as HTMLInputElement).value) })}
      />
    </div>
  `;
}

/** What the picture shows, in a sentence or two. */
function summary(state: State, { recording, view, run }: RecordingEntry): string {
  const rows = visibleRows(recording, view).map((index) => recording.channels[index]!.name);
  const decimals = decimalsFor(view.spanS / 10);
  const endS = Math.min(recording.durationS, view.startS + view.spanS);
  const isInView = ({ onsetS, durationS }: { onsetS: number; durationS: number }) =>
    onsetS < endS && onsetS + Math.max(durationS, 0.001) > view.startS;
  const marks = recording.annotations
    .filter(isInView)
    .slice(0, 6)
    .map(({ onsetS, text }) => `${text} at ${formatTime(onsetS, 1)}`);
  const epochs = run?.predictions.filter(isInView) ?? [];
  const counts =
    run?.classes.map((name) => `${name} ${epochs.filter(({ label }) => label === name).length}`) ??
    [];
  const recipe = view.preview ? previewRecipe(currentModel(state)?.model?.recipe ?? null) : null;
  const filter = recipe
    ? describeRecipe(recipe).join(', ')
    : 'as recorded, each trace centred on its mean';
  return [
    `${formatTime(view.startS, decimals)} to ${formatTime(endS, decimals)} of ${formatTime(recording.durationS)}`,
    `${rows[0] ?? ''} to ${rows.at(-1) ?? ''} (${counted(rows.length, 'channel')})`,
    `${view.uvPerMm} µV/mm, ${filter}`,
    marks.length ? `annotations: ${marks.join(', ')}` : 'no annotations in view',
    ...(epochs.length ? [`epochs in view: ${counts.join(', ')}`] : []),
  ].join(' · ');
}
