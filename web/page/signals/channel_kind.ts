// Signals of the brain, told from those of eyes, heart and muscles by names and types, as the engine does it.
import type { Channel } from '../../api/index.js';

const brainTypes = ['EEG', 'ECOG', 'SEEG', 'DBS'];

export const isOfBrain = ({ name, type = 'EEG' }: Pick<Channel, 'name' | 'type'>): boolean =>
  !/eog|ecg|ekg|emg/i.test(name) && brainTypes.includes(type);
