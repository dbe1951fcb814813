// Networks to choose from, each with a plain sentence. Numbers are what a first run begins with.

export interface Preset {
  id: string;
  group: string;
  title: string;
  sentence: string;
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
const gates = 'The gated transformer, one gate each';
const encoders = 'Standard encoders';

const named = (
  group: string,
  id: string,
  title: string,
  sentence: string,
  learningRate = 1e-3,
): Preset => ({ id, group, title, sentence, config: { preset: id }, learningRate });

export const presets: Preset[] = [
  {
    id: 'small_gated',
    group: small,
    title: 'Small gated model (recommended)',
    sentence:
      'Filters of its own, the power of what they let through, and one gated attention block: it learns rhythms from a few minutes.',
    config: smallGated,
    learningRate: 2e-3,
  },
  {
    id: 'flatten_gated',
    group: small,
    title: 'Small gated model that keeps the order of time',
    sentence:
      'For responses at a fixed time after a cue. It may rest on slow waves, eye movements among them.',
    config: flattenGated,
    learningRate: 2e-3,
  },
  {
    id: 'patch_gated',
    group: small,
    title: 'Small patch model',
    sentence: 'Cuts each window into pieces of 32 samples and lets two gated blocks compare them.',
    config: patchGated,
    learningRate: 1e-3,
  },
  named(
    small,
    'conv_gated',
    'Convolutions and two gated blocks',
    'The first model with more filters and more depth; wants more data.',
  ),
  named(gates, 'gate_gru', 'GRU gate', 'Each block decides what to keep as a GRU cell does.'),
  named(gates, 'gate_highway', 'Highway gate', 'Each block mixes its input and its result.'),
  named(gates, 'gate_input', 'Input gate', 'Each block can turn down what it was given.'),
  named(gates, 'gate_output', 'Output gate', 'Each block can turn down what it adds.'),
  named(gates, 'gate_sigtanh', 'SigTanh gate', 'What a block adds is bounded and turned down.'),
  named(gates, 'gtrxl_compat', 'GRU gate as in GTrXL', 'The GRU gate with a ReLU before it.'),
  named(
    encoders,
    'pre_ln',
    'Encoder, norm first',
    'The usual encoder of today; every sample is a token.',
  ),
  named(
    encoders,
    'post_ln',
    'Encoder, norm last',
    'The encoder as first published; it needs its warm-up.',
  ),
  named(
    encoders,
    'vit1d',
    'Patches with a class token',
    'As in vision transformers, along time; wants much data.',
  ),
  named(
    encoders,
    'patch_channel',
    'Patches of single channels',
    'Half a second of one channel is a token; slow with many channels.',
  ),
];

export function presetOf(id: string): Preset {
  return presets.find((preset) => preset.id === id) ?? presets[0]!;
}
