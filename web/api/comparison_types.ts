// Options and result of `engine.compare`.
import type { ConfigSettings } from '../worker/protocol.js';
import type { Warning } from '../worker/shapes.js';
import type { Model } from './model.js';
import type { TrainingRequest } from './training_types.js';

/** Options of `engine.compare`. */
export interface ComparisonRequest {
  /** As for `engine.train`. */
  data: TrainingRequest['data'];
  /** Names of presets. Default `fitted`: those without training epochs: tangent_space, fgmdm (two classes), mdm, csp. */
  presets?: readonly string[];
  /**
   * Instead of presets: whether fine-tuning this model pays. It is fine-tuned with the epochs of the other folds: `all` of it, its last
   * layer (`head`) or its `norms`, of which `presets` may name some; and always compared unchanged (`as_is`).
   */
  model?: Model;
  /** For arrays: `n_chans` or `n_times`. */
  config?: ConfigSettings;
  /** Training epochs of networks; default 30. */
  epochs?: number;
  /** Learning rate of fine-tuning; default 0.0005. */
  learningRate?: number;
  /** Epochs of a training step; default 16. */
  batchSize?: number;
  /** Seed of initial weights and of the order of epochs; default 0. */
  seed?: number;
  /** Called with the share of the data that is read and filtered, 0 to 1. */
  onPreparing?: (share: number) => void;
  /** Called with the share that is compared, 0 to 1. */
  onProgress?: (share: number) => void;
  /**
   * Called when further models are finished: a comparison of the finished ones, which no longer changes except for `behind`, the order
   * and the advice. Those without training epochs are finished first; ways of fine-tuning are finished together.
   */
  onModels?: (comparison: ModelComparison) => void;
  /** Aborting it rejects with its `reason`. */
  signal?: AbortSignal;
}

/** One row of a comparison. */
export interface ComparedModel {
  /** Name of the preset; `as_is`, `all`, `head` or `norms` of a fine-tuned model. */
  preset: string;
  /**
   * Covariance classifiers are fitted in this band, 8 to 32 Hz, if the band-pass of the recipe contains it (and the recipe does not
   * align): low and high edge in Hz. Missing: the band of the recipe.
   */
  bandHz?: [number, number];
  /** Accuracy over all epochs, 0 to 1; each epoch is predicted by a model trained on the other folds. */
  accuracy: number;
  /** 95 % confidence interval of the accuracy. */
  accuracy95: [number, number];
  /** Mean of the recall of the classes, 0 to 1. */
  balancedAccuracy: number;
  /** Accuracy of always predicting the most frequent class. */
  chance: number;
  /** Cross-entropy, mean over the epochs, in nats. */
  crossEntropy: number;
  /** Accuracy of the best model minus that of this one, over the same epochs; 0 for the best. */
  behind: number;
  /** 95 % confidence interval of `behind`. */
  behind95: [number, number];
  /** Of a fine-tuned model: its accuracy minus that of the unchanged model, over the same epochs. */
  gain?: number;
  /** Confidence interval of `gain`; the intervals of all ways to fine-tune hold simultaneously with 95 %. */
  gain95?: [number, number];
  /** Number of epochs without a prediction, which count as wrong. */
  nUnanswered: number;
  /** Time of all fits, in seconds. */
  seconds: number;
}

/** As `eegate compare` says it, for the same epochs, groups and presets. */
export interface ModelComparison {
  /** By their numbers in the data. */
  classes: string[];
  /** That were compared. */
  nEpochs: number;
  /** Number of cross-validation folds. */
  nFolds: number;
  /**
   * How the folds were made: by subjects, else by recordings, else by segments of time; the first that leaves enough epochs of every
   * class for training. Epochs that overlap a segment are not trained on when it is tested.
   */
  split: string;
  /** The most accurate first. */
  models: ComparedModel[];
  /** Of a fine-tuned model: the way with a gain whose interval is above 0, else `as_is`. */
  kept?: 'as_is' | 'all' | 'head' | 'norms';
  /** Advice in one sentence. */
  advice: string;
  /**
   * `FOLDS_RECENTRED`: recordings that were aligned as a whole are divided into folds, so the accuracy is too high.
   * `EPOCHS_UNTIMED`: arrays without a recipe are divided into segments of time; if epochs overlap, the accuracy is too high.
   * `AUDIT_SAME_RECORDING`: a recording is listed twice.
   */
  warnings?: Warning[];
}
