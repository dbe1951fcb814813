import { expect, it } from 'vitest';
import { defaultNames, shownChannels, shownName } from './shown_channels.js';

const chNames = ['Fc5.', 'Fc3.', 'Cz..', 'EEG O1', 'EEG Oz', 'EEG O2', 'Pz', 'Fz', 'C3', 'C4'];
const used = chNames.map((_, i) => i);

it('draws the channels that are wanted, in their order', () => {
  expect(shownChannels(used, chNames, ['Oz', 'O1', 'O2', 'EOG'])).toEqual([4, 3, 5]);
  expect(shownChannels(used, chNames, ['Oz'])).toEqual([4]);
});

it('draws the back of the head, too, if none are picked', () =>
  expect(shownChannels(used, chNames, defaultNames)).toEqual([7, 2, 6, 3, 4, 5]));

it('draws some of all channels where few of those that are wanted are there', () => {
  expect(shownChannels(used, chNames, [])).toEqual([0, 2, 4, 5, 7, 9]);
  expect(shownChannels(used, chNames, ['Cz', 'Pz', 'X', 'Y'])).toEqual([0, 2, 4, 5, 7, 9]);
});

it('spells names as the model does', () =>
  expect(['Fc5.', 'EEG O1', 'x'].map((name) => shownName(name, ['FC5', 'O1']))).toEqual([
    'FC5',
    'O1',
    'x',
  ]));
