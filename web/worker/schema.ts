// The fields of recipes and configurations, as the core reads them. Written by `eegate schema`, with which a test
// compares it: do not edit.

/** How a recording is prepared for a model (docs/CLI.md, prepare). */
export type Recipe = {
  /** Version of the recipe format: 1 */ version?: number;
  /** Names of the channels, in this order, all of one sampling rate; default: those that the model needs */ pick?: readonly string[];
  /** Average of these channels, or of all picked ones, that is subtracted; default: none */ reference?: 'average' | readonly string[];
  /** Notch filter; default: none */ notch?: {
    /** Frequency in hertz */ hz: number;
    /** Quality factor: frequency divided by the width at -3 dB. Default 30 */ q?: number;
  };
  /** Butterworth band-pass; default: none */ bandpass?: {
    /** Lower edge in hertz */ low_hz: number;
    /** Upper edge in hertz */ high_hz: number;
    /** Order of the filter. 1 to 20; default 2 */ order?: number;
    /** Forwards and backwards, the default, or forwards only */ mode?: 'zero_phase' | 'causal';
  };
  /** Sampling rate after resampling, in hertz; default: that of the recording. More than 0 */ resample_hz?: number;
  /** Euclidean alignment of all epochs of the recording; default: none */ align?: 'euclidean';
  /** How epochs are cut; default: consecutive windows of the length of the model */ epochs?: {
    /** One epoch for each annotation */ by: 'annotation';
    /** Labels by the text of annotations; only these annotations are used */ labels?: Record<string, string>;
    /** Start relative to the onset of the annotation, in seconds. Default 0 */ tmin_s?: number;
    /** End relative to the onset of the annotation, in seconds */ tmax_s: number;
  } | {
    /** Windows at a fixed step */ by: 'window';
    /** Length of a window in seconds. More than 0 */ length_s: number;
    /** Seconds from one window to the next; default: its length. More than 0 */ step_s?: number;
    /** Label of all windows */ label?: string;
    /** Labels by the text of annotations; only these annotations are used */ labels?: Record<string, string>;
  };
  /** Standardisation of each epoch, for epochs without a model; default: none */ standardize?: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
};

/** Reference and filters for viewing, independent of any model. Butterworth filters of order 2, applied forwards and backwards: -6 dB at the edges. */
export type DisplaySettings = {
  /** Average of these channels, or of all picked ones, that is subtracted; default: none */ reference?: 'average' | readonly string[];
  /** Frequency of a notch filter in hertz. More than 0 */ notch_hz?: number;
  /** Edge of a high-pass filter in hertz. More than 0 */ highpass_hz?: number;
  /** Edge of a low-pass filter in hertz. More than 0 */ lowpass_hz?: number;
};

