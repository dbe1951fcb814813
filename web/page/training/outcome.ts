// What a finished run is worth, in honest sentences.
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../api/training_types.js';
import { counted, formatPercent } from '../text.js';
import type { PlanItem } from './plan.js';

const percent = (share: number) => formatPercent(share);

export function isBetterThanChance({ accuracyInterval, chance }: TrainingEvaluation): boolean {
  return accuracyInterval[0] > chance;
}

export function headline(evaluation: TrainingEvaluation): string {
  const { accuracy, accuracyInterval, chance, nTrials } = evaluation;
  const [low, high] = accuracyInterval;
  return `${percent(accuracy)} right of ${counted(nTrials, 'window')} that it was not trained on (95 % interval ${percent(low)} to ${percent(high)}; always saying the commonest class: ${percent(chance)})`;
}

/** Where the data of a run come from. */
export interface Origin {
  nPersons: number;
  /** Each class comes from recordings of its own. */
  isByFile: boolean;
  isSimulated: boolean;
}

export function originOf(items: PlanItem[]): Origin {
  const labels = items.map(({ recipe }) => (recipe['epochs'] as Record<string, unknown>)['label']);
  return {
    isSimulated: items.some((item) => item.isSimulated),
    nPersons: new Set(items.map(({ subject }) => subject)).size,
    isByFile: labels.every((label) => typeof label === 'string'),
  };
}

/** What the figures mean and what they do not, worst news first. */
export function verdicts(
  trained: Trained,
  info: TrainingInfo,
  { nPersons, isByFile, isSimulated }: Origin,
): string[] {
  const { evaluation } = trained;
  if (!evaluation) {
    return [
      'Nothing was kept apart to judge it by, so how good it is has not been measured. A low training loss alone says nothing about new data.',
    ];
  }
  const said: string[] = [];
  if (!isBetterThanChance(evaluation))
    said.push(
      'The interval reaches down to chance: it has not been shown to be better than always saying the commonest class.',
    );
  if (evaluation.nTrials < 50)
    said.push(
      `${counted(evaluation.nTrials, 'window')} are few to judge by; another handful of them could give quite another figure.`,
    );
  if (isByFile && !isBySubject(info))
    said.push(
      'Each class comes from recordings of its own: it may tell the recordings apart (electrodes, time of day, mains) rather than the states.',
    );
  if (isSimulated) said.push('It learned from simulated EEG: how it does on people is unknown.');
  else if (nPersons < 2)
    said.push(
      'All data come from one person: this says nothing about how it does on other people.',
    );
  else if (!isBySubject(info))
    said.push('The people it was judged on were also trained on: on new people expect less.');
  if (trained.epochs.some(({ isBest }) => isBest) && trained.epochs.length > 1)
    said.push(
      'The pass that did best on these same windows was kept, so the figure is too good, the more so the fewer they are. Only recordings it has never met can settle it.',
    );
  return said;
}

/** How validation came about, in the words of the panel. */
export function splitText({ split }: TrainingInfo): string {
  return split
    .replace(/^(\d+ of \d+) subjects?\b.*/, '$1 people, whom it was not trained on')
    .replace(/^(\d+ of \d+) files?\b.*/, '$1 recordings')
    .replace(/^the last epochs of.*/, 'the last part of every recording and class');
}

function isBySubject({ options, split }: TrainingInfo): boolean {
  return options['split'] === 'subject' || /\b(people|person|subject)/i.test(split);
}

const ends: Record<Trained['ended'], (n: number) => string> = {
  'epochs done': (n) => (n === 1 ? 'The one pass is done.' : `All ${n} passes are done.`),
  'no improvement': (n) =>
    `It stopped by itself after ${counted(n, 'pass', 'passes')}: the validation result no longer improved.`,
  stopped: (n) =>
    `You stopped it after ${counted(n, 'full pass', 'full passes')}. What it had reached was kept.`,
  diverged: (n) =>
    `It diverged after ${counted(n, 'pass', 'passes')}: the loss was no longer a number. The last good weights were kept. Try a smaller learning rate.`,
};

export function endText({ ended, epochs }: Trained): string {
  return ends[ended](epochs.length);
}

/** Row by row of the confusion matrix: what share of a class was recognised. */
export function recalls({ confusion }: TrainingEvaluation): (number | null)[] {
  return confusion.map((row, k) => {
    const total = row.reduce((sum, n) => sum + n, 0);
    return total ? row[k]! / total : null;
  });
}
