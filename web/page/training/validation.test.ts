import { describe, expect, it } from 'vitest';
import {
  choiceOfNetwork,
  networksOf,
  noChanges,
  opened,
  setupOf,
  type Changes,
  type Settings,
} from './choices.js';
import { costOf, type NetworkFacts } from './networks.js';
import { personsOf, setAsideOf } from './set_aside.js';
import { validationOf } from './validation.js';
import { isSameTask, planOf, planWithout } from './plan.js';
import { source } from './sources.test-support.js';

/** Both states of a person, a minute each: 60 windows of 2 s, 1 s apart, of each. */
const personFiles = (person: number) =>
  [1, 2].map((run) => source(2 * person + run, `S00${person}R0${run}.edf`, [['T0', 61]]));
const four = [1, 2, 3, 4].flatMap(personFiles);
const setup = (sources = four, settings: Partial<Settings> = {}, more: Partial<Changes> = {}) =>
  setupOf(sources, { ...noChanges(), ...more, settings }, null);

describe('leaving out each person', () => {
  it('is the rule where it takes less than a minute', () => {
    const validation = validationOf(setup(), 0.4);
    expect(validation.persons).toEqual(['1', '2', '3', '4']);
    // 480 windows, 60 epochs: each window in three runs for the others and in the final one.
    expect(validation.estimateS).toBeCloseTo((480 * 60 * 4 * 0.4) / 1000, 10);
    expect(validationOf(setup(), 1).persons).toEqual([]);
    expect(validationOf(setup(), null).persons).toEqual([]);
  });
  it('can be wanted however long it takes, and done without', () => {
    expect(validationOf(setup(four, { split: 'persons' }), 5).persons).toHaveLength(4);
    expect(validationOf(setup(four, { split: 'persons' }), null).persons).toHaveLength(4);
    expect(validationOf(setup(four, { split: 'subject' }), 0.1).persons).toEqual([]);
  });
  it('needs three persons, and every class without any one of them', () => {
    const wanted: Partial<Settings> = { split: 'persons' };
    const two = validationOf(setup(four.slice(0, 4), wanted), 0.1);
    expect(two).toMatchObject({ hindrance: 'few', persons: [] });
    const single = [four[0]!, four[2]!, four[4]!, four[7]!]; // one person alone closed the eyes
    expect(validationOf(setup(single, wanted), 0.1)).toMatchObject({ hindrance: 'classes' });
    expect(validationOf(setup(four, { align: true }), 0.1).hindrance).toBe('align');
    expect(validationOf(setup(), 0.1).hindrance).toBeNull();
  });
  it('counts windows by person, as they are named and ticked', () => {
    const persons = personsOf(setup(four, {}, { isUsed: { 3: false }, persons: { 5: '9' } }));
    expect([...persons.keys()]).toEqual(
      ['1', '9', '2', '3', '4'].filter((one) => persons.has(one)),
    );
    expect(persons.get('1')).toEqual(new Map([['eyes closed', 60]]));
    expect(persons.get('9')).toEqual(new Map([['eyes open', 60]]));
  });
});

describe('what is set aside', () => {
  const both = (key: number, name: string) =>
    source(key, name, [
      ['T1', 4],
      ['T2', 4],
      ['T1', 4],
      ['T2', 4],
    ]);
  const runs = ['R04', 'R08', 'R12'].map((run, k) => both(k + 1, `S001${run}.edf`));
  it('is one recording at least, however few there are', () => {
    const third = { by: 'run', n: 1, nGroups: 3, nWindows: 4, nAll: 12 };
    expect(setAsideOf(setup(runs))).toEqual(third);
    expect(setAsideOf(setup(runs.slice(0, 2)))).toMatchObject({ n: 1, nGroups: 2, nWindows: 4 });
  });
  it('is a person if there are several', () => {
    expect(setAsideOf(setup())).toMatchObject({ by: 'subject', n: 1, nGroups: 4, nWindows: 120 });
    expect(setAsideOf(setup(four, { split: 'run' }))).toMatchObject({ by: 'run', nGroups: 8 });
    const nine = Array.from({ length: 9 }, (_, k) => both(k, `S00${k + 1}R04.edf`));
    expect(setAsideOf(setup(nine))).toMatchObject({ by: 'subject', n: 2, nGroups: 9 }); // the nearest to a sixth
  });
  it('is the end of each recording where no other rule leaves every class in both parts', () => {
    expect(setAsideOf(setup(personFiles(1)))).toMatchObject({ by: 'block', nWindows: 20 });
    expect(setAsideOf(setup(runs.slice(0, 1)))).toMatchObject({ by: 'block' });
  });
});

describe('its plan', () => {
  const plan = planOf(setup(), ['1', '2', '3', '4']);
  it('trains on everybody at the end, with nothing set aside', () =>
    expect(plan).toMatchObject({ options: { split: 'none' }, eachPerson: ['1', '2', '3', '4'] }));
  it('trains without each of them', () => {
    const without = planWithout(plan, '2');
    expect(without.items.map(({ subject }) => subject)).toEqual(['1', '1', '3', '3', '4', '4']);
    expect(without).toMatchObject({ eachPerson: [], isKept: false, options: { split: 'none' } });
  });
  it('is judged on the same windows whatever the seed', () => {
    const seed = (n: number, persons: string[]) => planOf(setup(four, { seed: n }), persons);
    expect(isSameTask(seed(1, plan.eachPerson), seed(2, plan.eachPerson))).toBe(true);
    expect(isSameTask(seed(1, []), seed(2, []))).toBe(false);
    expect(isSameTask(seed(1, plan.eachPerson), seed(1, []))).toBe(false);
  });
});

describe('two networks that are compared', () => {
  const facts = (trainingMsPerEpoch?: number) =>
    ({ network: { trainingMsPerEpoch } }) as unknown as NetworkFacts;
  it('cost both, if both are known', () => {
    expect(networksOf(setup(four, { comparisonPreset: 'eegnet' }).settings)).toHaveLength(2);
    expect(networksOf(setup().settings)).toHaveLength(1);
    expect(costOf([facts(0.1), facts(0.4)])).toBeCloseTo(0.5, 10);
    expect(costOf([facts(0.1)])).toBe(0.1);
    for (const unknown of [null, facts(), {} as NetworkFacts])
      expect(costOf([facts(0.1), unknown])).toBeNull();
    expect(costOf([])).toBeNull();
  });
});

describe('another network', () => {
  const typed = { epochs: 400, lengthS: 3, learningRate: 0.1, patience: 7 };
  const after = (preset: string, before: string) => ({
    ...typed,
    ...choiceOfNetwork(preset, before),
  });
  it('keeps what was typed, but for its own learning rate', () => {
    const { settings } = setup(four, after('eegnet', 'small_gated'));
    expect(settings).toMatchObject({ preset: 'eegnet', epochs: 400, lengthS: 3, patience: 7 });
    expect(settings.learningRate).not.toBe(0.1);
  });
  it('or the opened model begins with epochs and a window of its own', () => {
    const { settings } = setup(four, after('eegnet', opened));
    expect(settings).toMatchObject({ epochs: 60, lengthS: 2, patience: 7 });
    expect(after(opened, 'eegnet')).toMatchObject({ epochs: undefined, lengthS: undefined });
  });
});