/** Configuration of the architecture `transformer` (docs/MODEL.md). */
export type TransformerConfig = {
  architecture: 'transformer';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  embedding: {
    kind: 'identity';
    /** 1 to 8192 */ dim: number;
  } | {
    kind: 'linear';
    /** 1 to 8192; default 64 */ dim: number;
    bias: boolean;
  } | {
    kind: 'patch';
    /** 1 to 8192; default 64 */ dim: number;
    bias: boolean;
    /** 1 to 4096 */ patch_chans: number;
    /** 1 to 1048576 */ patch_times: number;
    /** 1 to 4096 */ stride_chans: number;
    /** 1 to 1048576 */ stride_times: number;
    channel_embedding: boolean;
  } | {
    kind: 'conv_stem';
    /** 1 to 8192 */ dim: number;
    bias: boolean;
    /** 1 to 4096; default 40 */ filters: number;
    /** 1 to 4096; default 25 */ kernel_times: number;
    padding: 'valid' | 'same';
    conv_bias: boolean;
    spatial: 'full' | 'depthwise';
    /** 1 to 64; default 1 */ depth: number;
    activation: 'elu' | 'square_log';
    /** 1 to 65536; default 75 */ pool_times: number;
    /** 1 to 65536; default 15 */ pool_stride: number;
    projection: boolean;
    /** 1e-12 to 1; default 1e-05 */ bn_eps: number;
    /** 0 to 1; default 0.1 */ bn_momentum: number;
  };
  position: {
    kind: 'none';
  } | {
    kind: 'sin_interleaved';
  } | {
    kind: 'sin_concat_parity';
  } | {
    kind: 'learned';
    /** 1 to 1048576 */ max_len: number;
  } | {
    kind: 'rel_shaw';
    /** 1 to 65536; default 32 */ max_distance: number;
    values: boolean;
    per_head: boolean;
  } | {
    kind: 'rel_bias';
    /** 1 to 65536; default 8 */ alpha: number;
    /** 1 to 65536; default 16 */ beta: number;
    /** 1 to 1000000000; default 64 */ gamma: number;
  };
  cls: boolean;
  /** 1 to 64; default 2 */ n_blocks: number;
  block: 'post_ln' | 'pre_ln' | 'gated';
  gate: 'input' | 'output' | 'highway' | 'sigtanh' | 'gru';
  gate_bias_sign: 'minus' | 'plus';
  relu_before_gate: boolean;
  attn_residual: boolean;
  /** 1 to 1024; default 8 */ n_heads: number;
  /** 1 to 8192 */ key_dim: number;
  /** 1 to 8192 */ value_dim: number;
  attention_bias: boolean;
  attention: {
    kind: 'full';
    causal: boolean;
  } | {
    kind: 'window';
    causal: boolean;
    /** 1 to 65536; default 16 */ window: number;
    shift: boolean;
    /** 1 to 64 */ stages: readonly number[];
  };
  /** 1 to 65536 */ ffn_dim: number;
  activation: 'relu' | 'gelu' | 'gelu_tanh';
  norm: 'layer' | 'batch';
  /** 1e-12 to 1; default 1e-05 */ norm_eps: number;
  norm_affine: boolean;
  /** 0 to 1; default 0.1 */ norm_momentum: number;
  final_norm: boolean;
  pool: 'flatten' | 'mean' | 'cls' | 'attention';
  /** 1 to 8192 */ pool_dim: number;
  dropout: {
    /** 0 to 0.999; default 0.1 */ attn_out: number;
    /** 0 to 0.999; default 0.1 */ ffn_out: number;
    /** 0 to 0.999; default 0 */ attn_weights: number;
    /** 0 to 0.999; default 0 */ ffn_hidden: number;
    /** 0 to 0.999; default 0 */ embed: number;
    /** 0 to 0.999; default 0 */ head: number;
  };
};

