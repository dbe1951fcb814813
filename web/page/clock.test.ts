import { expect, it } from 'vitest';
import type { Recording } from '../api/index.js';
import { clockOf, limitsOf, timeFrom } from './clock.js';
import { initialState } from './state.js';

const recording = (startedAt: string) => ({ info: { startedAt } }) as Recording;
const begun = '2009-08-12T16:15:00';

it('times are those of the clock if that was chosen and the start is known', () => {
  const state = { ...initialState(), urlSettings: { clock: '1' } };
  expect(clockOf(initialState(), recording(begun))).toBe('');
  expect(clockOf(state, recording(begun))).toBe(begun);
  expect(clockOf(state, recording('2009-08-12T00:00:00'))).toBe('');
});

it('a time to go to is one of the recording', () => {
  expect(timeFrom('1:02', 125, '')).toBe(62);
  expect(timeFrom('+90', 125, begun)).toBe(90);
  expect(timeFrom('16:16', 125, begun)).toBe(60);
  expect(timeFrom('3:00', 125, '')).toBeNull();
  expect(timeFrom('16:14', 125, begun)).toBeNull();
  expect(timeFrom('soon', 125, '')).toBeNull();
  expect(limitsOf(125, '')).toEqual(['0:00', '2:05']);
  expect(limitsOf(125, begun)).toEqual(['16:15:00', '16:17:05']);
});
