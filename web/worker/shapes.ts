// Types of the arguments and results of engines, except for those whose fields the core lists itself: these are in schema.ts.

import type { CompatibilityCode, CompatibilityValues } from './compatibility_values.js';
import type { Floats } from './own_memory.js';
import type { DisplaySettings, ModelConfig, Recipe } from './schema.js';

export type * from './compatibility_values.js';
export type * from './own_memory.js';
export type * from './schema.js';
export type * from './training_shapes.js';

/** Fields of an error, as they pass from the core to the page. */
export interface ErrorReply {
  /** One of `ErrorCode`. */
  code: string;
  /** What went wrong, in English. */
  message: string;
  /** What the user can do about it. */
  hint?: string;
  /** Field of the file, recipe or argument that is wrong. */
  field?: string;
  /** Place in a file or list, such as "byte 8". */
  place?: string;
  /** What was found. */
  found?: string;
  /** What was expected. */
  expected?: string;
}

/** Something that was repaired or assumed. */
export interface Warning {
  /** One of `ErrorCode`; codes are stable. */
  code: string;
  /** What was repaired or assumed, in English. */
  message: string;
  /** Byte in the file, if it has one place. */
  byteOffset?: number;
}

/** A channel of a recording. */
export interface Channel {
  /** Label as written in the file. */
  label: string;
  /** Canonical electrode name, unique in the recording. */
  name: string;
  /** Reference: the part of the label after its dash ("REF", "LE"); may be empty. */
  reference: string;
  /** Unit as written in the file; samples are microvolts where `isVoltage`. */
  unit: string;
  /** Sampling rate in hertz. */
  sfreq: number;
  /** Number of samples in the file. */
  nSamples: number;
  /** Whether the unit is a voltage; then samples are microvolts. */
  isVoltage: boolean;
  /** False if the file gives no physical range: samples are digital values. */
  calibrated: boolean;
  /** Whether it holds trigger words, which are not scaled. */
  isTrigger: boolean;
  /** Position of the electrode by the file, on a head of radius 1: towards the right ear, the nose and the vertex. */
  direction?: [x: number, y: number, z: number];
  /** Type by the file or its BIDS data set: "EEG", "EOG", ...; channels of other types than EEG are not part of an average reference. */
  type?: string;
  /** Filters before the recording, by the file: "HP:0.1Hz LP:75Hz". */
  prefiltering?: string;
  /** Whether the file or its data set marks it as bad: it is not part of an average reference. */
  isBad?: boolean;
}

/** An annotation (event) of a recording. */
export interface Annotation {
  /** Onset in seconds from the first sample of the recording. */
  onsetS: number;
  /** Duration in seconds; 0 if it has none. */
  durationS: number;
  /** Text as written in the file. */
  text: string;
}

/** A segment of a recording without a gap. */
export interface Segment {
  /** Onset in seconds from the first sample of the recording. */
  onsetS: number;
  /** Duration in seconds. */
  durationS: number;
}

/** Properties of a recording. */
export interface RecordingInfo {
  /** "recording"; information about a model has "model". */
  kind: 'recording';
  /** Id in this engine; a new one for every opening and after `setAnnotations`. */
  id: number;
  /** File name. */
  fileName: string;
  /** Format: "EDF", "EDF+C", "EDF+D", "BDF", "BDF+C", "BDF+D", "BrainVision", "EEGLAB", "FIF", "Neuroscan", "Muse", "Mind Monitor", "OpenBCI text", "GDF 1", "GDF 2", "GDF 3" or "XDF". */
  format: string;
  /** Size in bytes, of all files of the recording together. */
  sizeBytes: number;
  /** Patient field of the header, which may identify a person. */
  patient: string;
  /** Recording field of the header, which may identify a person. */
  recordingField: string;
  /** Start as ISO 8601 local time; empty if unknown. */
  startedAt: string;
  /** Seconds from the first sample to the end of the last, including gaps. */
  durationS: number;
  /** Number of data records of an EDF, BDF or GDF file; 0 in other formats. */
  nRecords: number;
  /** Seconds of a data record; 0 in formats without them. */
  recordDurationS: number;
  /** Channels, in the order of the file. */
  channels: readonly Channel[];
  /** Indices of the voltage channels at the most common rate; if there are none, of all but triggers. */
  mainChannels: readonly number[];
  /** Segments without a gap. */
  segments: readonly Segment[];
  /** What was repaired or assumed. */
  warnings: readonly Warning[];
  /** Annotations read so far, in order of time. */
  annotations: readonly Annotation[];
  /** Whether all annotations have been read. */
  annotationsComplete: boolean;
  /** Bytes read from the file so far. */
  bytesRead: number;
}

