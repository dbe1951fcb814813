// What a caller says to `engine.compare` and hears from it.
import type { ConfigSettings } from '../worker/protocol.js';
import type { Model } from './model.js';
import type { TrainingRequest } from './training_types.js';

/** What `engine.compare` is asked. */
export interface ComparisonRequest {
  /** As for `engine.train`. */
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
  /** Epochs of a step. */
  batchSize?: number;
  /** Of first weights and of the order of epochs; default 0. */
  seed?: number;
  /** Hears how much of the data is read and filtered, 0 to 1. */
  onPreparing?: (share: number) => void;
  /** Hears how much is compared, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Gives up; the comparison rejects with ABORTED. */
  signal?: AbortSignal;
}

/** One row of a comparison. */
export interface ComparedModel {
  /** Its name; `as_is`, `all`, `head` or `norms` of a model that is trained further. */
  preset: string;
  /** Of all epochs, each judged by what was learned from the other folds. */
  accuracy: number;
  /** Its 95 % interval. */
  accuracy95: [number, number];
  /** Mean over the classes, 0 to 1. */
  balancedAccuracy: number;
  /** What always saying the commonest class reaches. */
  chance: number;
  /** Mean over the epochs, in nats. */
  crossEntropy: number;
  /** The best model's accuracy less this one's over the same epochs; 0 for the best. */
  behind: number;
  /** Its 95 % interval. */
  behind95: [number, number];
  /** Of a model that is trained further: its accuracy less that of the model as it is, over the same epochs. */
  gain?: number;
  /** Those of all ways to train it hold together. */
  gain95?: [number, number];
  /** Epochs for which the model had no answer: they count as wrong. */
  nUnanswered: number;
  /** Of all fits. */
  seconds: number;
}

/** As `eegate compare` says it, for the same epochs, groups and presets. */
export interface ModelComparison {
  /** By their numbers in the data. */
  classes: string[];
  /** That were compared. */
  nEpochs: number;
  /** Parts of the data, each of which was left out once. */
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
