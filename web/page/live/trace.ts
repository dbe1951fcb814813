// The last seconds of a few channels of the source, for drawing.
import type { SampleChunk, SampleSource } from '../../api/index.js';

export const keptS = 8;

export class TraceBuffer {
  readonly sfreq: number;
  readonly #length: number;
  readonly #rings: Float32Array[];
  /** All samples that came or were lost. */
  nSamples = 0;
  /** Time after the last samples that were lost; null: none were. */
  lostUntilS: number | null = null;

  constructor(
    source: SampleSource,
    private readonly channels: number[],
    readonly names: string[],
    /** Time of the first sample that came. */
    readonly startS = 0,
  ) {
    this.sfreq = source.sfreq;
    this.#length = Math.ceil(keptS * source.sfreq);
    this.#rings = channels.map(() => new Float32Array(this.#length).fill(NaN));
  }

  add({ data, nLost = 0 }: SampleChunk): void {
    const n = data[0]?.length ?? 0;
    this.#rings.forEach((ring, i) => {
      const row = data[this.channels[i]!]!;
      for (let k = Math.max(0, nLost - this.#length); k < nLost; k++)
        ring[(this.nSamples + k) % this.#length] = NaN;
      for (let k = Math.max(0, n - this.#length); k < n; k++)
        ring[(this.nSamples + nLost + k) % this.#length] = row[k]!;
    });
    this.nSamples += n + nLost;
    if (nLost) this.lostUntilS = this.endS - n / this.sfreq;
  }

  /** Time of the next sample. */
  get endS(): number {
    return this.startS + this.nSamples / this.sfreq;
  }

  /** The sample nearest to a time, if it is kept; null where nothing came. */
  valueAt(index: number, timeS: number): number | null {
    const at = Math.round((timeS - this.startS) * this.sfreq);
    if (at < 0 || at >= this.nSamples || at < this.nSamples - this.#length) return null;
    const value = this.#rings[index]![at % this.#length]!;
    return Number.isNaN(value) ? null : value;
  }

  /** Oldest first; NaN where nothing came. */
  row(index: number): Float32Array {
    const ring = this.#rings[index]!;
    const at = this.nSamples % this.#length;
    const row = new Float32Array(this.#length);
    row.set(ring.subarray(at));
    row.set(ring.subarray(0, at), this.#length - at);
    return row;
  }
}

const gains = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000]; // uV per row

/**
 * Microvolts of a row: five standard deviations of the signal, in round numbers. A blink, which is larger than that, reaches into the
 * rows next to it; what it needs would leave the rest flat.
 */
export function gainFor(rows: Float32Array[]): number {
  const deviations = rows.map(deviation).sort((a, b) => a - b);
  const middle = deviations[Math.floor(deviations.length / 2)] ?? 0;
  return gains.find((gain) => gain >= 5 * middle) ?? gains.at(-1)!;
}

/** The standard deviation of those that are numbers. */
function deviation(row: Float32Array): number {
  let [n, sum, squares] = [0, 0, 0];
  for (const value of row) {
    if (Number.isNaN(value)) continue;
    n++;
    sum += value;
    squares += value * value;
  }
  return n ? Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)) : 0;
}
