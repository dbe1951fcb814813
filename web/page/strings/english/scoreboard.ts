import { fixed } from './numbers.js';

/** Results of the benchmark, compared with those that MOABB published. */
export const scoreboard = {
  title: 'Scoreboard: accuracy by protocol',
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
    'With exchanged labels there is nothing to learn, so an unbiased protocol finds 50. Shuffled folds find less if runs differ, because the training trials contain more of the class that is rarer in the test fold. If people have several runs, leave runs out.',
  alignment:
    'Aligning runs before shuffled folds leaks the labels, because the trials of each run then have the same sum. With exchanged labels, tangent spaces find 58.5 instead of 41.0, and 47.9 with a run left out.',
  confound:
    'Right fist against feet, which come from different runs, reaches 99.7 in shuffled folds; rest against rest of the same runs reaches 95.1 (tangent space, three people). With a pair of neighbouring runs left out: 70.3 and 49.8. Commands: docs/BENCHMARK.md.',
  repeat: 'To reproduce a line, run these commands with its options at the end of the last one:',
};
