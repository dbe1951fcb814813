// Reads what is left of the annotations of chosen recordings: long files are opened with the first of theirs, and classes and numbers of
// windows are final when all are read.
import type { Actions } from '../actions.js';
import type { RecordingEntry, State } from '../state.js';
import type { Store } from '../store.js';
import { strings } from '../strings/index.js';

export class UnreadAnnotations {
  /** Those that could not be read; training tells the same of them. */
  readonly #failed = new Set<number>();
  #reading: Promise<void> | null = null;

  constructor(
    private readonly page: Store<State>,
    private readonly actions: Actions,
    /** Keys of the chosen recordings. */
    private readonly chosen: () => readonly number[],
  ) {}

  /** Chosen recordings whose annotations are not all read yet. */
  get entries(): RecordingEntry[] {
    const left = this.page.state.recordings.filter(
      ({ key, recording }) => !recording.annotationsComplete && !this.#failed.has(key),
    );
    if (!left.length) return left;
    const chosen = this.chosen();
    return left.filter(({ key }) => chosen.includes(key));
  }

  /** One recording after the other, until all are read. */
  async read(): Promise<void> {
    if (!this.#reading && this.entries.length)
      this.#reading = this.#readOn().finally(() => (this.#reading = null));
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    const { readingAnnotations, readAnnotations } = strings.status;
    this.actions.tasks.say(readingAnnotations);
    let n = 0;
    for (let next = this.entries[0]; next; next = this.entries[0]) {
      const { key, recording } = next;
      try {
        n += (await recording.readAnnotations({ onProgress: this.#draw })).length;
      } catch (thrown) {
        this.#failed.add(key);
        const isOpen = this.page.state.recordings.some((one) => one.key === key);
        if (isOpen) this.actions.tasks.report(thrown, recording.name);
      }
    }
    this.actions.tasks.unsay(readingAnnotations);
    if (n) this.actions.tasks.say(readAnnotations(n));
    this.#draw();
  }

  #draw = (): void => this.page.invalidate();
}
