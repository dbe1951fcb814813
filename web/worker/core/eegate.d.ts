// TypeScript bindings for emscripten-generated code.  Automatically generated at compile time.
interface WasmModule {
}

type EmbindString = ArrayBuffer|Uint8Array|Uint8ClampedArray|Int8Array|string;
export type IdentityFields = {
  patient: boolean,
  recording: boolean,
  startDate: boolean,
  startTime: boolean
};

export type StreamProgress = {
  nTaken: number,
  nWaiting: number,
  nDropped: number
};

interface EmbindModule {
  info(): import('../protocol.js').Outcome<import('../protocol.js').EngineInfo>;
  electrodes(names: string[]): import('../protocol.js').Outcome<Float32Array>;
  closeModel(id: number): import('../protocol.js').Outcome<void>;
  setAnnotations(id: number, annotations: Record<string, unknown>): import('../protocol.js').Outcome<import('../protocol.js').AnnotationsReply>;
  closeRecording(id: number): import('../protocol.js').Outcome<void>;
  readAnnotations(id: number, budgetBytes: number): import('../protocol.js').Outcome<import('../protocol.js').AnnotationsReply>;
  readSamples(id: number, request: import('../protocol.js').ReadRequest): import('../protocol.js').Outcome<import('../protocol.js').SamplesReply>;
  deidentify(id: number, removed: IdentityFields): import('../protocol.js').Outcome<import('../protocol.js').DeidentifiedReply>;
  filterResponse(sfreq: number, recipe: import('../protocol.js').Recipe | null, settings: import('../protocol.js').DisplaySettings | null, hz: Float32Array): import('../protocol.js').Outcome<Float32Array>;
  spectra(x: Float32Array, nChans: number, sfreq: number, segmentS: number): import('../protocol.js').Outcome<import('../protocol.js').SpectraReply>;
  makeSample(seed: number, durationS: number): import('../protocol.js').Outcome<ArrayBuffer>;
  predict(modelId: number, x: Float32Array, nEpochs: number, nTimes: number): import('../protocol.js').Outcome<Float32Array>;
  checkCompatibility(modelId: number, recordingId: number, recipe: import('../protocol.js').Recipe | null): import('../protocol.js').Outcome<import('../protocol.js').Compatibility>;
  calibrate(planId: number): import('../protocol.js').Outcome<number>;
  classify(planId: number, first: number, count: number): import('../protocol.js').Outcome<Float32Array>;
  planEpochs(planId: number, first: number, count: number): import('../protocol.js').Outcome<Float32Array>;
  advance(planId: number, first: number): import('../protocol.js').Outcome<number>;
  closePlan(id: number): import('../protocol.js').Outcome<void>;
  hashRecording(id: number, budgetBytes: number): import('../protocol.js').Outcome<number>;
  report(planId: number, probabilities: Float32Array): import('../protocol.js').Outcome<ArrayBuffer>;
  setExpected(planId: number, expected: string[]): import('../protocol.js').Outcome<void>;
  exportResults(planId: number, probabilities: Float32Array, format: import('../protocol.js').ResultFormat): import('../protocol.js').Outcome<ArrayBuffer>;
  openEpochs(id: number, recordingId: number, recipe: import('../protocol.js').Recipe | null): import('../protocol.js').Outcome<import('../protocol.js').EpochsInfo>;
  advanceEpochs(id: number, first: number): import('../protocol.js').Outcome<number>;
  readEpochs(id: number, first: number, count: number): import('../protocol.js').Outcome<Float32Array>;
  closeEpochs(id: number): import('../protocol.js').Outcome<void>;
  openStream(id: number, modelId: number, request: Record<string, unknown>): import('../protocol.js').Outcome<Record<string, unknown>>;
  pushStream(id: number, x: Float32Array, nLost: number, isEnd: boolean): import('../protocol.js').Outcome<StreamProgress>;
  classifyStream(id: number): import('../protocol.js').Outcome<import('../protocol.js').StreamDecision | null>;
  closeStream(id: number): import('../protocol.js').Outcome<void>;
  loadModel(id: number, bytes: ArrayBuffer, fileName: EmbindString): import('../protocol.js').Outcome<import('../protocol.js').ModelInfo>;
  openRecording(id: number, source: import('../protocol.js').ByteSource, fileName: EmbindString, companions: import('../protocol.js').NamedSource[]): import('../protocol.js').Outcome<import('../protocol.js').RecordingInfo>;
  plan(planId: number, modelId: number, recordingId: number, recipe: import('../protocol.js').Recipe | null, override: boolean, calibrate: EmbindString): import('../protocol.js').Outcome<import('../protocol.js').PlanInfo>;
}

export type MainModule = WasmModule & EmbindModule;
export default function MainModuleFactory (options?: unknown): Promise<MainModule>;
