import { counted, fixed, length, percent } from './numbers.js';

const points = (share: number) => `${fixed(100 * share, 1)} points`;

/** What works here: several methods on the same windows. */
export const methods = {
  compare: 'Compare methods',
  networks: 'also band power, EEGNet and the small gated network (takes minutes)',
  cancel: 'Cancel comparing',
  note: 'Fits four classifiers of covariances, seconds each, and judges every window by what was learned from others: people are left out in turn, else recordings, else stretches of time.',
  advice: (best: string, accuracy: number, chance: number, equals: readonly string[]) =>
    `${best} is right in ${percent(accuracy)} of the windows; chance is ${percent(chance)}.${
      equals.length ? ` Not clearly worse: ${equals.join(', ')}.` : ''
    }`,
  atChance: (chance: number) =>
    `No method is clearly above chance (${percent(chance)}). More windows, other channels or another band may help.`,
  label: 'Methods compared',
  progress: (isPreparing: boolean, share: number) =>
    `${isPreparing ? 'Reading and filtering' : 'Comparing'}: ${percent(share)}`,
  split: (nEpochs: number, split: string) => `${counted(nEpochs, 'window')}; ${split}.`,
  outdated: 'Of other choices than those that stand here now.',
  head: ['Method', 'Right', 'Behind the best', 'Time', ''],
  right: percent,
  rightInterval: ([low, high]: [number, number]) => `${percent(low)} to ${percent(high)}`,
  best: 'the best',
  behind: (share: number) => points(share),
  behindInterval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)}`,
  time: (durationS: number) => length(durationS),
  choose: 'Choose',
  chooseOf: (name: string) => `Choose ${name} to train it`,
  chosen: 'Chosen',
  intervals:
    'Below the numbers 95 % intervals: of the difference to the best over the same windows. They treat windows as independent, which neighbouring windows are not.',
  subject: 'Comparing methods',
  done: 'Methods are compared.',
  stopped: 'Comparing was stopped.',
};
