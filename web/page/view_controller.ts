// Changes the view of the current recording. Every step can be undone and changes nothing else.
import { afterEdgeKey, type Edge } from './brush.js';
import { currentRecording, patchRecording, type State, type View } from './state.js';
import type { Measured } from './pointer.js';
import { rowsOf } from './signals/montage.js';
import type { Store } from './store.js';
import type { Undo } from './undo.js';
import { timelineS } from './truncation.js';
import type { TypedEdge } from './view.js';
import {
  afterKey,
  clamped,
  revealed,
  shortestSpanS,
  spanChoices,
  type Limits,
} from './view_steps.js';

/** Where rows lie, and how high their samples are. */
const vertical = [
  ...[
    'uvPerMm',
    'isNegativeUp',
    'firstRow',
    'nRows',
    'picked',
    'hidden',
    'bad',
    'reference',
    'filtering',
  ],
  ...['highpassHz', 'lowpassHz', 'notchHz'],
] as (keyof View)[];

export class ViewController {
  constructor(
    private readonly store: Store<State>,
    private readonly undo: Undo,
  ) {}

  change(change: Partial<View>, canUndo = true): void {
    this.#step((view, limits) => clamped({ ...view, ...change }, limits), canUndo);
  }

  /** Shows other channels; none picked is all of them. */
  pick(names: string[]): void {
    this.change({ picked: names.length ? names : null, firstRow: 0 });
  }

  toggle(name: string): void {
    const picked = currentRecording(this.store.state)?.view.picked ?? [];
    this.pick(picked.includes(name) ? picked.filter((one) => one !== name) : [...picked, name]);
  }

  /** Whether the key meant something. */
  pressKey(key: string): boolean {
    let isUsed = false;
    this.#step((view, limits) => {
      const next = afterKey(key, view, limits);
      isUsed = next !== null;
      return next ?? view;
    });
    return isUsed;
  }

  /** As `pressKey`, on an edge of the frame that says what is shown. */
  pressEdgeKey(key: string, edge: Edge): boolean {
    const entry = currentRecording(this.store.state);
    const next = entry && afterEdgeKey(key, entry.view, edge, timelineS(entry));
    if (next) this.change(next);
    return next !== null;
  }

  /** Chooses an epoch and stays where the view is. */
  choose(index: number): void {
    const entry = currentRecording(this.store.state);
    if (entry?.run?.predictions[index]) this.#select(entry.key, index);
  }

  /** Choosing is no step to undo; showing it elsewhere in the traces is one. */
  showEpoch(index: number): void {
    const entry = currentRecording(this.store.state);
    const epoch = entry?.run?.predictions[index];
    if (!entry || !epoch) return;
    this.#select(entry.key, index);
    this.#step((view, limits) => clamped(revealed(view, epoch.onsetS, epoch.durationS), limits));
  }

  /** In the middle, unless it is in view; no step to undo, because nobody asked for it. */
  bringIntoView(onsetS: number, durationS: number): void {
    const view = currentRecording(this.store.state)?.view;
    if (!view || revealed(view, onsetS, durationS) === view) return;
    this.change({ startS: onsetS + durationS / 2 - view.spanS / 2 }, false);
  }

  showTime(timeS: number): void {
    this.#step((view, limits) => clamped(revealed(view, timeS, 0), limits));
  }

  center(timeS: number): void {
    this.#step((view, limits) => clamped({ ...view, startS: timeS - view.spanS / 2 }, limits));
  }

  /** Puts the cursor where something is pointed at elsewhere; the traces stay. */
  point(cursorS: number): void {
    this.store.update({ cursorS });
  }

  /** Shows `factor` times as many seconds, and keeps `timeS` where it is on the screen. */
  zoom(factor: number, timeS: number): void {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const { startS, spanS } = entry.view;
    const longest = Math.max(timelineS(entry), spanChoices[0]!);
    const span = Math.min(longest, Math.max(Math.min(shortestSpanS, spanS), spanS * factor));
    this.change({ startS: timeS - ((timeS - startS) * span) / spanS, spanS: span });
  }

  measure(measured: Measured | null): void {
    this.store.update({ measured });
  }

  /** Measures time from where the cursor is. */
  measureFromCursor(): void {
    const { cursorS } = this.store.state;
    if (cursorS !== null) this.measure({ fromS: cursorS, toS: cursorS, fromY: null, toY: null });
  }

  /** Moves the cursor along the traces, and the traces with it when it would leave them; null takes it away. */
  moveCursor(steps: number | null): void {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    if (steps === null) return this.store.update({ cursorS: null, measured: null });
    const { view } = entry;
    const isInView = (timeS: number) => timeS >= view.startS && timeS <= view.startS + view.spanS;
    const { cursorS } = this.store.state;
    const from = cursorS !== null && isInView(cursorS) ? cursorS : view.startS + view.spanS / 2;
    const to = Math.min(timelineS(entry), Math.max(0, from + (steps * view.spanS) / 200));
    const { measured } = this.store.state;
    const byKey = measured?.fromY === null ? { measured: { ...measured, toS: to } } : {};
    this.store.update({ cursorS: to, ...byKey });
    if (!isInView(to)) this.center(to);
  }

  /** An edge of the filter is being typed; null: no more. */
  typeEdge(typedEdge: TypedEdge | null): void {
    this.store.update({ typedEdge });
  }

  /** Opens or closes a tool of the Signals region. */
  toggleTool(name: string): void {
    this.store.update(({ tools }) => ({
      tools: tools.includes(name) ? tools.filter((one) => one !== name) : [...tools, name],
    }));
  }

  toggleIdentity(): void {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const change = { isIdentityShown: !entry.isIdentityShown };
    this.store.update((state) => patchRecording(state, entry.key, change));
  }

  #step(step: (view: View, limits: Limits) => View, canUndo = true): void {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const { recording, view: before } = entry;
    const limits = (view: View) => ({
      durationS: timelineS(entry),
      nRows: rowsOf(recording, view).length,
    });
    let view = step(before, limits(before));
    if (view === before) return;
    view = clamped(view, limits(view)); // other channels may be fewer
    const changed = (Object.keys(view) as (keyof View)[]).filter(
      (key) => view[key] !== before[key],
    );
    if (!changed.length) return;
    this.#put(entry.key, view);
    if (canUndo)
      this.undo.push({
        kind: `view:${changed.join(' ')}`,
        undo: () => this.#put(entry.key, before),
        redo: () => this.#put(entry.key, view),
      });
  }

  /** What was measured with the pointer stays as long as the traces below it do. */
  #put(key: number, view: View): void {
    this.store.update((state) => {
      const before = state.recordings.find((entry) => entry.key === key)?.view;
      const isMoved = before && vertical.some((name) => before[name] !== view[name]);
      const isPlaced = state.measured !== null && state.measured.fromY !== null;
      return {
        ...patchRecording(state, key, { view }),
        ...(isMoved && isPlaced && { measured: null }),
      };
    });
  }

  #select(key: number, selected: number): void {
    this.store.update((state) => {
      const run = state.recordings.find((entry) => entry.key === key)?.run;
      return run ? patchRecording(state, key, { run: { ...run, selected } }) : {};
    });
  }
}
