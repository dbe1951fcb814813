// The whole contract between a page and an engine worker. Imports nothing. Field names are those of the core: what the
// wasm module answers is what the page receives.

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
  /** "EDF", "EDF+C", "EDF+D", "BDF", "BDF+C", "BDF+D" */
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

/** Steps done to a recording before a model sees it; the JSON of the command line and of model files. */
export type Recipe = Record<string, unknown>;

/** How someone wants to see a recording. Butterworth filters of order 2 forwards and backwards: -6 dB at their edges. */
export interface Look {
  /** The mean of all electrodes, or of those named. */
  reference?: 'average' | string[];
  notch_hz?: number;
  highpass_hz?: number;
  lowpass_hz?: number;
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
  /** The resolved configuration. */
  config: Record<string, unknown>;
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

/** What a run waits for next: parts of a step, of a validation, of the judgement at the end, or nothing any more. */
export type TrainStage = 'step' | 'validation' | 'evaluation' | 'end';

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

export type ResultFormat = 'csv' | 'json' | 'tsv' | 'edf';

/**
 * What an engine can do: one line per method. Long work is many short calls: progress is the value that came back, and
 * to cancel is to stop calling. Ids of recordings, models and plans are chosen by the caller, so that all engines of a
 * pool agree on them.
 */
export interface Engine {
  info(): EngineInfo;
  openRecording(id: number, file: Blob | ArrayBuffer, fileName: string): RecordingInfo;
  closeRecording(id: number): void;
  /** Reads on for about `budgetBytes` of the file; answers everything known so far. */
  readAnnotations(id: number, budgetBytes: number): AnnotationsReply;
  readSamples(id: number, request: ReadRequest): SamplesReply;
  /** Gain at each frequency of the filters of a recipe, or of a look; 1 without. */
  filterResponse(
    sfreq: number,
    recipe: Recipe | null,
    look: Look | null,
    hz: Float32Array,
  ): Float32Array;
  /**
   * Where electrodes sit on a head of radius 1: [n, 3], x to the right ear, y to the nose, z to the vertex; NaN for a name
   * that is no electrode of the 10-10 system.
   */
  electrodes(names: string[]): Float32Array;
  /** Welch spectra of x [nChans, nTimes] microvolts: Hann windows of segmentS that overlap by half. */
  spectra(x: Float32Array, nChans: number, sfreq: number, segmentS: number): SpectraReply;
  /** A synthetic recording (EDF+ bytes) from the seeded generator. */
  makeSample(seed: number, durationS: number): ArrayBuffer;
  /** Trials of noise (EDF+ bytes), with a rhythm planted in half of them. */
  makePlanted(request: Record<string, unknown>): ArrayBuffer;

  loadModel(id: number, bytes: ArrayBuffer, fileName: string): ModelInfo;
  closeModel(id: number): void;
  /** x is [nEpochs, n_chans, nTimes] microvolts after the recipe; answers logits [nEpochs, n_outputs]. */
  predict(modelId: number, x: Float32Array, nEpochs: number, nTimes: number): Float32Array;

  fit(modelId: number, recordingId: number, recipe: Recipe | null): Fit;
  /** Decides which epochs there are. Fails when the fit is missing or incompatible and `override` is false. */
  plan(
    planId: number,
    modelId: number,
    recordingId: number,
    recipe: Recipe | null,
    override: boolean,
  ): PlanInfo;
  /** How much of the filtering before epoch `first` is done, 0 to 1: a short piece more with each call. */
  advance(planId: number, first: number): number;
  /** Probabilities [count, n_classes] of epochs first .. first + count - 1 of a plan. */
  classify(planId: number, first: number, count: number): Float32Array;
  /** The same epochs as the model is given them, before its own standardisation: [count, n_chans, nTimes] microvolts. */
  planEpochs(planId: number, first: number, count: number): Float32Array;
  closePlan(id: number): void;
  /** The results of a plan in a file format; probabilities of all its epochs, [n, n_classes]. */
  exportResults(planId: number, probabilities: Float32Array, format: ResultFormat): ArrayBuffer;

