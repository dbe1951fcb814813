import { counted, fixed, number, percent, percents } from './numbers.js';

const windows = (n: number) => counted(n, 'window');
const epochs = (n: number) => counted(n, 'epoch');
const range = (interval: [number, number]) => percents(interval).join(' to ');

/** The result of a finished run. */
export const outcome = {
  headline: (accuracy: number, nWindows: number, interval: [number, number], chance: number) =>
    `${percent(accuracy)} right of ${windows(nWindows)} that it was not trained on (95 % interval ${range(interval)}; always predicting the most common class: ${percent(chance)})`,
  headlineOfPersons: (
    accuracy: number,
    nPersons: number,
    interval: [number, number],
    chance: number,
  ) =>
    `${percent(accuracy)} right on people it was not trained on, mean of ${nPersons} people (95 % interval ${range(interval)}; always predicting the most common class: ${percent(chance)})`,
  /** Some of the windows may have been in training. */
  headlineOfSeen: (accuracy: number, nWindows: number) =>
    `${percent(accuracy)} right of ${windows(nWindows)}, which it may have been trained on: no evidence`,
  /** The result as a figure: accuracy, what it was measured on, and comparison with the majority class. */
  verdict: {
    of: (nWindows: number) => `right of ${windows(nWindows)} that it was not trained on`,
    ofSeen: (nWindows: number) =>
      `right of ${windows(nWindows)}, some of which it may have been trained on`,
    ofPersons: (nPersons: number, nWindows: number) =>
      `right on people it was not trained on: mean of ${nPersons} people, ${windows(nWindows)}`,
    interval: (interval: [number, number]) => `95 % interval ${range(interval)}`,
    chance: (share: number) => `majority class ${percent(share)}`,
    standings: {
      above: 'Better than always predicting the most common class.',
      unclear: 'Not shown to be better than always predicting the most common class.',
      below: 'Worse than always predicting the most common class.',
    },
    /** In place of a standing: however high the accuracy is. */
    doubts: {
      copies:
        'No evidence that the model can do this on new recordings: copies of one recording are among the data.',
      trainedOnIt:
        'No evidence that the model can do this on new recordings: the opened model was trained on some of these.',
      byFile:
        'No evidence that the model can tell these classes apart: each comes from recordings of its own.',
    },
    dot: (person: string, nRight: number, n: number) =>
      `Person ${person}: ${number(nRight)} of ${number(n)} right (${percent(nRight / n)})`,
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
    none: 'The other recommended networks were tried as well. More data of more people may help most.',
  },
  better: (name: string, accuracy: number) =>
    `${name} did better on the same windows: ${percent(accuracy)}.`,
  useBetter: (name: string) => `Use ${name}`,
  verdicts: {
    notJudged:
      'No data were set aside for validation, so the accuracy was not measured. A low training loss alone says nothing about new data.',
    chance:
      'The interval includes the majority-class baseline: the model has not been shown to be better than always predicting the most common class.',
    few: (nWindows: number) =>
      `${windows(nWindows)} are few; another small sample could give a very different figure.`,
    byFile:
      'Each class comes from recordings of its own: the model may distinguish the recordings (electrodes, time of day, mains) rather than the states.',
    simulated: 'The model was trained on simulated EEG: its accuracy on real EEG is unknown.',
    onePerson: 'All data come from one person: the accuracy on other people is unknown.',
    samePeople:
      'The people in the validation data were also in training: expect lower accuracy on new people.',
    bestKept:
      'The best epoch was chosen on these same windows, so the estimate is optimistic; test on new recordings.',
    fewPersons: (n: number) =>
      `${n} people are few: the interval is wide, and other people may differ.`,
    /** Where they agree so well that the interval is narrow. */
    fewPersonsAlike: (n: number) =>
      `${n} people are few: that they agree so closely may be chance, and other people may differ by more than the interval says.`,
    finalModel:
      'This model was trained on all people in the same way; the accuracy is that of the models that left one person out.',
  },
  /** The data set aside for validation: "2 of 12" and what they are. */
  splits: {
    persons: (n: number) => `each of ${n} people, left out of training in turn`,
    subject: (some: number, all: number) => `${some} of ${all} people, who were not in training`,
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
      `You stopped it after ${counted(n, 'full epoch')}. The model trained so far is kept.`,
    diverged: (n: number) =>
      `It diverged after ${epochs(n)}: the loss was no longer a number. The last valid weights are kept. Try a smaller learning rate.`,
  },
  inUse: 'This model is now in use by Classify. Save it to keep it after this page is closed.',
  notInUse: 'Classify keeps its model until you press “Use”: this one is not shown to be better.',
  figures: {
    summary: 'Figures and confusion matrix',
    accuracy: 'Accuracy',
    accuracyOf: (accuracy: number, chance: number) =>
      `${percent(accuracy)} (majority class ${percent(chance)})`,
    balanced: 'Balanced',
    balancedOf: (share: number) => `${percent(share)}, the mean over the classes`,
    macroF1: 'Macro-F1',
    kappa: 'Kappa',
    kappaOf: (kappa: number | undefined) =>
      kappa === undefined
        ? 'none: one class only'
        : `${fixed(kappa, 2)}; 0 is chance, 1 is perfect`,
    ece: 'ECE',
    eceOf: (share: number) => `${percent(share)}: calibration error of the probabilities`,
    judgedOn: 'Validated on',
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
    `${second} had ${number(onlySecond)} windows right that ${first} had wrong, and the reverse was true of ${number(onlyFirst)}`,
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
    head: ['Windows', 'Number'],
    bothRight: 'Both right',
    onlyRight: (network: string) => `Only ${network} right`,
    neither: 'Neither',
    test: (p: string) =>
      `Exact McNemar test: ${p}. It treats windows as independent, which neighbouring windows are not.`,
  },
};
