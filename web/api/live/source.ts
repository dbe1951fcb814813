// Sources of live samples: a recording that is replayed, a headset, or any other. docs/LIVE.md explains how to write one.
import {
  argumentError,
  checkMethods,
  checkNumber,
  checkTexts,
  described,
  tagOf,
} from '../../worker/arguments.js';
import { EegateError } from '../../worker/error.js';

/** Consecutive samples. */
export interface SampleChunk {
  /** Samples in the unit of the source: one array per channel, all of the same length. */
  data: Float32Array[];
  /** Number of samples lost right before these. They are not interpolated: no window contains them. */
  nLost?: number;
}

/** What is wrong with a chunk, or null. */
export function chunkProblem(given: SampleChunk | null, nChannels: number): EegateError | null {
  const { data, nLost = 0 } = given ?? {};
  const problem = (field: string, found: unknown, expected: string) =>
    new EegateError({
      code: 'STREAM_INPUT',
      message: 'These samples are not those of every channel',
      field,
      found: described(found),
      expected,
    });
  if (!Array.isArray(data) || data.length !== nChannels)
    return problem('data', data, `an array of ${nChannels}, one for each channel`);
  for (const [i, values] of data.entries()) {
    if (tagOf(values) !== 'Float32Array') return problem(`data[${i}]`, values, 'a Float32Array');
    if (values.length !== data[0]!.length)
      return problem(`data[${i}]`, `${values.length} samples`, `${data[0]!.length} samples`);
  }
  if (!Number.isInteger(nLost) || nLost < 0) return problem('nLost', nLost, 'a whole number');
  return null;
}

/** Unit of samples. */
export type SampleUnit = 'nV' | 'uV' | 'mV' | 'V';

/** A source of live samples (docs/LIVE.md explains how to write one). */
export interface SampleSource {
  /** Labels of the channels, in any common spelling. */
  readonly chNames: string[];
  /** Nominal sampling rate in hertz. */
  readonly sfreq: number;
  /** Unit of the samples. */
  readonly unit: SampleUnit;
  /** Labels of flat or broken channels, which an average reference leaves out. */
  readonly badChNames?: string[];
  /** Whether the source waits for the promise that `onChunk` returns; then no window is dropped. */
  readonly canWait?: boolean;
  /** Passes chunks of any size to `onChunk`. Resolves after the last one, rejects when the connection breaks. */
  start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void>;
  /** Stops: no more chunks come, and `start` resolves. */
  stop(): void | Promise<void>;
}

const microvolts: Record<SampleUnit, number> = { nV: 1e-3, uV: 1, mV: 1e3, V: 1e6 };

export function microvoltsIn(unit: SampleUnit): number {
  return microvolts[unit];
}

/** Throws unless this is a source of samples. */
export function checkSource(given: SampleSource): void {
  checkMethods(given, 'source', ['start', 'stop']);
  const { chNames, sfreq, unit, badChNames = [] } = given;
  checkTexts(chNames, 'source.chNames');
  checkTexts(badChNames, 'source.badChNames');
  checkNumber(sfreq, 'source.sfreq');
  if (!Object.hasOwn(microvolts, unit))
    throw argumentError('source.unit', unit, Object.keys(microvolts).join(', '));
}
