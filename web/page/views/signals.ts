// Traces, what the model says along them, and the same in words and numbers for those who do not see them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { decimalsFor, formatTime } from '../../plot/time_axis.js';
import type { Recording } from '../../api/index.js';
import type { Actions } from '../actions.js';
import {
  currentModel,
  previewRecipe,
  type RecordingEntry,
  type Run,
  type State,
  type View,
} from '../state.js';
import { describeRecipe } from '../recipe_text.js';
import { counted } from '../text.js';
import { referenceChoices, rowsOf, visibleRows } from '../signals/montage.js';
import { gainChoices, rowChoices, spanChoices } from '../view_steps.js';
import { words } from '../words.js';
import { selectBox } from './parts.js';
import { toolsView } from './signal_tools.js';
import { valuesView } from './values.js';

export function signalsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { run } = entry;
  return html`
    <section class="card signals" id="signals" aria-label="Signals">
      <div class="card-head">
        <h2>${words.signals.title}</h2>
        ${undoButtons(actions)}
      </div>
      ${toolbar(state, entry, actions)}
      ${entry.isSimulated ? html`<p class="note">${words.signals.simulated}</p>` : nothing}
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
      <p id="cursor-values" class="note cursor-values"></p>
      <p id="view-summary" class="summary" aria-live="polite">${summary(state, entry)}</p>
      <p id="view-keys" class="note">
        Keys on the traces: <kbd>←</kbd> <kbd>→</kbd> a tenth of the screen, <kbd>Page Up</kbd>
        <kbd>Page Down</kbd> a screen, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>↑</kbd>
        <kbd>↓</kbd> channels, <kbd>+</kbd> <kbd>−</kbd> gain, <kbd>Shift</kbd> with <kbd>←</kbd>
        <kbd>→</kbd> a cursor, <kbd>Esc</kbd> without. Drag to move.
      </p>
      ${toolsView(state, entry, actions)}
      ${valuesView(entry, state.isTableOpen, (isTableOpen) => actions.set({ isTableOpen }))}
    </section>
  `;
}

const cursorKeys: Record<string, number | null> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -20,
  PageDown: 20,
};

function onKey(event: KeyboardEvent, actions: Actions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const cursor = event.key === 'Escape' ? null : event.shiftKey ? cursorKeys[event.key] : undefined;
  if (cursor !== undefined) {
    event.preventDefault();
    return actions.looking.moveCursor(cursor);
  }
  if (actions.looking.pressKey(event.key)) event.preventDefault();
}

function undoButtons({ undo }: Actions): TemplateResult {
  return html`
    <span class="pair undo">
      <button
        type="button"
        class="quiet"
        aria-label=${words.undo}
        title="${words.undo} (Ctrl+Z)"
        ?disabled=${!undo.canUndo}
        @click=${() => undo.undo()}
      >
        <span aria-hidden="true">↶</span>
      </button>
      <button
        type="button"
        class="quiet"
        aria-label=${words.redo}
        title="${words.redo} (Ctrl+Shift+Z)"
        ?disabled=${!undo.canRedo}
        @click=${() => undo.redo()}
      >
        <span aria-hidden="true">↷</span>
      </button>
    </span>
  `;
}

/** Seconds on the screen with the paper speed that they amount to, then the paper speeds of clinical reading. */
function timeChoices(state: State, { recording, view }: RecordingEntry) {
  const widthMm = plotWidth() / state.pxPerMm;
  const speed = (spanS: number) => (widthMm / spanS).toPrecision(2).replace(/\.?0+$/, '');
  const spans = spanChoices.filter(
    (span) => span <= Math.max(recording.durationS, view.spanS, spanChoices[0]!),
  );
  if (!spans.includes(view.spanS)) spans.push(view.spanS);
  const longest = Math.max(recording.durationS, spanChoices[0]!);
  return [
    ...spans
      .sort((a, b) => a - b)
      .map((s) => ({
        value: String(s),
        text: `${Number(s.toFixed(1))} s · ${Number(speed(s))} mm/s`,
      })),
    ...[15, 30, 60]
      .filter((mmPerS) => widthMm / mmPerS <= longest && !spans.includes(widthMm / mmPerS))
      .map((mmPerS) => ({ value: String(widthMm / mmPerS), text: `${mmPerS} mm/s` })),
  ];
}

