import { fixed, percent } from './numbers.js';

/** Whether training the opened model further pays. */
export const tuning = {
  label: 'Fine-tuning measured',
  compare: 'Does fine-tuning pay?',
  note: 'Trains copies of the model on a part of these windows and judges them, and the model as it is, on the rest: people are left out in turn, else recordings, else stretches of time.',
  done: 'Fine-tuning is measured.',
  learns: 'What learns',
  parts: {
    as_is: 'not fine-tuned',
    all: 'all of the model',
    head: 'its last layer alone',
    norms: 'its norms alone',
  },
  head: ['Fine-tuned', 'Right', 'Gain', 'Time', ''],
  kept: (part: string, before: number, after: number, interval: string) =>
    `Before ${percent(before)} right, after ${percent(after)} (${part}); the gain is ${interval}. Fine-tuning pays: this part is chosen.`,
  notKept: (part: string, before: number, after: number, interval: string) =>
    `Before ${percent(before)} right, after at best ${percent(after)} (${part}); the gain is ${interval}. Fine-tuning is not chosen: the difference could be chance, or a loss. Use the model as it is.`,
  gain: (share: number) => `${fixed(100 * share, 1)} points`,
  interval: ([low, high]: [number, number]) =>
    `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)} points`,
  choose: 'Choose',
  chooseOf: (part: string) => `Train ${part}`,
  chosen: 'Chosen',
  intervals:
    'Intervals are 95 % for all ways together, of paired differences over the same windows. They treat windows as independent, which neighbouring windows are not.',
};
