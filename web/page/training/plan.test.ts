import { describe, expect, it } from 'vitest';
import type { ModelConfig, ModelInfo } from '../../api/index.js';
import { fileNameOf, noChanges, opened, setupOf, type Changes, type Settings } from './choices.js';
import { isSameTask, obstacleOf, planOf, comparisonPlan } from './plan.js';
import { fewChannels } from './common_input.js';
import { expectedCounts } from './windows.js';
import type { Source } from './sources.js';
import { source } from './sources.test-support.js';

const fists = (name: string, key: number): Source =>
  source(
    key,
    name,
    Array.from({ length: 12 }, (_, i) => [`T${i % 3}`, i % 3 ? 4.1 : 4.2]),
  );
const eyes = [source(1, 'S001R01.edf', [['T0', 60]]), source(2, 'S001R02.edf', [['T0', 60]])];
const sample = source(
  1,
  'simulated-eeg.edf',
  [
    ['eyes open', 30],
    ['eyes closed', 30],
  ],
  {
    durationS: 60,
  },
);
const setup = (sources: Source[], settings: Partial<Settings> = {}, more: Partial<Changes> = {}) =>
  setupOf(sources, { ...noChanges(), settings, ...more }, null);
/** A model of two seconds of three channels, opened and trained further on two recordings of rest. */
const further = (model: Partial<ModelInfo>, settings: Partial<Settings> = {}) => {
  const usual = {
    sfreq: 160,
    chNames: ['C3', 'Cz', 'C4'],
    classes: ['eyes open', 'eyes closed'],
    config: { n_times: 320 },
    recipe: null,
  };
  const changes = { ...noChanges(), settings: { preset: opened, ...settings } };
  return setupOf(eyes, changes, { ...usual, ...model } as unknown as ModelInfo);
};

it('asks for a part of the opened model, and of no new one', () => {
  expect(planOf(further({}, { tune: 'head' })).options.tune).toBe('head');
  expect(planOf(further({})).options.tune).toBeUndefined();
  expect(planOf(setup(eyes, { tune: 'head' })).options.tune).toBeUndefined();
});

it('leaves out a file of annotations alone, until it is asked for', () => {
  const scoring = source(3, 'night-hypnogram.edf', [['Sleep stage W', 30]], { chNames: [] });
  const chosen = setup([...eyes, scoring]);
  expect(chosen.sources.map(({ isUsed }) => isUsed)).toEqual([true, true, false]);
  expect(obstacleOf(chosen)).toBe(obstacleOf(setup(eyes)));
  expect(setup([...eyes, scoring], {}, { isUsed: { 3: true } }).sources[2]!.isUsed).toBe(true);
});

it('learns from channels of eyes and heart, says so, and can leave them out', () => {
  const both = eyes.map((one) => ({
    ...one,
    chNames: [...one.chNames, 'EOG', 'ECG'],
    notEeg: ['EOG', 'ECG'],
  }));
  const { notEeg, chNames } = setup(both);
  expect([notEeg, chNames]).toEqual([
    ['EOG', 'ECG'],
    ['C3', 'Cz', 'C4', 'EOG', 'ECG'],
  ]);
  const without = setup(both, { isOnlyEeg: true });
  expect(without.notEeg).toEqual(['EOG', 'ECG']); // so that they can be chosen again
  expect(planOf(without).items[0]!.recipe.pick).toEqual(['C3', 'Cz', 'C4']);
  expect(setup([both[0]!, eyes[1]!]).notEeg).toEqual([]); // not in all recordings, so not learnt from
});