function plotWidth(): number {
  const width = document.querySelector('#traces')?.clientWidth ?? Math.min(1000, innerWidth);
  return Math.max(100, width - Math.min(64, width / 5));
}

function toolbar(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const { recording, view } = entry;
  const nRows = rowsOf(recording, view).length;
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  const counts = [...rowChoices.filter((count) => count < nRows), nRows];
  if (view.nRows < nRows && !counts.includes(view.nRows)) counts.unshift(view.nRows);
  const gains = gainChoices.includes(view.uvPerMm) ? gainChoices : [view.uvPerMm, ...gainChoices];
  const move = (rows: number) => actions.looking.change({ firstRow: view.firstRow + rows });
  const { filters } = words.signals;
  const filterChoices = [
    { value: 'none', text: filters.none },
    ...(recipe ? [{ value: 'model', text: filters.model }] : []),
    { value: 'own', text: filters.own },
  ];
  return html`
    <div class="toolbar">
      ${selectBox(words.signals.time, timeChoices(state, entry), String(view.spanS), (value) =>
        actions.looking.change({ spanS: Number(value) }),
      )}
      ${selectBox(
        words.signals.gain,
        gains.map((g) => ({ value: String(g), text: `${g} µV/mm` })),
        String(view.uvPerMm),
        (value) => actions.looking.change({ uvPerMm: Number(value) }),
      )}
      <span class="row tight">
        ${selectBox(
          words.signals.channels,
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
      </span>
      ${selectBox(
        words.signals.reference,
        referenceChoices(recording),
        view.reference,
        (reference) => actions.looking.change({ reference, firstRow: 0 }),
        view.filtering === 'model' && recipe !== null,
      )}
      ${selectBox(
        words.signals.filter,
        filterChoices,
        view.filtering === 'model' && !recipe ? 'none' : view.filtering,
        (value) => {
          const filtering = value as typeof view.filtering;
          actions.looking.change({ filtering });
          if (filtering === 'own' && !state.tools.includes('filter'))
            actions.looking.toggleTool('filter');
        },
      )}
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
  const rows = visibleRows(recording, view).map(({ name }) => name);
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
  const filter = howSeen(state, recording, view);
  return [
    `${formatTime(view.startS, decimals)} to ${formatTime(endS, decimals)} of ${formatTime(recording.durationS)}`,
    `${rows[0] ?? ''} to ${rows.at(-1) ?? ''} (${counted(rows.length, 'channel')})`,
    `${view.uvPerMm} µV/mm, ${filter}`,
    marks.length ? `annotations: ${marks.join(', ')}` : 'no annotations in view',
    ...(epochs.length ? [`epochs in view: ${counts.join(', ')}`] : []),
  ].join(' · ');
}

function howSeen(state: State, recording: Recording, view: View): string {
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  if (view.filtering === 'model' && recipe) return describeRecipe(recipe).join(', ');
  const edges =
    view.filtering === 'own'
      ? [
          view.highpassHz ? `high-pass ${view.highpassHz} Hz` : '',
          view.lowpassHz ? `low-pass ${view.lowpassHz} Hz` : '',
          view.notchHz ? `notch ${view.notchHz} Hz` : '',
        ].filter(Boolean)
      : [];
  const reference = referenceChoices(recording).find(({ value }) => value === view.reference);
  const steps = [
    ...(view.reference === 'recorded' ? [] : [`reference: ${reference?.text}`]),
    ...edges,
  ];
  return steps.length ? steps.join(', ') : 'as recorded, each trace centred on its mean';
}
