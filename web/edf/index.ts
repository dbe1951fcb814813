// eegate/edf: headers and samples of EDF, EDF+, BDF and BDF+ without WebAssembly. It opens, repairs and refuses the same files
// as the engine, and gives the same samples to the last bit; annotations and clocks are the engine's.
import { EegateError } from '../worker/error.js';
import { readHeader, type EdfHeader } from './header.js';
import type { EdfSignal } from './signals.js';
import { sourceOf, type Source } from './source.js';

export { EegateError };
export type { EdfHeader, EdfSignal };

/** Opens a recording; reads its header and, to find damage, a few kilobytes of samples. */
export async function openEdf(file: Blob | ArrayBuffer | Uint8Array): Promise<EdfFile> {
  const source = sourceOf(file);
  return new EdfFile(source, await readHeader(source));
}

/** An open file. Nothing has to be closed. */
export class EdfFile {
  /** What the header says, repaired where that was needed. */
  readonly header: EdfHeader;
  readonly #source: Source;

  constructor(source: Source, header: EdfHeader) {
    this.#source = source;
    this.header = header;
  }

  /**
   * Samples of one signal as they are stored, gaps or not: microvolts for a voltage, else in the signal's unit.
   * `first` and `n` count samples; without them all are read.
   */
  async read(
    signal: number | string,
    { first = 0, n }: { first?: number; n?: number } = {},
  ): Promise<Float32Array> {
    const one = this.#signal(signal);
    const end = first + (n ?? one.nSamples - first);
    if (!(first >= 0 && end >= first && end <= one.nSamples)) throw outside(one, first, end);
    const out = new Float32Array(end - first);
    const { headerBytes, recordBytes, format } = this.header;
    const width = format.startsWith('BDF') ? 3 : 2;
    const perRecord = one.samplesPerRecord;
    for (let at = first; at < end;) {
      const record = Math.floor(at / perRecord);
      const begin = at - record * perRecord;
      const count = Math.min(end - at, perRecord - begin);
      const offset = headerBytes + record * recordBytes + one.recordOffset + begin * width;
      const bytes = await this.#source.read(offset, count * width);
      if (bytes.length < count * width) throw outside(one, first, end);
      decode(bytes, width, one, out.subarray(at - first, at - first + count));
      at += count;
    }
    return out;
  }

  #signal(signal: number | string): EdfSignal {
    const { signals } = this.header;
    const one =
      typeof signal === 'number'
        ? signals[signal]
        : signals.find(({ label }) => label === signal.trim());
    if (one) return one;
    throw new EegateError({
      code: 'CHANNEL_UNKNOWN',
      message: 'The recording has no such signal',
      field: 'signal',
      found: String(signal),
      expected: `one of ${signals.length}`,
    });
  }
}

function outside(signal: EdfSignal, first: number, end: number): EegateError {
  return new EegateError({
    code: 'EDF_RANGE',
    message: 'The samples that were asked for are not in the recording',
    field: signal.label,
    found: `samples ${first} to ${end}`,
    expected: `inside the ${signal.nSamples} samples of the signal`,
  });
}

/** The order of operations is that of the core, so that every bit is. */
function decode(bytes: Uint8Array, width: number, signal: EdfSignal, out: Float32Array): void {
  const { calibrated, physicalMin, physicalMax, digitalMin, digitalMax } = signal;
  const gain = calibrated ? (physicalMax - physicalMin) / (digitalMax - digitalMin) : 1;
  const [offset, zero] = calibrated ? [physicalMin, digitalMin] : [0, 0];
  const factor = calibrated ? (signal.microvolts ?? 1) : 1;
  for (let i = 0, k = 0; i < out.length; i++, k += width) {
    const low = bytes[k]! | (bytes[k + 1]! << 8);
    const word = width === 3 ? low | (bytes[k + 2]! << 16) : low;
    if (signal.kind === 'status') out[i] = word;
    else {
      const digital = width === 3 ? (word << 8) >> 8 : (word << 16) >> 16;
      out[i] = (offset + gain * (digital - zero)) * factor;
    }
  }
}
