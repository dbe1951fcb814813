// Looking around in the current recording: every step changes the view, and nothing else.
import { currentRecording, patchRecording, type State, type View } from './state.js';
import type { Store } from './store.js';
import { afterKey, clamped, revealed, rowOrder, type Limits } from './view_steps.js';

export class Looking {
  readonly #store: Store<State>;

  constructor(store: Store<State>) {
    this.#store = store;
  }

  change(change: Partial<View>): void {
    this.#step((view, limits) => clamped({ ...view, ...change }, limits));
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

  showEpoch(index: number): void {
    const entry = currentRecording(this.#store.state);
    const epoch = entry?.run?.predictions[index];
    if (!entry?.run || !epoch) return;
    const run = { ...entry.run, selected: index };
    this.#store.update((state) => patchRecording(state, entry.key, { run }));
    this.#step((view, limits) => clamped(revealed(view, epoch.onsetS, epoch.durationS), limits));
  }

  showTime(timeS: number): void {
    this.#step((view, limits) => clamped(revealed(view, timeS, 0), limits));
  }

  center(timeS: number): void {
    this.#step((view, limits) => clamped({ ...view, startS: timeS - view.spanS / 2 }, limits));
  }

  toggleIdentity(): void {
    const entry = currentRecording(this.#store.state);
    if (!entry) return;
    const change = { isIdentityShown: !entry.isIdentityShown };
    this.#store.update((state) => patchRecording(state, entry.key, change));
  }

  #step(step: (view: View, limits: Limits) => View): void {
    const entry = currentRecording(this.#store.state);
    if (!entry) return;
    const { durationS } = entry.recording;
    const view = step(entry.view, { durationS, nRows: rowOrder(entry.recording).length });
    if (view === entry.view) return;
    this.#store.update((state) => patchRecording(state, entry.key, { view }));
  }
}