export interface AnnotationsReply {
  /** Those before this index are as they were. */
  first: number;
  /** From there on. */
  annotations: readonly Annotation[];
  complete: boolean;
  warnings: readonly Warning[];
  bytesRead: number;
}

export interface SpectraReply {
  /** Bin k stands at k * binHz. */
  binHz: number;
  nBins: number;
  /** Microvolts squared per hertz, [nChans, nBins]; NaN where a channel has no sample. */
  density: Floats;
}

export interface ReadRequest {
  /** Channel indices; all must have one rate. */
  channels: number[];
  startS: number;
  durationS: number;
  /** Reference, notch and band-pass of this recipe are applied to what is read (with margin), nothing else. */
  preview?: Recipe;
  /** Instead of `preview`. */
  display?: DisplaySettings;
}

/** Samples of a time range. */
export interface SamplesReply {
  /** Sampling rate in hertz. */
  sfreq: number;
  /** Time of the first sample in seconds. */
  startS: number;
  /** One array of microvolts for each requested channel; NaN inside gaps. */
  data: Floats[];
  /** Bytes read from the file so far. */
  bytesRead: number;
}

/** Which header fields a copy without identity leaves out. */
export interface IdentityFields {
  /** Patient field: name, code, sex, date of birth. */
  patient: boolean;
  /** Recording field: investigator, equipment, place. */
  recording: boolean;
  /** Date of the recording. */
  startDate: boolean;
  /** Time of day of the recording. */
  startTime: boolean;
}

/** Result of removing identity in the header. */
export interface DeidentifiedReply {
  /** The first bytes of the copy; all others are those of the file. */
  header: ArrayBuffer;
  /** Fields whose bytes differ. */
  changed: {
    /** Header field. */
    field: string;
    /** Its first byte in the file. */
    byteOffset: number;
    /** Its length in bytes. */
    nBytes: number;
  }[];
  /** Where the copy may still hold a name. */
  warnings: Warning[];
}

/** Result of a compatibility check, from good to bad. The last two are classified only with `override`. */
export type Verdict = 'ok' | 'adapted' | 'missing' | 'incompatible';

/** One requirement of a model, compared with a recording. */
export interface CompatibilityItemOf<Code extends CompatibilityCode> {
  /** What was compared: "channels", "sampling_rate", "length", "unit", "band", "recipe", "events" or "task". */
  item: string;
  /** Verdict of this item. */
  verdict: Verdict;
  /** Reason of the verdict; codes are stable. */
  code: Code;
  /** Values that belong to the code. */
  values: CompatibilityValues[Code];
  /** Code and values as an English sentence. */
  message: string;
}

/** One thing that a model asks of a recording; its `code` tells which `values` there are. */
export type CompatibilityItem = {
  [Code in CompatibilityCode]: CompatibilityItemOf<Code>;
}[CompatibilityCode];

/** Whether a recording suits a model, item by item. */
export interface Compatibility {
  /** The worst verdict of the items. */
  verdict: Verdict;
  /** All requirements that were compared. */
  items: readonly CompatibilityItem[];
}

/** A tensor of a model file. */
export interface LayerInfo {
  /** Name in the file. */
  name: string;
  /** Dimensions. */
  shape: number[];
  /** Number of trainable parameters; 0 for running statistics. */
  parameters: number;
}

