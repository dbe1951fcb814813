import { counted, fixed, percent } from './numbers.js';

const windows = (n: number) => counted(n, 'window');
const epochs = (n: number) => counted(n, 'epoch');
const range = ([low, high]: [number, number]) => `${percent(low)} to ${percent(high)}`;

/** What a finished run is worth. */
export const outcome = {
  headline: (accuracy: number, nWindows: number, interval: [number, number], chance: number) =>
    `${percent(accuracy)} right of ${windows(nWindows)} that it was not trained on (95 % interval ${range(interval)}; always predicting the most common class: ${percent(chance)})`,
  headlineOfPersons: (
    accuracy: number,
    nPersons: number,
    interval: [number, number],
    chance: number,
  ) =>
    `${percent(accuracy)} right on people it has not met, mean of ${nPersons} persons (95 % interval ${range(interval)}; always predicting the most common class: ${percent(chance)})`,
  /** The verdict as a picture: a large figure, what it is of, and where it stands. */
  verdict: {
    of: (nWindows: number) => `right of ${windows(nWindows)} that it was not trained on`,
    ofPersons: (nPersons: number, nWindows: number) =>
      `right on people it has not met: mean of ${nPersons} persons, ${windows(nWindows)}`,
    interval: (interval: [number, number]) => `95 % interval ${range(interval)}`,
    chance: (share: number) => `majority class ${percent(share)}`,
    standings: {
      above: 'Better than always predicting the most common class.',
      unclear: 'Not shown to be better than always predicting the most common class.',
      below: 'Worse than always predicting the most common class.',
    },
    dot: (person: string, nRight: number, n: number) =>
      `Person ${person}: ${nRight} of ${n} right (${percent(nRight / n)})`,
    persons: {
      label: 'Each person',
      head: ['Person', 'Right', 'Windows', 'Accuracy'],
    },
    figure: (share: number) => percent(share),
    notMeasured: 'Not measured',
  },
  advice: {
    text: (networks: string[]) =>
      networks.length === 1
        ? `${networks[0]} may suit this task better.`
        : `${networks.slice(0, -1).join(', ')} and ${networks.at(-1)} may suit this task better.`,
    compare: (n: number): string => (n === 1 ? 'Train and compare it' : 'Train and compare both'),
    none: 'Other networks have been tried on this task too; more data, of more people, may help most.',
  },
  better: (name: string, accuracy: number) =>
    `${name} did better on the same windows: ${percent(accuracy)}.`,
  useBetter: (name: string) => `Use ${name}`,
  verdicts: {
    notJudged:
      'Nothing was set aside to judge it, so its accuracy has not been measured. A low training loss alone says nothing about new data.',
    chance:
      'The interval includes the level of the majority class: it has not been shown to be better than always predicting the most common class.',
    few: (nWindows: number) =>
      `${windows(nWindows)} are few; another small sample could give a very different figure.`,
    byFile:
      'Each class comes from recordings of its own: the model may distinguish the recordings (electrodes, time of day, mains) rather than the states.',
    simulated: 'It was trained on simulated EEG: how it does on people is unknown.',
    onePerson:
      'All data come from one person: this says nothing about how it does on other people.',
    samePeople: 'The people it was judged on were also in training: expect less on new people.',
    bestKept:
      'The best epoch was chosen on these same windows, so the estimate is optimistic; test on new recordings.',
    fewPersons: (n: number) =>
      `${n} persons are few: the interval is wide, and other people may differ.`,
    finalModel:
      'The model in use was trained on everybody in the same way; the figure is that of the models that had one person left out.',
  },
  /** What was set aside: "2 of 12" and what they are. */
  splits: {
    persons: (n: number) => `each of ${n} people, left out of training in turn`,
    subject: (some: number, all: number) => `${some} of ${all} people, whom it was not trained on`,
    run: (some: number, all: number) => `${some} of ${all} recordings`,
    block: () => 'the last part of every recording and class',
    none: () => '',
  },
  ends: {
    'epochs done': (n: number) =>
      n === 1 ? 'The one epoch is done.' : `All ${n} epochs are done.`,
    'no improvement': (n: number) =>
      `It stopped by itself after ${epochs(n)}: the validation result no longer improved.`,
    stopped: (n: number) =>
      `You stopped it after ${counted(n, 'full epoch')}. What it had reached was kept.`,
    diverged: (n: number) =>
      `It diverged after ${epochs(n)}: the loss was no longer a number. The last good weights were kept. Try a smaller learning rate.`,
  },
  inUse:
    'It is the model in use now: Classify uses it at once. Save it to keep it; it is gone when this page is closed.',
  figures: {
    summary: 'Figures and confusion matrix',
    accuracy: 'Accuracy',
    accuracyOf: (accuracy: number, chance: number) =>
      `${percent(accuracy)} (majority class ${percent(chance)})`,
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
    caption: 'Number of windows by true and predicted class',
    itWas: 'True',
    predicted: 'Predicted',
    recognised: 'Recall',
    noneThere: 'no windows',
  },
};

const points = (share: number) => `${fixed(Math.abs(100 * share), 1)} points`;
const signed = (share: number) => `${share < 0 ? '−' : '+'}${points(share)}`;

/** Two runs on the same data. */
export const comparison = {
  label: 'Comparison',
  title: (first: string, second: string) => `${first} and ${second}`,
  counts: (second: string, onlySecond: number, first: string, onlyFirst: number) =>
    `${second} had ${onlySecond} windows right that ${first} had wrong, and the reverse was true of ${onlyFirst}`,
  interval: ([low, high]: [number, number]) => `95 % interval ${signed(low)} to ${signed(high)}`,
  couldBeChance: (counts: string, difference: number, interval: string) =>
    `${counts}: a difference of ${points(difference)} that could well be chance (${interval}).`,
  isBetter: (counts: string, better: string, difference: number, interval: string) =>
    `${counts}: ${better} is better on these windows by ${points(difference)} (${interval}). Another seed or other people may reverse this.`,
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
    toLearn: 'Parameters',
    epochs: 'Epochs',
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
      `Exact McNemar test: ${p}. It treats windows as independent, which neighbouring windows are not.`,
  },
};
