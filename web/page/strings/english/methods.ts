import { counted, fixed, length, percent, percents } from './numbers.js';

const points = (share: number) => `${fixed(100 * share, 1)} points`;

/** Comparison of several methods on the same windows. */
export const methods = {
  compare: 'Compare methods',
  networks: 'also band power, EEGNet and the small gated network (takes minutes)',
  cancel: 'Cancel the comparison',
  note: 'Fits four covariance classifiers (three if there are more than two classes), which takes seconds each. Cross-validation: people are left out in turn, or recordings, or segments of time, whichever the data allow.',
  advice: (best: string, accuracy: number, chance: number, equals: readonly string[]) =>
    `${best}: ${percent(accuracy)} of the windows right; chance is ${percent(chance)}.${
      equals.length ? ` Not clearly worse: ${equals.join(', ')}.` : ''
    }`,
  atChance: (chance: number) =>
    `No method is clearly above chance (${percent(chance)}). More windows, other channels or another band may help.`,
  label: 'Methods compared',
  progress: (isPreparing: boolean, share: number) =>
    `${isPreparing ? 'Reading and filtering' : 'Comparing'}: ${percent(share)}`,
  /** `split`: as the core says it. */
  split: (nEpochs: number, split: string) =>
    `${counted(nEpochs, 'window')}; ${split.replace('subjects or runs', 'people or recordings')}.`,
  recentred:
    'Each recording was aligned as a whole and then divided, which tells methods about the windows that are left out: the accuracy is too high. With several recordings, whole recordings are left out.',
  outdated: 'These results belong to earlier settings. Compare again to update them.',
  head: ['Method', 'Band', 'Accuracy', 'Behind the best', 'Time', ''],
  band: ([low, high]: [number, number]) => `${fixed(low, 0)} to ${fixed(high, 0)} Hz`,
  chosenBand: 'as chosen',
  ownBand:
    'Where a band is given, the windows were filtered to it, because covariances of a wide band mostly show slow potentials and muscles. Choosing such a method also sets its band.',
  right: percent,
  rightInterval: (interval: [number, number]) => percents(interval).join(' to '),
  best: 'the best',
  behind: (share: number) => points(share),
  behindInterval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)}`,
  time: (durationS: number) => length(durationS),
  choose: 'Choose',
  chooseOf: (name: string) => `Choose ${name} to train it`,
  chosen: 'Chosen',
  intervals:
    'Below the numbers: 95 % intervals, for differences paired over the same windows. They treat windows as independent, which neighbouring windows are not.',
  subject: 'Comparing methods',
  done: 'The comparison of methods is finished.',
  stopped: 'The comparison was stopped.',
};
