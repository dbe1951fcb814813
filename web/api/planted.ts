// What can be asked of the generator of trials whose truth is known.

export interface PlantedRequest {
  seed?: number;
  /** Electrodes of the 10-20 system at which the rhythm is. */
  channels: string[];
  hz?: number;
  /** When in the trial of 2 s. */
  beginS?: number;
  endS?: number;
  /** Amplitude of the rhythm in that of the noise. */
  strength?: number;
  noiseUv?: number;
  trials?: number;
}
