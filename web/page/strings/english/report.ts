// The summary in the methods report of a classification, which is in English in every language of the page.
import { counted, fixed, number, percent, percents, seconds } from './numbers.js';

interface Accuracy {
  nRight: number;
  n: number;
  accuracy: number;
  interval: readonly [number, number];
  /** What always predicting the most frequent class would reach. */
  chance: number;
  balancedAccuracy: number;
  kappa: number;
}

export const report = {
  title: 'Summary',
  toPaste: 'A paragraph to paste into a manuscript:',
  classified: (nWindows: number, durationS: number, version: string) =>
    `${counted(nWindows, 'window')} of ${seconds(durationS)} were classified with eegate ${version}`,
  by: (title: string, architecture: string, nParameters: number) =>
    `by the model “${title}” (${architecture}, ${counted(nParameters, 'parameter')}).`,
  prepared: (steps: readonly string[]) => `Preparation of the signals: ${steps.join('; ')}.`,
  right: ({ nRight, n, accuracy, interval }: Accuracy) =>
    `Of the ${counted(n, 'window')} whose class is annotated, ${number(nRight)} were classified correctly: accuracy ${percent(accuracy)} (95 % Wilson interval ${percents([...interval]).join(' to ')}).`,
  compared: ({ chance, balancedAccuracy, kappa }: Accuracy) =>
    `Always predicting the most frequent class would give ${percent(chance)}. Balanced accuracy is ${percent(balancedAccuracy)}, Cohen’s kappa ${fixed(kappa, 2)}.`,
  overlapping: 'The windows overlap and are not independent, so that the true interval is wider.',
  noTruth: 'No annotation states the true class of a window, so that no accuracy is given.',
  confusion: 'Number of windows by true class (rows) and predicted class (columns)',
  corner: 'True \\ predicted',
  recall: 'Recall',
  accuracyFigure:
    'Accuracy with its 95 % interval; the line is the share of the most frequent class',
  lanesFigure: 'Classes over the recording',
  annotation: 'annotation',
  model: 'model',
};
