// What a finished run is worth, in honest sentences.
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../api/training_types.js';
import { words } from '../words/index.js';
import type { PlanItem } from './plan.js';

const said = words.outcome;

export function isBetterThanChance({ accuracyInterval, chance }: TrainingEvaluation): boolean {
  return accuracyInterval[0] > chance;
}

export function headline(evaluation: TrainingEvaluation): string {
  const { accuracy, accuracyInterval, chance, nTrials } = evaluation;
  return said.headline(accuracy, nTrials, accuracyInterval, chance);
}

/** Where the data of a run come from. */
export interface Origin {
  nPersons: number;
  /** Each class comes from recordings of its own. */
  isByFile: boolean;
  isSimulated: boolean;
}

export function originOf(items: PlanItem[]): Origin {
  const labels = items.map(({ recipe }) =>
    recipe.epochs?.by === 'window' ? recipe.epochs.label : undefined,
  );
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
  const sentences = said.verdicts;
  if (!evaluation) return [sentences.notJudged];
  const found: string[] = [];
  if (!isBetterThanChance(evaluation)) found.push(sentences.chance);
  if (evaluation.nTrials < 50) found.push(sentences.few(evaluation.nTrials));
  if (isByFile && info.splitBy !== 'subject') found.push(sentences.byFile);
  if (isSimulated) found.push(sentences.simulated);
  else if (nPersons < 2) found.push(sentences.onePerson);
  else if (info.splitBy !== 'subject') found.push(sentences.samePeople);
  if (trained.epochs.some(({ isBest }) => isBest) && trained.epochs.length > 1)
    found.push(sentences.bestKept);
  return found;
}

/** How validation came about, in the words of the panel; empty without one. */
export function splitText({ splitBy, nSetAside, nGroups }: TrainingInfo): string {
  return said.splits[splitBy](nSetAside, nGroups);
}

export function endText({ ended, epochs }: Trained): string {
  return said.ends[ended](epochs.length);
}
