// Setups of trainings that tests of plans share: two persons with closed and open eyes, and ten trials of taps.
import type { ModelConfig, ModelInfo } from '../../api/index.js';
import { noChanges, opened, setupOf, type Changes, type Settings } from './choices.js';
import { source } from './sources.test-support.js';

export const eyes = [
  source(1, 'S001R01.edf', [['T0', 60]]),
  source(2, 'S002R02.edf', [['T0', 60]]),
];
export const taps = source(
  1,
  'taps.edf',
  Array.from({ length: 10 }, (_, i) => [i % 2 ? 'tap' : 'flex', 4]),
);
export const setup = (
  sources = eyes,
  settings: Partial<Settings> = {},
  more: Partial<Changes> = {},
) => setupOf(sources, { ...noChanges(), settings, ...more }, null);
/** Of the training of an opened model that is running. */
export const further = (settings: Partial<Settings> = {}, model: Partial<ModelInfo> = {}) =>
  setupOf(eyes, { ...noChanges(), settings: { preset: opened, ...settings } }, {
    ...{ sfreq: 160, chNames: ['C3'], classes: ['eyes open', 'eyes closed'], recipe: null },
    config: { architecture: 'transformer', n_times: 320 } as ModelConfig,
    ...model,
  } as unknown as ModelInfo);
