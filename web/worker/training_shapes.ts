// What engines that train answer and are asked with.
import type { ConfigSettings, ModelSetup, TrainSettings } from './schema.js';
import type { ErrorReply } from './shapes.js';

/** A configuration, unless a model is trained further, and how it is to be trained. */
export interface TrainRequest {
  config?: ConfigSettings | ModelSetup;
  options: TrainSettings;
}

/** What a run waits for next: parts of a step, of a validation, of the judgement at the end, or nothing any more. */
export type TrainStage = 'step' | 'validation' | 'evaluation' | 'end';

/** What came of one call of trainCompare. */
export interface ComparedPart {
  /** Models times folds. */
  nParts: number;
  /** The first part of each unit: an engine does the parts of one faster than several engines. */
  units: readonly number[];
  /** Else the part goes on with the next call. */
  done: boolean;
  /** [n, nClasses] of the epochs that were left out, when it is done. */
  probabilities: Float32Array;
  /** Of its fit. */
  seconds: number;
}

/** What came of one call of trainAdvance. */
export interface TrainAdvance {
  /** Counts finished steps and validations; all engines of a run are at the same one. */
  position: number;
  stage: TrainStage;
  nStepsDone: number;
  nEpochsDone: number;
  /** Why it is over; absent while it goes on. */
  ended?: string;
  /** The step that was finished. */
  step?: { step: number; loss: number; learningRate: number; gradientNorm: number };
  /** The epoch that was finished; an EpochMetrics. */
  epoch?: Record<string, unknown>;
  /** When it diverged. */
  problem?: ErrorReply;
  /** At the end: all epochs, those of an earlier run, too. */
  epochs?: Record<string, unknown>[];
  /** At the end, with validation epochs; a TrainingEvaluation. */
  evaluation?: Record<string, unknown>;
  /** What this engine computed of the stage, for the others; null if it is the only one. */
  parts: ArrayBuffer | null;
}
