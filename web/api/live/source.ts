// Where live samples come from: a recording that is played, a headset, anything. docs/LIVE.md tells how to write one.

/** Samples that follow each other. */
export interface SampleChunk {
  /** One array per channel of the source, all of one length, in the source's unit. */
  data: Float32Array[];
  /** Samples lost on the way right before these. They are never made up: no window holds them. */
  nLost?: number;
}

/** What samples are counted in. */
export type SampleUnit = 'nV' | 'uV' | 'mV' | 'V';

/** Where live samples come from (docs/LIVE.md tells how to write one). */
export interface SampleSource {
  /** Labels in any usual spelling. */
  readonly chNames: string[];
  /** Hz, nominal. */
  readonly sfreq: number;
  /** Of the samples. */
  readonly unit: SampleUnit;
  /** Channels known to be flat or broken; an average reference leaves them out. */
  readonly badChNames?: string[];
  /** True if the source waits for the promise that `onChunk` returns; then no window need be dropped. */
  readonly canWait?: boolean;
  /** Hands over chunks of any size. Resolves after the last one, rejects when the connection breaks. */
  start(onChunk: (chunk: SampleChunk) => Promise<void>): Promise<void>;
  /** After it nothing more is handed over, and `start` resolves. */
  stop(): void | Promise<void>;
}

const microvolts: Record<SampleUnit, number> = { nV: 1e-3, uV: 1, mV: 1e3, V: 1e6 };

export function microvoltsIn(unit: SampleUnit): number {
  return microvolts[unit];
}
