// The three canvases of the Signals region: fetches samples around the view and draws them after every render.
import { isSame } from './changes.js';
import type { Classification } from '../api/index.js';
import { drawOverview, drawStrip, stripBlocks, type Block, type Epoch } from '../plot/strip.js';
import { surfaceOf } from '../plot/surface.js';
import type { Span } from '../plot/trace_marks.js';
import { drawTraces, rowHeight } from '../plot/traces.js';
import type { Actions } from './actions.js';
import { knownTruth, type Truth } from './annotated_classes.js';
import { followOverview } from './brush.js';
import { clockOf } from './clock.js';
import { axisOf, followSignals } from './signal_pointer.js';
import {
  currentModel,
  currentRecording,
  type RecordingEntry,
  type Run,
  type State,
  type View,
} from './state.js';
import { previewRecipe } from './recipe_text.js';
import type { Store } from './store.js';
import { plotTheme, shownAppearance } from './theme.js';
import { emptySpans, timelineS } from './truncation.js';
import { cursorText, hasVoltage, measuredText } from './signals/measured.js';
import { seenThrough, visibleRows } from './signals/montage.js';
import { drawTools } from './signals/tool_canvases.js';
import { Tiles } from './signals/tiles.js';
import { SuggestedGains } from './suggested_gains.js';
import { suitableGain } from './view_steps.js';
import { markedWindow, shownRun } from './first_window.js';
import { strings } from './strings/index.js';

export class Canvases {
  readonly #store: Store<State>;
  readonly #actions: Actions;
  readonly #tiles: Tiles;
  #blocks = new WeakMap<Classification, Block[]>();
  #truths = new WeakMap<Truth, Epoch[]>();
  #suggested = new SuggestedGains();
  #following = new WeakSet<HTMLCanvasElement>();
  #resized = new ResizeObserver(() => this.draw(this.#store.state)); // before they are shown stretched
  /** Of the samples that are shown. */
  #version = 0;
  #drawnTraces: unknown[] = [];
  #drawnBlocks: unknown[] = [];

