// eegate/edf: headers and samples of EDF, EDF+, BDF and BDF+ without WebAssembly. It opens, repairs and refuses the same files as the
// engine, and returns bit-identical samples; only the engine reads annotations and clocks, and canonical channel names.
import { argumentError, checkNumber, oneOf, optionsOf } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { Floats } from '../worker/shapes.js';
import { readHeader, type EdfHeader } from './header.js';
import type { EdfSignal } from './signals.js';
import { sourceOf, type Source } from './source.js';

export { EegateError };
export type { EdfHeader, EdfSignal };

/**
 * Opens an EDF, EDF+, BDF or BDF+ file: reads its header and, to detect damage, a few kilobytes of samples.
 *
 * @throws {EegateError} ENGINE_ARGUMENT: not a file; FORMAT_*: another kind of file; EDF_*: damaged; FILE_READ: it cannot be read any more.
 * @example
 * ```ts
 * const edf = await openEdf(file);
 * console.log(edf.header.format, edf.header.signals.map(({ label, sfreq }) => `${label} ${sfreq} Hz`));
 * const fp1 = await edf.read('Fp1');               // Float32Array of microvolts
 * ```
 */
export async function openEdf(file: Blob | ArrayBuffer | Uint8Array): Promise<EdfFile> {
  const source = sourceOf(file);
  return new EdfFile(source, await readHeader(source));
}

/** An open EDF or BDF file. It need not be closed. Annotations and canonical channel names: use `openRecording` of `eegate`. */
export class EdfFile {
  /** The header, repaired where needed. */
  readonly header: EdfHeader;
  readonly #source: Source;

  /** @internal */
  constructor(source: Source, header: EdfHeader) {
    this.#source = source;
    this.header = header;
  }

  /**
   * Samples of one signal, given by index or label, as they are stored, without regard to gaps: microvolts if its unit is a voltage,
   * otherwise in its unit. `first` (default 0) and `n` (default: to the end) count samples.
   *
   * @throws {EegateError} CHANNEL_UNKNOWN: there is no such signal; EDF_RANGE: the samples are outside the recording; FILE_READ.
   */
  async read(
    signal: number | string,
    options: { first?: number; n?: number } = {},
  ): Promise<Floats> {
    const { first = 0, n } = optionsOf(options, { first: 0, n: 0 });
    checkNumber(first, 'first');
    checkNumber(n, 'n', true);
    const one = this.#signal(signal);
    const end = first + (n ?? one.nSamples - first);
    for (const [field, value] of Object.entries({ first, n: n ?? 0 }))
      if (!Number.isInteger(value)) throw argumentError(field, value, 'a whole number');
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
        : signals.find(({ label }) => label === String(signal).trim());
    if (one) return one;
    throw new EegateError({
      code: 'CHANNEL_UNKNOWN',
      message: 'The recording has no such signal',
      field: 'signal',
      found: String(signal),
      expected: oneOf(signals.map(({ label }) => label)),
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

/** The order of operations is that of the core, so that results are bit-identical. */
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