  /** Explains epochs [nEpochs, n_chans, nTimes] of microvolts after the recipe with a model file; an ExplainRequest. */
  explainBegin(
    id: number,
    model: ArrayBuffer,
    request: Record<string, unknown>,
    x: Float32Array,
    nEpochs: number,
    nTimes: number,
  ): void;
  /** How much is done, 0 to 1: a piece more with each call. */
  explainAdvance(id: number): number;
  /** When all is done: relevances [nEpochs, n_chans, nTimes], of attention_rollout [nEpochs, nTimes], and ExplainChecks. */
  explainResult(id: number): { values: Float32Array; checks: Record<string, unknown> };
  closeExplanation(id: number): void;
  /** A model that classifies samples while they arrive: a StreamRequest, a StreamInfo. */
  openStream(
    id: number,
    modelId: number,
    request: Record<string, unknown>,
  ): Record<string, unknown>;
  /** First `nLost` samples that never came, then x [channels, n] microvolts. */
  pushStream(id: number, x: Float32Array, nLost: number, isEnd: boolean): StreamProgress;
  /** Classifies the oldest window that waits; null if none does. */
  classifyStream(id: number): StreamDecision | null;
  closeStream(id: number): void;

  /** A model file as ONNX for windows of `nTimes` samples; 0: those of the model. */
  exportOnnx(model: ArrayBuffer, nTimes: number): ArrayBuffer;
  /** A model file from weights that were trained elsewhere and what they are. */
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): ArrayBuffer;
  /** Answers a NetworkDescription. */
  describeNetwork(setup: Record<string, unknown>): Record<string, unknown>;

  /** Starts from `request.config`, or from the bytes of a model that is trained further. */
  trainBegin(
    id: number,
    request: { config?: Record<string, unknown>; options: Record<string, unknown> },
    model: ArrayBuffer | null,
  ): void;
  /** Plans a recording's epochs. `subject` may be empty. */
  trainAddRecording(id: number, recordingId: number, recipe: Recipe, subject: string): void;
  /** Instead: the labels of epochs of `epochFloats` values each. */
  trainAddLabels(
    id: number,
    labels: Int32Array,
    subjects: Int32Array | null,
    epochFloats: number,
  ): void;
  /** Answers a TrainingInfo. */
  trainPlan(id: number): Record<string, unknown>;
  /** How much of the recordings' epochs is prepared, 0 to 1: a piece more with each call. */
  trainLoad(id: number): number;
  /** Instead: the next epochs of an array. */
  trainAddEpochs(id: number, x: Float32Array): void;
  /** When everything is loaded: labels that would fit the signals better if they were meant otherwise. */
  trainAudit(id: number): { warnings: Warning[] };
  trainStart(id: number): void;
  /**
   * Finishes what all `parts` are there for, and computes lane `lane`'s parts of what comes next. The engine must be at
   * `position`; `stop` ends the run after what is under way.
   */
  trainAdvance(
    id: number,
    position: number,
    lane: number,
    nLanes: number,
    stop: boolean,
    parts: ArrayBuffer[],
  ): TrainAdvance;
  /** Everything needed to go on from `position`, where the engine must be. */
  trainCheckpoint(id: number, position: number): ArrayBuffer;
  /** Back to a checkpoint, or on from one of an earlier run (`goOn`: even if that was stopped); answers the position. */
  trainRestore(id: number, checkpoint: ArrayBuffer, goOn: boolean): number;
  /** The model file of a run that is at `position`. */
  trainResult(id: number, position: number): ArrayBuffer;
  closeTraining(id: number): void;
}

export interface Request {
  id: number;
  method: string;
  args: unknown[];
}

export type Reply = { id: number; value: unknown } | { id: number; error: ErrorReply };

/** What a worker needs to start: the argument of its first request, whose method is "start". */
export interface StartMessage {
  module: WebAssembly.Module;
  backend: 'simd' | 'relaxed';
  /** Of the page; a worker of another build refuses to start. */
  buildId: string;
}

/** How the core itself answers: an error is a value, too. */
export type Outcome<T> = { value: T } | { error: ErrorReply };

/** Random access to the bytes of a file. An answer shorter than asked for means that the medium failed. */
export interface ByteSource {
  size: number;
  read(offset: number, length: number): Uint8Array;
}

/** The engine as the wasm module exposes it: synchronous, over a byte source, nothing thrown. */
export type CoreEngine = {
  [M in Exclude<keyof Engine, 'openRecording'>]: (
    ...args: Parameters<Engine[M]>
  ) => Outcome<ReturnType<Engine[M]>>;
} & {
  openRecording(id: number, source: ByteSource, fileName: string): Outcome<RecordingInfo>;
};
