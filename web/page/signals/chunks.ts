// Samples in chunks of equal length: those in view are requested first, then those next to them.
import type { Recording } from '../../api/index.js';
import { filteredRequestS, readExtremes, requestBytes } from './bins.js';
import type { Row, Seen } from './montage.js';
import { readRows, type RowSamples } from './row_samples.js';

export type Chunk = Map<string, RowSamples>;

/** What chunks belong together. */
export interface ChunkSource {
  recording: Recording;
  rows: Row[];
  seen: Seen;
  chunkS: number;
}

const maxFloats = 24 * 2 ** 20;
const aheadBytes = 8 * 2 ** 20;
/** A chunk of more is read in parts, of which the extremes are kept (bins.ts). */
const maxSamplesOfChunk = 2 ** 20;

export class Chunks {
  #source: ChunkSource | null = null;
  #key = '';
  #held = new Map<number, Chunk>();
  #asked = new Set<number>();
  #floats = 0;
  #hasMoved = false;
  #failed = false;
  #last: [number, number] = [0, 0];

  constructor(
    private readonly onData: () => void,
    private readonly onError: (thrown: unknown, name: string) => void,
  ) {}

  /** Other rows, filters or lengths: what is here is of no use any more. True if so. */
  use(source: ChunkSource): boolean {
    const { recording, rows, seen, chunkS } = source;
    const key = JSON.stringify([recording.info.id, rows, seen, chunkS]);
    if (key === this.#key && this.#source?.recording === recording) return false;
    this.#key = key;
    this.#source = source;
    this.#held = new Map();
    this.#asked = new Set();
    this.#floats = 0;
    this.#hasMoved = this.#failed = false;
    this.#last = [NaN, NaN];
    return true;
  }

  get(index: number): Chunk | null {
    return this.#held.get(index) ?? null;
  }

  /** The value of a row all along these, as of a channel at the limit of its amplifier; null if it changes or is not here. */
  constantIn(name: string, first: number, last: number): number | null {
    let constant: number | null = null;
    for (let index = first; index <= last; index++)
      for (const value of this.get(index)?.get(name)?.samples ?? []) {
        if (Number.isNaN(value)) continue; // a gap
        constant ??= value;
        if (value !== constant) return null;
      }
    return constant;
  }

  at(timeS: number): Chunk | null {
    return this.#source ? this.get(Math.floor(timeS / this.#source.chunkS)) : null;
  }

  /** Asks for the chunks from `first` to `last`, and once the view has moved for some on both sides. */
  want(first: number, last: number): void {
    const source = this.#source;
    if (!source || this.#failed) return;
    this.#hasMoved ||= this.#last[0] !== first && !Number.isNaN(this.#last[0]);
    this.#last = [first, last];
    const missing = this.#missing(first, last);
    if (missing) return this.#fetchNext(source, ...missing);
    if (!this.#hasMoved || this.#asked.size) return;
    if (isLong(source) || bytesOf(source) * 4 > aheadBytes) return;
    const ahead = this.#missing(last + 1, last + 4) ?? this.#missing(first - 4, first - 1);
    if (ahead) void this.#fetch(source, ...ahead);
  }

  #fetchNext(source: ChunkSource, first: number, last: number): void {
    const n = chunksPerRequest(source);
    if (first + n <= last && this.#asked.size) return; // the next one when this one has come
    void this.#fetch(source, first, Math.min(last, first + n - 1));
  }

  /** The first run of chunks that are neither here nor under way. */
  #missing(first: number, last: number): [number, number] | null {
    const { recording, chunkS } = this.#source!;
    const end = Math.min(last, Math.ceil(recording.durationS / chunkS) - 1);
    const isMissing = (index: number) => !this.#held.has(index) && !this.#asked.has(index);
    let from = Math.max(0, first);
    while (from <= end && !isMissing(from)) from++;
    if (from > end) return null;
    let to = from;
    while (to < end && isMissing(to + 1)) to++;
    return [from, to];
  }

  async #fetch(source: ChunkSource, first: number, last: number): Promise<void> {
    const key = this.#key;
    const { recording, rows } = source;
    for (let index = first; index <= last; index++) this.#asked.add(index);
    try {
      const isSplit = rows.length > 0 && isLong(source);
      const chunks = isSplit
        ? [await this.#inParts(source, first)]
        : await inOne(source, first, last);
      if (key !== this.#key) return;
      for (const [i, chunk] of chunks.entries()) if (chunk) this.#hold(first + i, chunk);
    } catch (thrown) {
      if (key !== this.#key) return;
      this.#failed = true; // it would fail again and again
      this.onError(thrown, recording.name);
    }
    for (let index = first; index <= last; index++) this.#asked.delete(index);
    this.onData();
  }

  /** Null when it is not in view any more. */
  #inParts(source: ChunkSource, index: number): Promise<Chunk | null> {
    const key = this.#key;
    const { recording, rows, seen, chunkS } = source;
    const endS = Math.min(recording.durationS, (index + 1) * chunkS);
    return readExtremes(recording, rows, seen, [index * chunkS, endS], () => {
      const [first, last] = this.#last;
      return key === this.#key && index >= first && index <= last;
    });
  }

  #hold(index: number, chunk: Chunk): void {
    for (const { samples } of chunk.values()) this.#floats += samples.length;
    this.#held.set(index, chunk);
    const [first, last] = this.#last;
    for (const old of this.#held.keys()) {
      if (this.#floats < maxFloats && this.#held.size < 400) break;
      if (old >= first - 4 && old <= last + 4) continue;
      for (const { samples } of this.#held.get(old)!.values()) this.#floats -= samples.length;
      this.#held.delete(old);
    }
  }
}

async function inOne(source: ChunkSource, first: number, last: number): Promise<Chunk[]> {
  const { recording, rows, seen, chunkS } = source;
  const padS = Math.max(
    ...rows.map(({ index }) => 2 / Math.max(0.1, recording.channels[index]!.sfreq)),
  );
  const fromS = Math.max(0, first * chunkS - padS);
  const toS = Math.min(recording.durationS, (last + 1) * chunkS + padS);
  const data = rows.length ? await readRows(recording, rows, seen, fromS, toS - fromS) : null;
  return Array.from({ length: last - first + 1 }, (_, i) => chunkIn(source, first + i, data));
}

/** A chunk's part of what was read, and a little more. */
function chunkIn({ chunkS }: ChunkSource, index: number, data: Chunk | null): Chunk {
  const chunk: Chunk = new Map();
  for (const [name, { samples, sfreq, startS }] of data ?? []) {
    const begin = Math.max(0, Math.floor((index * chunkS - startS) * sfreq) - 2);
    const end = Math.ceil(((index + 1) * chunkS - startS) * sfreq) + 2;
    const part = samples.slice(begin, Math.max(begin, end));
    chunk.set(name, { samples: part, sfreq, startS: startS + begin / sfreq });
  }
  return chunk;
}

/** Whether there are too many samples in a chunk to keep them all. */
function isLong({ recording, rows, chunkS }: ChunkSource): boolean {
  const perS = rows.reduce((sum, { index }) => sum + recording.channels[index]!.sfreq, 0);
  return perS * chunkS > maxSamplesOfChunk;
}

/** Of the file, for one chunk. */
function bytesOf({ recording, chunkS }: ChunkSource): number {
  return (recording.info.sizeBytes / Math.max(1, recording.durationS)) * chunkS;
}

function chunksPerRequest(source: ChunkSource): number {
  const { preview, display } = source.seen;
  if (isLong(source)) return 1;
  const n = Math.floor(requestBytes / bytesOf(source));
  return Math.max(1, n, preview || display ? Math.ceil(filteredRequestS / source.chunkS) : 0);
}
