// The protocol between a page and an engine worker; the types of its values are in shapes.ts. Field names are those of the core: the page
// receives what the wasm module returns.

import type {
  Compatibility,
  ErrorReply,
  Warning,
  RecordingInfo,
  AnnotationsReply,
  Recipe,
  DisplaySettings,
  SpectraReply,
  ReadRequest,
  SamplesReply,
  IdentityFields,
  DeidentifiedReply,
  ModelInfo,
  PlanInfo,
  EpochsInfo,
  StagedReply,
  StreamProgress,
  StreamDecision,
  EngineInfo,
  ComparedPart,
  ComparisonPlan,
  TrainAdvance,
  TrainRequest,
  InspectionReply,
  ResultFormat,
} from './shapes.js';

export type * from './shapes.js';

/**
 * The methods of an engine. Long work is done by many short calls: each returns the progress, and to cancel is to stop calling. Ids of
 * recordings, models and plans are chosen by the caller, so that they are the same in all engines of a pool.
 */
export interface Engine {
  /** Properties of the engine. */
  info(): EngineInfo;
  /** `companions`: the other files of a recording of several files, found by name. */
  openRecording(
    id: number,
    file: Blob | ArrayBuffer | ByteSource,
    fileName: string,
    companions: Companion[],
  ): RecordingInfo;
  closeRecording(id: number): void;
  /** Reads about `budgetBytes` more of the file; returns what is new or has moved. */
  readAnnotations(id: number, budgetBytes: number): AnnotationsReply;
  /** Instead of those of the file: { annotations: [{ onset_s, duration_s, text }] }. */
  setAnnotations(id: number, annotations: Record<string, unknown>): AnnotationsReply;
  readSamples(id: number, request: ReadRequest): SamplesReply;
  /** Gain at each frequency of the filters of a recipe or of display settings; 1 without filters. */
  filterResponse(
    sfreq: number,
    recipe: Recipe | null,
    display: DisplaySettings | null,
    hz: Float32Array,
  ): Float32Array;
  /** Positions of electrodes of the 10-10 system on a head of radius 1: [n, 3], right ear, nose, vertex; NaN for other names. */
  electrodes(names: string[]): Float32Array;
  /** Welch spectra of x [nChans, nTimes] microvolts: Hann windows of segmentS that overlap by half. */
  spectra(x: Float32Array, nChans: number, sfreq: number, segmentS: number): SpectraReply;
  /** Searches the annotations that were read so far for the name. */
  deidentify(id: number, removed: IdentityFields): DeidentifiedReply;
  /** A synthetic recording (EDF+ bytes) from the seeded generator. */
  makeSample(seed: number, durationS: number): ArrayBuffer;
  /** Synthetic trials of noise (EDF+ bytes), half of them with a rhythm. */
  makePlanted(request: Record<string, unknown>): ArrayBuffer;

  /** Opens a model file (safetensors) and runs its self-test. Rejects with FORMAT_*, ST_* or MODEL_* codes. */
  loadModel(id: number, bytes: ArrayBuffer, fileName: string): ModelInfo;
  closeModel(id: number): void;
  /** x is [nEpochs, n_chans, nTimes] microvolts after the recipe; answers logits [nEpochs, n_outputs]. */
  predict(modelId: number, x: Float32Array, nEpochs: number, nTimes: number): Float32Array;

