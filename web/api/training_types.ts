// What a caller says to `engine.train` and hears from it.
import type {
  ConfigSettings,
  ModelConfig,
  ModelSetup,
  Recipe,
  Warning,
} from '../worker/protocol.js';
import type { Model } from './model.js';
import type { Recording } from './recording.js';

/** A recording, how its epochs are cut and labelled (recipe.epochs), and whose it is. */
export interface TrainingRecording {
  /** Open, and left open. */
  recording: Recording;
  /** `epochs` must give labels: {"by":"annotation","labels":{...}} or {"by":"window",...,"label":"eyes open"}. */
  recipe: Recipe;
  /** Recordings of one person share it; without it the file name decides ("S007R04.edf" is person 7), else each file is a person. */
  subject?: string | number;
}

/** Epochs that were cut elsewhere. `config` must say n_chans or n_times. Order counts as time for the split "block". */
export interface TrainingArrays {
  /** Microvolts after the recipe, [n, n_chans, n_times]. */
  x: Float32Array;
  /** Class indices [n]. */
  y: ArrayLike<number>;
  /** One number for each epoch [n]. */
  subjects?: ArrayLike<number>;
}

/** Made-up variety of training epochs. */
export interface TrainingAugmentation {
  /** Swaps the hemispheres, and the labels "left ..." and "right ...", in half of the epochs. */
  mirror?: boolean;
  /** Every epoch is cut up to this much earlier or later. */
  jitterS?: number;
  /** The share of channels that are silenced in each epoch, 0 to 0.9. */
  channelDropout?: number;
}

/** How a model learns. What is not given has the default of `eegate train`. */
export interface TrainingOptions {
  /** Passes over the training data; default 100. */
  epochs?: number;
  /** Epochs of a step. */
  batchSize?: number;
  /** Of the first steps; it falls along a cosine. */
  learningRate?: number;
  /** The rule of the steps. */
  optimizer?: 'adamw' | 'adam' | 'adam_keras' | 'sgd';
  /** Of a model that is trained further, what learns: all of it, its last layer alone, or its norms alone. */
  tune?: 'all' | 'head' | 'norms';
  /** Epochs without a better validation result before it ends by itself; 0: never. */
  patience?: number;
  /** Of first weights, dropout and the order of epochs. */
  seed?: number;
  /** Draws the order of epochs anew each time; default true. */
  shuffle?: boolean;
  /** As the configuration says; default true. */
  dropout?: boolean;
  /** "balanced" weighs classes by the inverse of their frequency. */
  classWeights?: 'balanced' | number[];
  /** 0 to below 1; default 0. */
  labelSmoothing?: number;
  /** Made-up variety, of training epochs only. */
  augment?: TrainingAugmentation;
  /**
   * Which epochs are kept for validation: whole people, whole recordings, the last block of every recording and label, or
   * none. "auto" takes the first that the data allow.
   */
  split?: 'auto' | 'subject' | 'run' | 'block' | 'none';
  /** About this share of the data becomes validation; default 1/6. */
  validationShare?: number;
  /** A checkpoint of an earlier run with the same data and options, to go on from. */
  resumeFrom?: ArrayBuffer;
  /** Called with everything needed to go on later, at the latest `checkpointEveryS` (default 10) seconds after the last. */
  onCheckpoint?: (checkpoint: ArrayBuffer) => unknown;
  /** Seconds. */
  checkpointEveryS?: number;
  /** Takes a step only when its event is asked for (`for await`); otherwise training runs ahead of whoever reads. */
  waitForReader?: boolean;
  /** Hears how much of the data is read and filtered, 0 to 1. */
  onPreparing?: (share: number) => void;
  /** Written onto the model's card as it is; without it the card has no date. */
  date?: string;
  /** Aborting it cancels: the result rejects. */
  signal?: AbortSignal;
}

/** What `engine.train` is asked. */
export interface TrainingRequest {
  /**
   * The configuration of a new model; n_chans, n_times and n_outputs may be missing, and {"preset":"gate_gru"} alone is
   * enough. Also {"config": {...}, "channels": [...], "classes": [...], "sfreq": 160, "recipe": {...}}, of which all but
   * `config` may be missing. Or a loaded model, whose training goes on (fine-tuning) with its own recipe: those of `data`
   * then need `epochs` alone.
   */
  config?: ConfigSettings | ModelSetup;
  /** Trained further, in place of `config`. */
  model?: Model;
  /** Recordings with their recipes, or epochs that were cut elsewhere. */
  data: TrainingRecording[] | TrainingArrays;
  /** How it learns. */
  options?: TrainingOptions;
}

