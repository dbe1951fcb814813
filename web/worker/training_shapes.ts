// Types of the arguments and results of engines that train.
import type { ConfigSettings, ModelSetup, TrainSettings } from './schema.js';
import type { ErrorReply } from './shapes.js';

/** A configuration, unless a model is trained further, and how it is to be trained. */
export interface TrainRequest {
  config?: ConfigSettings | ModelSetup;
  options: TrainSettings;
}

/** The next stage of a run: a step, a validation, the evaluation at the end, or none. */
export type TrainStage = 'step' | 'validation' | 'evaluation' | 'end';

/** The parts of a comparison. */
export interface ComparisonPlan {
  /** Number of models times number of folds. */
  nParts: number;
  /** The first part of each unit: one engine computes the parts of a unit faster than several engines. */
  units: readonly number[];
}

/** Result of one call of trainCompare. */
export interface ComparedPart {
  /** False: the next call continues the part. */
  done: boolean;
  /** [n, nClasses] of the epochs that were left out, when it is done. */
  probabilities: Float32Array;
  /** Seconds of its training. */
  seconds: number;
}

/** Result of one call of trainAdvance. */
export interface TrainAdvance {
  /** Number of finished steps and validations; the same in all engines of a run. */
  position: number;
  stage: TrainStage;
  nStepsDone: number;
  nEpochsDone: number;
  /** Why the run ended; absent while it runs. */
  ended?: string;
  /** The step that was finished. */
  step?: { step: number; loss: number; learningRate: number; gradientNorm: number };
  /** The epoch that was finished; an EpochMetrics. */
  epoch?: Record<string, unknown>;
  /** If it diverged: the error. */
  problem?: ErrorReply;
  /** At the end: all training epochs, including those of an earlier run. */
  epochs?: Record<string, unknown>[];
  /** At the end, with validation epochs; a TrainingEvaluation. */
  evaluation?: Record<string, unknown>;
  /** The parts of the stage that this engine computed, for the others; null if there is only one. */
  parts: ArrayBuffer | null;
}
