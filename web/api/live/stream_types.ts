// Request and properties of a stream, with the names of the core.
import type { Recipe } from '../../worker/protocol.js';

export interface StreamRequest {
  /** Labels of the channels of the source. */
  chNames: string[];
  /** Those that an average reference leaves out. */
  badChNames?: string[];
  sfreq: number;
  /** Default: the model's own. */
  recipe?: Recipe;
  /** Allows a zero-phase filter to be replaced by its causal form. */
  causalForm?: boolean;
  /** Default: that of the recipe's windows, else their length. */
  stepS?: number;
  /** Complete windows that may wait; then the oldest is dropped, or no more samples are taken. */
  maxWaiting?: number;
  dropsOldest?: boolean;
  recentre?: boolean;
}

/** How a stream is carried out. */
export interface StreamInfo {
  /** The recipe that is carried out, with all defaults. */
  recipe: Recipe;
  /** Whether a zero-phase filter of the recipe was replaced by its causal form. */
  causalForm: boolean;
  /** Indices of the channels of the source that are used, in this order. */
  channels: number[];
  /** Sampling rate of the windows in hertz, after resampling. */
  sfreq: number;
  /** Samples per window */
  nTimes: number;
  /** Seconds from one window to the next. */
  stepS: number;
  /** Seconds after its end until a window is complete, because a resampler needs later samples. */
  lookAheadS: number;
  /** Whether covariances are relative to the mean of the windows so far. */
  recentred: boolean;
}
