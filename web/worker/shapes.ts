// What engines answer and are asked with: the shapes of values that pass between a page and an engine, but for those whose
// fields the core itself lists: they are in schema.ts.

import type { CompatibilityCode, CompatibilityValues } from './compatibility_values.js';
import type { DisplaySettings, ModelConfig, Recipe } from './schema.js';

export type * from './compatibility_values.js';
export type * from './schema.js';
export type * from './training_shapes.js';

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

/** Something that was repaired or assumed. */
export interface Warning {
  /** Stable; one of `ErrorCode`. */
  code: string;
  /** In words. */
  message: string;
  /** Where in the file, if the place is a byte. */
  byteOffset?: number;
}

/** A channel of a recording. */
export interface Channel {
  /** As written in the file. */
  label: string;
  /** Canonical electrode name, unique in the recording. */
  name: string;
  /** What the label says after its dash ("REF", "LE"); empty if nothing. */
  reference: string;
  /** As written in the file; samples are microvolts where `isVoltage`. */
  unit: string;
  /** Hz */
  sfreq: number;
  /** In the file. */
  nSamples: number;
  /** The unit is one of voltage: samples are microvolts. */
  isVoltage: boolean;
  /** False where the file gives no range: samples are its plain numbers. */
  calibrated: boolean;
  /** A channel of trigger words, which are never scaled. */
  isTrigger: boolean;
  /** Where the file says that the electrode sits, on a head of radius 1: right ear, nose, vertex. */
  direction?: [x: number, y: number, z: number];
  /** "EEG", "EOG", ... where a BIDS data set says so. */
  type?: string;
  /** Marked as bad in the file or in its data set. */
  isBad?: boolean;
}

/** A mark in a recording. */
export interface Annotation {
  /** Seconds after the first sample. */
  onsetS: number;
  /** Seconds; 0 where it has none. */
  durationS: number;
  /** As it stands in the file. */
  text: string;
}

/** A stretch without a gap. */
export interface Segment {
  /** Seconds from the first sample of the recording. */
  onsetS: number;
  /** Seconds. */
  durationS: number;
}

/** All that is known of a recording. */
export interface RecordingInfo {
  /** Of this engine; another one for every opening and for other annotations. */
  id: number;
  /** As it was given. */
  fileName: string;
  /** "EDF", "EDF+C", "EDF+D", "BDF", "BDF+C", "BDF+D", "BrainVision", "EEGLAB", "FIF", "Neuroscan", "Muse", "Mind Monitor", "OpenBCI text", "GDF 1", "GDF 2", "XDF" */
  format: string;
  /** Of the file; of several files, of the one that was opened. */
  sizeBytes: number;
  /** Identity fields; a page veils them until asked. */
  patient: string;
  /** What the header says of the recording itself. */
  recordingField: string;
  /** ISO 8601 local time, or empty when the file does not know. */
  startedAt: string;
  /** Seconds from the first sample to the end of the last, gaps included. */
  durationS: number;
  /** In the order of the file. */
  channels: Channel[];
  /** Indices of the channels at the most common rate. */
  mainChannels: number[];
  /** Stretches without a gap. */
  segments: Segment[];
  /** What was repaired or assumed. */
  warnings: Warning[];
  /** Those that were read so far, in order of time. */
  annotations: Annotation[];
  /** All have been read. */
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
  look?: DisplaySettings;
}

/** Samples of a stretch of time. */
export interface SamplesReply {
  /** Hz. */
  sfreq: number;
  /** Time of the first sample. */
  startS: number;
  /** One array of microvolts for each channel asked for; NaN inside gaps. */
  data: Float32Array[];
  /** From the file, so far. */
  bytesRead: number;
}

/** What a copy without identity leaves out. */
export interface IdentityFields {
  /** Name, code, sex, date of birth. */
  patient: boolean;
  /** Investigator, equipment, place. */
  recording: boolean;
  /** The day. */
  startDate: boolean;
  /** The time of day. */
  startTime: boolean;
}

export interface DeidentifiedReply {
  /** The first bytes of the copy; all others are those of the file. */
  header: ArrayBuffer;
  /** Fields whose bytes differ. */
  changed: {
    /** Of the header. */
    field: string;
    /** In the file. */
    byteOffset: number;
    /** Bytes. */
    nBytes: number;
  }[];
  /** Where a name may still stand. */
  warnings: Warning[];
}

