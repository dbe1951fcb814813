// Detects the death of a worker. Some workers end without an event, for instance when the browser is short of memory. Messages do not
// help, because a busy worker does not answer, and a timeout is a guess.
//
// So every worker holds a Web Lock as long as it lives, and the page requests the same lock: the browser grants it when the worker is
// gone, and never before, even if the worker is busy or the tab hidden.
//
// Frames of opaque origin have no locks. There every worker creates an image with an object URL, which the browser revokes with the
// worker, and which the page loads twice a second. Where neither works, training uses a timeout, see `AwakeTimeout`.
import { EegateError } from './error.js';

const forever = new Promise<never>(() => undefined);

/** What exists as long as a worker: a lock by its name, an image by its URL, or nothing. */
export type LifeSignal = { lock: string } | { picture: string } | null;

/** In the worker: holds the lock for ever, or creates the image. */
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

/** In the page: calls `onDeath` when the worker is gone. Returns a function that stops watching; null if its death cannot be detected. */
export async function watch(sign: LifeSignal, onDeath: () => void): Promise<(() => void) | null> {
  if (!sign) return null;
  if ('lock' in sign) return watchLock(sign.lock, onDeath);
  if (!(await isThere(sign.picture, 0))) return null; // a policy forbids the image
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

/** With a number appended, because browsers cache images by their whole URL. */
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
    .catch(() => undefined); // watching was stopped
  return () => controller.abort();
}

export function diedSilently(): EegateError {
  return new EegateError({
    code: 'ENGINE_LOST',
    message: 'An engine worker ended without an error',
    hint: 'Try again: a new engine is started.',
  });
}

/**
 * A timeout that counts only seconds in which the page was awake: by ticks of a timer, of which a throttled or frozen tab gets fewer and
 * a sleeping computer none.
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
