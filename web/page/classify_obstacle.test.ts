import { expect, it } from 'vitest';
import { fitsNone } from './classify_obstacle.js';
import { initialState, type State } from './state.js';

const entry = (key: number, ...names: string[]) => ({
  key,
  recording: { channels: names.map((name) => ({ name, sfreq: 100, unit: 'uV' })) },
});
const stateWith = (verdict: string, ...recordings: ReturnType<typeof entry>[]) =>
  ({
    ...initialState(),
    ...{ recordings, recordingKey: 1, compatibility: { verdict } },
  }) as unknown as State;

it('a model that does not fit one recording fits none with the same channels', () => {
  const night = entry(1, 'F3-M2', 'EOG');
  expect(fitsNone(stateWith('missing', night, entry(2, 'F3-M2', 'EOG')))).toBe(true);
  expect(fitsNone(stateWith('missing', night, entry(2, 'C3', 'C4')))).toBe(false);
  expect(fitsNone(stateWith('ok', night, entry(2, 'F3-M2', 'EOG')))).toBe(false);
  expect(fitsNone(stateWith('missing'))).toBe(false);
});
