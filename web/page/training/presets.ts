// Networks to choose from, each explained in two sentences. Numbers are what a first run begins with.

export interface Preset {
  id: string;
  group: string;
  title: string;
  /** What it does, and what to expect. */
  sentences: string;
  config: Record<string, unknown>;
  learningRate: number;
}

/** Learns power in rhythms by itself, with few numbers to set: it trains well on a few minutes. */
const smallGated = {
  architecture: 'transformer',
  embedding: {
    kind: 'conv_stem',
    filters: 8,
    depth: 2,
    spatial: 'depthwise',
    kernel_times: 41,
    padding: 'same',
    activation: 'square_log',
    pool_times: 64,
    pool_stride: 32,
  },
  n_heads: 4,
  n_blocks: 1,
  block: 'gated',
  gate: 'gru',
  ffn_dim: 32,
  dropout: { attn_out: 0.2, ffn_out: 0.2, embed: 0.4, head: 0.4 },
};

const { gate: _gate, ...withoutGate } = smallGated;
const smallStandard = { ...withoutGate, block: 'pre_ln' };

const flattenGated = {
  ...smallGated,
  embedding: {
    kind: 'conv_stem',
    filters: 8,
    depth: 2,
    spatial: 'depthwise',
    kernel_times: 64,
    padding: 'same',
    activation: 'elu',
    pool_times: 32,
    pool_stride: 32,
  },
  pool: 'flatten',
};

const patchGated = {
  architecture: 'transformer',
  embedding: { kind: 'patch', dim: 32, patch_times: 32, stride_times: 16 },
  n_heads: 4,
  n_blocks: 2,
  block: 'gated',
  gate: 'gru',
  ffn_dim: 64,
  dropout: { attn_out: 0.1, ffn_out: 0.1, embed: 0.2, head: 0.2 },
};

const small = 'Small, for minutes of EEG';
const encoders = 'Standard encoders';
const gates = 'The gated transformer, one gate each';
const others = 'Models they are compared to';

const named = (
  group: string,
  id: string,
  title: string,
  sentences: string,
  learningRate = 1e-3,
): Preset => ({ id, group, title, sentences, config: { preset: id }, learningRate });

export const presets: Preset[] = [
  {
    id: 'small_gated',
    group: small,
    title: 'Small gated model (recommended)',
    sentences:
      'Filters of its own take the power of what they let through, and one gated attention block weighs the moments. It learns rhythms from a few minutes of EEG.',
    config: smallGated,
    learningRate: 2e-3,
  },
  {
    id: 'small_standard',
    group: small,
    title: 'Small standard model',
    sentences:
      'The same with an ordinary block, which adds what attention found instead of gating it. Compare the two to see what the gate is worth.',
    config: smallStandard,
    learningRate: 2e-3,
  },
  {
    id: 'flatten_gated',
    group: small,
    title: 'Small gated model that keeps the order of time',
    sentences:
      'For responses at a fixed time after a cue: each moment has weights of its own at the end. It may rest on slow waves, eye movements among them.',
    config: flattenGated,
    learningRate: 2e-3,
  },
  {
    id: 'patch_gated',
    group: small,
    title: 'Small patch model',
    sentences:
      'Cuts each window into pieces of 32 samples and lets two gated blocks compare them. It has no filters to begin with, so it wants more data.',
    config: patchGated,
    learningRate: 1e-3,
  },
  named(
    small,
    'conv_gated',
    'Convolutions and two gated blocks',
    'The first model with more filters and more depth. It wants more data and more time.',
  ),
  named(
    encoders,
    'pre_ln',
    'Encoder, norm first',
    'The usual encoder of today, in which every sample is a token. Its cost grows with the square of the window.',
  ),
  named(
    encoders,
    'post_ln',
    'Encoder, norm last',
    'The encoder as first published. It begins with a small learning rate that rises, or it does not learn.',
  ),
  named(
    encoders,
    'vit1d',
    'Patches with a class token',
    'As vision transformers do, it reads pieces of the window and gathers them in a token of its own. Without built-in knowledge of signals it wants much data.',
  ),
  named(
    encoders,
    'swin1d',
    'Attention in shifted windows',
    'Each sample looks at its neighbours only, and every second block shifts who these are. Its cost grows with the length of the window, not with its square.',
  ),
  named(
    encoders,
    'patch_channel',
    'Patches of single channels',
    'Half a second of one channel is a token, so it can tell electrodes apart by name. It is slow with many channels.',
  ),
  named(
    gates,
    'gate_gru',
    'GRU gate',
    'Each block decides what to keep and what to take over, as the cell of a gated recurrent unit does. The best of the gates in the paper that proposed them for EEG.',
  ),
  named(
    gates,
    'gate_highway',
    'Highway gate',
    'Each block mixes what came in with what it computed, in shares that add up to one. It begins close to passing its input on.',
  ),
  named(
    gates,
    'gate_input',
    'Input gate',
    'Each block can turn down what came in before adding to it. The simplest gate, without a bias.',
  ),
  named(
    gates,
    'gate_output',
    'Output gate',
    'Each block can turn down what it adds. It begins with a quarter of it.',
  ),
  named(
    gates,
    'gate_sigtanh',
    'SigTanh gate',
    'What a block adds is bounded to one and turned down. No single block can change a token much.',
  ),
  named(
    gates,
    'gtrxl_compat',
    'GRU gate as in GTrXL',
    'The GRU gate with a ReLU before it, as in the reinforcement learning model it comes from. It shows whether that detail matters.',
  ),
  named(
    others,
    'band_power',
    'Band power, logistic regression',
    'How strong five rhythms are at each electrode, weighed by one number each. No network: one that does not beat it has learned little.',
    1e-2,
  ),
  named(
    others,
    'eegnet',
    'EEGNet',
    'A small convolutional network: filters over time, a mix of electrodes for each, and a summary. The model that others are measured against.',
  ),
  named(
    others,
    'cnn',
    'Plain convolution',
    'Ten filters over time and all electrodes, and the highest response of each quarter of a second. Its form is assumed: the paper that lists it does not define it.',
  ),
  named(
    others,
    'syncnet',
    'SyncNet',
    'Its filters are damped oscillations whose frequency, phase and strength at each electrode are learned. They can be read directly, which is its charm.',
    2e-3,
  ),
  named(
    others,
    'bilstm_attn',
    'Bidirectional LSTM with attention',
    'A recurrent network reads the window forwards and backwards, and attention weighs the moments. One sample after the other: it is slow.',
  ),
  named(
    others,
    'eeg_channelnet',
    'EEG-ChannelNet',
    'A deep convolutional network with several time scales and electrode groups. It was made for 128 electrodes and does not fit small windows.',
  ),
  named(
    others,
    'cram',
    'CRAM',
    'Convolutions over sliding pieces of the window, then an LSTM with attention. It needs windows of more than 256 samples.',
    5e-4,
  ),
  named(
    others,
    'mesh_cascade_small',
    'Mesh cascade, small',
    'Lays the electrodes out by name as a picture for every sample, then reads ten pictures at a time with an LSTM. It was made for 64 electrodes, and is slow.',
    1e-4,
  ),
];

export function presetOf(id: string): Preset {
  return presets.find((preset) => preset.id === id) ?? presets[0]!;
}
