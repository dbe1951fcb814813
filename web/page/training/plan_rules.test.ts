// What a plan asks for, choice by choice, and the windows that it will have.
import { describe, expect, it } from 'vitest';
import { strings } from '../strings/index.js';
import { opened, type Settings } from './choices.js';
import {
  isSameTask,
  judgedBy,
  planOf,
  planWithout,
  comparisonNetwork,
  comparisonPlan,
} from './plan.js';
import { expectedCounts } from './windows.js';
import { eyes, further, setup, taps } from './setups.test-support.js';

describe('a plan', () => {
  it('asks for what was chosen and nothing else', () => {
    const { options, isKept, eachPerson, comparisonNetwork } = planOf(setup());
    expect(options).toEqual({
      ...{ epochs: 60, batchSize: 32, learningRate: expect.any(Number), optimizer: 'adamw' },
      ...{ patience: 20, seed: 1, split: 'auto', checkpointEveryS: 5 },
      date: new Date().toISOString().slice(0, 10),
    });
    expect([isKept, eachPerson, comparisonNetwork]).toEqual([false, [], null]);
  });

  it('asks for what differs from the usual', () => {
    const chosen: Partial<Settings> = {
      ...{ isBalanced: true, labelSmoothing: 0.1, mirror: true, seed: 3, isKept: true },
      ...{ epochs: 7, batchSize: 8, learningRate: 0.01, optimizer: 'sgd', patience: 2 },
      split: 'run',
    };
    const { options, isKept } = planOf(setup(eyes, chosen));
    expect(options).toMatchObject({
      ...{ epochs: 7, batchSize: 8, learningRate: 0.01, optimizer: 'sgd', patience: 2, seed: 3 },
      ...{ split: 'run', classWeights: 'balanced', labelSmoothing: 0.1, augment: { mirror: true } },
    });
    expect(isKept).toBe(true);
  });

  it('sets nothing aside where persons are left out', () => {
    expect(planOf(setup(eyes, { split: 'persons' })).options.split).toBe('none');
    expect(planOf(setup(eyes, { split: 'block' }), ['1', '2']).options.split).toBe('none');
    expect(planOf(setup(eyes, { split: 'block' }), ['1', '2']).eachPerson).toEqual(['1', '2']);
  });

  it('names its persons by what was typed, else by their file', () => {
    const persons = planOf(setup(eyes, {}, { persons: { 1: ' Ada ', 2: '  ' } })).items;
    expect(persons.map(({ subject }) => subject)).toEqual(['Ada', 'S002R02.edf']);
    expect(persons.map(({ key, name, isSimulated }) => [key, name, isSimulated])).toEqual([
      [1, 'S001R01.edf', false],
      [2, 'S002R02.edf', false],
    ]);
  });

  it('holds the recordings that are used', () => {
    const plan = planOf(setup(eyes, {}, { isUsed: { 2: false } }));
    expect(plan.items.map(({ key }) => key)).toEqual([1]);
  });

  it('is called by its network, or by what is trained further', () => {
    expect(planOf(setup()).network).toBe('Small gated model');
    expect(planOf(setup()).title).toBe('eyes open / eyes closed');
    const more = planOf(further());
    expect(more).toMatchObject({ network: strings.networks.trainedFurther, preset: opened });
    expect(planOf(further({ tune: 'all' })).options).not.toHaveProperty('tune');
    expect(planOf(setup(eyes, { tune: 'head' })).options).not.toHaveProperty('tune');
  });

  it('aligns people where that was asked for, and changes no rate without need', () => {
    const recipe = (settings: Partial<Settings>) => planOf(setup(eyes, settings)).items[0]!.recipe;
    expect(recipe({ align: true })).toMatchObject({ align: 'euclidean' });
    expect(Object.keys(recipe({}))).toEqual(['version', 'pick', 'bandpass', 'epochs']);
  });

  it('gives each recording the classes that were typed, without blanks around them', () => {
    const id = (text: string) => `${text}\n${text}`;
    const { labels } = setup([taps]);
    expect(labels.map(({ row }) => row.id)).toEqual([id('flex'), id('tap')]);
    const typed = (names: Record<string, string>, isClass: Record<string, boolean> = {}) =>
      planOf(setup([taps], { mode: 'annotations' }, { classNames: names, isClass })).items[0]
        ?.recipe.epochs?.labels;
    expect(typed({ [id('tap')]: ' Tap ' })).toEqual({ flex: 'flex', tap: 'Tap' });
    expect(typed({ [id('tap')]: '  ' })).toEqual({ flex: 'flex' });
    expect(typed({}, { [id('flex')]: false })).toEqual({ tap: 'tap' });
    expect(typed({}, { [id('flex')]: false, [id('tap')]: false })).toBeUndefined();
  });

  it('trims the state of a whole recording', () => {
    const plan = planOf(setup(eyes, { mode: 'recordings' }, { states: { 1: ' rest ' } }));
    expect(plan.items[0]!.recipe.epochs).toMatchObject({ label: 'rest' });
  });
});

