// How everything that can fail is carried out: it says what it does, and what was open before a failure stays open.
import { EegateError } from '../api/index.js';
import type { State } from './state.js';
import type { Store } from './store.js';
import { words } from './words/index.js';

export class Tasks {
  readonly #store: Store<State>;

  constructor(store: Store<State>) {
    this.#store = store;
  }

  say(status: string): void {
    this.#store.update({ status });
  }

  report(thrown: unknown, subject: string): void {
    const error = thrown instanceof EegateError ? thrown : unexpected(thrown);
    this.#store.update(({ alerts }) => ({ alerts: [...alerts, { error, subject }] }));
  }

  /** `subject` is what the user would call the thing that failed, e.g. the name of a file. */
  async attempt(subject: string, body: () => Promise<void>): Promise<void> {
    try {
      await body();
    } catch (thrown) {
      this.report(thrown, subject);
      this.say(words.status.failed(subject));
    }
  }

  /** Something that the user waits for. Messages about what was done before are gone with it. */
  async busy(status: string, body: () => Promise<void>): Promise<void> {
    this.#store.update({ status, isBusy: true, alerts: [] });
    await body();
    this.#store.update({ isBusy: false });
  }
}

function unexpected(thrown: unknown): EegateError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = words.errors.unexpectedHint;
  return new EegateError({ code: 'PAGE_FAILED', message, hint }, thrown);
}
