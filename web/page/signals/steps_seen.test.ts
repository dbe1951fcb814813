import { describe, expect, it } from 'vitest';
import type { Recording } from '../../api/index.js';
import { initialState, type View } from '../state.js';
import { stepsSeen } from './steps_seen.js';

const channels = ['C3', 'Cz', 'A2'].map((name) => ({
  ...{ name, label: name, isVoltage: true, isTrigger: false, sfreq: 100 },
}));
const recording = { channels, info: { mainChannels: [0, 1, 2] } } as unknown as Recording;
const through = (reference: string) =>
  stepsSeen(initialState(), recording, {
    reference,
    filtering: 'none',
    bad: [],
  } as unknown as View);

describe('what traces are seen through', () => {
  it('has own pairs from the first of them on', () => {
    expect(through('own:C3-A2')).toEqual(['reference: own pairs']);
    expect(through('own:')).toEqual([]);
    expect(through('recorded')).toEqual([]);
  });
});