/** Properties of a model. */
export interface ModelInfo {
  /** "model"; information about a recording has "recording". */
  kind: 'model';
  /** Id in this engine; a new one for every opening. */
  id: number;
  /** File name. */
  fileName: string;
  /** Architecture and sizes. */
  config: ModelConfig;
  /** Names of the classes, in the order of the probabilities. */
  classes: readonly string[];
  /** Names of the input channels, in their order. */
  chNames: readonly string[];
  /** Sampling rate of the input in hertz. */
  sfreq: number;
  /** How a recording has to be prepared for it; null if the file does not say. */
  recipe: Recipe | null;
  /** How it was trained; null if the file does not say. */
  train: Record<string, unknown> | null;
  /** Licence of the weights; empty if the file does not say. */
  license: string;
  /** Number of trainable parameters. */
  parameters: number;
  /** Bits of a weight of a dense layer in the file: 32, 16 or 8. */
  bits: number;
  /** Tensors, in the order of the network. */
  tensors: readonly LayerInfo[];
  /** Result of the self-test on the examples in the file; null without examples. */
  selfTest: {
    /** Whether the logits are within the tolerance of the file. */
    passed: boolean;
    /** The largest absolute difference of a logit. */
    maxAbsDiff: number;
    /** Number of examples. */
    nInputs: number;
  } | null;
  /** What was repaired or assumed. */
  warnings: readonly Warning[];
}

/** Time and label of an epoch. */
export interface EpochInfo {
  /** Onset in seconds from the first sample of the recording. */
  onsetS: number;
  /** Duration in seconds. */
  durationS: number;
  /** Label by the recipe or an annotation; empty if neither gives one. */
  label: string;
}

/** Which epochs are classified, and how they are prepared. */
export interface PlanInfo {
  /** Id in this engine. */
  id: number;
  /** Whether the recording suits the model. */
  compatibility: Compatibility;
  /** The recipe that is carried out, with all defaults. */
  recipe: Recipe;
  /** Sampling rate of the epochs in hertz, after resampling. */
  sfreq: number;
  /** Number of samples of an epoch. */
  nTimes: number;
  /** Epochs in order of time. */
  epochs: readonly EpochInfo[];
  /** Number of epochs left out, by reason: "gap", "end of data", "padded tail", ... */
  leftOut: readonly {
    /** Reason, in words. */
    reason: string;
    /** Number of epochs. */
    count: number;
  }[];
  /** Whether an incompatible recording was forced by `override`; every output says so. */
  overridden: boolean;
  /** How the model was calibrated without labels, in words; empty if it was not. Every output says so. */
  calibration: string;
  /** Warnings of the preparation. */
  warnings: readonly Warning[];
}

/** Properties of epochs of a recipe without a model. */
export interface EpochsInfo {
  /** Names of the channels, in the order of the values. */
  chNames: string[];
  /** Hz, after resampling. */
  sfreq: number;
  nTimes: number;
  epochs: EpochInfo[];
  leftOut: { reason: string; count: number }[];
  warnings: Warning[];
}

export interface StreamProgress {
  /** Number of samples that were accepted; the others have to be sent again. */
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
  probabilities: Floats;
}

/** Properties of one running engine. */
export interface EngineInfo {
  /** Version of the core. */
  version: string;
  /** Id of the build: the same in page, worker and wasm module. */
  buildId: string;
  /** Build of the wasm module. */
  backend: 'simd' | 'relaxed';
  /** SIMD target, as Highway names it. */
  target: string;
  /** Bytes of wasm memory of this instance. */
  wasmBytes: number;
}

/** A tensor: row-major, the last dimension varies fastest. */
export interface Tensor {
  /** Values; their number is the product of `dims`. */
  data: Floats;
  /** Dimensions. */
  dims: number[];
}

/** An intermediate result of a forward pass, or a weight. */
export interface NamedTensor extends Tensor {
  /** Name, for `find`. */
  name: string;
}

export interface InspectionReply {
  tensors: NamedTensor[];
  layers: string[];
}

/** Sleep stages of each epoch. Not a medical device. */
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

/** Format of results: a table, JSON, BIDS events, or EDF+ annotations. */
export type ResultFormat = 'csv' | 'json' | 'tsv' | 'edf';
