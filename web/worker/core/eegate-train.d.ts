// TypeScript bindings for emscripten-generated code.  Automatically generated at compile time.
interface WasmModule {
}

type EmbindString = ArrayBuffer|Uint8Array|Uint8ClampedArray|Int8Array|string;
interface EmbindModule {
  info(): import('../protocol.js').Outcome<import('../protocol.js').EngineInfo>;
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): import('../protocol.js').Outcome<ArrayBuffer>;
  describeNetwork(setup: Record<string, unknown>): import('../protocol.js').Outcome<Record<string, unknown>>;
  makePlanted(request: Record<string, unknown>): import('../protocol.js').Outcome<ArrayBuffer>;
  sleepStatistics(hypnogram: Record<string, unknown>, lights: Record<string, unknown>): import('../protocol.js').Outcome<Record<string, unknown>>;
  compareHypnograms(first: Record<string, unknown>, second: Record<string, unknown>): import('../protocol.js').Outcome<Record<string, unknown>>;
  importStager(weights: ArrayBuffer): import('../protocol.js').Outcome<ArrayBuffer>;
  closeModel(id: number): import('../protocol.js').Outcome<void>;
  setAnnotations(id: number, annotations: Record<string, unknown>): import('../protocol.js').Outcome<import('../protocol.js').AnnotationsReply>;
  closeRecording(id: number): import('../protocol.js').Outcome<void>;
  inspect(modelId: number, x: Float32Array, options: Record<string, unknown>): import('../protocol.js').Outcome<import('../protocol.js').InspectionReply>;
  ablate(modelId: number, x: Float32Array, nEpochs: number, nTimes: number, parts: readonly Record<string, unknown>[]): import('../protocol.js').Outcome<Float32Array>;
  exportOnnx(model: ArrayBuffer, nTimes: number): import('../protocol.js').Outcome<ArrayBuffer>;
  explainBegin(id: number, model: ArrayBuffer, request: Record<string, unknown>, x: Float32Array, nEpochs: number, nTimes: number): import('../protocol.js').Outcome<void>;
  explainAdvance(id: number): import('../protocol.js').Outcome<number>;
  explainResult(id: number): import('../protocol.js').Outcome<{ data: Float32Array; checks: Record<string, unknown> }>;
  closeExplanation(id: number): import('../protocol.js').Outcome<void>;
  makeNight(seed: number, durationS: number): import('../protocol.js').Outcome<ArrayBuffer>;
  recordingHypnogram(recordingId: number): import('../protocol.js').Outcome<Record<string, unknown>>;
  recordingLights(recordingId: number): import('../protocol.js').Outcome<Record<string, unknown>>;
  spectrogramBegin(id: number, recordingId: number, channel: number): import('../protocol.js').Outcome<void>;
  spectrogramAdvance(id: number): import('../protocol.js').Outcome<number>;
  spectrogramResult(id: number): import('../protocol.js').Outcome<{ density: Float32Array; info: Record<string, unknown> }>;
  closeSpectrogram(id: number): import('../protocol.js').Outcome<void>;
  sleepEventsBegin(id: number, recordingId: number, channel: number, hypnogram: Record<string, unknown>): import('../protocol.js').Outcome<void>;
  sleepEventsAdvance(id: number): import('../protocol.js').Outcome<number>;
  sleepEventsResult(id: number): import('../protocol.js').Outcome<Record<string, unknown>>;
  closeSleepEvents(id: number): import('../protocol.js').Outcome<void>;
  stageBegin(id: number, recordingId: number, models: ArrayBuffer[], request: Record<string, unknown>): import('../protocol.js').Outcome<void>;
  stageAdvance(id: number): import('../protocol.js').Outcome<number>;
  stageResult(id: number): import('../protocol.js').Outcome<import('../protocol.js').StagedReply>;
  closeStaging(id: number): import('../protocol.js').Outcome<void>;
  trainBegin(id: number, request: import('../protocol.js').TrainRequest, model: ArrayBuffer | null): import('../protocol.js').Outcome<void>;
  trainAddLabels(id: number, labels: Int32Array, subjects: Int32Array | null, epochFloats: number): import('../protocol.js').Outcome<void>;
  trainPlan(id: number): import('../protocol.js').Outcome<Record<string, unknown>>;
  trainLoad(id: number, recording: number): import('../protocol.js').Outcome<number>;
  trainLoaded(id: number, recording: number, chunk: number): import('../protocol.js').Outcome<Float32Array>;
  trainAddLoaded(id: number, recording: number, values: Float32Array): import('../protocol.js').Outcome<void>;
  trainAddEpochs(id: number, x: Float32Array): import('../protocol.js').Outcome<void>;
  trainAudit(id: number): import('../protocol.js').Outcome<{ warnings: import('../protocol.js').Warning[] }>;
  trainBeginComparison(id: number, presets: readonly string[]): import('../protocol.js').Outcome<import('../protocol.js').ComparisonPlan>;
  trainCompare(id: number, part: number): import('../protocol.js').Outcome<import('../protocol.js').ComparedPart>;
  trainTakeCompared(id: number, part: number, probabilities: Float32Array, seconds: number): import('../protocol.js').Outcome<number>;
  trainCompared(id: number): import('../protocol.js').Outcome<Record<string, unknown>>;
  trainStart(id: number): import('../protocol.js').Outcome<void>;
  trainAdvance(id: number, position: number, workerIndex: number, nWorkers: number, stop: boolean, parts: ArrayBuffer[]): import('../protocol.js').Outcome<import('../protocol.js').TrainAdvance>;
  trainCheckpoint(id: number, position: number): import('../protocol.js').Outcome<ArrayBuffer>;
  trainRestore(id: number, checkpoint: ArrayBuffer, goOn: boolean): import('../protocol.js').Outcome<number>;
  trainResult(id: number, position: number): import('../protocol.js').Outcome<ArrayBuffer>;
  closeTraining(id: number): import('../protocol.js').Outcome<void>;
  loadModel(id: number, bytes: ArrayBuffer, fileName: EmbindString): import('../protocol.js').Outcome<import('../protocol.js').ModelInfo>;
  openRecording(id: number, source: import('../protocol.js').ByteSource, fileName: EmbindString, companions: import('../protocol.js').NamedSource[]): import('../protocol.js').Outcome<import('../protocol.js').RecordingInfo>;
  readHypnogram(bytes: ArrayBuffer, fileName: EmbindString, recordingId: number, options: Record<string, unknown>): import('../protocol.js').Outcome<Record<string, unknown>>;
  writeHypnogram(hypnogram: Record<string, unknown>, format: EmbindString, recordingId: number): import('../protocol.js').Outcome<ArrayBuffer>;
  trainAddRecording(id: number, recordingId: number, recipe: import('../protocol.js').Recipe, subject: EmbindString): import('../protocol.js').Outcome<void>;
}

export type MainModule = WasmModule & EmbindModule;
export default function MainModuleFactory (options?: unknown): Promise<MainModule>;
