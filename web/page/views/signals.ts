// Traces with the predictions of the model, and the same as text and numbers for screen readers.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { clockTime, decimalsFor, formatLength, formatTime } from '../../plot/time_axis.js';
import type { Recording } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { annotationsInView, overlaps } from '../annotations_in_view.js';
import { menuId } from '../channel_menu.js';
import { classNumber } from '../class_number.js';
import { knownStart } from '../clock.js';
import { currentModel, type RecordingEntry, type Run, type State, type View } from '../state.js';
import { previewRecipe } from '../recipe_text.js';
import { knownTruth } from '../annotated_classes.js';
import { shownRun } from '../first_window.js';
import { hasVoltage } from '../signals/measured.js';
import { hasMoreRows, seenThrough, visibleRows } from '../signals/montage.js';
import { stepsSeen } from '../signals/steps_seen.js';
import { timelineS } from '../truncation.js';
import { strings } from '../strings/index.js';
import { brushView } from './brush.js';
import { channelMenu } from './channel_menu.js';
import { beginAnnotation } from './annotation_form.js';
import { readOnButton } from './annotation_parts.js';
import { figureButton } from './figure_button.js';
import { redoIcon, undoIcon } from './icons.js';
import { askForTime, clockButton, goToView } from './go_to.js';
import { toolbar } from './signal_toolbar.js';
import { floatsView, toolButtons } from './signal_tools.js';
import { valuesView, type SeenValues } from './values.js';
import { button, opener } from './parts.js';

const texts = strings.signals;

export function signalsView(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  const run = shownRun(state, entry);
  const second = run && entry.second;
  return html`
    <section class="signals" id="signals" aria-label=${texts.label}>
      ${stageHead(state, entry, actions)} ${toolbar(state, entry, actions)} ${truncatedNote(entry)}
      ${entry.recording.channels.length ? nothing : html`<p class="warning">${texts.noSignals}</p>`}
      <div class="scope-place">
        <div
          class="scope"
          tabindex="0"
          role="group"
          aria-label=${texts.traces}
          aria-describedby="view-summary view-keys"
          @keydown=${(event: KeyboardEvent) => onKey(event, actions)}
        >
          <div
            class="canvas-place"
            .style=${`--rows: ${visibleRows(entry.recording, entry.view).length}`}
          >
            <canvas
              id="traces"
              class="traces"
              ?data-scrolls=${hasMoreRows(entry)}
              aria-hidden="true"
            ></canvas>
          </div>
          ${run && knownTruth(run, entry.recording) ? html`<canvas id="truth" class="truth" aria-hidden="true"></canvas>` : nothing}
          ${run ? html`<canvas id="strip" class="strip" aria-hidden="true"></canvas>` : nothing}
          ${second ? html`<canvas id="second" class="strip second-lane" aria-hidden="true"></canvas>` : nothing}
        </div>
        ${floatsView(state, entry, actions)}
      </div>
      ${timeline(entry, actions)}
      <div class="stage-foot">
        ${run ? legend(run) : nothing}
        <p id="cursor-values" class="note cursor-values"></p>
        <p id="view-summary" class="summary note" aria-live="polite">${summary(state, entry)}</p>
        ${readOnButton(entry.recording.annotationsComplete, state.isBusy, actions)}
        ${valuesView(entry, seenBy(state, entry), state.isTableOpen, (isTableOpen) => actions.set({ isTableOpen }))}
      </div>
      ${channelMenu(state, entry, actions)}
      <p id="view-keys" hidden>${texts.keys()}</p>
    </section>
  `;
}

function stageHead(state: State, entry: RecordingEntry, actions: Actions): TemplateResult {
  return html`
    <div class="stage-head">
      <h2 title=${entry.recording.name}>${entry.recording.name}</h2>
      ${
        entry.isSimulated
          ? html`<div class="simulated">
              <span class="tag" title=${texts.simulated}>${strings.recording.simulated}</span>
              <p class="note">${texts.simulated}</p>
            </div>`
          : nothing
      }
      <span class="spring"></span>
      ${goToView(state, entry, actions)} ${clockButton(state, entry, actions)}
      ${toolButtons(state, actions)} ${undoButtons(actions)}
      ${figureButton('signals', '#traces, #truth, #strip, #second, .stage-foot .legend')}
      ${opener(strings.recording.open, 'recording', { kind: 'quiet' })}
    </div>
  `;
}

