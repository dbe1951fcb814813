// How a page learns that a worker is dead. Some deaths come without an event: `terminate` from elsewhere, a browser
// short of memory. To ask the worker is no use, because a busy one does not answer, and to wait for long is a guess.
//
// So every worker holds a Web Lock as long as it lives, and the page queues up for it: the browser hands it over the
// moment the worker is gone, and never before, however busy the worker or hidden the tab.
//
// Frames of opaque origin have no locks. There every worker makes a picture with an address in memory, which the browser forgets
// with the worker, and which the page loads twice a second. Where neither works, training counts seconds instead, see `AwakeTimeout`.
import { EegateError } from './error.js';

const forever = new Promise<never>(() => undefined);

/** What lives as long as a worker: a lock by its name, a picture by its address, or nothing. */
export type LifeSignal = { lock: string } | { picture: string } | null;

/** In the worker: holds the lock until death, or makes the picture. */
export function lifeSignal(name: string): Promise<LifeSignal> {
  return new Promise((resolve) => {
    const { locks } = globalThis.navigator ?? {};
    if (!locks) return resolve(picture());
    const hold = () => {
      resolve({ lock: name });
      return forever;
    };
    locks.request(name, hold).catch(() => resolve(picture()));
  });
}

/** One pixel. */
const gif = 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';

function picture(): LifeSignal {
  if (typeof URL.createObjectURL !== 'function') return null;
  const bytes = Uint8Array.from(gif, (letter) => letter.charCodeAt(0));
  return { picture: URL.createObjectURL(new Blob([bytes], { type: 'image/gif' })) };
}

const everyMs = 500;

/** In the page: calls `onDeath` when the worker is gone. Answers how to stop watching; null where its death cannot be seen. */
export async function watch(sign: LifeSignal, onDeath: () => void): Promise<(() => void) | null> {
  if (!sign) return null;
  if ('lock' in sign) return watchLock(sign.lock, onDeath);
  if (!(await isThere(sign.picture, 0))) return null; // a policy forbids the picture
  let n = 0;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void isThere(sign.picture, ++n).then((is) => {
      isLooking = false;
      if (!is) onDeath();
    });
  }, everyMs);
  return () => clearInterval(timer);
}

/** With a number behind it, because browsers remember pictures by their whole address. */
function isThere(address: string, n: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (typeof Image !== 'function') return resolve(false);
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = `${address}#${n}`;
  });
}

function watchLock(name: string, onDeath: () => void): () => void {
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
export class AwakeTimeout {
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
