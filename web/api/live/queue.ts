// Queue of chunks between a source and an engine.
import { chunkProblem, type SampleChunk } from './source.js';

/** Consecutive samples: those of each used channel, one channel after the other. */
export interface Batch {
  x: Float32Array;
  n: number;
  nLost: number;
}

interface Queued {
  rows: Float32Array[];
  n: number;
  nLost: number;
  taken(): void;
}

export interface QueueOptions {
  /** Number of channels of the source. */
  nChannels: number;
  /** Indices of the channels of the source that are used, in this order. */
  channels: number[];
  /** Factor from the unit of the source to microvolts. */
  scale: number;
  /** Largest number of samples of one batch. */
  maxBatchSamples: number;
  /** Largest number of samples that wait; beyond it the oldest are dropped as if they had been lost. */
  maxWaitingSamples: number;
}

export class ChunkQueue {
  #queued: Queued[] = [];
  #nWaiting = 0;
  #isEnded = false;
  #failure: unknown;
  #wake: (() => void) | null = null;
  /** All samples that arrived or were lost. */
  nInput = 0;
  /** Samples lost in transmission, or dropped here. */
  nLost = 0;

  constructor(private readonly options: QueueOptions) {}

  /** Resolves when the chunk was taken; at once if it is empty, or nothing is taken any more. */
  add(chunk: SampleChunk): Promise<void> {
    const { nChannels, channels, scale, maxWaitingSamples } = this.options;
    const problem = chunkProblem(chunk, nChannels);
    if (problem) {
      this.fail(problem);
      const refused = Promise.reject(problem);
      refused.catch(() => undefined); // a source need not look at what it gets
      return refused;
    }
    const { data, nLost = 0 } = chunk;
    const n = data[0]?.length ?? 0;
    if (this.#isEnded || n + nLost === 0) return Promise.resolve();
    const rows = channels.map((channel) => scaled(data[channel]!, scale));
    this.nInput += n + nLost;
    this.nLost += nLost;
    this.#nWaiting += n;
    const added = new Promise<void>((taken) => this.#queued.push({ rows, n, nLost, taken }));
    while (this.#nWaiting > maxWaitingSamples && this.#queued.length > 1) this.#giveUpOldest();
    this.#wake?.();
    return added;
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  fail(failure: unknown): void {
    this.#failure ??= failure;
    this.end();
  }

  /** True once the source has ended and nothing waits; throws what the source failed with. */
  get isDone(): boolean {
    if (!this.#isEnded || this.#queued.length > 0) return false;
    if (this.#failure !== undefined) throw this.#failure;
    return true;
  }
  get isEmpty(): boolean {
    return this.#queued.length === 0;
  }

  /** The next samples up to the next loss, without taking them off. */
  peek(): Batch | null {
    const first = this.#queued[0];
    if (!first) return null;
    const parts: Queued[] = [];
    let n = 0;
    for (const part of this.#queued) {
      if (part !== first && (part.nLost > 0 || n >= this.options.maxBatchSamples)) break;
      parts.push(part);
      n += part.n;
    }
    n = Math.min(n, this.options.maxBatchSamples);
    const x = new Float32Array(this.options.channels.length * n);
    for (let row = 0; row < this.options.channels.length; row++) {
      let at = 0;
      for (const part of parts) {
        const values = part.rows[row]!.subarray(0, n - at);
        x.set(values, row * n + at);
        at += values.length;
      }
    }
    return { x, n, nLost: first.nLost };
  }

  /** Takes off the first `n` samples, and the loss before them. */
  take(n: number): void {
    let first = this.#queued[0];
    if (first) first.nLost = 0;
    this.#nWaiting -= n;
    for (; first && first.n <= n; first = this.#queued[0]) {
      if (first.nLost > 0) break;
      n -= first.n;
      this.#queued.shift();
      first.taken();
    }
    if (!first || n === 0) return;
    first.rows = first.rows.map((row) => row.subarray(n));
    first.n -= n;
  }

  /** Resolves when something came, or the source ended. */
  more(): Promise<void> {
    if (this.#queued.length > 0 || this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }

  /** Drops what waits. */
  close(): void {
    for (const { taken } of this.#queued.splice(0)) taken();
    this.end();
  }

  #giveUpOldest(): void {
    const oldest = this.#queued.shift()!;
    this.#nWaiting -= oldest.n;
    this.nLost += oldest.n;
    this.#queued[0]!.nLost += oldest.nLost + oldest.n;
    oldest.taken();
  }
}

function scaled(values: Float32Array, scale: number): Float32Array {
  return scale === 1 ? values : values.map((value) => value * scale);
}