describe('events', () => {
  const chosen = setup([fists('S001R04.edf', 1), fists('S002R08.edf', 2)]);
  it('become windows after their cue', () => {
    const plan = planOf(chosen);
    expect(plan.classes).toEqual(['left fist', 'right fist']);
    expect(plan.items.map(({ subject }) => subject)).toEqual(['1', '2']);
    expect(plan.items[0]!.recipe).toEqual({
      version: 1,
      pick: ['C3', 'Cz', 'C4'],
      bandpass: { low_hz: 0.5, high_hz: 55, order: 2, mode: 'zero_phase' },
      epochs: {
        by: 'annotation',
        labels: { T1: 'left fist', T2: 'right fist' },
        tmin_s: 0.5,
        tmax_s: 3.5,
      },
    });
    expect(plan.config).toEqual({ standardize: 'zscore_trial', preset: 'small_gated' });
    expect(obstacleOf(chosen)).toBeNull();
  });
  it('can be learned by a second network, on the same and judged by the same', () => {
    const both = setup([fists('S001R04.edf', 1)], { comparisonPreset: 'eegnet' });
    const plan = planOf(both);
    expect(plan.network).toBe('Small gated model');
    expect(plan.comparisonNetwork).toMatchObject({
      network: 'EEGNet',
      config: { preset: 'eegnet' },
    });
    const second = comparisonPlan(plan, plan.comparisonNetwork!);
    expect(second).toMatchObject({
      network: 'EEGNet',
      comparisonNetwork: null,
      config: { standardize: 'zscore_trial', preset: 'eegnet' },
      fileName: 'left-fist_right-fist.safetensors',
      options: { learningRate: 1e-3, seed: 1 },
    });
    expect(isSameTask(plan, second)).toBe(true);
    expect(isSameTask(plan, planOf(setup([fists('S001R04.edf', 1)], { seed: 2 })))).toBe(false);
    expect(
      setup([fists('S001R04.edf', 1)], { comparisonPreset: 'small_gated' }).settings
        .comparisonPreset,
    ).toBe('');
  });
  it('of many kinds give the model a short name', () => {
    const many = 'abcdef'.split('').map((name): [string, number] => [name, 5]);
    expect(planOf(setup([source(1, 'a.edf', many)])).title).toBe('a / b / c / d and 2 more');
    expect(planOf(chosen).title).toBe('left fist / right fist');
  });
  it('are counted beforehand', () =>
    expect(expectedCounts(chosen)).toEqual([
      { className: 'left fist', count: 8, nLeftOut: 0 },
      { className: 'right fist', count: 8, nLeftOut: 0 },
    ]));
  it('that are short have shorter windows', () => {
    const { settings } = setup([
      source(1, 'a.edf', [
        ['tap', 2],
        ['flex', 2],
      ]),
    ]);
    expect(settings).toMatchObject({ tminS: 0, tmaxS: 2 });
  });
  it('of several kinds keep their meaning in each recording', () => {
    const plan = planOf(setup([fists('S001R04.edf', 1), fists('S001R06.edf', 2)]));
    expect(plan.items.map(({ recipe }) => (recipe['epochs'] as { labels: object }).labels)).toEqual(
      [
        { T1: 'left fist', T2: 'right fist' },
        { T1: 'both fists', T2: 'both feet' },
      ],
    );
  });
  it('leave out a recording that has none of them', () => {
    const plan = planOf(
      setup([fists('S001R04.edf', 1), eyes[0]!].map((one, key) => ({ ...one, key }))),
    );
    expect(plan.items.map(({ name }) => name)).toEqual(['S001R04.edf']);
  });
});

describe('states', () => {
  it('are whole recordings where annotations tell nothing', () => {
    const chosen = setup(eyes);
    expect(chosen.settings).toMatchObject({ mode: 'recordings', lengthS: 2, stepS: 1 });
    expect(planOf(chosen).items[1]!.recipe['epochs']).toEqual({
      by: 'window',
      length_s: 2,
      step_s: 1,
      label: 'eyes closed',
    });
    expect(expectedCounts(chosen).map(({ count }) => count)).toEqual([60, 60]);
    expect(planOf(chosen).config).toMatchObject({ standardize: 'zscore' });
  });
  it('are cut all along long annotations', () => {
    const chosen = setup([sample]);
    expect(chosen.settings).toMatchObject({ mode: 'annotations', cut: 'along' });
    expect(planOf(chosen).items[0]!.recipe['epochs']).toEqual({
      by: 'window',
      length_s: 2,
      step_s: 1,
      labels: { 'eyes open': 'eyes open', 'eyes closed': 'eyes closed' },
    });
    expect(expectedCounts(chosen).map(({ count }) => count)).toEqual([29, 29]);
  });
});

describe('channels and rates', () => {
  it('are those that all recordings share', () => {
    const other = { ...eyes[1]!, chNames: ['C4', 'C3', 'Oz'], sfreq: 512 };
    const chosen = setup([eyes[0]!, other]);
    expect(chosen.chNames).toEqual(['C3', 'C4']);
    expect(planOf(chosen).items[0]!.recipe).toMatchObject({ resample_hz: 160 });
  });
  it('are not taken away by a recording of which nothing is learnt', () => {
    const moved = [fists('S001R04.edf', 1), fists('S001R08.edf', 2)];
    const silent = source(3, 'one_channel.edf', [], { chNames: ['Cz'], sfreq: 100 });
    const chosen = setup([...moved, silent]);
    expect(chosen.chNames).toEqual(moved[0]!.chNames);
    expect(chosen.resampleHz).toBeNull();
    expect(fewChannels(chosen.learnt)).toBeNull();
    expect(setup([...moved, silent], { mode: 'recordings' }).chNames).toEqual(['Cz']);
  });
  it('are told of where one recording takes most of them away', () => {
    const poor = { ...eyes[1]!, key: 3, content: 3, name: 'poor.edf', chNames: ['Cz'] };
    const chosen = setup([...eyes, poor]);
    const few = { name: 'poor.edf', nShared: 1, nWithout: setup(eyes).chNames.length };
    expect(fewChannels(chosen.learnt)).toEqual(few);
    expect(fewChannels(chosen.learnt.slice(0, 1))).toBeNull();
  });
  it('keep the band below half the lowest rate', () => {
    const slow = eyes.map((one) => ({ ...one, sfreq: 100 }));
    expect(setup(slow).settings.highHz).toBe(45);
    expect(obstacleOf(setup(slow, { highHz: 60 }))?.message).toContain('below 50\u00a0Hz');
  });
});

