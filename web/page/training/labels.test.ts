import { describe, expect, it } from 'vitest';
import { noChanges, setupOf } from './choices.js';
import { labelRows, usedByDefault } from './labels.js';
import type { Source } from './sources.js';
import { isRest, savedName, usualClass, usualPerson, usualState } from '../../truth/file_names.js';
import { source } from './sources.test-support.js';

describe('names', () => {
  it('tell the person', () => {
    expect(usualPerson('S007R04.edf')).toBe('7');
    expect(usualPerson('sub-012_task-rest_eeg.bdf')).toBe('012'); // as the data set writes it
    expect(usualPerson('sub-xp101_ses-2_task-rest_eeg.set')).toBe('xp101');
    expect(usualPerson('simulated-eeg.edf')).toBe('simulated-eeg');
    expect(usualPerson('P300_x.edf')).toBe('P300_x');
  });
  it('tell what is saved beside a recording, and replace no table that it has', () => {
    expect(savedName('night.edf', 'eegate', 'edf')).toBe('night_eegate.edf');
    expect(savedName('night.edf', 'annotations', 'edf')).toBe('night_annotations.edf');
    expect(savedName('night.edf', 'stages', 'tsv')).toBe('night_stages.tsv');
    const name = 'sub-04_ses-pre_task-eyes_run-02_eeg.edf';
    const saved = 'sub-04_ses-pre_task-eyes_run-02_desc-eegate_events.tsv';
    expect(savedName(name, 'eegate', 'tsv')).toBe(saved);
    expect(savedName('sub-xp1_ieeg.vhdr', 'stages', 'tsv')).toBe('sub-xp1_desc-stages_events.tsv');
    expect(savedName('sub-xp1_ieeg.vhdr', 'eegate', 'csv')).toBe('sub-xp1_ieeg_eegate.csv');
    expect(savedName('subject_eeg.edf', 'annotations', 'tsv')).toBe('subject_eeg_annotations.tsv');
  });
  it('tell the state of a whole recording', () => {
    expect(['S001R01.edf', 'S001R02.edf', 'night.edf'].map(usualState)).toEqual([
      'eyes open',
      'eyes closed',
      'night',
    ]);
  });
  it.each([
    [3, 'left fist', 'right fist'],
    [4, 'left fist', 'right fist'],
    [12, 'left fist', 'right fist'],
    [5, 'both fists', 'both feet'],
    [6, 'both fists', 'both feet'],
    [14, 'both fists', 'both feet'],
  ])('tell what T1 and T2 are in run %i', (run, first, second) => {
    const name = `S010R${String(run).padStart(2, '0')}.edf`;
    expect([usualClass(name, 'T1'), usualClass(name, 'T2')]).toEqual([first, second]);
    expect(usualClass(name, 'T0')).toBe('T0');
  });
  it('name the state of a run that is all rest', () =>
    expect(['S001R01.edf', 'S001R02.edf'].map((file) => usualClass(file, 'T0'))).toEqual([
      'eyes open',
      'eyes closed',
    ]));
  it('leave other files alone', () => expect(usualClass('mine.edf', 'T1')).toBe('T1'));
  it('know rest', () => {
    expect(['T0', 'Rest', 'baseline'].every(isRest)).toBe(true);
    expect(['T1', 'resting hand'].some(isRest)).toBe(false);
  });
});

