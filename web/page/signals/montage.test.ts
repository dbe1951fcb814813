import { describe, expect, it } from 'vitest';
import type { Recording } from '../../api/index.js';
import type { View } from '../state.js';
import { earNames, referenceChoices, rowsOf, seenBy, seenThrough } from './montage.js';

function recording(names: string[], other: string[] = []): Recording {
  const channel = (name: string, sfreq: number) => ({
    name,
    sfreq,
    isVoltage: true,
    isTrigger: false,
  });
  const channels = [
    ...names.map((name) => channel(name, 256)),
    ...other.map((name) => channel(name, 1)),
  ];
  return { channels, info: { mainChannels: names.map((_, i) => i) } } as unknown as Recording;
}

const view = {
  picked: null,
  hidden: [] as string[],
  bad: [] as string[],
  reference: 'recorded',
  filtering: 'none',
  highpassHz: 0.5,
  lowpassHz: 35,
  notchHz: null,
} as View;

describe('references', () => {
  it('have no average of what is no voltage', () => {
    const unknown = recording(['a', 'b', 'c']);
    const channels = unknown.channels.map((one) => ({ ...one, isVoltage: false }));
    const choices = referenceChoices({ channels, info: unknown.info } as unknown as Recording);
    expect(choices.map(({ value }) => value)).toEqual(['recorded']);
  });

  it('are offered only where their electrodes are', () => {
    const values = (names: string[]) =>
      referenceChoices(recording(names)).map(({ value }) => value);
    expect(values(['Fz', 'Cz', 'Pz'])).toEqual([
      'recorded',
      'average',
      'bipolar',
      'laplacian', // of Cz
      'own:',
      'at:Fz',
      'at:Cz',
      'at:Pz',
    ]);
    expect(values(['X'])).toEqual(['recorded']);
    expect(values(['Cz', 'Pz', 'HEOG', 'ECG'])).not.toContain('at:ECG');
    expect(values(['C3', 'M1', 'M2'])).toContain('ears');
  });

  it('take A1 and A2 for ears only if they can be', () => {
    expect(earNames(recording(['C3', 'A1', 'A2']))).toEqual(['A1', 'A2']);
    expect(earNames(recording(['A1', 'A2', 'A3']))).toEqual([]);
    expect(earNames(recording(['C3'], ['A1', 'A2']))).toEqual([]); // another rate
  });
});

describe('rows', () => {
  const eeg = recording(['Fp1', 'F3', 'C3', 'P3', 'O1', 'Cz']);
  it('are channels, picked ones, or neighbours', () => {
    expect(rowsOf(eeg, view)).toHaveLength(6);
    const picked = rowsOf(eeg, { ...view, picked: ['Cz', 'C3'] });
    expect(picked.map(({ name }) => name)).toEqual(['C3', 'Cz']);
    const pairs = rowsOf(eeg, { ...view, reference: 'bipolar' });
    expect(pairs.map(({ name }) => name)).toEqual(['Fp1–F3', 'F3–C3', 'C3–P3', 'P3–O1']);
    expect(pairs[1]).toMatchObject({ index: 1, minus: [2] });
  });
  it('are pairs as they are typed; a bad channel is in none of them', () => {
    const own: View = { ...view, reference: 'own:C3-Cz,O1-Cz,F3' };
    const rows = rowsOf(eeg, own);
    expect(rows.map(({ name }) => name)).toEqual(['C3–Cz', 'O1–Cz', 'F3']);
    expect(rows[0]).toMatchObject({ index: 2, minus: [5] });
    expect(rowsOf(eeg, { ...own, bad: ['O1'] })).toHaveLength(2);
    expect(rowsOf(eeg, { ...own, reference: 'own:' })).toHaveLength(6);
    expect(seenThrough(eeg, own, null)).toEqual({});
  });
  it('go from left to right in a transverse montage', () => {
    const across = recording(['O2', 'C4', 'O1', 'C3', 'Cz']);
    const rows = rowsOf(across, { ...view, reference: 'transverse' });
    expect(rows.map(({ name }) => name)).toEqual(['C3–Cz', 'Cz–C4', 'O1–O2']);
    expect(rows[2]).toMatchObject({ index: 2, minus: [0] });
  });
  it('are electrodes less their nearest neighbours in a Laplacian', () => {
    const cap = recording(['Fz', 'C3', 'Cz', 'C4', 'P3', 'Pz', 'FC3', 'X']);
    const rows = rowsOf(cap, { ...view, reference: 'laplacian' });
    const minus = Object.fromEntries(rows.map((row) => [row.name, row.minus]));
    expect(minus['Cz']).toEqual([0, 5, 1, 3]); // Fz, Pz, C3, C4: what lies between is not there
    expect(minus['C3']).toEqual([6, 4, 2]); // FC3 is nearer than F3 would be; nothing is left of it
    expect(minus['X']).toBeUndefined();
    const picked = rowsOf(cap, { ...view, reference: 'laplacian', picked: ['C3'] });
    expect(picked.map(({ name }) => name)).toEqual(['C3']);
  });
});

