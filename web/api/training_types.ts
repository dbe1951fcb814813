// Options, events and results of `engine.train`.
import type {
  ConfigSettings,
  ModelConfig,
  ModelSetup,
  Recipe,
  Warning,
  Bytes,
} from '../worker/protocol.js';
import type { Model } from './model.js';
import type { Recording } from './recording.js';

/** A recording to train on, how its epochs are cut and labelled (`recipe.epochs`), and its subject. */
export interface TrainingRecording {
  /** An open recording; it stays open. */
  recording: Recording;
  /** `epochs` must give labels: {"by":"annotation","labels":{...}} or {"by":"window",...,"label":"eyes open"}. */
  recipe: Recipe;
  /** Recordings of one person have the same. Default: by the file name ("S007R04.edf" is subject 7), else each file is a subject. */
  subject?: string | number;
}

/**
 * Epochs as arrays. `config` must have `n_chans` or `n_times`. For the split "block" the order of the epochs is their order in time. The
 * arrays are read until the run or the comparison has ended: do not change them before.
 */
export interface TrainingArrays {
  /** Epochs [n, n_chans, n_times], microvolts after the recipe. */
  x: Float32Array;
  /** Class index of each epoch [n]; values of a regression cannot be trained from arrays. */
  y: ArrayLike<number>;
  /** Number of the subject of each epoch [n]. */
  subjects?: ArrayLike<number>;
}

/** Data augmentation of training epochs. */
export interface TrainingAugmentation {
  /** Swaps hemispheres, and labels "left ..." and "right ...", in half of the epochs. */
  mirror?: boolean;
  /** Cuts every epoch up to this many seconds earlier or later. */
  jitterS?: number;
  /** Share of the channels that are set to zero in each epoch, 0 to 0.9. */
  channelDropout?: number;
}

/** Options of a training. Defaults are those of `eegate train` (docs/CLI.md). */
export interface TrainingOptions {
  /** Training epochs; default 100. */
  epochs?: number;
  /** Number of epochs of signal in a training step. */
  batchSize?: number;
  /** Largest learning rate. That of adamw rises to it and falls again as a cosine; that of other optimizers is constant. */
  learningRate?: number;
  /** Optimizer; default "adamw". */
  optimizer?: 'adamw' | 'adam' | 'adam_keras' | 'sgd';
  /** What is trained of an existing `model`: all of it, its last layer only, or its norms only. */
  tune?: 'all' | 'head' | 'norms';
  /** Training epochs without a better validation result (as in `isBest`) before early stopping; 0: never. */
  patience?: number;
  /** Seed of initial weights, dropout, the order of epochs, and which subjects or recordings are held out: other seeds are judged on others. */
  seed?: number;
  /** Shuffles the epochs in each training epoch; default true. */
  shuffle?: boolean;
  /** Whether the dropout of the configuration is applied; default true. */
  dropout?: boolean;
  /** Weights of the classes in the loss; "balanced": inversely proportional to their frequency. */
  classWeights?: 'balanced' | readonly number[];
  /** Label smoothing, 0 to below 1; default 0. */
  labelSmoothing?: number;
  /** Data augmentation of training epochs. */
  augment?: TrainingAugmentation;
  /**
   * Which epochs are held out for validation: whole subjects, whole recordings (run; not of arrays, which do not name them), the last block
   * of every recording and label, or none. "auto", the default, takes the first that the data allow. Of a `model` that is trained further,
   * those that its card does not name as trained on are held out; if there are none, a warning says so (AUDIT_TRAINED_BEFORE).
   */
  split?: 'auto' | 'subject' | 'run' | 'block' | 'none';
  /** Approximate share of the data for validation; default 1/6. */
  validationShare?: number;
  /**
   * A checkpoint of an earlier run with the same data and options, from which to continue. Others are refused (TRAIN_CHECKPOINT): labels,
   * and up to 65,536 values of the epochs at equal distances, are compared by a hash.
   */
  resumeFrom?: ArrayBuffer | Uint8Array;
  /** Called with a checkpoint, at the latest `checkpointEveryS` seconds after the last. Its errors are ignored. */
  onCheckpoint?: (checkpoint: ArrayBuffer) => unknown;
  /** Seconds between checkpoints; default 10. */
  checkpointEveryS?: number;
  /**
   * Makes a step only when the loop asks for its event, until that loop is left; otherwise training does not wait for the reader of the
   * events.
   */
  waitForReader?: boolean;
  /** Called with the share of the data that is read and filtered, 0 to 1. */
  onPreparing?: (share: number) => void;
  /** Date for the model card, any text; without it the card has no date. */
  date?: string;
  /** Aborting it cancels the run: `info` and `result` reject with its `reason`. */
  signal?: AbortSignal;
}

