// What can be asked of the generator of trials whose truth is known.

/** Trials of noise, half of them with a rhythm. */
export interface PlantedRequest {
  /** The same seed gives the same bytes; default 1. */
  seed?: number;
  /** Electrodes of the 10-20 system at which the rhythm is. */
  channels: string[];
  /** Of the rhythm; default 10. */
  hz?: number;
  /** When in the trial of 2 s. */
  beginS?: number;
  /** Seconds after the beginning of the trial. */
  endS?: number;
  /** Amplitude of the rhythm in that of the noise. */
  strength?: number;
  /** Standard deviation of the noise, microvolts. */
  noiseUv?: number;
  /** How many, in all. */
  trials?: number;
}
