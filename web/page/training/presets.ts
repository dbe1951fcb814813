// Networks to choose from, each with two sentences. Numbers are the defaults of a first run.
import type { ConfigSettings, ModelConfig } from '../../api/index.js';
import { strings } from '../strings/index.js';

export interface Preset {
  id: string;
  readonly group: string;
  /** As it is in the list. */
  readonly title: string;
  /** What a run says of it. */
  readonly name: string;
  /** What it does, and what to expect. */
  readonly sentences: string;
  config: ConfigSettings;
  learningRate: number;
}

/** As the core's preset of this name; the others differ from it. Learns power in rhythms by itself, with few numbers to set: it trains well on a few minutes. */
const smallGated: ConfigSettings = {
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
const smallStandard: ConfigSettings = { ...withoutGate, block: 'pre_ln' };

const flattenGated: ConfigSettings = {
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

const patchGated: ConfigSettings = {
  architecture: 'transformer',
  embedding: { kind: 'patch', dim: 32, patch_times: 32, stride_times: 16 },
  n_heads: 4,
  n_blocks: 2,
  block: 'gated',
  gate: 'gru',
  ffn_dim: 64,
  dropout: { attn_out: 0.1, ffn_out: 0.1, embed: 0.2, head: 0.2 },
};

const { groups, recommended, presets: said } = strings.networks;
const first = 'small_gated';

const known = (
  group: keyof typeof groups,
  id: keyof typeof said,
  config: ConfigSettings = { preset: id },
  learningRate = 1e-3,
): Preset => ({
  id,
  config,
  learningRate,
  get group() {
    return groups[group];
  },
  get title() {
    return id === first ? recommended(said[id].title) : said[id].title;
  },
  get name() {
    return said[id].title;
  },
  get sentences() {
    return said[id].sentences;
  },
});

/** Fitted in one go, of windows as they are: scaled ones would lose what distinguishes the classes. */
const fitted = (id: 'tangent_space' | 'fgmdm' | 'mdm' | 'csp'): Preset =>
  known('covariance', id, { preset: id, standardize: 'none' });

export const presets: Preset[] = [
  known('small', first, { preset: 'small_gated' }, 2e-3),
  known('small', 'small_standard', smallStandard, 2e-3),
  known('small', 'flatten_gated', flattenGated, 2e-3),
  known('small', 'patch_gated', patchGated, 1e-3),
  known('small', 'conv_gated'),
  fitted('tangent_space'),
  fitted('fgmdm'),
  fitted('mdm'),
  fitted('csp'),
  known('encoders', 'pre_ln'),
  known('encoders', 'post_ln'),
  known('encoders', 'vit1d'),
  known('encoders', 'swin1d'),
  known('encoders', 'patch_channel'),
  known('gates', 'gate_gru'),
  known('gates', 'gate_highway'),
  known('gates', 'gate_input'),
  known('gates', 'gate_output'),
  known('gates', 'gate_sigtanh'),
  known('gates', 'gtrxl_compat'),
  known('others', 'band_power', { preset: 'band_power' }, 1e-2),
  known('others', 'eegnet'),
  known('others', 'cnn'),
  known('others', 'syncnet', { preset: 'syncnet' }, 2e-3),
  known('others', 'bilstm_attn'),
  known('others', 'eeg_channelnet'),
  known('others', 'cram', { preset: 'cram' }, 5e-4),
  known('others', 'mesh_cascade_small', { preset: 'mesh_cascade_small' }, 1e-4),
];

export function presetOf(id: string): Preset {
  return presets.find((preset) => preset.id === id) ?? presets[0]!;
}

/** Where weights are good already: half of what a new network of the kind begins with. */
export function furtherLearningRate(config: ModelConfig): number {
  const kind = config.architecture; // presets of the transformers have names of their own
  return (presets.find(({ id }) => id.startsWith(kind))?.learningRate ?? 1e-3) / 2;
}