describe('labelRows', () => {
  const sources = [
    source(1, 'S001R04.edf', [
      ['T0', 4.2],
      ['T1', 4.1],
      ['T2', 4.1],
      ['T1', 4.1],
    ]),
    source(2, 'S001R06.edf', [
      ['T0', 4.2],
      ['T1', 4.1],
    ]),
  ];
  it('keeps apart what one text means in different recordings', () => {
    const rows = labelRows(sources);
    expect(rows.map(({ text, usual, count, keys }) => [text, usual, count, keys])).toEqual([
      ['T0', 'T0', 2, [1, 2]],
      ['T1', 'both fists', 1, [2]],
      ['T1', 'left fist', 2, [1]],
      ['T2', 'right fist', 1, [1]],
    ]);
  });
  it('leaves out the rarest of very many', () => {
    const comments = Array.from({ length: 70 }, (_, i): [string, number] => [`comment ${i}`, 1]);
    const twice = comments.slice(-15);
    const rows = labelRows([source(1, 'a.edf', [...comments, ...twice])]);
    expect(rows).toHaveLength(60);
    expect(rows.filter(({ count }) => count === 2)).toHaveLength(15);
  });
  it('takes all but rest', () => {
    const rows = labelRows(sources);
    const used = usedByDefault(rows);
    expect(rows.filter(({ id }) => used.has(id)).map(({ usual }) => usual)).toEqual([
      'both fists',
      'left fist',
      'right fist',
    ]);
  });
  it('takes what comes again and again before what came once', () => {
    const taps: [string, number][] = [
      'tap',
      'flex',
      'tap',
      'flex',
      'tap',
      'flex',
      'tap',
      'flex',
    ].map((text) => [text, 2]);
    const rows = labelRows([source(1, 'a.edf', [...taps, ['cough', 1]])]);
    const used = usedByDefault(rows);
    expect(rows.filter(({ id }) => used.has(id)).map(({ text }) => text)).toEqual(['flex', 'tap']);
  });
  it('takes lasting states before blinks', () => {
    const blinks: [string, number][] = Array.from({ length: 7 }, () => ['blink', 0.4]);
    const rows = labelRows([
      source(1, 'a.edf', [['eyes open', 30], ...blinks, ['eyes closed', 30]]),
    ]);
    const used = usedByDefault(rows);
    expect(rows.filter(({ id }) => used.has(id)).map(({ text }) => text)).toEqual([
      'eyes closed',
      'eyes open',
    ]);
  });
  it('takes rest, too, where nothing else would be left to tell apart', () => {
    const rows = labelRows([
      source(1, 'mine.edf', [
        ['rest', 4],
        ['tap', 4],
      ]),
    ]);
    expect(usedByDefault(rows).size).toBe(2);
  });
});

describe('annotations that were corrected', () => {
  const classesOf = (sources: Source[]) => {
    const rows = labelRows(sources);
    const used = usedByDefault(rows);
    return rows.filter(({ id }) => used.has(id)).map(({ text, usual }) => `${text} = ${usual}`);
  };
  const rest = (key: number, name: string, ...more: [string, number][]) =>
    source(key, name, [['T0', 60], ...more]);

  it('give the runs of rest of all persons their states', () => {
    const sources = [1, 2].flatMap((person) => [
      rest(2 * person, `S00${person}R01.edf`),
      rest(2 * person + 1, `S00${person}R02.edf`),
    ]);
    expect(labelRows(sources).map(({ usual }) => usual)).toEqual(['T0']);
    sources[0] = rest(2, 'S001R01.edf', ['eyes closed', 2], ['T0', 8]);
    expect(classesOf(sources)).toEqual([
      'eyes closed = eyes closed',
      'T0 = eyes closed',
      'T0 = eyes open',
    ]);
    const { settings, canCutAlong } = setupOf(sources, noChanges(), null);
    expect([settings.mode, settings.cut, canCutAlong]).toEqual(['annotations', 'along', true]);
  });

  it('are used with their class, however few they are', () => {
    const fists: [string, number][] = ['T1', 'T2', 'T1', 'T2', 'T1', 'T2', 'T1', 'T2'].map(
      (text) => [text, 4.1],
    );
    expect(classesOf([source(1, 'S001R04.edf', [...fists, ['left fist', 4]])])).toEqual([
      'left fist = left fist',
      'T1 = left fist',
      'T2 = right fist',
    ]);
  });

  it('leave states that last what they are, also where many pieces are short', () => {
    const pieces: [string, number][] = Array.from({ length: 9 }, () => ['eyes open', 2]);
    const blocks: [string, number][] = ['eyes open', 'eyes closed'].map((text) => [text, 30]);
    const { settings } = setupOf([source(1, 'a.edf', [...blocks, ...pieces])], noChanges(), null);
    expect([settings.mode, settings.cut]).toEqual(['annotations', 'along']);
  });
});

it('what is simulated is not learnt beside real recordings, unless it is ticked', () => {
  const eyes: [string, number][] = [['eyes open', 30]];
  const sample = source(1, 'simulated-eeg.edf', eyes, { isSimulated: true });
  const real = source(2, 'S001R04.edf', eyes);
  const used = (sources: Source[], changes = noChanges()) =>
    setupOf(sources, changes, null).sources.map(({ isUsed }) => isUsed);
  expect(used([sample])).toEqual([true]);
  expect(used([sample, real])).toEqual([false, true]);
  expect(used([sample, real], { ...noChanges(), isUsed: { 1: true } })).toEqual([true, true]);
  expect(used([sample, { ...real, chNames: [] }])).toEqual([true, false]); // annotations alone
});