  checkCompatibility(modelId: number, recordingId: number, recipe: Recipe | null): Compatibility;
  /**
   * Decides which epochs there are. Fails when the verdict is missing or incompatible and `override` is false. `calibrate`: "none",
   * "median", "recentre" or "online".
   */
  plan(
    planId: number,
    modelId: number,
    recordingId: number,
    recipe: Recipe | null,
    override: boolean,
    calibrate: string,
  ): PlanInfo;
  /** For a plan with calibration: a part of the pass over all epochs that `classify` needs first; returns the share done, 0 to 1. */
  calibrate(planId: number): number;
  /** How much of the filtering before epoch `first` is done, 0 to 1: a short piece more with each call. */
  advance(planId: number, first: number): number;
  /** Probabilities [count, n_classes] of epochs first .. first + count - 1 of a plan. */
  classify(planId: number, first: number, count: number): Float32Array;
  /** The same epochs as the model is given them, before its own standardisation: [count, n_chans, nTimes] microvolts. */
  planEpochs(planId: number, first: number, count: number): Float32Array;
  closePlan(id: number): void;
  /** Epochs of a recording by a recipe alone. */
  openEpochs(id: number, recordingId: number, recipe: Recipe | null): EpochsInfo;
  /** How much of the filtering before epoch `first` is done, 0 to 1: a short piece more with each call. */
  advanceEpochs(id: number, first: number): number;
  /** [count, n_chans, nTimes] microvolts after the recipe. */
  readEpochs(id: number, first: number, count: number): Float32Array;
  closeEpochs(id: number): void;
  /** Reads on for about `budgetBytes` of the file for its SHA-256: how much is done, 0 to 1. */
  hashRecording(id: number, budgetBytes: number): number;
  /** The methods report as an HTML page, when the plan's recording is hashed to its end. */
  report(planId: number, probabilities: Float32Array): ArrayBuffer;
  /** The true class of each epoch for `report` and `exportResults`, instead of the labels by the recipe; empty if not known. */
  setExpected(planId: number, expected: string[]): void;
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
  explainResult(id: number): { data: Float32Array; checks: Record<string, unknown> };
  closeExplanation(id: number): void;
  /** Published weights of a stager of sleep (safetensors with the names of their authors) as a model file. */
  importStager(weights: ArrayBuffer): ArrayBuffer;
  /** Stages of sleep of an open recording by the mean of these model files; a StageRequest. */
  stageBegin(
    id: number,
    recordingId: number,
    models: ArrayBuffer[],
    request: Record<string, unknown>,
  ): void;
  /** How much is done, 0 to 1: a piece more with each call. */
  stageAdvance(id: number): number;
  /** When all is done. */
  stageResult(id: number): StagedReply;
  closeStaging(id: number): void;
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
  /** Intermediate results of one epoch [n_chans, n_times]. Options as the core reads them. */
  inspect(modelId: number, x: Float32Array, options: Record<string, unknown>): InspectionReply;
  /** As `predict`, with parts disabled. */
  ablate(
    modelId: number,
    x: Float32Array,
    nEpochs: number,
    nTimes: number,
    parts: readonly Record<string, unknown>[],
  ): Float32Array;

  /** A synthetic night (EDF+ bytes) with its stages as annotations. */
  makeNight(seed: number, durationS: number): ArrayBuffer;
  /**
   * The sleep stages of a file, as a HypnogramFile; on the clock of a recording and cut to it, or of none (-1). Options: `codes` ("yasa",
   * "nsrr" or "dreams") and `epoch_s`.
   */
  readHypnogram(
    bytes: ArrayBuffer,
    fileName: string,
    recordingId: number,
    options: Record<string, unknown>,
  ): Record<string, unknown>;
  /** The stages among the annotations of a recording, which are read to the end. */
  recordingHypnogram(recordingId: number): Record<string, unknown>;
  /** Lights among the annotations of a recording, which are read to the end: { offS, onS }, each if it is known. */
  recordingLights(recordingId: number): Record<string, unknown>;
  /** Of { epoch_s, start_s, stages }, between { off_s, on_s }: SleepStatistics. */
  sleepStatistics(
    hypnogram: Record<string, unknown>,
    lights: Record<string, unknown>,
  ): Record<string, unknown>;
  /** How far two scorings agree: a StageAgreement. */
  compareHypnograms(
    first: Record<string, unknown>,
    second: Record<string, unknown>,
  ): Record<string, unknown>;
  /** As "csv", "tsv" (BIDS events) or "edf" (EDF+ annotations with the start of the recording). */
  writeHypnogram(
    hypnogram: Record<string, unknown>,
    format: string,
    recordingId: number,
  ): ArrayBuffer;
  /** The multitaper spectrogram of a channel. */
  spectrogramBegin(id: number, recordingId: number, channel: number): void;
  /** How much is done, 0 to 1: a piece more with each call. */
  spectrogramAdvance(id: number): number;
  /** [nColumns, nBins] uV^2/Hz, NaN where nothing was measured; a SpectrogramInfo. */
  spectrogramResult(id: number): { density: Float32Array; info: Record<string, unknown> };
  closeSpectrogram(id: number): void;
  /** Spindles and slow waves of a channel in N2 and N3 of { epoch_s, start_s, stages }. */
  sleepEventsBegin(
    id: number,
    recordingId: number,
    channel: number,
    hypnogram: Record<string, unknown>,
  ): void;
  /** How much is done, 0 to 1: a piece more with each call. */
  sleepEventsAdvance(id: number): number;
  /** SleepEvents. */
  sleepEventsResult(id: number): Record<string, unknown>;
  closeSleepEvents(id: number): void;

