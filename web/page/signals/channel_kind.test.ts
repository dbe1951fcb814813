import { expect, it } from 'vitest';
import { isOfBrain } from './channel_kind.js';

it('tells EEG from eyes, heart and muscles by type and by name', () => {
  const channels = [
    { name: 'Cz' },
    { name: 'Cz', type: 'EEG' },
    { name: 'LA1', type: 'SEEG' },
    { name: 'Cz', type: 'EOG' },
    { name: 'Resp', type: 'RESP' },
    { name: 'VEOG' },
    { name: 'ECG', type: 'EEG' },
    { name: 'EKG1' },
    { name: 'EMG Chin' },
  ];
  expect(channels.map(isOfBrain)).toEqual([true, true, true, ...Array(6).fill(false)]);
});
