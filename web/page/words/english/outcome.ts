import { counted, fixed, percent } from './numbers.js';

const windows = (n: number) => counted(n, 'window');
const passes = (n: number) => counted(n, 'pass', 'passes');
const range = ([low, high]: [number, number]) => `${percent(low)} to ${percent(high)}`;

/** What a finished run is worth. */
export const outcome = {
  headline: (accuracy: number, nWindows: number, interval: [number, number], chance: number) =>
    `${percent(accuracy)} right of ${windows(nWindows)} that it was not trained on (95 % interval ${range(interval)}; always saying the commonest class: ${percent(chance)})`,
  verdicts: {
    notJudged:
      'Nothing was kept apart to judge it by, so how good it is has not been measured. A low training loss alone says nothing about new data.',
    chance:
      'The interval reaches down to chance: it has not been shown to be better than always saying the commonest class.',
    few: (nWindows: number) =>
      `${windows(nWindows)} are few to judge by; another handful of them could give quite another figure.`,
    byFile:
      'Each class comes from recordings of its own: it may tell the recordings apart (electrodes, time of day, mains) rather than the states.',
    simulated: 'It learned from simulated EEG: how it does on people is unknown.',
    onePerson:
      'All data come from one person: this says nothing about how it does on other people.',
    samePeople: 'The people it was judged on were also trained on: on new people expect less.',
    bestKept:
      'The pass that did best on these same windows was kept, so the figure is too good, the more so the fewer they are. Only recordings it has never met can settle it.',
  },
  /** What was kept apart: "2 of 12" and what they are. */
  splits: {
    subject: (some: number, all: number) => `${some} of ${all} people, whom it was not trained on`,
    run: (some: number, all: number) => `${some} of ${all} recordings`,
    block: () => 'the last part of every recording and class',
    none: () => '',
  },
  ends: {
    'epochs done': (n: number) => (n === 1 ? 'The one pass is done.' : `All ${n} passes are done.`),
    'no improvement': (n: number) =>
      `It stopped by itself after ${passes(n)}: the validation result no longer improved.`,
    stopped: (n: number) =>
      `You stopped it after ${counted(n, 'full pass', 'full passes')}. What it had reached was kept.`,
    diverged: (n: number) =>
      `It diverged after ${passes(n)}: the loss was no longer a number. The last good weights were kept. Try a smaller learning rate.`,
  },
  inUse:
    'It is the model in use now: Classify works with it at once. Save it to keep it; it is gone when this page is closed.',
  figures: {
    accuracy: 'Accuracy',
    accuracyOf: (accuracy: number, chance: number) =>
      `${percent(accuracy)} (chance ${percent(chance)})`,
    balanced: 'Balanced',
    balancedOf: (share: number) => `${percent(share)}, the mean over the classes`,
    macroF1: 'Macro-F1',
    kappa: 'Kappa',
    kappaOf: (kappa: number) => `${fixed(kappa, 2)}; 0 is chance, 1 is perfect`,
    ece: 'ECE',
    eceOf: (share: number) => `${percent(share)}: how far off its probabilities are`,
    judgedOn: 'Judged on',
  },
  confusion: {
    label: 'Confusion matrix',
    caption: 'What was taken for what: a row for each true class',
    itWas: 'It was',
    said: (name: string) => `said ${name}`,
    recognised: 'recognised',
    noneThere: 'none there',
  },
};

const points = (share: number) => `${fixed(Math.abs(100 * share), 1)} points`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${points(share)}`;

/** Two runs on the same data. */
export const comparison = {
  label: 'Comparison',
  title: 'Compared with the run before',
  differentWindows:
    'They were judged on different windows, so only the figures stand side by side.',
  counts: (second: string, onlySecond: number, first: string, onlyFirst: number) =>
    `${second} had ${onlySecond} windows right that ${first} had wrong, and the other way round ${onlyFirst}`,
  interval: ([low, high]: [number, number]) => `95 % interval ${signed(low)} to ${signed(high)}`,
  couldBeChance: (counts: string, difference: number, interval: string) =>
    `${counts}: a difference of ${points(difference)} that could well be chance (${interval}).`,
  isBetter: (counts: string, better: string, difference: number, interval: string) =>
    `${counts}: ${better} is better on these windows by ${points(difference)} (${interval}). Another seed or other people may reverse this.`,
  inUse: '✓ in use',
  use: (network: string) => `Use ${network}`,
  save: (network: string) => `Save ${network}`,
  p: (p: number) => (p < 0.001 ? `p < ${fixed(0.001, 3)}` : `p = ${fixed(p, 3)}`),
  right: (accuracy: number, interval: [number, number]) =>
    `${percent(accuracy)} (${range(interval)})`,
  figures: {
    label: 'Figures of both networks',
    figure: 'Figure',
    right: 'Right',
    balanced: 'Balanced',
    kappa: 'Kappa',
    lowestLoss: 'Lowest loss',
    toLearn: 'Numbers to learn',
    passes: 'Passes',
    time: 'Time',
    seconds: (s: number) => `${fixed(s, 1)} s`,
  },
  pairs: {
    label: 'Window by window',
    head: ['Windows', 'How many'],
    bothRight: 'Both right',
    onlyRight: (network: string) => `Only ${network} right`,
    neither: 'Neither',
    test: (p: string) =>
      `Exact McNemar test: ${p}. It takes windows as independent, which neighbours are not.`,
  },
};
