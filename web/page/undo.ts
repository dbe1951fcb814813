// Undo and redo of views and choices. Data and results are not undone.

export interface Step {
  /** Steps of one kind that follow each other at once are one step: a drag, a key held down. */
  kind: string;
  undo(): void;
  redo(): void;
}

const mergeMs = 700;
const most = 200;

export class Undo {
  #done: Step[] = [];
  #undone: Step[] = [];
  #lastAt = -Infinity;
  #isReplaying = false;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  push(step: Step): void {
    if (this.#isReplaying) return;
    const last = this.#done.at(-1);
    const isContinued = last?.kind === step.kind && this.#now() - this.#lastAt < mergeMs;
    if (isContinued) this.#done[this.#done.length - 1] = { ...step, undo: last.undo };
    else this.#done.push(step);
    if (this.#done.length > most) this.#done.shift();
    this.#undone = [];
    this.#lastAt = this.#now();
  }

  undo(): void {
    const step = this.#done.pop();
    if (!step) return;
    this.#undone.push(step);
    this.#replay(() => step.undo());
  }

  redo(): void {
    const step = this.#undone.pop();
    if (!step) return;
    this.#done.push(step);
    this.#replay(() => step.redo());
  }

  /** Forgets everything, e.g. because what it was about is gone. */
  clear(): void {
    this.#done = [];
    this.#undone = [];
  }

  #replay(body: () => void): void {
    this.#lastAt = -Infinity;
    this.#isReplaying = true;
    try {
      body();
    } finally {
      this.#isReplaying = false;
    }
  }
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, except where they belong to a text field. */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const target = event.target as HTMLElement | null;
  const isText = target?.matches?.(
    'textarea, [contenteditable], input:not([type=range], [type=checkbox], [type=radio], [type=file])',
  );
  if (isText) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey ? 'redo' : null;
}