/** Configuration of the architecture `eegnet` (docs/MODEL.md). */
export type EegnetConfig = {
  architecture: 'eegnet';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 1024; default 8 */ F1: number;
  /** 1 to 64; default 2 */ D: number;
  /** 1 to 4096 */ F2: number;
  /** 1 to 4096; default 64 */ kernel_length: number;
  /** 1 to 4096; default 16 */ sep_kernel_length: number;
  /** 1 to 1024; default 4 */ pool1: number;
  /** 1 to 1024; default 8 */ pool2: number;
  pad: 'same' | 'torch';
  flatten: 'map_time' | 'time_map';
  /** 1e-12 to 1; default 0.001 */ bn_eps: number;
  /** 0 to 1; default 0.01 */ bn_momentum: number;
  /** 0 to 1000000; default 1 */ max_norm_spatial: number;
  /** 0 to 1000000; default 0.25 */ max_norm_head: number;
  /** 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `cnn` (docs/MODEL.md). */
export type CnnConfig = {
  architecture: 'cnn';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 4096; default 10 */ filters: number;
  /** 1 to 4096; default 40 */ kernel_length: number;
  /** 1 to 65536; default 40 */ pool: number;
  /** 0 to 0.999; default 0 */ drop_prob: number;
};

/** Configuration of the architecture `syncnet` (docs/MODEL.md). */
export type SyncnetConfig = {
  architecture: 'syncnet';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 4096; default 10 */ filters: number;
  /** 2 to 4096; default 40 */ kernel_length: number;
  /** 1 to 65536; default 40 */ pool: number;
  /** 0 to 0.999; default 0 */ drop_prob: number;
};

/** Configuration of the architecture `bilstm_attn` (docs/MODEL.md). */
export type BilstmAttnConfig = {
  architecture: 'bilstm_attn';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 4096; default 64 */ hidden: number;
  /** 1 to 4096; default 64 */ attn_units: number;
  /** 1 to 8; default 1 */ n_layers: number;
  bidirectional: boolean;
  /** 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `eeg_channelnet` (docs/MODEL.md). */
export type EegChannelnetConfig = {
  architecture: 'eeg_channelnet';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 1024; default 10 */ temporal_maps: number;
  /** 1 to 4096; default 33 */ temporal_kernel: number;
  /** 1 to 1024 */ dilations: readonly number[];
  /** 1 to 1024; default 50 */ spatial_maps: number;
  /** 1 to 16; default 4 */ n_spatial: number;
  /** 0 to 16 */ n_residual: number;
  /** 1 to 1024; default 50 */ final_maps: number;
  /** 1 to 65536; default 1000 */ hidden: number;
  /** 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** 0 to 1; default 0.1 */ bn_momentum: number;
  /** 0 to 0.999; default 0.2 */ drop_prob: number;
};

/** Configuration of the architecture `cram` (docs/MODEL.md). */
export type CramConfig = {
  architecture: 'cram';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 1048576; default 256 */ window: number;
  /** 1 to 1048576; default 32 */ step: number;
  strict: boolean;
  /** 1 to 4096; default 40 */ filters: number;
  /** 1 to 4096; default 45 */ kernel_length: number;
  /** 1 to 65536; default 75 */ pool: number;
  /** 1 to 65536; default 10 */ pool_stride: number;
  /** 1 to 4096; default 64 */ hidden: number;
  /** 1 to 8; default 2 */ n_layers: number;
  /** 1 to 8192; default 512 */ attn_units: number;
  /** 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** 0 to 1; default 0.007 */ bn_momentum: number;
  /** 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `mesh_cascade` (docs/MODEL.md). */
export type MeshCascadeConfig = {
  architecture: 'mesh_cascade';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 4096; default 10 */ segment: number;
  /** 1 to 4096; default 5 */ hop: number;
  /** 1 to 1024 */ maps: readonly number[];
  /** 1 to 65536; default 1024 */ dense: number;
  /** 1 to 65536; default 1024 */ hidden: number;
  /** 1 to 8; default 2 */ n_layers: number;
  /** 1 to 65536; default 1024 */ fc: number;
  /** 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `band_power` (docs/MODEL.md). */
export type BandPowerConfig = {
  architecture: 'band_power';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  /** 1 to 1000000; default 160 */ sfreq: number;
  /** 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** 0 to 1; default 0.1 */ bn_momentum: number;
};

/** Configuration of the architecture `tangent_space` (docs/MODEL.md). */
export type TangentSpaceConfig = {
  architecture: 'tangent_space';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** 0 to 1; default 0.1 */ shrinkage: number;
  /** 1 to 10; default 1 */ order: number;
  /** 1 to 1048576; default 4 */ lag: number;
  /** 0.01 to 1000000 */ bands?: readonly number[];
  /** 1 to 1000000; default 160 */ sfreq: number;
  /** 1 to 1048576 */ rank: number;
  recentre: boolean;
  fitted_by: 'logistic' | 'lda' | 'fgmdm' | 'svm';
  mean: 'riemann' | 'logeuclid' | 'euclid';
  /** 1e-09 to 1000000000; default 1 */ strength: number;
};

/** Configuration of the architecture `mdm` (docs/MODEL.md). */
export type MdmConfig = {
  architecture: 'mdm';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** 0 to 1; default 0.1 */ shrinkage: number;
  /** 1 to 10; default 1 */ order: number;
  /** 1 to 1048576; default 4 */ lag: number;
  /** 1 to 1048576 */ rank: number;
  mean: 'riemann' | 'logeuclid' | 'euclid';
};

/** Configuration of the architecture `csp` (docs/MODEL.md). */
export type CspConfig = {
  architecture: 'csp';
  /** 1 to 4096 */ n_chans: number;
  /** 1 to 1048576 */ n_times: number;
  /** 1 to 10000 */ n_outputs: number;
  task: 'classify' | 'binary' | 'regress';
  standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  preset: string;
  estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** 0 to 1; default 0.1 */ shrinkage: number;
  /** 1 to 10; default 1 */ order: number;
  /** 1 to 1048576; default 4 */ lag: number;
  /** 0.01 to 1000000 */ bands?: readonly number[];
  /** 1 to 1000000; default 160 */ sfreq: number;
  /** 1 to 256; default 6 */ n_filters: number;
  select: 'pairs' | 'distance';
  fitted_by: 'lda';
};

type KeysOf<T> = T extends unknown ? keyof T : never;
/** One of several types; fields of the other types can be read, and are undefined. */
type OneOf<T, All = T> = T extends unknown ? T & { [K in Exclude<KeysOf<All>, keyof T>]?: undefined } : never;

/** The configuration of a model, every field resolved. */
export type ModelConfig = OneOf<
  | TransformerConfig
  | EegnetConfig
  | CnnConfig
  | SyncnetConfig
  | BilstmAttnConfig
  | EegChannelnetConfig
  | CramConfig
  | MeshCascadeConfig
  | BandPowerConfig
  | TangentSpaceConfig
  | MdmConfig
  | CspConfig
>;

/** All fields optional: the core has defaults for those that are missing. */
type Settings<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Settings<T[K]> } : T;

/** A configuration with optional fields: the core adds defaults for those that are missing. */
export type ConfigSettings = Settings<ModelConfig>;

/** A configuration and the other members of a model file about its data. */
export type ModelSetup = {
  config?: ConfigSettings;
  channels?: readonly string[];
  classes?: readonly string[];
  /** More than 0; default 160 */ sfreq?: number;
  recipe?: Recipe;
  license?: string;
  card?: Record<string, unknown>;
};

/** How a model is to be trained. */
export type TrainSettings = {
  /** 1 to 1000000 */ epochs?: number;
  /** 1 to 1000000 */ batchSize?: number;
  /** 1e-12 to 1000 */ learningRate?: number;
  optimizer?: 'sgd' | 'adam' | 'adam_keras' | 'adamw';
  tune?: 'all' | 'head' | 'norms';
  /** 0 to 1000000 */ patience?: number;
  /** 0 to 9007199254740991 */ seed?: number;
  shuffle?: boolean;
  dropout?: boolean;
  classWeights?: 'balanced' | readonly number[];
  /** 0 to 0.999 */ labelSmoothing?: number;
  split?: 'auto' | 'subject' | 'run' | 'block' | 'none';
  /** 0.01 to 0.9 */ validationShare?: number;
  date?: string;
  augment?: {
    mirror?: boolean;
    /** 0 to 60 */ jitterS?: number;
    /** 0 to 0.9 */ channelDropout?: number;
  };
};

/** What the core reads of a request for an explanation. */
export type ExplainRequestFields = {
  /** 0 to 1000000 */ target: number;
  method?: string;
  /** 1 to 100000 */ steps?: number;
  baseline?: 'zero' | 'channel_mean' | 'surrogate';
  /** 0 to 1048576 */ background?: number;
  /** 0 to 1000000 */ windowS?: number;
  /** 0 to 1000000 */ stepS?: number;
  checks?: boolean;
  /** 0 to 9007199254740991; default 0 */ seed?: number;
};

/** What the core reads of a request for a stream. */
export type StreamRequestFields = {
  chNames: readonly string[];
  badChNames?: readonly string[];
  /** More than 0, at most 1000000 */ sfreq: number;
  recipe?: Recipe;
  causalForm?: boolean;
  /** More than 0, at most 3600 */ stepS?: number;
  /** 1 to 1024 */ maxWaiting?: number;
  dropsOldest?: boolean;
  recentre?: boolean;
};

/** What the core reads of a request for an inspection. */
export type InspectRequestFields = {
  ablate?: readonly {
    /** 0 to 4096 */ block: number;
    /** 0 to 4096 */ head?: number;
    gate?: 'attention' | 'ffn';
    to?: 'closed' | 'open';
    /** 0 to 1 */ weight?: number;
  }[];
  /** 0 to 16777216 */ query?: number;
  /** 1 to 512 */ mapSize?: number;
  weights?: readonly string[];
};

/** What the core reads of a request for synthetic trials with a known rhythm. */
export type PlantedRequestFields = {
  /** 0 to 9007199254740991 */ seed?: number;
  channels?: readonly string[];
  /** 0 to 1048576 */ trials?: number;
  hz?: number;
  beginS?: number;
  endS?: number;
  strength?: number;
  noiseUv?: number;
};