/** From good to bad. The last two are classified only on request (override). */
export type Verdict = 'ok' | 'adapted' | 'missing' | 'incompatible';

/** One thing that a model asks of a recording. */
export interface CompatibilityItemOf<Code extends CompatibilityCode> {
  /** "channels", "sampling_rate", "length", "unit", "band", "recipe", "events", "task" */
  item: string;
  /** Of this item. */
  verdict: Verdict;
  /** Why. */
  code: Code;
  /** What was found. */
  values: CompatibilityValues[Code];
  /** Both as an English sentence. */
  message: string;
}

/** One thing that a model asks of a recording; its `code` tells which `values` there are. */
export type CompatibilityItem = {
  [Code in CompatibilityCode]: CompatibilityItemOf<Code>;
}[CompatibilityCode];

/** Whether a recording suits a model, item by item. */
export interface Compatibility {
  /** The worst of the items. */
  verdict: Verdict;
  /** All that was looked at. */
  items: CompatibilityItem[];
}

/** A tensor of a model file. */
export interface LayerInfo {
  /** In the file. */
  name: string;
  /** Its extents. */
  shape: number[];
  /** Numbers that are learnt; 0 for running statistics. */
  parameters: number;
}

/** All that a model file says. */
export interface ModelInfo {
  /** Of this engine; another one for every opening. */
  id: number;
  /** As it was given. */
  fileName: string;
  /** Its architecture and sizes. */
  config: ModelConfig;
  /** Names, in the order of probabilities. */
  classes: string[];
  /** Channels of its input, in their order. */
  chNames: string[];
  /** Hz, of its input. */
  sfreq: number;
  /** What it asks to be done to recordings; null where the file does not say. */
  recipe: Recipe | null;
  /** How it was trained, as its file tells; null where it does not. */
  train: Record<string, unknown> | null;
  /** Of the weights; empty where the file does not say. */
  license: string;
  /** Numbers that were learnt. */
  parameters: number;
  /** In the order of the network. */
  tensors: LayerInfo[];
  /** What the file's own examples gave on this machine; null without such. */
  selfTest: {
    /** Within the tolerance of the file. */
    passed: boolean;
    /** The largest difference of a logit. */
    maxAbsDiff: number;
    /** Examples. */
    nInputs: number;
  } | null;
  /** What was repaired or assumed. */
  warnings: Warning[];
}

/** Where an epoch lies. */
export interface EpochInfo {
  /** Seconds from the first sample of the recording. */
  onsetS: number;
  /** Seconds. */
  durationS: number;
  /** What the recipe or annotation says this epoch is; empty if nothing. */
  label: string;
}

/** Which epochs a classification will see, and how they are made. */
export interface PlanInfo {
  /** Of this engine. */
  id: number;
  /** Whether the recording suits the model. */
  compatibility: Compatibility;
  /** The recipe that is carried out, every default filled in. */
  recipe: Recipe;
  /** Rate and length of the epochs that the model is given. */
  sfreq: number;
  /** Samples of an epoch. */
  nTimes: number;
  /** In order of time. */
  epochs: EpochInfo[];
  /** Epochs left out, counted by reason: "gap", "end of data", "padded tail", ... */
  leftOut: {
    /** In words. */
    reason: string;
    /** Epochs. */
    count: number;
  }[];
  /** True when a pair that does not fit was forced; stamped on every output. */
  overridden: boolean;
  /** How the model's zero point was moved to the person, without labels; empty if it was not. On every output. */
  calibration: string;
  /** Of the preparation. */
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

/** What one engine says of itself. */
export interface EngineInfo {
  /** Of the core. */
  version: string;
  /** Page, worker and wasm of one build have the same. */
  buildId: string;
  /** Which build of the wasm module it runs. */
  backend: 'simd' | 'relaxed';
  /** Highway's name of the SIMD target. */
  target: string;
  /** Bytes of wasm memory in use by this instance. */
  wasmBytes: number;
}

/** Numbers in rows, row-major: the last extent runs fastest. */
export interface Tensor {
  /** As many as the extents multiply to. */
  data: Float32Array;
  /** Its extents. */
  dims: number[];
}

/** One step of a forward pass, or a weight. */
export interface NamedTensor extends Tensor {
  /** As `find` takes it. */
  name: string;
}

export interface InspectionReply {
  tensors: NamedTensor[];
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

/** A table, JSON, BIDS events, or an EDF+ file of annotations. */
export type ResultFormat = 'csv' | 'json' | 'tsv' | 'edf';
