// How a page learns that a worker is dead. Some deaths come without an event: `terminate` from elsewhere, a browser
// short of memory. To ask the worker is no use, because a busy one does not answer, and to wait for long is a guess.
//
// So every worker holds a Web Lock as long as it lives, and the page queues up for it: the browser hands it over the
// moment the worker is gone, and never before, however busy the worker or hidden the tab. Where there are no locks (pages
// that came over plain http), training counts seconds instead, see `Patience`.
import { EegateError } from './error.js';

const forever = new Promise<never>(() => undefined);

/** In the worker: holds the lock until death. False where that is not possible. */
export function holdUntilDeath(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { locks } = globalThis.navigator ?? {};
    if (!locks) return resolve(false);
    const hold = () => {
      resolve(true);
      return forever;
    };
    locks.request(name, hold).catch(() => resolve(false));
  });
}

/** In the page: calls `onDeath` when the worker that holds the lock is gone. Answers how to stop watching. */
export function watchForDeath(name: string, onDeath: () => void): () => void {
  const controller = new AbortController();
  navigator.locks
    .request(name, { signal: controller.signal }, () => onDeath())
    .catch(() => undefined); // no longer watched
  return () => controller.abort();
}

export function diedSilently(): EegateError {
  return new EegateError({
    code: 'ENGINE_LOST',
    message: 'An engine worker ended without a word',
    hint: 'Try again: a new engine is started.',
  });
}

/**
 * Runs out after so many seconds in which the page itself was awake: it counts the ticks of a timer, which a throttled or
 * frozen tab gets fewer of and a sleeping computer none.
 */
export class Patience {
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(seconds: number, onEnd: () => void, tickMs = 1000) {
    let left = Math.ceil(seconds);
    this.#timer = setInterval(() => {
      if (--left > 0) return;
      this.end();
      onEnd();
    }, tickMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
