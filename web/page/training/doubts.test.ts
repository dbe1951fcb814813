import { describe, expect, it } from 'vitest';
import type { ModelInfo } from '../../api/index.js';
import { noChanges, opened, setupOf, type Changes } from './choices.js';
import { copiesIn, doubtOf, seenBefore, tieOf, ignoredCorrections, vetoOf } from './doubts.js';
import { planOf } from './plan.js';
import { setup } from './setups.test-support.js';
import { source } from './sources.test-support.js';

const cues: [string, number][] = Array.from({ length: 20 }, (_, i) => [i % 2 ? 'T1' : 'T2', 4]);
const first = source(1, 'S002R04.edf', cues);
const copy = source(2, 'copy_of_it.edf', cues, { content: 1 });
const other = source(3, 'S003R04.edf', cues);
const persons = ({ sources }: ReturnType<typeof setup>) => sources.map(({ person }) => person);
const use = (...keys: number[]): Partial<Changes> => ({
  isUsed: Object.fromEntries(keys.map((key) => [key, true])),
});

describe('copies of a recording under other names', () => {
  it('are left out, and named', () => {
    const found = setup([first, copy, other]);
    expect(found.sources.map(({ isUsed }) => isUsed)).toEqual([true, false, true]);
    expect(copiesIn(found)).toEqual({
      used: [],
      unused: [{ name: 'copy_of_it.edf', of: 'S002R04.edf' }],
    });
    expect(planOf(found).seen).toBeNull();
  });

  it('belong to one person, and a result with them is no evidence, even of people left out in turn', () => {
    const found = setup([first, copy, other], {}, use(2));
    expect(persons(found)).toEqual(['2', '2', '3']);
    expect(copiesIn(found).used).toEqual([{ name: 'copy_of_it.edf', of: 'S002R04.edf' }]);
    expect(doubtOf(planOf(found), 'subject')).toBe('copies');
    expect(doubtOf(planOf(found, ['2', '3']), 'none')).toBe('copies');
  });

  it('are chosen as the first of them is not', () => {
    const found = setup([first, copy], {}, { isUsed: { 1: false, 2: true } });
    expect(copiesIn(found).used).toEqual([]);
    expect(seenBefore(found)).toBeNull();
  });
});

it('a doubt stands only where the figure would claim something', () => {
  const measured = { chance: 0.5, accuracyInterval: [0.9, 1] as [number, number] };
  expect(vetoOf(measured, 'copies')).toBe('copies');
  expect(vetoOf({ ...measured, accuracyInterval: [0.4, 0.6] }, 'copies')).toBeNull();
  expect(vetoOf(measured, null)).toBeNull();
});

describe('classes that come from recordings of their own', () => {
  const states = (...of: [string, string][]) => {
    const sources = of.map(([name], i) => source(i + 1, name, []));
    const named = Object.fromEntries(of.map(([, state], i) => [i + 1, state]));
    return planOf(setup(sources, { mode: 'recordings' }, { states: named }));
  };

  it('are no evidence where the same recordings, or their only people, are in training', () => {
    const few = states(['S001R04.edf', 'patient'], ['S002R04.edf', 'control']);
    expect(doubtOf(few, 'block')).toBe('byFile');
    const runs = ['S001R04', 'S001R08'].map((name): [string, string] => [name, 'patient']);
    const byPerson = states(...runs, ['S002R04', 'control'], ['S002R08', 'control']);
    expect(doubtOf(byPerson, 'run')).toBe('byFile');
    expect(doubtOf(few, 'none')).toBeNull(); // nothing is measured
  });

  it('can be judged on other recordings of people with both, and on other people', () => {
    const both = states(
      ...['S001R01', 'S001R03'].map((name): [string, string] => [name, 'open']),
      ...['S001R02', 'S001R05'].map((name): [string, string] => [name, 'closed']),
    );
    expect(doubtOf(both, 'run')).toBeNull();
    expect(doubtOf(both, 'block')).toBe('byFile');
    expect(doubtOf(both, 'subject')).toBeNull();
    expect(doubtOf({ ...both, eachPerson: ['1', '2', '3'] }, 'none')).toBeNull();
  });

  it('are several: of one class nothing is said', () => {
    expect(doubtOf(states(['S001R01.edf', 'open']), 'block')).toBeNull();
    expect(doubtOf(states(['S001R01.edf', 'open'], ['S001R03.edf', 'open']), 'block')).toBeNull();
  });

  it('are found in annotations, too', () => {
    const eyes = [source(1, 'S001R01.edf', [['T0', 60]]), source(2, 'S001R02.edf', [['T0', 60]])];
    expect(doubtOf(planOf(setup(eyes)), 'block')).toBe('byFile');
    expect(doubtOf(planOf(setup([first, other])), 'block')).toBeNull();
  });
});

describe('a model that is trained further', () => {
  const further = (files: string[]) =>
    setupOf([first, other], { ...noChanges(), settings: { preset: opened } }, {
      ...{ sfreq: 160, chNames: ['C3'], classes: ['left', 'right'], recipe: null },
      config: { architecture: 'transformer', n_times: 320 },
      train: { files },
    } as unknown as ModelInfo);

  it('is not judged on recordings that it was trained on', () => {
    const found = further(['S002R04.edf', 'S003R04.edf']);
    expect(tieOf(found)).toEqual({ tie: 'recording', n: 2, nAll: 2 });
    expect(doubtOf(planOf(found), 'subject')).toBe('trainedOnIt');
  });

  it('may have learnt from other recordings of these people', () => {
    const found = further(['S002R08.edf']);
    expect(tieOf(found)).toEqual({ tie: 'person', n: 1, nAll: 2 });
    expect(seenBefore(found)).toBeNull();
    expect(tieOf(further([]))).toBeNull();
  });
});

it('corrections by hand that play no part are named where whole recordings are the classes', () => {
  const corrected = source(4, 'S004R04.edf', cues, { isCorrected: true });
  const heard = (mode: 'annotations' | 'recordings', change = {}) =>
    ignoredCorrections(setup([first, corrected], { mode }, change));
  expect(heard('recordings')).toEqual(['S004R04.edf']);
  expect(heard('annotations')).toEqual([]);
  expect(heard('recordings', { isUsed: { 4: false } })).toEqual([]);
});
