// How a stream is asked for, and what is carried out: the words of the core.
import type { Recipe } from '../../worker/protocol.js';

export interface StreamRequest {
  /** Of the source, in the order of its channels. */
  chNames: string[];
  /** Of these; an average reference leaves them out. */
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
  /** The recipe that is carried out, every default filled in. */
  recipe: Recipe;
  /** The recipe said zero phase, and its causal form is carried out instead. */
  causalForm: boolean;
  /** Which of the source's channels are wanted, in this order. */
  channels: number[];
  /** Rate and length of the windows that the model is given. */
  sfreq: number;
  /** Of each window: samples. */
  nTimes: number;
  /** Seconds from one window to the next. */
  stepS: number;
  /** How long after its end a window is complete: a resampler looks ahead. */
  lookAheadS: number;
  /** Answers are relative to the mean of the windows so far. */
  recentred: boolean;
}