/** What `engine.train` trains, and on what. */
export interface TrainingRequest {
  /**
   * Configuration of a new model; `n_chans`, `n_times` and `n_outputs` may be missing, and `{ preset: 'gate_gru' }` is enough. Or an
   * object with `config` and any of `channels`, `classes`, `sfreq`, `recipe`, `license`, `card`.
   */
  config?: ConfigSettings | ModelSetup;
  /** In place of `config`: an open model to fine-tune with its own recipe; the recipes of `data` then only need `epochs`. */
  model?: Model;
  /** Recordings with their recipes, or epochs as arrays. */
  data: readonly TrainingRecording[] | TrainingArrays;
  /** How to train. */
  options?: TrainingOptions;
}

/** Properties of a training, known before the first step. */
export interface TrainingInfo {
  /** Names of the classes, in the order of their indices. */
  classes: string[];
  /** Channels of the model's input. */
  chNames: string[];
  /** Sampling rate in hertz. */
  sfreq: number;
  /** Samples of an epoch. */
  nTimes: number;
  /** Number of training epochs of signal. */
  nTrain: number;
  /** Number of validation epochs of signal. */
  nValidation: number;
  /** Number of training epochs of each class. */
  trainCounts: number[];
  /** Number of validation epochs of each class. */
  validationCounts: number[];
  /** How the validation epochs were chosen, in words; empty without validation. */
  split: string;
  /** The split that was made. */
  splitBy: Exclude<NonNullable<TrainingOptions['split']>, 'auto'>;
  /** Number of subjects or recordings held out for validation; 0 where the split is not by those. */
  nSetAside: number;
  /** Number of all subjects or recordings. */
  nGroups: number;
  /** Number of trainable parameters. */
  parameters: number;
  /** Training steps of a training epoch. */
  stepsPerEpoch: number;
  /** Training steps of the whole run, without early stopping. */
  nSteps: number;
  /** Parts of a batch that workers can compute in parallel. */
  nShards: number;
  /** Estimated memory of each worker in bytes. */
  memoryBytes: number;
  /** All options with their defaults, as they are written into the model file. */
  options: Record<string, unknown>;
  /** The configuration with all defaults. */
  config: ModelConfig;
  /** Warnings of the preparation and of the label audit. */
  warnings: Warning[];
  /** Number of epochs left out, by reason. */
  leftOut: {
    /** Reason, in words. */
    reason: string;
    /** Number of epochs. */
    count: number;
  }[];
}

/** Size and speed of a network before it is trained. */
export interface NetworkDescription {
  /** Number of trainable parameters. */
  parameters: number;
  /** Milliseconds to predict one epoch on one worker of this machine, measured; missing for networks that are too large to measure quickly. */
  msPerEpoch?: number;
  /** Milliseconds to train on one epoch, forward and backward. */
  trainingMsPerEpoch?: number;
  /** The configuration with all defaults. */
  config: ModelConfig;
}

/** Metrics after a training epoch. Those of validation are missing without validation epochs. */
export interface EpochMetrics {
  /** Index of the training epoch, from 0. */
  epoch: number;
  /** Training loss, mean over the steps of the training epoch. */
  trainLoss: number;
  /** Loss on the validation epochs. */
  validationLoss?: number;
  /** Accuracy on the validation epochs, 0 to 1. */
  accuracy?: number;
  /** Mean of the recall of the classes, 0 to 1. */
  balancedAccuracy?: number;
  /** Mean of the F1 score of the classes, 0 to 1. */
  macroF1?: number;
  /** Cohen's kappa; missing where all labels and all predictions are of one class. */
  kappa?: number;
  /** Accuracy of always predicting the most frequent class. */
  chance?: number;
  /** Whether it is the best so far, by the highest accuracy and among equals the lowest loss. Its weights are those of the model. */
  isBest: boolean;
}

