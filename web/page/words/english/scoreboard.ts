import { fixed } from './numbers.js';

/** Figures of the benchmark, beside those that MOABB published. */
export const scoreboard = {
  title: 'Scoreboard: what protocols find',
  data: 'Imagined left and right fists of 15 people (S001 to S015 of the EEG Motor Movement/Imagery Dataset), 64 electrodes, 8 to 32 Hz, 0 to 3 s after the cue. Percent, mean over people. MOABB: 109 people of the same dataset, area under the curve (Chevallier et al. 2024).',
  head: ['Protocol', 'Method', 'AUC', 'Accuracy', 'MOABB, AUC', 'Options of eegate benchmark'],
  protocols: {
    folds: 'five shuffled folds, as MOABB',
    run: 'a run left out',
    shuffledFolds: 'five shuffled folds, labels exchanged',
    shuffledRun: 'a run left out, labels exchanged',
  },
  methods: {
    csp: 'common spatial patterns',
    mdm: 'nearest mean covariance',
    fgmdm: 'filtering on the geodesic',
    tangent: 'tangent space',
    recentred: 'tangent space, recentred for each run without labels',
    fbcsp: 'common spatial patterns of six bands',
    fbts: 'tangent spaces of six bands',
  },
  figure: (percent: number) => fixed(percent, 1),
  published: (percent: number) => fixed(percent, 2),
  none: '–',
  finding:
    'With exchanged labels there is nothing to learn, and 50 is what an honest protocol finds. Shuffled folds find less where runs differ: the trials that are left to train on lean to the class of which the test fold has less. Where people have runs, leave runs out.',
  repeat: 'Each line is repeated by these commands, with its options at the end of the last one:',
};