function truncatedNote(entry: RecordingEntry): TemplateResult | typeof nothing {
  if (!entry.missingS) return nothing;
  const { recording, missingS } = entry;
  const lengths = [recording.durationS, timelineS(entry), missingS].map((s) =>
    strings.numbers.length(s),
  );
  return html`<p class="warning">${texts.truncated(...(lengths as [string, string, string]))}</p>`;
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
    if (cursor !== null) event.preventDefault(); // Escape may close something else, too
    return actions.view.moveCursor(cursor);
  }
  if (event.key.toLowerCase() === 'm') return actions.view.measureFromCursor();
  if (event.key.toLowerCase() === 'a') {
    event.preventDefault(); // else the letter would be typed into the field
    return beginAnnotation(actions, true);
  }
  if (event.key.toLowerCase() === 'g') {
    event.preventDefault(); // else the letter would be typed into the field
    return askForTime();
  }
  if (event.key.toLowerCase() === 'c' || event.key === 'ContextMenu') {
    event.preventDefault();
    return document.getElementById(menuId)?.showPopover();
  }
  if (actions.view.pressKey(event.key)) event.preventDefault();
}

function undoButtons({ undo }: Actions): TemplateResult {
  const { undo: undoing, redo: redoing, withKeys } = strings.shell;
  return html`
    <span class="undo">
      ${button(undoIcon, () => undo.undo(), {
        kind: 'quiet',
        label: undoing,
        title: withKeys(undoing, texts.undoKeys),
        isDisabled: !undo.canUndo,
      })}
      ${button(redoIcon, () => undo.redo(), {
        kind: 'quiet',
        label: redoing,
        title: withKeys(redoing, texts.redoKeys),
        isDisabled: !undo.canRedo,
      })}
    </span>
  `;
}

function legend({ classes, status, nDone, plan }: Run): TemplateResult {
  return html`
    <p class="legend">
      ${classes.map((name, k) => html`<span class="swatch" data-class=${classNumber(classes, k)}>${name}</span>`)}
      <span class="note">
        ${status === 'running' ? texts.epochsDone(nDone, plan?.epochs.length ?? null) : texts.legend}
      </span>
    </p>
  `;
}

function timeline(entry: RecordingEntry, actions: Actions): TemplateResult {
  const { view } = entry;
  const latest = Math.max(0, timelineS(entry) - view.spanS);
  const text = texts.timeOf(formatTime(view.startS), formatLength(timelineS(entry)));
  return html`
    <div class="timeline">
      <canvas id="overview" class="overview" aria-hidden="true"></canvas>
      ${brushView(entry, actions)}
      <input
        type="range"
        min="0"
        max=${latest}
        step="any"
        .value=${live(String(view.startS))}
        aria-label=${texts.timeline}
        aria-valuetext=${text}
        ?disabled=${latest === 0}
        @input=${(event: Event) => actions.view.change({ startS: Number((event.target as HTMLInputElement).value) })}
      />
    </div>
  `;
}

/** What the picture shows, in a sentence or two. */
function summary(state: State, entry: RecordingEntry): string {
  const { recording, view } = entry;
  const run = shownRun(state, entry);
  if (!recording.channels.length) return ''; // the warning above says what the file is for
  const told = texts.summary;
  const visible = visibleRows(recording, view);
  const rows = visible.map(({ name }) => name);
  const isScaled = hasVoltage(recording, visible); // other units have scales of their own
  const decimals = decimalsFor(view.spanS / 10);
  const endS = Math.min(timelineS(entry), view.startS + view.spanS);
  const epochs = run?.predictions.filter((one) => overlaps(one, view.startS, endS)) ?? [];
  const counts =
    run?.classes.map((name) => `${name} ${epochs.filter(({ label }) => label === name).length}`) ??
    [];
  const filter = howSeen(state, recording, view);
  const clock = clockTime(knownStart(recording), view.startS);
  return [
    told.time(
      formatTime(view.startS, decimals),
      formatTime(endS, decimals),
      formatLength(timelineS(entry)),
    ),
    ...(clock ? [texts.clock(clock)] : []),
    told.rows(rows[0] ?? '', rows.at(-1) ?? '', rows.length),
    isScaled ? told.seen(view.uvPerMm, view.isNegativeUp, filter) : filter,
    annotationsInView(recording, view.startS, endS),
    ...(epochs.length ? [told.epochs(counts)] : []),
  ].join(' · ');
}

function seenBy(state: State, { recording, view }: RecordingEntry): SeenValues {
  const recipe = previewRecipe(currentModel(state)?.model?.recipe ?? null);
  const seen = seenThrough(recording, view, recipe);
  return { seen, how: stepsSeen(state, recording, view).join(', ') };
}

function howSeen(state: State, recording: Recording, view: View): string {
  const told = texts.summary;
  const steps = stepsSeen(state, recording, view);
  if (view.filtering === 'model' && steps.length) return steps.join(', ');
  const marked = [
    view.hidden.length ? told.hidden(view.hidden) : '',
    view.bad.length ? told.bad(view.bad) : '',
  ].filter(Boolean);
  return [steps.length ? steps.join(', ') : told.asRecorded, ...marked].join('; ');
}