/** Progress after a training step. */
export interface TrainingEvent {
  /** Index of the training epoch of this step. */
  epoch: number;
  /** Index of the step in the whole run, from 0. */
  step: number;
  /** Loss of the batch before the step. */
  loss: number;
  /** Learning rate of the step. */
  learningRate: number;
  /** Euclidean norm of the gradient, before clipping. */
  gradientNorm: number;
  /** Steps of the whole run, without early stopping. */
  nSteps: number;
  /** Seconds since the first step, without pauses. */
  elapsedS: number;
  /** Estimated seconds to the end; null after too few steps. */
  remainingS: number | null;
  /** Metrics, on the last step of a training epoch. */
  validation?: EpochMetrics;
}

/** Metrics of the resulting model on the validation epochs. */
export interface TrainingEvaluation {
  /** Number of validation epochs. */
  nTrials: number;
  /** Names of the classes, in the order of their indices. */
  classes: readonly string[];
  /** Accuracy, 0 to 1. */
  accuracy: number;
  /** Mean of the recall of the classes, 0 to 1. */
  balancedAccuracy: number;
  /** Mean of the F1 score of the classes, 0 to 1. */
  macroF1: number;
  /** Cohen's kappa; missing where all labels and all predictions are of one class. */
  kappa?: number;
  /** Expected calibration error, 0 to 1. */
  ece: number;
  /** Accuracy of always predicting the most frequent class. */
  chance: number;
  /** 95 % confidence interval of the accuracy. */
  accuracyInterval: [number, number];
  /** Confusion matrix: rows are true classes, columns predicted ones; empty for more than 256 classes. */
  confusion: number[][];
  /**
   * Index of the true class of each validation epoch. The same data, split and seed give the same epochs in the same order, so that two
   * models can be compared epoch by epoch.
   */
  truth: number[];
  /** Index of the predicted class of each validation epoch. */
  predicted: number[];
}

/** Why a training ended. */
export type TrainingEnd = 'epochs done' | 'no improvement' | 'stopped' | 'diverged';

/** Result of a training. */
export interface Trained {
  /** Why it ended. */
  ended: TrainingEnd;
  /** Metrics of each training epoch. */
  epochs: EpochMetrics[];
  /** Evaluation on the validation epochs; null without any. */
  evaluation: TrainingEvaluation | null;
  /** If it diverged: what happened; the model then has the last finite weights. Otherwise null. */
  problem: {
    /** One of `ErrorCode`. */
    code: string;
    /** What happened, in words. */
    message: string;
    /** What can be done. */
    hint?: string;
  } | null;
  /** The model file (safetensors): weights, configuration, recipe, card and self-test. */
  toSafetensors(): Promise<Bytes>;
}

/**
 * A training that is running; iterate it for an event after each step.
 *
 * @example
 * ```ts
 * const run = engine.train({ config: { preset: 'small_gated' }, data: [{ recording, recipe }], options: { epochs: 20 } });
 * for await (const { step, nSteps, loss } of run) console.log(step, nSteps, loss);
 * const trained = await run.result;
 * const model = await engine.loadModel(await trained.toSafetensors());
 * ```
 */
export interface TrainingRun extends AsyncIterable<TrainingEvent> {
  /** Properties of the training. Rejects with TRAIN_*, RECIPE_* or MODEL_* codes if it cannot begin. */
  readonly info: Promise<TrainingInfo>;
  /** Resolves at the end. Rejects with TRAIN_* codes, with the `reason` of the signal, and with SESSION_CLOSED after `close`. */
  readonly result: Promise<Trained>;
  /** Current state. */
  readonly state: 'preparing' | 'running' | 'paused' | 'ended' | 'failed';
  /** Pauses after the current step; resolves then. */
  pause(): Promise<void>;
  /** Continues after `pause`. */
  resume(): Promise<void>;
  /** Ends after the current step; `result` resolves with the model so far. */
  stop(): Promise<void>;
  /**
   * A checkpoint, for `resumeFrom` of a later run.
   *
   * @throws {EegateError} TRAIN_CHECKPOINT: the run ended before its first step.
   */
  checkpoint(): Promise<ArrayBuffer>;
  /**
   * Frees its memory. A run that has not ended is cancelled: its result rejects with SESSION_CLOSED, and only its checkpoints remain (use
   * `stop` to keep the model). A result stays valid.
   */
  close(): Promise<void>;
  /** Closes it at the end of a block that began with `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