  constructor(store: Store<State>, actions: Actions) {
    this.#store = store;
    this.#actions = actions;
    this.#tiles = new Tiles(
      () => {
        this.#version++;
        store.invalidate();
      },
      (thrown, name) => actions.tasks.report(thrown, name),
    );
  }

  draw(state: State): void {
    const entry = currentRecording(state);
    drawTools(state, this.#actions, () => this.#entry());
    if (!entry) return;
    const changes = this.#changes(state, entry);
    if (changes.traces) this.#drawTraces(state, entry);
    if (!changes.blocks) return;
    const blocks = this.#blocksOf(entry.run);
    this.#drawStrip('strip', entry.run, entry.view, blocks);
    this.#drawStrip('second', entry.second, entry.view, this.#blocksOf(entry.second));
    this.#drawTruth(entry, blocks);
    this.#drawOverview(entry, shownRun(state, entry));
  }

  /**
   * A new line in the status bar is no reason to draw thousands of lines, and neither are new predictions to draw the traces,
   * which show none of them.
   */
  #changes(state: State, entry: RecordingEntry): { traces: boolean; blocks: boolean } {
    const { recording, view, run } = entry;
    const sizeOf = (id: string) => {
      const canvas = this.#canvas(id);
      return [canvas, canvas?.clientWidth, canvas?.clientHeight];
    };
    const common = [
      recording,
      recording.annotations,
      view,
      run?.classification,
      run && markedWindow(state, run),
      state.workspace === 'sleep' && this.#actions.night.epoch()?.onsetS,
      shownAppearance(),
      window.devicePixelRatio,
      state.cursorS,
      state.measured,
      clockOf(state, recording),
    ];
    const model = currentModel(state)?.model;
    const traces = [...common, model, state.pxPerMm, this.#version, ...sizeOf('traces')];
    const { second } = entry;
    const lanes = ['strip', 'second', 'truth', 'overview'].flatMap(sizeOf);
    const nSecond = [second?.classification, second?.predictions.length];
    const blocks = [...common, run?.predictions.length, ...nSecond, ...lanes];
    const changes = {
      traces: !isSame(traces, this.#drawnTraces),
      blocks: !isSame(blocks, this.#drawnBlocks),
    };
    this.#drawnTraces = traces;
    this.#drawnBlocks = blocks;
    return changes;
  }

  /** Made anew only when predictions were added. */
  #blocksOf(run: Run | null): Block[] {
    if (!run || run.isRegression) return [];
    const known = this.#blocks.get(run.classification);
    if (known?.length === run.predictions.length) return known;
    const blocks = stripBlocks(run.predictions);
    this.#blocks.set(run.classification, blocks);
    return blocks;
  }

  #drawTraces(state: State, entry: RecordingEntry): void {
    const canvas = this.#canvas('traces');
    const surface = canvas && surfaceOf(canvas, plotTheme());
    if (!surface) return;
    const { recording, view, run } = entry;
    const rows = visibleRows(recording, view);
    const axis = { ...axisOf(surface.width, view), startedAt: clockOf(state, recording) };
    const { width: _, ...canvasSize } = surface;
    const pictures = this.#tiles.draw({
      ...canvasSize,
      recording,
      rows,
      seen: seenThrough(recording, view, previewRecipe(currentModel(state)?.model?.recipe ?? null)),
      startS: view.startS,
      spanS: view.spanS,
      width: axis.right - axis.left,
      scale: ((view.isNegativeUp ? -1 : 1) * state.pxPerMm) / view.uvPerMm,
    });
    this.#suggestGain(state, entry, rowHeight(surface.height, rows.length));
    drawTraces(surface, {
      axis,
      rows: rows.map(({ name, index }) => {
        const { name: channel, isVoltage, isTrigger } = recording.channels[index]!;
        const isBad = view.bad.includes(channel);
        const constant = isVoltage && !isTrigger ? this.#tiles.constantOf(name) : null;
        const note = constant === null ? '' : strings.signals.pictures.constant(constant);
        return { name, isBad, note, ...nothingRead };
      }),
      pictures,
      annotations: recording.annotations,
      gaps: emptySpans(entry),
      gapLabel: strings.signals.pictures.gap,
      selected: this.#markedSpan(state, run),
      cursorS: state.cursorS,
      measured: state.measured && {
        ...state.measured,
        label: measuredText(state, entry, surface.height, this.#tiles),
      },
      pxPerUv: hasVoltage(recording, rows) ? state.pxPerMm / view.uvPerMm : null,
    });
    if (this.#isNew(canvas)) followSignals(canvas, () => this.#entry(), this.#store, this.#actions);
    this.#tell(state, entry, surface.height);
  }

  /** In Sleep the epoch that is scored, elsewhere the window that is chosen. */
  #markedSpan(state: State, run: Run | null): Span | null {
    if (state.workspace === 'sleep') return this.#actions.night.epoch();
    const marked = run && markedWindow(state, run);
    return marked === null ? null : (run?.predictions[marked] ?? null);
  }

  /** What is under the cursor, as text. */
  #tell(state: State, entry: RecordingEntry, heightPx: number): void {
    const line = document.querySelector('#cursor-values');
    if (!line) return;
    // Screen readers read it when keys move the cursor, not when a pointer does.
    line.ariaLive = document.activeElement?.classList.contains('scope') ? 'polite' : 'off';
    line.textContent = cursorText(state, entry, heightPx, this.#tiles);
  }

  #suggestGain(state: State, { recording, view }: RecordingEntry, pitch: number): void {
    const spreads = () =>
      visibleRows(recording, view)
        .filter(({ index }) => recording.channels[index]!.isVoltage)
        .flatMap(({ name }) => this.#tiles.spread(name) ?? []);
    const gain = this.#suggested.gain(recording, view.uvPerMm, pitch, spreads, (typical) =>
      suitableGain(typical, pitch, state.pxPerMm),
    );
    if (gain !== view.uvPerMm) this.#actions.view.change({ uvPerMm: gain }, false);
  }

  #drawStrip(id: 'strip' | 'second', run: Run | null, view: View, blocks: Block[]): void {
    const canvas = this.#canvas(id);
    const surface = canvas && run && surfaceOf(canvas, plotTheme());
    if (!surface) return;
    const { predictions: epochs, classes } = run;
    drawStrip(surface, {
      axis: axisOf(surface.width, view),
      epochs,
      blocks,
      classes,
      selected: id === 'strip' ? markedWindow(this.#store.state, run) : run.selected,
      cursorS: this.#store.state.cursorS,
      label: strings.signals.pictures[id === 'strip' ? 'model' : 'second'],
    });
    if (this.#isNew(canvas)) followSignals(canvas, () => this.#entry(), this.#store, this.#actions);
  }

  /** What the file says, in the colours of the classes, above what the model says. */
  #drawTruth({ recording, view, run }: RecordingEntry, blocks: Block[]): void {
    const canvas = this.#canvas('truth');
    const surface = canvas && run && surfaceOf(canvas, plotTheme());
    const truth = run && knownTruth(run, recording);
    if (!surface || !truth) return;
    drawStrip(surface, {
      axis: axisOf(surface.width, view),
      epochs: this.#truthOf(run, truth),
      blocks,
      classes: run.classes,
      selected: null,
      cursorS: this.#store.state.cursorS,
      label: strings.signals.pictures.file,
    });
    if (this.#isNew(canvas)) followSignals(canvas, () => this.#entry(), this.#store, this.#actions);
  }

  /** As the model's predictions are drawn; made anew only when there are more of them. */
  #truthOf({ predictions, classes }: Run, truth: Truth): Epoch[] {
    const known = this.#truths.get(truth);
    if (known?.length === predictions.length) return known;
    const epochs = predictions.map(({ index, onsetS, durationS }) => ({
      onsetS,
      durationS,
      probabilities: Float32Array.from(classes, (name) => Number(name === truth[index])),
    }));
    this.#truths.set(truth, epochs);
    return epochs;
  }

  #drawOverview(entry: RecordingEntry, run: Run | null): void {
    const { recording, view } = entry;
    const canvas = this.#canvas('overview');
    const surface = canvas && surfaceOf(canvas, plotTheme());
    if (!surface) return;
    drawOverview(surface, {
      axis: axisOf(surface.width, { startS: 0, spanS: timelineS(entry) }),
      epochs: run?.predictions ?? [],
      blocks: this.#blocksOf(run),
      annotations: recording.annotations,
      gaps: emptySpans(entry),
      classes: run?.classes ?? [],
      view,
    });
    if (this.#isNew(canvas)) {
      const whole = () => {
        const shown = this.#entry();
        return axisOf(canvas.clientWidth, { startS: 0, spanS: shown ? timelineS(shown) : 1 });
      };
      const frame = () => this.#entry()?.view ?? { startS: 0, spanS: 0 };
      followOverview(canvas, whole, frame, (startS) => this.#actions.view.change({ startS }));
    }
  }

  #canvas(id: string): HTMLCanvasElement | null {
    return document.querySelector<HTMLCanvasElement>(`canvas#${id}`);
  }

  #entry(): RecordingEntry | null {
    return currentRecording(this.#store.state);
  }

  #isNew(canvas: HTMLCanvasElement): boolean {
    if (this.#following.has(canvas)) return false;
    this.#following.add(canvas);
    this.#resized.observe(canvas);
    return true;
  }
}

const nothingRead = { samples: new Float32Array(0), sfreq: 1, startS: 0, center: 0, scale: 1 };
