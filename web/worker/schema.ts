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
  /** Standardisation of each epoch (docs/MODEL.md), for epochs without a model; default: none */ standardize?: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
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
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** How an epoch becomes tokens */ embedding: {
    kind: 'identity';
    /** Width of a token. 1 to 8192 */ dim: number;
  } | {
    kind: 'linear';
    /** Width of a token. 1 to 8192; default 64 */ dim: number;
    /** Whether the projection to tokens adds a bias */ bias: boolean;
  } | {
    kind: 'patch';
    /** Width of a token. 1 to 8192; default 64 */ dim: number;
    /** Whether the projection to tokens adds a bias */ bias: boolean;
    /** Channels of a patch. 1 to 4096 */ patch_chans: number;
    /** Samples of a patch. 1 to 1048576 */ patch_times: number;
    /** Channels from one patch to the next. 1 to 4096 */ stride_chans: number;
    /** Samples from one patch to the next. 1 to 1048576 */ stride_times: number;
    /** Whether a learned vector is added for each group of channels */ channel_embedding: boolean;
  } | {
    kind: 'conv_stem';
    /** Width of a token. 1 to 8192 */ dim: number;
    /** Whether the projection to tokens adds a bias */ bias: boolean;
    /** Number of temporal filters. 1 to 4096; default 40 */ filters: number;
    /** Samples of a temporal filter. 1 to 4096; default 25 */ kernel_times: number;
    /** Whether the temporal convolution shortens the epoch or keeps its length */ padding: 'valid' | 'same';
    /** Whether the convolutions add a bias */ conv_bias: boolean;
    /** Spatial filters: over all maps, or for each map alone */ spatial: 'full' | 'depthwise';
    /** Spatial filters for each temporal filter. 1 to 64; default 1 */ depth: number;
    /** Activation of the feed-forward part, or of the convolutional stem */ activation: 'elu' | 'square_log';
    /** Samples that are averaged. 1 to 65536; default 75 */ pool_times: number;
    /** Samples from one pool to the next. 1 to 65536; default 15 */ pool_stride: number;
    /** Whether a linear layer follows the pool */ projection: boolean;
    /** What batch norm adds to the variance. 1e-12 to 1; default 1e-05 */ bn_eps: number;
    /** Weight of a batch in the running values of batch norm. 0 to 1; default 0.1 */ bn_momentum: number;
  };
  /** Positions of tokens */ position: {
    kind: 'none';
  } | {
    kind: 'sin_interleaved';
  } | {
    kind: 'sin_concat_parity';
  } | {
    kind: 'learned';
    /** Rows of the table of positions. 1 to 1048576 */ max_len: number;
  } | {
    kind: 'rel_shaw';
    /** Largest distance with an entry of its own, in tokens. 1 to 65536; default 32 */ max_distance: number;
    /** Whether values have positions, too, and not keys alone */ values: boolean;
    /** Whether each head has a table of its own */ per_head: boolean;
  } | {
    kind: 'rel_bias';
    /** Distances up to this one have a bucket each, in tokens. 1 to 65536; default 8 */ alpha: number;
    /** Number of buckets in each direction. 1 to 65536; default 16 */ beta: number;
    /** Distance from which all share the last bucket, in tokens. 1 to 1000000000; default 64 */ gamma: number;
  };
  /** Whether a class token is added */ cls: boolean;
  /** Number of blocks. 1 to 64; default 2 */ n_blocks: number;
  /** Structure of the blocks: norm after each part, norm before each part, or gates */ block: 'post_ln' | 'pre_ln' | 'gated';
  /** Gate of gated blocks */ gate: 'input' | 'output' | 'highway' | 'sigtanh' | 'gru';
  /** Sign of the bias of the GRU gate */ gate_bias_sign: 'minus' | 'plus';
  /** Whether ReLU precedes each gate */ relu_before_gate: boolean;
  /** Whether the input of attention is added to its output */ attn_residual: boolean;
  /** Number of heads of attention. 1 to 1024; default 8 */ n_heads: number;
  /** Width of the keys of a head. 1 to 8192 */ key_dim: number;
  /** Width of the values of a head. 1 to 8192 */ value_dim: number;
  /** Whether the projections of attention add a bias */ attention_bias: boolean;
  /** Which tokens see each other */ attention: {
    kind: 'full';
    /** Whether a token sees only itself and earlier ones */ causal: boolean;
  } | {
    kind: 'window';
    /** Whether a token sees only itself and earlier ones */ causal: boolean;
    /** Size of a window: tokens of attention, samples of `cram`. 1 to 65536; default 16 */ window: number;
    /** Whether every second block shifts its windows by half a window */ shift: boolean;
    /** Number of blocks of each stage; between stages two tokens become one. 1 to 64 */ stages: readonly number[];
  };
  /** Hidden width of the feed-forward part. 1 to 65536 */ ffn_dim: number;
  /** Activation of the feed-forward part, or of the convolutional stem */ activation: 'relu' | 'gelu' | 'gelu_tanh';
  /** Norm over each token, or over the batch */ norm: 'layer' | 'batch';
  /** What the norms add to the variance. 1e-12 to 1; default 1e-05 */ norm_eps: number;
  /** Whether the norms have a scale and a shift */ norm_affine: boolean;
  /** Weight of a batch in the running values of the norm `batch`. 0 to 1; default 0.1 */ norm_momentum: number;
  /** Whether a norm follows the last block */ final_norm: boolean;
  /** How tokens become one vector; as a number: samples of a pool */ pool: 'flatten' | 'mean' | 'cls' | 'attention';
  /** Hidden width of the pool `attention`. 1 to 8192 */ pool_dim: number;
  /** Probabilities of dropout in training */ dropout: {
    /** After attention. 0 to 0.999; default 0.1 */ attn_out: number;
    /** After the feed-forward part. 0 to 0.999; default 0.1 */ ffn_out: number;
    /** Of the weights of attention. 0 to 0.999; default 0 */ attn_weights: number;
    /** Inside the feed-forward part. 0 to 0.999; default 0 */ ffn_hidden: number;
    /** After the embedding. 0 to 0.999; default 0 */ embed: number;
    /** Before the head. 0 to 0.999; default 0 */ head: number;
  };
};

