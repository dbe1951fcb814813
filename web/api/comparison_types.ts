// What a caller says to `engine.compare` and hears from it.
import type { ConfigSettings } from '../worker/protocol.js';
import type { Model } from './model.js';
import type { TrainingRequest } from './training_types.js';

export interface ComparisonRequest {
  data: TrainingRequest['data'];
  /** `fitted`, the default: those that are fitted in one go: tangent_space, fgmdm (two classes), mdm, csp. */
  presets?: readonly string[];
  /**
   * Instead of presets: whether training this model further pays. It is compared as it is (`as_is`) and trained further with the
   * windows of the other folds: all of it, its last layer (`head`), its norms; `presets` may name some of these.
   */
  model?: Model;
  /** Of arrays: n_chans or n_times. */
  config?: ConfigSettings;
  /** Passes over the data of networks, which learn step by step; default 30. */
  epochs?: number;
  /** Of a model that is trained further; default 0.0005 and 16. */
  learningRate?: number;
  batchSize?: number;
  seed?: number;
  /** Hears how much of the data is read and filtered, 0 to 1. */
  onPreparing?: (share: number) => void;
  /** Hears how much is compared, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export interface ComparedModel {
  preset: string;
  /** Of all epochs, each judged by what was learned from the other folds. */
  accuracy: number;
  accuracy95: [number, number];
  balancedAccuracy: number;
  chance: number;
  crossEntropy: number;
  /** The best model's accuracy less this one's over the same epochs; 0 for the best. */
  behind: number;
  behind95: [number, number];
  /** Of a model that is trained further: its accuracy less that of the model as it is, over the same epochs. */
  gain?: number;
  /** Those of all ways to train it hold together. */
  gain95?: [number, number];
  nUnanswered: number;
  /** Of all fits. */
  seconds: number;
}

/** As `eegate compare` says it, for the same epochs, groups and presets. */
export interface ModelComparison {
  classes: string[];
  nEpochs: number;
  nFolds: number;
  /**
   * How folds came about: people are left out in turn, else recordings, else stretches of time: the first that leaves enough of
   * every class to learn from.
   */
  split: string;
  /** The most accurate first. */
  models: ComparedModel[];
  /** Of a model that is trained further: the way that pays (its interval lies above 0), else `as_is`. */
  kept?: 'as_is' | 'all' | 'head' | 'norms';
  /** One sentence. */
  advice: string;
}
