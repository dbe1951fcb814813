// Work of minutes that can be cancelled: at most one of a kind for each recording.
import { isAbort } from '../../worker/error.js';

export class LongWork {
  /** By the key of the recording. */
  readonly #running = new Map<number, AbortController>();

  begin(key: number): AbortSignal {
    this.cancel(key);
    const controller = new AbortController();
    this.#running.set(key, controller);
    return controller.signal;
  }

  cancel(key: number): void {
    this.#running.get(key)?.abort();
  }

  /** Of a recording that is closed: nothing more is said of it. */
  drop(key: number): void {
    this.cancel(key);
    this.#running.delete(key);
  }

  /** Whether it is the last one of its recording, which is still open. */
  isLast(key: number, signal: AbortSignal): boolean {
    return this.#running.get(key)?.signal === signal;
  }
}

export function unlessAborted(thrown: unknown): null {
  if (isAbort(thrown)) return null;
  throw thrown;
}