describe('fine-tuning', () => {
  it('leaves filters, rate and channels to the opened model, and takes over its window', () => {
    const model = {
      sfreq: 128,
      chNames: ['C3'],
      classes: ['left fist', 'right fist'],
      config: { n_times: 256 },
      recipe: { version: 1, notch: { hz: 50 }, resample_hz: 128, epochs: { by: 'window' } },
    } as unknown as ModelInfo;
    const changes = { ...noChanges(), settings: { preset: opened } };
    const plan = planOf(setupOf([fists('S001R04.edf', 1)], changes, model));
    expect(plan.config).toBeNull();
    expect(Object.keys(plan.items[0]!.recipe)).toEqual(['version', 'epochs']);
    expect(plan.items[0]!.recipe).toMatchObject({ epochs: { tmin_s: 0.5, tmax_s: 2.5 } });
  });
  it.each([
    ['transformer', 5e-4],
    ['eegnet', 5e-4],
    ['syncnet', 1e-3],
    ['cram', 2.5e-4],
    ['mesh_cascade', 5e-5],
    ['band_power', 5e-3],
  ])('of every kind (%s) is careful with what was learned', (architecture, learningRate) => {
    const chosen = further({ config: { architecture, n_times: 320 } as ModelConfig });
    expect(chosen.base).not.toBeNull();
    expect(chosen.settings.learningRate).toBe(learningRate);
    expect(obstacleOf(chosen)).toBeNull();
  });
});

describe('obstacles of fine-tuning', () => {
  it('are classes that the opened model does not know', () =>
    expect(obstacleOf(further({ classes: ['a', 'b'] }))?.code).toBe('TRAIN_CLASSES'));
  it('are numbers instead of classes', () => {
    const regression = further({ config: { n_times: 320, task: 'regress' } as ModelConfig });
    expect(obstacleOf(regression)).toMatchObject({
      code: 'TRAIN_TASK',
      hint: expect.stringContaining('eegate train'),
    });
  });
  it('are never a band that the model has no use for', () => {
    expect(obstacleOf(setup(eyes, { highHz: 90 }))?.code).toBe('TRAIN_OPTION');
    expect(obstacleOf(further({}, { highHz: 90 }))).toBeNull();
  });
});

describe('obstacles', () => {
  const code = (...of: Parameters<typeof setup>) => obstacleOf(setup(...of))?.code;
  it.each<[string, Parameters<typeof setup>]>([
    ['TRAIN_NO_RECORDING', [eyes, {}, { isUsed: { 1: false, 2: false } }]],
    ['TRAIN_ONE_CLASS', [[eyes[0]!]]],
    ['TRAIN_ONE_CLASS', [eyes, {}, { states: { 1: 'same', 2: 'same ' } }]],
    ['TRAIN_TOO_FEW', [[sample], { cut: 'after' }]],
    ['TRAIN_CHANNELS', [[eyes[0]!, { ...eyes[1]!, chNames: ['X'] }]]],
    ['TRAIN_OPTION', [eyes, { epochs: 0 }]],
    ['TRAIN_OPTION', [eyes, { learningRate: -1 }]],
  ])('are named: %s', (wanted, args) => expect(code(...args)).toBe(wanted));
  it('say what to do', () =>
    expect(obstacleOf(setup([eyes[0]!]))).toMatchObject({
      message: 'There is only one class, “eyes open”: training needs at least two',
      hint: expect.stringContaining('Open a recording of another state'),
    }));
});

describe('file name', () => {
  it('tells the classes', () => {
    expect(fileNameOf(['eyes open', 'eyes closed'])).toBe('eyes-open_eyes-closed.safetensors');
    expect(fileNameOf(['Übung Größe', 'Ω'])).toBe('übung-größe_ω.safetensors');
    expect(fileNameOf(['?'])).toBe('model.safetensors');
  });
});
