// Options of the generator of synthetic trials with known ground truth.

/** Synthetic trials of noise, half of them with a rhythm. */
export interface SyntheticTrialsOptions {
  /** Seed of the noise; the same one gives the same bytes. Default 1. */
  seed?: number;
  /** Electrodes that have the rhythm: of Fp1, Fp2, F7, F3, Fz, F4, F8, T7, C3, Cz, C4, T8, P7, P3, Pz, P4, P8, O1, O2. Default: C3. */
  channels?: readonly string[];
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
