// Networks to choose from, each explained in two sentences. Numbers are what a first run begins with.
import type { ConfigSettings, ModelConfig } from '../../api/index.js';
import { words } from '../words/index.js';

export interface Preset {
  id: string;
  group: string;
  /** As it stands in the list. */
  title: string;
  /** What a run says of it. */
  name: string;
  /** What it does, and what to expect. */
  sentences: string;
  config: ConfigSettings;
  learningRate: number;
}

const { groups, recommended, presets: said } = words.networks;

const known = (
  group: keyof typeof groups,
  id: keyof typeof said,
  config: ConfigSettings = { preset: id },
  learningRate = 1e-3,
): Preset => {
  const { title, sentences } = said[id];
  return { id, group: groups[group], title, name: title, sentences, config, learningRate };
};

/** Fitted in one go, of windows as they are: scaled ones would lose what tells the classes apart. */
const fitted = (id: 'tangent_space' | 'fgmdm' | 'mdm' | 'csp'): Preset =>
  known('covariance', id, { preset: id, standardize: 'none' });

const [first, ...rest] = [
  known('small', 'small_gated', { preset: 'small_gated' }, 2e-3),
  known('small', 'small_standard', { preset: 'small_standard' }, 2e-3),
  known('small', 'flatten_gated', { preset: 'flatten_gated' }, 2e-3),
  known('small', 'patch_gated'),
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
] as const;

export const presets: Preset[] = [{ ...first, title: recommended(first.title) }, ...rest];

export function presetOf(id: string): Preset {
  return presets.find((preset) => preset.id === id) ?? presets[0]!;
}

/** Where weights are good already: half of what a new network of the kind begins with. */
export function furtherLearningRate(config: ModelConfig): number {
  const kind = config.architecture; // presets of the transformers have names of their own
  return (presets.find(({ id }) => id.startsWith(kind))?.learningRate ?? 1e-3) / 2;
}
