// Public exports of the npm package. Importing it has no side effects; createEngine starts engines.
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineSummary,
  type LoadOptions,
  type Spectra,
} from './engine.js';
export type {
  Calibration,
  Classification,
  ClassifyOptions,
  ExpectedClasses,
  Prediction,
} from './classification.js';
export type { ComparedModel, ComparisonRequest, ModelComparison } from './comparison_types.js';
export { eegBands } from './band_occlusion.js';
export type { Band, BandOcclusion } from './band_occlusion.js';
export type { Epochs, EpochsOptions } from './epochs.js';
export type { ExplainOptions, Explanation } from './explanation.js';
export type {
  ExplainBaseline,
  ExplainChecks,
  ExplainMethod,
  ExplainRequest,
} from './explanation_types.js';
export type { Ablation, InspectOptions, Inspection, TokenPlace } from './inspection.js';
export * from './live/index.js';
export type { SyntheticTrialsOptions } from './synthetic_trials.js';
export type { Model } from './model.js';
export type { OpenOptions } from './open_recording.js';
export type { DeidentifiedCopy, ReadOptions, Recording } from './recording.js';
export type { FileSource } from './recording_file.js';
export type {
  EpochMetrics,
  NetworkDescription,
  Trained,
  TrainingArrays,
  TrainingAugmentation,
  TrainingEnd,
  TrainingEvaluation,
  TrainingEvent,
  TrainingInfo,
  TrainingOptions,
  TrainingRecording,
  TrainingRequest,
  TrainingRun,
} from './training_types.js';
export type { AssetSource, CompiledWasm, WasmSource, WebWorker } from './assets.js';
export type { Place } from './engine_start.js';
export type { Backend } from '../worker/detect.js';
export { EegateError } from '../worker/error.js';
export type { ErrorCode } from '../worker/error_codes.js';
export type {
  Annotation,
  Bytes,
  Channel,
  Compatibility,
  CompatibilityCode,
  CompatibilityItem,
  CompatibilityItemOf,
  CompatibilityValues,
  ConfigSettings,
  DeidentifiedReply,
  EngineInfo,
  EpochInfo,
  ErrorReply,
  Floats,
  IdentityFields,
  LayerInfo,
  DisplaySettings,
  ModelConfig,
  ModelInfo,
  ModelSetup,
  NamedTensor,
  PlanInfo,
  Recipe,
  RecordingInfo,
  ResultFormat,
  SamplesReply,
  Segment,
  Tensor,
  Verdict,
  Warning,
} from '../worker/protocol.js';
export type {
  BandPowerConfig,
  BilstmAttnConfig,
  CnnConfig,
  CramConfig,
  CspConfig,
  EegChannelnetConfig,
  EegnetConfig,
  MdmConfig,
  MeshCascadeConfig,
  SyncnetConfig,
  TangentSpaceConfig,
  TransformerConfig,
} from '../worker/schema.js';
