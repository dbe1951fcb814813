// Limits redrawing: while the user scrolls, canvases move with every frame and the text around them is updated a few
// times a second; the same holds for predictions of a running classification.
import type { RecordingEntry, Run, State } from './state.js';

const wordsEveryMs = 120;
/** Of the time, at most one part in so many goes into words that could wait, also on a machine that is slow or busy. */
const shareOfWords = 5;

/** What is different: where in time is looked at, how far runs are, or something else (`more`). */
interface Change {
  hasScrolled: boolean;
  hasProgressed: boolean;
  more: boolean;
}

const everything: Change = { hasScrolled: false, hasProgressed: false, more: true };

export function changeBetween(before: State, after: State): Change {
  const isComparable =
    before !== after &&
    before.recordings.length === after.recordings.length &&
    isSameBut(before, after, 'recordings');
  if (!isComparable) return everything;
  const changes = after.recordings.map((entry, i) => changeOf(before.recordings[i]!, entry));
  return {
    hasScrolled: changes.some(({ hasScrolled }) => hasScrolled),
    hasProgressed: changes.some(({ hasProgressed }) => hasProgressed),
    more: changes.some(({ more }) => more),
  };
}

function changeOf(before: RecordingEntry, after: RecordingEntry): Change {
  return {
    hasScrolled: before.view.startS !== after.view.startS,
    hasProgressed: before.run !== after.run,
    more:
      !isSameBut(before, after, 'view', 'run') ||
      !isSameBut(before.view, after.view, 'startS') ||
      !isSameRun(before.run, after.run),
  };
}

/** The same run, perhaps with more predictions; its first one changes more than a number. */
function isSameRun(before: Run | null, after: Run | null): boolean {
  if (!before || !after || before === after) return before === after;
  return before.nDone > 0 && isSameBut(before, after, 'nDone', 'prepared');
}

function isSameBut<T extends object>(before: T, after: T, ...but: (keyof T)[]): boolean {
  const keys = Object.keys(after) as (keyof T)[];
  return keys.every((key) => but.includes(key) || before[key] === after[key]);
}

/** Draws pictures whenever the user scrolls; everything as soon as more has changed, and after a while in any case. */
export class Drawing {
  #last: State | null = null;
  #lastAt = -Infinity;
  #restMs = wordsEveryMs;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #next: State | null = null;

  constructor(
    private readonly pictures: (state: State) => void,
    private readonly everything: (state: State) => void,
  ) {}

  draw(state: State, now = performance.now()): void {
    const restMs = this.#lastAt + this.#restMs - now;
    const change = this.#last ? changeBetween(this.#last, state) : everything;
    if (change.more || restMs <= 0) return this.#all(state, now);
    if (change.hasScrolled) this.pictures(state);
    this.#next = state;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#all(this.#next!), restMs);
  }

  #all(state: State, now = performance.now()): void {
    clearTimeout(this.#waiting);
    this.#last = state;
    this.#lastAt = now;
    const begin = performance.now();
    this.everything(state);
    this.#restMs = Math.max(wordsEveryMs, shareOfWords * (performance.now() - begin));
  }
}
