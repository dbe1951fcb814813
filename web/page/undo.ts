// Undo and redo of views and choices. Data and results are not undone.

export interface Step {
  /** Steps of one kind that follow each other at once are one step: a drag, a key held down. */
  kind: string;
  undo(): void;
  redo(): void;
  /** Whether it changes nothing of the recording that is shown. */
  isGlobal?: boolean;
  /** What it changes; `drop` forgets its steps when that is gone. */
  about?: object;
}

/** What was undone or redone; null: there was nothing to undo or redo. */
export interface Told {
  isUndo: boolean;
  step: { kind: string; place: number | null } | null;
  /** Steps that can still be undone, or redone. */
  nLeft: number;
}

/** The recording that is shown: a step is taken back where it was made. */
interface Places {
  now(): number | null;
  /** Shows it again; false if it is closed. */
  show(place: number): boolean;
  tell?(told: Told): void;
}

interface Done extends Step {
  place: number | null;
}

const mergeMs = 700;
const most = 200;

export class Undo {
  #done: Done[] = [];
  #undone: Done[] = [];
  #lastAt = -Infinity;
  #isReplaying = false;

  constructor(
    private readonly places: Places | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  push(step: Step): void {
    if (this.#isReplaying) return;
    const place = step.isGlobal ? null : (this.places?.now() ?? null);
    const last = this.#done.at(-1);
    const isContinued =
      last?.kind === step.kind && last.place === place && this.now() - this.#lastAt < mergeMs;
    const done = { ...step, place };
    if (isContinued) this.#done[this.#done.length - 1] = { ...done, undo: last.undo };
    else this.#done.push(done);
    if (this.#done.length > most) this.#done.shift();
    this.#undone = [];
    this.#lastAt = this.now();
  }

  undo(): void {
    const step = this.#next(this.#done, true);
    if (!step) return;
    this.#undone.push(step);
    this.#replay(() => step.undo());
  }

  redo(): void {
    const step = this.#next(this.#undone, false);
    if (!step) return;
    this.#done.push(step);
    this.#replay(() => step.redo());
  }

  /** Forgets steps, because what they change is gone: a recording, or something else that steps are about. */
  drop(gone: { place: number } | { about: object }): void {
    const stays = (step: Done) =>
      'place' in gone ? step.place !== gone.place : step.about !== gone.about;
    this.#done = this.#done.filter(stays);
    this.#undone = this.#undone.filter(stays);
  }

  /** Takes the last step whose recording can be shown, and tells which it is: the step itself may then say more. */
  #next(steps: Done[], isUndo: boolean): Done | null {
    const canShow = ({ place }: Done) => place === null || (this.places?.show(place) ?? true);
    let step = steps.pop();
    while (step && !canShow(step)) step = steps.pop();
    this.places?.tell?.({ isUndo, step: step ?? null, nLeft: steps.length });
    return step ?? null;
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
