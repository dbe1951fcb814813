// Sources of live samples: a recording that is replayed, a headset, or any other. docs/LIVE.md explains how to write one.
import { argumentError, checkMethods, checkNumber, checkTexts } from '../../worker/arguments.js';

/** Consecutive samples. */
export interface SampleChunk {
  /** Samples in the unit of the source: one array per channel, all of the same length. */
  data: Float32Array[];
  /** Number of samples lost right before these. They are not interpolated: no window contains them. */
  nLost?: number;
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