/** What is known before the first step. */
export interface TrainingInfo {
  /** In the order of their numbers. */
  classes: string[];
  /** Of the model's input. */
  chNames: string[];
  /** Hz. */
  sfreq: number;
  /** Samples of an epoch. */
  nTimes: number;
  /** Epochs to learn from. */
  nTrain: number;
  /** Epochs that are kept for validation. */
  nValidation: number;
  /** By class, in the order of `classes`. */
  trainCounts: number[];
  /** By class. */
  validationCounts: number[];
  /** How validation came about, in words; empty without one. */
  split: string;
  /** What the option `split` came to, never 'auto'. */
  splitBy: Exclude<NonNullable<TrainingOptions['split']>, 'auto'>;
  /** People or recordings that were set aside for validation, and all of them; 0 where the split is not by those. */
  nSetAside: number;
  /** All people or recordings. */
  nGroups: number;
  /** Numbers to learn. */
  parameters: number;
  /** Batches. */
  stepsPerEpoch: number;
  /** Of the whole run, if nothing ends it earlier. */
  nSteps: number;
  /** Pieces of a batch that several engines can compute at once. */
  nShards: number;
  /** Estimated need of each engine. */
  memoryBytes: number;
  /** Everything resolved, as it is written into the model file. */
  options: Record<string, unknown>;
  /** The whole configuration, every field resolved. */
  config: ModelConfig;
  /** Findings of the label audit and of the preparation. */
  warnings: Warning[];
  /** Epochs that were left out, counted by reason. */
  leftOut: {
    /** In words. */
    reason: string;
    /** Epochs. */
    count: number;
  }[];
}

/** A network before it is trained. */
export interface NetworkDescription {
  /** Numbers to learn. */
  parameters: number;
  /**
   * What one epoch costs on one engine of this machine, measured by trying it; missing for networks that are too large to
   * be tried in passing.
   */
  msPerEpoch?: number;
  /** The same for training: forward, backward. */
  trainingMsPerEpoch?: number;
  /** The whole configuration, every field resolved. */
  config: ModelConfig;
}

/** After each epoch. */
export interface EpochMetrics {
  /** From 0. */
  epoch: number;
  /** Mean over the steps of the epoch. */
  trainLoss: number;
  /** The rest only with validation epochs. */
  validationLoss?: number;
  /** 0 to 1. */
  accuracy?: number;
  /** Mean over the classes, 0 to 1. */
  balancedAccuracy?: number;
  /** Mean over the classes, 0 to 1. */
  macroF1?: number;
  /** Cohen's. */
  kappa?: number;
  /** What always saying the commonest class would reach. */
  chance?: number;
  /** So far, by the validation loss. */
  isBest: boolean;
}

/** After each step. */
export interface TrainingEvent {
  /** Index of the epoch that this step belongs to. */
  epoch: number;
  /** From 1, over the whole run. */
  step: number;
  /** Before the step. */
  loss: number;
  /** Of the step. */
  learningRate: number;
  /** Euclidean, before it is clipped. */
  gradientNorm: number;
  /** Of the whole run, if nothing ends it earlier. */
  nSteps: number;
  /** Seconds since the first step. */
  elapsedS: number;
  /** Null until it can be told. */
  remainingS: number | null;
  /** On the last step of an epoch. */
  validation?: EpochMetrics;
}

/** On the validation epochs, with the weights that are the result. */
export interface TrainingEvaluation {
  /** Validation epochs. */
  nTrials: number;
  /** In the order of their numbers. */
  classes: string[];
  /** 0 to 1. */
  accuracy: number;
  /** Mean over the classes, 0 to 1. */
  balancedAccuracy: number;
  /** Mean over the classes, 0 to 1. */
  macroF1: number;
  /** Cohen's. */
  kappa: number;
  /** Expected calibration error, 0 to 1. */
  ece: number;
  /** What always saying the commonest class reaches. */
  chance: number;
  /** 95 % intervals. */
  accuracyInterval: [number, number];
  /** Rows are the truth, columns what the model said; empty for more than 256 classes. */
  confusion: number[][];
  /**
   * Index of the class of each validation epoch, and of the one that the model said. The same data, split and seed give the
   * same epochs in the same order, so that two models can be compared epoch by epoch.
   */
  truth: number[];
  /** As `truth`, by the model. */
  predicted: number[];
}

/** Why a training ended. */
export type TrainingEnd = 'epochs done' | 'no improvement' | 'stopped' | 'diverged';

/** What came of a training. */
export interface Trained {
  /** Why it ended. */
  ended: TrainingEnd;
  /** One entry after each. */
  epochs: EpochMetrics[];
  /** Null without validation epochs. */
  evaluation: TrainingEvaluation | null;
  /** When it diverged: what happened; the weights are the last good ones. */
  problem: {
    /** As of an `EegateError`. */
    code: string;
    /** In words. */
    message: string;
    /** What can be done. */
    hint?: string;
  } | null;
  /** The model file: weights, configuration, recipe, card, self-test. */
  toSafetensors(): Promise<Uint8Array>;
}

/** A training that is under way; iterate it to follow its steps. */
export interface TrainingRun extends AsyncIterable<TrainingEvent> {
  /** Rejects when training cannot begin. */
  readonly info: Promise<TrainingInfo>;
  /** Resolves at the end; rejects with TRAIN_* codes, with ABORTED by the signal, and with SESSION_CLOSED by `close`. */
  readonly result: Promise<Trained>;
  /** What it does now. */
  readonly state: 'preparing' | 'running' | 'paused' | 'ended' | 'failed';
  /** Resolves when no step is under way. */
  pause(): Promise<void>;
  /** Goes on after `pause`. */
  resume(): Promise<void>;
  /** Ends after the step that is under way and keeps what was reached. */
  stop(): Promise<void>;
  /** Everything needed to go on later. */
  checkpoint(): Promise<ArrayBuffer>;
  /**
   * Gives back what engines hold for it. A run that has not ended is given up: its result is rejected with SESSION_CLOSED, and what it
   * learnt stays only in checkpoints (`stop` keeps it). A result that is there stays.
   */
  close(): Promise<void>;
  /** Closes it at the end of a block that began with `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}
