// Of long stretches the least and the largest sample of equal bins, so that a whole night in view takes no more room than minutes of it.
import { columnExtremes, type Summary } from '../../plot/decimate.js';
import type { Recording } from '../../api/index.js';
import type { Row, Seen } from './montage.js';
import { readRows, type RowSamples } from './row_samples.js';

/** Several to a pixel of the widest screens. */
const nBins = 2 ** 11;

/** More of a file than this is read in several requests. */
export const requestBytes = 2 * 2 ** 20;
/** At least, because a filter begins before what it is asked for, in each request anew. */
export const filteredRequestS = 5;

/** As `readRows`, of any length: in parts, of which the extremes are kept. Null as soon as nobody wants it any more. */
export async function readExtremes(
  recording: Recording,
  rows: readonly Row[],
  seen: Seen,
  [fromS, toS]: readonly [number, number],
  isWanted: () => boolean = () => true,
): Promise<Map<string, RowSamples> | null> {
  const bytesPerS = recording.info.sizeBytes / Math.max(1, recording.durationS);
  const isFiltered = seen.preview !== undefined || seen.display !== undefined;
  const partS = Math.max(requestBytes / bytesPerS, isFiltered ? filteredRequestS : 0);
  const bins = new Map<string, Bins>();
  for (const { name, index } of rows)
    bins.set(name, new Bins(fromS, toS, recording.channels[index]!.sfreq));
  for (let atS = fromS; atS < toS; atS += partS) {
    const part = await readRows(recording, rows, seen, atS, Math.min(partS, toS - atS));
    if (!isWanted()) return null;
    for (const [name, samples] of part) bins.get(name)!.add(samples);
  }
  return new Map([...bins].map(([name, one]) => [name, one.row]));
}

/** One row. Its samples come in parts, in order; what two parts share counts once. */
class Bins {
  readonly #begin: number;
  readonly #end: number;
  readonly #perBin: number;
  readonly #samples: Float32Array;
  #next: number;
  #sum = 0;
  #squares = 0;
  #n = 0;
  #min = Infinity;
  #max = -Infinity;

  constructor(
    fromS: number,
    toS: number,
    private readonly sfreq: number,
  ) {
    this.#begin = Math.floor(fromS * sfreq);
    this.#end = Math.ceil(toS * sfreq);
    const n = Math.max(1, this.#end - this.#begin);
    this.#perBin = Math.ceil(n / nBins);
    this.#samples = new Float32Array(2 * Math.ceil(n / this.#perBin)).fill(NaN);
    this.#next = this.#begin;
  }

  add({ samples, startS }: RowSamples): void {
    const first = Math.round(startS * this.sfreq);
    const begin = Math.max(0, this.#next - first);
    const end = Math.min(samples.length, this.#end - first);
    if (end <= begin) return;
    this.#count(samples, begin, end);
    const part = samples.subarray(begin, end);
    const from = first + begin - this.#begin;
    const firstBin = Math.floor(from / this.#perBin);
    const last = Math.floor((from + part.length - 1) / this.#perBin);
    const offset = firstBin * this.#perBin - from;
    const { min, max } = columnExtremes(part, offset, this.#perBin, last - firstBin + 1);
    for (let i = 0; i < min.length; i++) {
      this.#put(2 * (firstBin + i), min[i]!, Math.min);
      this.#put(2 * (firstBin + i) + 1, max[i]!, Math.max);
    }
    this.#next = first + end;
  }

  /** Least and largest in turn, as if they were samples: they are drawn from where the bin begins to where it ends. */
  get row(): RowSamples {
    const summary: Summary = {
      min: this.#n ? this.#min : NaN,
      max: this.#n ? this.#max : NaN,
      mean: this.#n ? this.#sum / this.#n : NaN,
      rms: this.#n
        ? Math.sqrt(Math.max(0, this.#squares / this.#n - (this.#sum / this.#n) ** 2))
        : NaN,
      n: this.#n,
    };
    const sfreq = (2 * this.sfreq) / this.#perBin;
    return { samples: this.#samples, sfreq, startS: this.#begin / this.sfreq, summary };
  }

  #put(at: number, value: number, choose: (a: number, b: number) => number): void {
    if (Number.isNaN(value)) return; // a gap
    const known = this.#samples[at]!;
    this.#samples[at] = Number.isNaN(known) ? value : choose(known, value);
  }

  #count(samples: Float32Array, begin: number, end: number): void {
    for (let i = begin; i < end; i++) {
      const value = samples[i]!;
      if (Number.isNaN(value)) continue;
      this.#sum += value;
      this.#squares += value * value;
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
      this.#n++;
    }
  }
}