describe('what is seen through', () => {
  const eeg = recording(['C3', 'C4']);
  it('is nothing, display settings, or the recipe of the model', () => {
    expect(seenThrough(eeg, view, null)).toEqual({});
    const own: View = { ...view, filtering: 'own', reference: 'at:C3' };
    const display = { reference: ['C3'], highpass_hz: 0.5, lowpass_hz: 35 };
    expect(seenThrough(eeg, own, null)).toEqual({ display });
    const recipe = { version: 1, notch: { hz: 50 } };
    expect(seenThrough(eeg, { ...own, filtering: 'model' }, recipe)).toEqual({ preview: recipe });
  });

  it('leaves out what a rate cannot hold', () => {
    const display = { reference: 'average' as const, highpass_hz: 0.5, lowpass_hz: 35 };
    expect(seenBy({ display }, 60, true)).toEqual({
      display: { reference: 'average', highpass_hz: 0.5 },
    });
    expect(seenBy({ display }, 1, false)).toEqual({});
  });
});

describe('channels that are hidden or bad', () => {
  const names = (shown: Recording, change: Partial<View>) =>
    rowsOf(shown, { ...view, ...change }).map(({ name }) => name);
  const cross = recording(['Fz', 'Cz', 'Pz', 'C3', 'C4', 'EOG']);

  it('leaves out what is hidden, also from derivations, but never everything', () => {
    expect(names(cross, { hidden: ['Cz', 'EOG'] })).toEqual(['Fz', 'Pz', 'C3', 'C4']);
    expect(names(cross, { hidden: ['Fz'], reference: 'bipolar' })).toEqual(['Cz–Pz']);
    expect(names(recording(['Cz']), { hidden: ['Cz'] })).toEqual(['Cz']);
  });

  it('shows what is bad, and uses it in no average, no pair and no Laplacian', () => {
    expect(names(cross, { bad: ['Cz'] })).toContain('Cz');
    expect(seenThrough(cross, { ...view, reference: 'average', bad: ['Cz'] }, null)).toEqual({
      display: { reference: ['Fz', 'Pz', 'C3', 'C4'] }, // the eye is no part of an average
    });
    const channels = cross.channels.map((one, i) => ({
      ...one,
      ...(i === 0 && { type: 'EMG' }),
      ...(i === 1 && { isBad: true }),
    }));
    const described = { channels, info: cross.info } as unknown as Recording;
    // What the file calls bad is good in this view; what it calls muscle is no electrode on the head.
    expect(seenThrough(described, { ...view, reference: 'average' }, null)).toEqual({
      display: { reference: names(cross, {}).filter((name) => !['Fz', 'EOG'].includes(name)) },
    });
    const ears = recording(['Cz', 'A1', 'A2']);
    expect(seenThrough(ears, { ...view, reference: 'ears', bad: ['A1'] }, null)).toEqual({
      display: { reference: ['A2'] },
    });
    expect(names(cross, { bad: ['Fz'], reference: 'bipolar' })).toEqual(['Cz–Pz']);
    const laplacian = rowsOf(cross, { ...view, bad: ['Pz'], reference: 'laplacian' });
    expect(laplacian.find(({ name }) => name === 'Cz')!.minus).toEqual([0, 3, 4]);
  });
});
