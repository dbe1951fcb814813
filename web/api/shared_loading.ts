// The epochs of the recordings of one training: each recording is read and filtered by one engine, and the others get its epochs.
import type { Connection } from '../worker/connection.js';
import { throwIfAborted } from '../worker/work_chunks.js';

interface SharedRecording {
  readonly index: number;
  /** Its epochs, from the time an engine begins to load them until all engines have them. */
  chunks: Promise<Float32Array[]> | null;
  /** Number of engines that got them from another one. */
  nGiven: number;
  /** How much of it is loaded, 0 to 1. */
  share: number;
}

export class SharedLoading {
  /** Engines that will hold the data. */
  nEngines = 1;
  readonly #recordings: readonly SharedRecording[];
  readonly #onProgress: (share: number) => void;
  #reported = 0;

  /** `onProgress` is called with the share that is read and filtered, 0 to 1. */
  constructor(nRecordings: number, onProgress: (share: number) => void) {
    this.#recordings = Array.from({ length: nRecordings }, (_, index) => ({
      ...{ index, chunks: null, nGiven: 0, share: 0 },
    }));
    this.#onProgress = onProgress;
  }

  /** Reports progress, unless more was reported already. */
  report(share: number): void {
    if (share > this.#reported) this.#onProgress((this.#reported = share));
  }

  /** Brings all epochs to an engine that has planned training `id`. It loads those recordings that no other engine loads. */
  async bring(engine: Connection, id: number, signal: AbortSignal | undefined): Promise<void> {
    const missing = new Set(this.#recordings);
    while (missing.size > 0) {
      throwIfAborted(signal);
      const free = [...missing].find(({ chunks }) => !chunks);
      const next = free ?? [...missing][0]!;
      if (free) await this.#load(engine, id, free, signal);
      else if (!(await this.#give(engine, id, next, signal))) continue;
      missing.delete(next);
    }
  }

  async #load(
    engine: Connection,
    id: number,
    recording: SharedRecording,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // An engine that replaces a lost one may come when all others have the epochs.
    const isWanted = recording.nGiven < this.nEngines - 1;
    const chunks = this.#read(engine, id, recording, isWanted, signal);
    if (isWanted) {
      recording.chunks = chunks;
      chunks.catch(() => (recording.chunks = null)); // another engine loads it
    }
    await chunks;
  }

  async #read(
    engine: Connection,
    id: number,
    recording: SharedRecording,
    isWanted: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const { index } = recording;
    for (let done = 0; done < 1;) {
      throwIfAborted(signal);
      done = await engine.call('trainLoad', [id, index]);
      recording.share = Math.max(recording.share, done);
      const sum = this.#recordings.reduce((all, { share }) => all + share, 0);
      this.report(sum / this.#recordings.length);
    }
    const chunks: Float32Array[] = [];
    while (isWanted) {
      throwIfAborted(signal);
      const chunk = await engine.call('trainLoaded', [id, index, chunks.length]);
      if (chunk.length === 0) break;
      chunks.push(chunk);
    }
    return chunks;
  }

  /** Gives an engine the epochs that another one loads; false if that one fails. */
  async #give(
    engine: Connection,
    id: number,
    recording: SharedRecording,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const chunks = await recording.chunks?.catch(() => null);
    if (!chunks) return false;
    for (const chunk of chunks) {
      throwIfAborted(signal);
      const copy = chunk.slice();
      await engine.call('trainAddLoaded', [id, recording.index, copy], [copy.buffer]);
    }
    if (++recording.nGiven === this.nEngines - 1) recording.chunks = null;
    return true;
  }
}