describe('plans that belong together', () => {
  const plan = planOf(setup(eyes, { comparisonPreset: 'eegnet', isKept: true }), ['1', '2']);
  it('are those of a comparisonNetwork', () => {
    const other = comparisonNetwork('eegnet', { scaling: 'none' });
    expect(other).toMatchObject({ preset: 'eegnet', network: 'EEGNet' });
    expect(other.config).toMatchObject({ standardize: 'none' });
    const third = comparisonPlan(plan, other);
    expect(third).toMatchObject({ preset: 'eegnet', comparisonNetwork: null });
    expect(third).not.toHaveProperty('learningRate');
  });
  it('are those without one person', () => {
    const without = planWithout(plan, '1');
    expect(without.items.map(({ subject }) => subject)).toEqual(['2']);
    expect(without).toEqual({
      ...plan,
      ...{ items: without.items, eachPerson: [], comparisonNetwork: null, isKept: false },
    });
  });
  it('are judged by the same, whatever the seed, where nothing is drawn', () => {
    const of = (settings: Partial<Settings>, persons: string[] = []) =>
      planOf(setup(eyes, settings), persons);
    expect(judgedBy(of({}, ['1', '2']))).toBe('persons 1\n2');
    expect(judgedBy(of({ split: 'run' }))).toBe('run');
    expect(judgedBy({ ...plan, eachPerson: [], options: {} as typeof plan.options })).toBe('auto');
    expect(isSameTask(of({ split: 'block' }), of({ split: 'block', seed: 2 }))).toBe(true);
    expect(isSameTask(of({}, ['1', '2']), of({ seed: 2 }, ['1', '2']))).toBe(true);
    expect(isSameTask(of({ split: 'run' }), of({ split: 'run', seed: 2 }))).toBe(false);
    expect(isSameTask(of({ split: 'run' }), of({ split: 'block' }))).toBe(false);
    expect(isSameTask(of({}, ['1', '2']), of({}, ['2', '1']))).toBe(false);
    expect(isSameTask(of({}), of({ lengthS: 1 }))).toBe(false);
  });
});

describe('windows are counted beforehand', () => {
  const counts = (...of: Parameters<typeof setup>) =>
    expectedCounts(setup(...of)).map(({ className, count }) => [className, count]);
  it('of whole recordings', () => {
    const states = { 1: 'a', 2: 'b' };
    expect(counts(eyes, { lengthS: 2, stepS: 2 }, { states })).toEqual([
      ['a', 30],
      ['b', 30],
    ]);
    expect(counts(eyes, { lengthS: 61, stepS: 1 }, { states })).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(counts(eyes, { lengthS: 62.5, stepS: 1 }, { states })).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    expect(counts(eyes, {}, { states: { 1: 'a', 2: ' a ' } })).toEqual([['a', 120]]);
    expect(counts(eyes, {}, { states, isUsed: { 2: false } })).toEqual([['a', 60]]);
    expect(counts(eyes, {}, { states: { 1: 'a', 2: '  ' } })).toEqual([['a', 60]]);
  });
  it('that a step divides but for rounding', () =>
    // (61 - 0.4) / 0.6 is 101 but for the last digit
    expect(counts(eyes, { lengthS: 0.4, stepS: 0.6 }, { states: { 1: 'a', 2: 'b' } })).toEqual([
      ['a', 102],
      ['b', 102],
    ]));
  it('of events and along annotations', () => {
    const ids = { 'tap\ntap': ' Tap ' };
    expect(counts([taps], {}, { classNames: ids })).toEqual([
      ['flex', 5],
      ['Tap', 5],
    ]);
    expect(counts([taps], { cut: 'along', lengthS: 2, stepS: 1 })).toEqual([
      ['flex', 15],
      ['tap', 15],
    ]);
    expect(counts([taps], { mode: 'annotations' }, { isClass: { 'tap\ntap': false } })).toEqual([
      ['flex', 5],
    ]);
    expect(counts([taps], { mode: 'annotations' }, { classNames: { 'tap\ntap': ' ' } })).toEqual([
      ['flex', 5],
    ]);
    // Of a recording that is not used nothing counts.
    const two = [taps, { ...taps, key: 2 }];
    expect(counts(two, {}, { isUsed: { 2: false } })).toEqual([
      ['flex', 5],
      ['tap', 5],
    ]);
  });
});