  /** A model file as ONNX for windows of `nTimes` samples; 0: those of the model. */
  exportOnnx(model: ArrayBuffer, nTimes: number): ArrayBuffer;
  /** A model file from weights that were trained elsewhere and what they are. */
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): ArrayBuffer;
  /** Answers a NetworkDescription. */
  describeNetwork(setup: Record<string, unknown>): Record<string, unknown>;

  /** Starts from `request.config`, or from the bytes of a model that is trained further. */
  trainBegin(id: number, request: TrainRequest, model: ArrayBuffer | null): void;
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
  /** How much of a recording's epochs is prepared, 0 to 1: a piece more with each call. Recordings are numbered as they were added. */
  trainLoad(id: number, recording: number): number;
  /** The prepared epochs of a recording, for other engines: chunk 0, 1, ...; empty after the last. */
  trainLoaded(id: number, recording: number, chunk: number): Float32Array;
  /** Instead of preparing them: the next epochs of a recording that another engine prepared. */
  trainAddLoaded(id: number, recording: number, values: Float32Array): void;
  /** Instead: the next epochs of an array. */
  trainAddEpochs(id: number, x: Float32Array): void;
  /** When everything is loaded: labels that would fit the signals better if they were meant otherwise. */
  trainAudit(id: number): { warnings: Warning[] };
  /** Instead of the start: a comparison of models, by their presets, on what was loaded. */
  trainBeginComparison(id: number, presets: readonly string[]): ComparisonPlan;
  /** A piece of one part of the comparison: a model and a fold. */
  trainCompare(id: number, part: number): ComparedPart;
  /** The result of a part, of this engine or another one that holds the same. Returns the number of models that are finished. */
  trainTakeCompared(id: number, part: number, probabilities: Float32Array, seconds: number): number;
  /** A ModelComparison of the models that are finished. */
  trainCompared(id: number): Record<string, unknown>;
  trainStart(id: number): void;
  /**
   * Finishes what all `parts` are there for, and computes the parts of worker `workerIndex` of what comes next. The engine must be at
   * `position`; `stop` ends the run after what is under way.
   */
  trainAdvance(
    id: number,
    position: number,
    workerIndex: number,
    nWorkers: number,
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
  /** Build id of the page; a worker of another build refuses to start. */
  buildId: string;
}

/** Return type of the core: a value or an error. */
export type Outcome<T> = { value: T } | { error: ErrorReply };

/** Random access to the bytes of a file. A result shorter than requested means that reading failed. */
export interface ByteSource {
  size: number;
  read(offset: number, length: number): Uint8Array;
}

/** A file that may belong to a recording, with the name by which its header refers to it. */
export interface Companion {
  name: string;
  file: Blob | ArrayBuffer | ByteSource;
}

/** The same as the core reads it. */
export interface NamedSource {
  name: string;
  source: ByteSource;
}