/** Configuration of the architecture `eegnet` (docs/MODEL.md). */
export type EegnetConfig = {
  architecture: 'eegnet';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Number of temporal filters. 1 to 1024; default 8 */ F1: number;
  /** Spatial filters for each temporal filter. 1 to 64; default 2 */ D: number;
  /** Number of separable filters. 1 to 4096 */ F2: number;
  /** Samples of a temporal filter. 1 to 4096; default 64 */ kernel_length: number;
  /** Samples of a separable filter. 1 to 4096; default 16 */ sep_kernel_length: number;
  /** Samples of the first pool. 1 to 1024; default 4 */ pool1: number;
  /** Samples of the second pool. 1 to 1024; default 8 */ pool2: number;
  /** Padding of temporal convolutions: to the same length, or half a kernel on both sides */ pad: 'same' | 'torch';
  /** Order of the inputs of the head */ flatten: 'map_time' | 'time_map';
  /** What batch norm adds to the variance. 1e-12 to 1; default 0.001 */ bn_eps: number;
  /** Weight of a batch in the running values of batch norm. 0 to 1; default 0.01 */ bn_momentum: number;
  /** Largest norm of a spatial filter. 0 to 1000000; default 1 */ max_norm_spatial: number;
  /** Largest norm of the weights of an output. 0 to 1000000; default 0.25 */ max_norm_head: number;
  /** Probability of dropout in training. 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `cnn` (docs/MODEL.md). */
export type CnnConfig = {
  architecture: 'cnn';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Number of temporal filters. 1 to 4096; default 10 */ filters: number;
  /** Samples of a temporal filter. 1 to 4096; default 40 */ kernel_length: number;
  /** How tokens become one vector; as a number: samples of a pool. 1 to 65536; default 40 */ pool: number;
  /** Probability of dropout in training. 0 to 0.999; default 0 */ drop_prob: number;
};

/** Configuration of the architecture `syncnet` (docs/MODEL.md). */
export type SyncnetConfig = {
  architecture: 'syncnet';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Number of temporal filters. 1 to 4096; default 10 */ filters: number;
  /** Samples of a temporal filter. 2 to 4096; default 40 */ kernel_length: number;
  /** How tokens become one vector; as a number: samples of a pool. 1 to 65536; default 40 */ pool: number;
  /** Probability of dropout in training. 0 to 0.999; default 0 */ drop_prob: number;
};

/** Configuration of the architecture `bilstm_attn` (docs/MODEL.md). */
export type BilstmAttnConfig = {
  architecture: 'bilstm_attn';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Width of the recurrent layers, or of the dense layer before the head. 1 to 4096; default 64 */ hidden: number;
  /** Hidden width of attention. 1 to 4096; default 64 */ attn_units: number;
  /** Number of recurrent layers. 1 to 8; default 1 */ n_layers: number;
  /** Whether the LSTM runs in both directions */ bidirectional: boolean;
  /** Probability of dropout in training. 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `eeg_channelnet` (docs/MODEL.md). */
export type EegChannelnetConfig = {
  architecture: 'eeg_channelnet';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Maps of each temporal branch. 1 to 1024; default 10 */ temporal_maps: number;
  /** Samples of a temporal filter. 1 to 4096; default 33 */ temporal_kernel: number;
  /** Dilation of each temporal branch. 1 to 1024 */ dilations: readonly number[];
  /** Maps of each spatial branch. 1 to 1024; default 50 */ spatial_maps: number;
  /** Number of spatial branches. 1 to 16; default 4 */ n_spatial: number;
  /** Number of residual stages. 0 to 16 */ n_residual: number;
  /** Maps of the last convolution. 1 to 1024; default 50 */ final_maps: number;
  /** Width of the recurrent layers, or of the dense layer before the head. 1 to 65536; default 1000 */ hidden: number;
  /** What batch norm adds to the variance. 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** Weight of a batch in the running values of batch norm. 0 to 1; default 0.1 */ bn_momentum: number;
  /** Probability of dropout in training. 0 to 0.999; default 0.2 */ drop_prob: number;
};

/** Configuration of the architecture `cram` (docs/MODEL.md). */
export type CramConfig = {
  architecture: 'cram';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Size of a window: tokens of attention, samples of `cram`. 1 to 1048576; default 256 */ window: number;
  /** Samples from one window to the next. 1 to 1048576; default 32 */ step: number;
  /** Whether a window that ends exactly with the epoch is left out, as in the published code */ strict: boolean;
  /** Number of temporal filters. 1 to 4096; default 40 */ filters: number;
  /** Samples of a temporal filter. 1 to 4096; default 45 */ kernel_length: number;
  /** How tokens become one vector; as a number: samples of a pool. 1 to 65536; default 75 */ pool: number;
  /** Samples from one pool to the next. 1 to 65536; default 10 */ pool_stride: number;
  /** Width of the recurrent layers, or of the dense layer before the head. 1 to 4096; default 64 */ hidden: number;
  /** Number of recurrent layers. 1 to 8; default 2 */ n_layers: number;
  /** Hidden width of attention. 1 to 8192; default 512 */ attn_units: number;
  /** What batch norm adds to the variance. 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** Weight of a batch in the running values of batch norm. 0 to 1; default 0.007 */ bn_momentum: number;
  /** Probability of dropout in training. 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `mesh_cascade` (docs/MODEL.md). */
export type MeshCascadeConfig = {
  architecture: 'mesh_cascade';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Samples of a segment. 1 to 4096; default 10 */ segment: number;
  /** Samples from one segment to the next. 1 to 4096; default 5 */ hop: number;
  /** Maps of each convolution. 1 to 1024 */ maps: readonly number[];
  /** Width of the dense layer before the recurrent layers. 1 to 65536; default 1024 */ dense: number;
  /** Width of the recurrent layers, or of the dense layer before the head. 1 to 65536; default 1024 */ hidden: number;
  /** Number of recurrent layers. 1 to 8; default 2 */ n_layers: number;
  /** Width of the dense layer after the recurrent layers. 1 to 65536; default 1024 */ fc: number;
  /** Probability of dropout in training. 0 to 0.999; default 0.5 */ drop_prob: number;
};

/** Configuration of the architecture `band_power` (docs/MODEL.md). */
export type BandPowerConfig = {
  architecture: 'band_power';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Sampling rate of the windows in hertz. 1 to 1000000; default 160 */ sfreq: number;
  /** What batch norm adds to the variance. 1e-12 to 1; default 1e-05 */ bn_eps: number;
  /** Weight of a batch in the running values of batch norm. 0 to 1; default 0.1 */ bn_momentum: number;
};

/** Configuration of the architecture `tangent_space` (docs/MODEL.md). */
export type TangentSpaceConfig = {
  architecture: 'tangent_space';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Estimator of the covariance */ estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** Amount of shrinkage of the estimator `fixed`. 0 to 1; default 0.1 */ shrinkage: number;
  /** Number of copies of the signal in a covariance, each delayed by `lag`. 1 to 10; default 1 */ order: number;
  /** Samples from one copy to the next. 1 to 1048576; default 4 */ lag: number;
  /** Edges of a filter bank in hertz, ascending; default: none. 0.01 to 1000000 */ bands?: readonly number[];
  /** Sampling rate of the windows in hertz. 1 to 1000000; default 160 */ sfreq: number;
  /** Number of directions of the covariance that are used. 1 to 1048576 */ rank: number;
  /** Whether the epochs of each subject are expressed relative to their own mean */ recentre: boolean;
  /** How the classifier is fitted */ fitted_by: 'logistic' | 'lda' | 'fgmdm' | 'svm';
  /** Mean of covariances */ mean: 'riemann' | 'logeuclid' | 'euclid';
  /** Inverse strength of regularisation, C of scikit-learn. 1e-09 to 1000000000; default 1 */ strength: number;
};

/** Configuration of the architecture `mdm` (docs/MODEL.md). */
export type MdmConfig = {
  architecture: 'mdm';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Estimator of the covariance */ estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** Amount of shrinkage of the estimator `fixed`. 0 to 1; default 0.1 */ shrinkage: number;
  /** Number of copies of the signal in a covariance, each delayed by `lag`. 1 to 10; default 1 */ order: number;
  /** Samples from one copy to the next. 1 to 1048576; default 4 */ lag: number;
  /** Number of directions of the covariance that are used. 1 to 1048576 */ rank: number;
  /** Mean of covariances */ mean: 'riemann' | 'logeuclid' | 'euclid';
};

/** Configuration of the architecture `csp` (docs/MODEL.md). */
export type CspConfig = {
  architecture: 'csp';
  /** Number of channels. 1 to 4096 */ n_chans: number;
  /** Samples of an epoch. 1 to 1048576 */ n_times: number;
  /** Number of outputs. 1 to 10000 */ n_outputs: number;
  /** What the outputs are: logits of classes, one logit for two classes, or values */ task: 'classify' | 'binary' | 'regress';
  /** Standardisation of each epoch by the model itself (docs/MODEL.md) */ standardize: 'none' | 'zscore' | 'zscore_math' | 'zscore_keras' | 'zscore_torch' | 'zscore_trial';
  /** Preset that fields were taken from; may be empty */ preset: string;
  /** Estimator of the covariance */ estimator: 'oas' | 'lwf' | 'scm' | 'fixed';
  /** Amount of shrinkage of the estimator `fixed`. 0 to 1; default 0.1 */ shrinkage: number;
  /** Number of copies of the signal in a covariance, each delayed by `lag`. 1 to 10; default 1 */ order: number;
  /** Samples from one copy to the next. 1 to 1048576; default 4 */ lag: number;
  /** Edges of a filter bank in hertz, ascending; default: none. 0.01 to 1000000 */ bands?: readonly number[];
  /** Sampling rate of the windows in hertz. 1 to 1000000; default 160 */ sfreq: number;
  /** Number of spatial filters, in each band of a filter bank. 1 to 256; default 6 */ n_filters: number;
  /** How the filters of two classes are selected */ select: 'pairs' | 'distance';
  /** How the classifier is fitted */ fitted_by: 'lda';
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
  /** Configuration of the network */ config?: ConfigSettings;
  /** Names of the channels, in the order in which the model gets them */ channels?: readonly string[];
  /** Names of the classes, in the order of the outputs */ classes?: readonly string[];
  /** Sampling rate of the windows in hertz. More than 0; default 160 */ sfreq?: number;
  /** How recordings are prepared for the model */ recipe?: Recipe;
  /** License of the model file */ license?: string;
  /** Model card: what is to be known of the model */ card?: Record<string, unknown>;
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
