import { expect, it } from 'vitest';
import { montageOf, ownReference, ownRows, pairsOf } from './own_montage.js';

const names = ['F3', 'C3', 'A2', 'EOG E1-M2', 'EMG chin'];

it('a montage is pairs and single channels, in their order', () => {
  const { rows, unknown } = ownRows('c3-a2, F3 – A2; EMG chin, EOG E1-M2', names);
  expect(rows.map(({ name }) => name)).toEqual(['C3–A2', 'F3–A2', 'EMG chin', 'EOG E1-M2']);
  expect(rows[0]!.channels).toEqual(['C3', 'A2']);
  expect(unknown).toEqual([]);
});

it('what names no channel is told', () => {
  expect(ownRows('C3-A1, X', names)).toEqual({ rows: [], unknown: ['C3-A1', 'X'] });
});

it('is one of the montages, and stays as short as possible', () => {
  expect(ownReference('C3 - A2,\nF3-A2,')).toBe('own:C3-A2,F3-A2');
  expect(pairsOf('own:C3-A2')).toBe('C3-A2');
  expect([montageOf('own:C3-A2'), montageOf('at:Cz')]).toEqual(['own:', 'at:Cz']);
});
