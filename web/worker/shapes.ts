// What engines answer and are asked with: the shapes of values that pass between a page and an engine, but for those whose
// fields the core itself lists: they are in schema.ts.

import type {
  ConfigSettings,
  Look,
  ModelConfig,
  ModelSetup,
  Recipe,
  TrainSettings,
} from './schema.js';

export type * from './schema.js';

/** One failure, from the C++ core to the alert of the page. */
export interface ErrorReply {
  code: string;
  message: string;
  hint?: string;
  field?: string;
  place?: string;
  found?: string;
  expected?: string;
}

export interface Warning {
  code: string;
  message: string;
  /** Where in the file, if the place is a byte. */
  byteOffset?: number;
}

export interface Channel {
  /** As written in the file. */
  label: string;
  /** Canonical electrode name, unique in the recording. */
  name: string;
  reference: string;
  unit: string;
  /** Hz */
  sfreq: number;
  nSamples: number;
  isVoltage: boolean;
  calibrated: boolean;
  isTrigger: boolean;
  /** Where the file says that the electrode sits, on a head of radius 1: right ear, nose, vertex. */
  direction?: [x: number, y: number, z: number];
  /** "EEG", "EOG", ... where a BIDS data set says so. */
  type?: string;
  /** Marked as bad in the file or in its data set. */
  isBad?: boolean;
}

export interface Annotation {
  /** Seconds after the first sample. */
  onsetS: number;
  durationS: number;
  text: string;
}

export interface Segment {
  onsetS: number;
  durationS: number;
}

export interface RecordingInfo {
  id: number;
  fileName: string;
  /** "EDF", "EDF+C", "EDF+D", "BDF", "BDF+C", "BDF+D", "BrainVision", "EEGLAB", "FIF", "Neuroscan", "Muse", "Mind Monitor", "OpenBCI text", "GDF 1", "GDF 2", "XDF" */
  format: string;
  sizeBytes: number;
  /** Identity fields; a page veils them until asked. */
  patient: string;
  recordingField: string;
  /** ISO 8601 local time, or empty when the file does not know. */
  startedAt: string;
  durationS: number;
  channels: Channel[];
  /** Indices of the channels at the most common rate. */
  mainChannels: number[];
  segments: Segment[];
  warnings: Warning[];
  annotations: Annotation[];
  annotationsComplete: boolean;
  /** Bytes read from the file so far. */
  bytesRead: number;
}

export interface AnnotationsReply {
  annotations: Annotation[];
  complete: boolean;
  warnings: Warning[];
  bytesRead: number;
}

export interface SpectraReply {
  /** Bin k stands at k * binHz. */
  binHz: number;
  nBins: number;
  /** Microvolts squared per hertz, [nChans, nBins]; NaN where a channel has no sample. */
  density: Float32Array;
}

export interface ReadRequest {
  /** Channel indices; all must have one rate. */
  channels: number[];
  startS: number;
  durationS: number;
  /** Reference, notch and band-pass of this recipe are applied to what is read (with margin), nothing else. */
  preview?: Recipe;
  /** Instead of `preview`. */
  look?: Look;
}

export interface SamplesReply {
  sfreq: number;
  /** Time of the first sample. */
  startS: number;
  /** One array of microvolts for each channel asked for; NaN inside gaps. */
  data: Float32Array[];
  bytesRead: number;
}

/** What a copy without identity leaves out. */
export interface IdentityFields {
  patient: boolean;
  recording: boolean;
  startDate: boolean;
  startTime: boolean;
}

export interface DeidentifiedReply {
  /** The first bytes of the copy; all others are those of the file. */
  header: ArrayBuffer;
  /** Fields whose bytes differ. */
  changed: { field: string; byteOffset: number; nBytes: number }[];
  /** Where a name may still stand. */
  warnings: Warning[];
}

/** From good to bad. The last two are classified only on request (override). */
export type Verdict = 'ok' | 'adapted' | 'missing' | 'incompatible';

export interface FitItem {
  /** "channels", "sampling_rate", "length", "unit", "band", "recipe", "events", "task" */
  item: string;
  verdict: Verdict;
  message: string;
}

export interface Fit {
  /** The worst of the items. */
  verdict: Verdict;
  items: FitItem[];
}

export interface LayerInfo {
  name: string;
  shape: number[];
  parameters: number;
}

export interface ModelInfo {
  id: number;
  fileName: string;
  config: ModelConfig;
  classes: string[];
  chNames: string[];
  sfreq: number;
  recipe: Recipe | null;
  train: Record<string, unknown> | null;
  license: string;
  parameters: number;
  tensors: LayerInfo[];
  selfTest: { passed: boolean; maxAbsDiff: number; nInputs: number } | null;
  warnings: Warning[];
}

export interface EpochInfo {
  onsetS: number;
  durationS: number;
  /** What the recipe or annotation says this epoch is; empty if nothing. */
  label: string;
}

export interface PlanInfo {
  id: number;
  fit: Fit;
  /** The recipe that is carried out, every default filled in. */
  recipe: Recipe;
  /** Rate and length of the epochs that the model is given. */
  sfreq: number;
  nTimes: number;
  epochs: EpochInfo[];
  /** Epochs left out, counted by reason: "gap", "end of data", "padded tail", ... */
  leftOut: { reason: string; count: number }[];
  /** True when a pair that does not fit was forced; stamped on every output. */
  overridden: boolean;
  /** How the model's zero point was moved to the person, without labels; empty if it was not. On every output. */
  calibration: string;
  warnings: Warning[];
}

/** Of epochs that a recipe alone makes. */
export interface EpochsInfo {
  /** Of the recording, in the order of the values. */
  chNames: string[];
  /** Hz, after resampling. */
  sfreq: number;
  nTimes: number;
  epochs: EpochInfo[];
  leftOut: { reason: string; count: number }[];
  warnings: Warning[];
}

export interface StreamProgress {
  /** How many of the samples were taken; the others are to be handed over again. */
  nTaken: number;
  nWaiting: number;
  nDropped: number;
}

export interface StreamDecision {
  /** Counts all windows, dropped ones too. */
  index: number;
  onsetS: number;
  /** Samples of input, lost ones too, after which the window was complete. */
  nInput: number;
  probabilities: Float32Array;
}

export interface EngineInfo {
  version: string;
  buildId: string;
  backend: 'simd' | 'relaxed';
  /** Highway's name of the SIMD target. */
  target: string;
  /** Bytes of wasm memory in use by this instance. */
  wasmBytes: number;
}

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

/** Values of one step of a forward pass, or a weight; row-major. */
export interface InspectedTensor {
  name: string;
  shape: number[];
  values: Float32Array;
}

export interface InspectionReply {
  tensors: InspectedTensor[];
  layers: string[];
}

/** Stages of sleep, epoch by epoch. Not a medical device. */
export interface StagedReply {
  epochS: number;
  edges: 'inside' | 'zeros';
  stride: number;
  /** Their sources. */
  models: string[];
  /** Those asked for; `leftOut` says why one was not used: "flat", "noise", or "". */
  channels: { index: number; label: string; leftOut: string }[];
  onsetS: number[];
  /** 0 W, 1 N1, 2 N2, 3 N3, 4 REM, -1 none. */
  stages: number[];
  /** Why there is none: "gap", "noise", "no context", "no answer", or "". */
  reasons: string[];
  /** Share of the models whose own first choice is the stage. */
  agreement: number[];
  /** [n, 5]; NaN where there is no stage. */
  probabilities: Float32Array;
}

export type ResultFormat = 'csv' | 'json' | 'tsv' | 'edf';
