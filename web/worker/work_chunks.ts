// Chunks of work spread over several workers, with results in order; and waiting that a signal ends.
import type { Floats } from './own_memory.js';

export interface Chunk {
  first: number;
  count: number;
}

/** Chunks of fixed size, the same for any number of workers, so that results do not depend on it. */
export function chunksOf(n: number, size: number): Chunk[] {
  return Array.from({ length: Math.ceil(n / size) }, (_, i) => ({
    first: i * size,
    count: Math.min(size, n - i * size),
  }));
}

/** Concatenates arrays. */
export function joined(parts: readonly Float32Array[]): Floats {
  const whole = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** As `fetch`: throws the reason of the signal. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** `promise`, or a rejection with the reason of `signal` as soon as it aborts. */
export function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    // Also after an abort: nobody else looks at what the promise rejects with.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  const result = {} as Deferred<T>;
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  result.promise.catch(() => undefined); // it need not be awaited
  return result;
}

/**
 * Calls `work(index, workerIndex)` for every index below `n`; each worker takes the next index when it is free. Yields results in the
 * order of the index. No further work starts after the consumer leaves, a chunk fails or `signal` aborts. Before each chunk every worker
 * but the first waits for the promise of `waitBeforeChunk`, if it returns one.
 */
export async function* inOrder<T>(
  n: number,
  nWorkers: number,
  work: (index: number, workerIndex: number) => Promise<T>,
  signal?: AbortSignal,
  waitBeforeChunk?: () => Promise<void> | null,
): AsyncGenerator<T, void, undefined> {
  const results = Array.from({ length: n }, () => deferred<T>());
  let next = 0;
  let stopped = false;
  const run = async (workerIndex: number) => {
    while (!stopped && next < n) {
      const rest = workerIndex > 0 ? waitBeforeChunk?.() : null;
      if (rest) {
        await rest;
        continue;
      }
      const result = results[next] as Deferred<T>;
      await work(next++, workerIndex).then(result.resolve, (thrown: unknown) => {
        stopped = true;
        result.reject(signal?.aborted ? signal.reason : thrown);
      });
    }
  };
  try {
    throwIfAborted(signal);
    for (let workerIndex = 0; workerIndex < Math.min(nWorkers, n); workerIndex++)
      run(workerIndex).catch((thrown: unknown) => {
        stopped = true; // by waitBeforeChunk
        results[next]?.reject(thrown);
      });
    for (const { promise } of results) yield await abortable(promise, signal);
  } finally {
    stopped = true;
  }
}
