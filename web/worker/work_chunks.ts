// Many equal pieces of work over several workers, answered in order.
import { EegateError, toEegateError } from './error.js';

export interface Chunk {
  first: number;
  count: number;
}

/** Fixed pieces, the same for any number of workers, so that results do not depend on it. */
export function chunksOf(n: number, size: number): Chunk[] {
  return Array.from({ length: Math.ceil(n / size) }, (_, i) => ({
    first: i * size,
    count: Math.min(size, n - i * size),
  }));
}

/** Pieces end to end. */
export function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal): EegateError {
  return new EegateError({ code: 'ABORTED', message: 'Stopped as asked' }, signal.reason);
}

/** `promise`, or an error as soon as `signal` aborts. */
export function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(aborted(signal));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: EegateError): void;
}

export function deferred<T>(): Deferred<T> {
  const result = {} as Deferred<T>;
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  result.promise.catch(() => undefined); // nobody has to await it
  return result;
}

/**
 * Calls `work(index, workerIndex)` for every index below `n`; each worker takes the next index when it is free. Yields results by
 * index. When the consumer leaves, a piece fails or `signal` aborts, no further piece is begun. Before a piece every worker but the
 * first waits for what `spare` answers, if it answers anything.
 */
export async function* inOrder<T>(
  n: number,
  nWorkers: number,
  work: (index: number, workerIndex: number) => Promise<T>,
  signal?: AbortSignal,
  spare?: () => Promise<void> | null,
): AsyncGenerator<T, void, undefined> {
  const results = Array.from({ length: n }, () => deferred<T>());
  let next = 0;
  let stopped = false;
  const run = async (workerIndex: number) => {
    while (!stopped && next < n) {
      const rest = workerIndex > 0 ? spare?.() : null;
      if (rest) {
        await rest;
        continue;
      }
      const result = results[next] as Deferred<T>;
      await work(next++, workerIndex).then(result.resolve, (thrown: unknown) => {
        stopped = true;
        result.reject(toEegateError(thrown));
      });
    }
  };
  try {
    throwIfAborted(signal);
    for (let workerIndex = 0; workerIndex < Math.min(nWorkers, n); workerIndex++)
      void run(workerIndex);
    for (const { promise } of results) yield await abortable(promise, signal);
  } finally {
    stopped = true;
  }
}
