import { expect, it } from 'vitest';
import { shownChannels, shownName } from './shown_channels.js';

const chNames = ['Fc5.', 'Fc3.', 'Cz..', 'EEG O1', 'EEG Oz', 'EEG O2', 'Pz', 'Fz', 'C3', 'C4'];
const used = chNames.map((_, i) => i);

it('draws the channels that the stage shows, in its order', () =>
  expect(shownChannels(used, chNames, ['Oz', 'O1', 'O2', 'EOG'])).toEqual([4, 3, 5]));

it('draws some of all channels where the stage shows none of them', () =>
  expect(shownChannels(used, chNames, [])).toEqual([0, 2, 4, 5, 7, 9]));

it('spells names as the model does', () =>
  expect(['Fc5.', 'EEG O1', 'x'].map((name) => shownName(name, ['FC5', 'O1']))).toEqual([
    'FC5',
    'O1',
    'x',
  ]));
