// Options of the generator of synthetic trials with known ground truth.

/** Synthetic trials of noise, half of them with a rhythm. */
export interface SyntheticTrialsOptions {
  /** Seed of the noise; the same one gives the same bytes. Default 1. */
  seed?: number;
  /** Electrodes of the 10-20 system that have the rhythm. */
  channels: string[];
  /** Frequency of the rhythm in hertz; default 10. */
  hz?: number;
  /** Beginning of the rhythm, in seconds of the trial, which has 2 s. */
  beginS?: number;
  /** End of the rhythm, in seconds of the trial. */
  endS?: number;
  /** Amplitude of the rhythm relative to that of the noise. */
  strength?: number;
  /** Standard deviation of the noise in microvolts. */
  noiseUv?: number;
  /** Number of trials. */
  trials?: number;
}
