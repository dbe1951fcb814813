import { fixed, percent } from './numbers.js';

/** Whether fine-tuning the opened model helps. */
export const tuning = {
  label: 'Fine-tuning measured',
  subject: 'Measuring fine-tuning',
  compare: 'Does fine-tuning help?',
  note: 'Trains copies of the model on a part of these windows, and tests them and the original model on the rest. People are left out in turn, or recordings, or segments of time, whichever the data allow.',
  done: 'Fine-tuning is measured.',
  learns: 'What learns',
  parts: {
    as_is: 'not fine-tuned',
    all: 'the whole model',
    head: 'only its last layer',
    norms: 'only its normalisations',
  },
  head: ['Fine-tuned', 'Accuracy', 'Gain', 'Time', ''],
  helps: (part: string, before: number, after: number, interval: string) =>
    `Before ${percent(before)} right, after ${percent(after)} (${part}); the gain is ${interval}. Fine-tuning helps: this part is chosen.`,
  doesNotHelp: (part: string, before: number, after: number, interval: string) =>
    `Before ${percent(before)} right, after at best ${percent(after)} (${part}); the gain is ${interval}. Fine-tuning is not chosen, because the difference could be chance or a loss. Use the original model.`,
  /** In place of a verdict: the original model had learnt what both are judged on. */
  noEvidence: (n: number, nAll: number) =>
    `No evidence that fine-tuning helps, or does not: the opened model was trained on ${n === nAll ? (n === 1 ? 'this recording' : `all ${n} of these recordings`) : `${n} of these ${nAll} recordings`}, so its accuracy “before” is not a test. Choose recordings that it has not seen.`,
  gain: (share: number) => `${fixed(100 * share, 1)} points`,
  interval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)} points`,
  choose: 'Choose',
  chooseOf: (part: string) => `Train ${part}`,
  chosen: 'Current setting',
  intervals:
    'The 95 % intervals hold for all parts together, and are of paired differences over the same windows. They treat windows as independent, which neighbouring windows are not.',
};
