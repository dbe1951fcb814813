// The result of a finished run in sentences.
import type { Trained, TrainingEvaluation, TrainingInfo } from '../../api/training_types.js';
import { strings } from '../strings/index.js';
import type { Plan, PlanItem } from './plan.js';
import { doubtOf, isByFile, vetoOf } from './doubts.js';
import type { Run } from './state.js';
import { standingOf } from './verdict.js';

const texts = strings.outcome;

/** The verdict as one sentence. */
export function headline(
  evaluation: TrainingEvaluation,
  { plan, info }: Pick<Run, 'plan' | 'info'>,
): string {
  const { eachPerson, seen } = plan;
  const { accuracy, accuracyInterval, chance, nTrials } = evaluation;
  if (seen) return texts.headlineOfSeen(accuracy, nTrials);
  const text = eachPerson.length
    ? texts.headlineOfPersons(accuracy, eachPerson.length, accuracyInterval, chance)
    : texts.headline(accuracy, nTrials, accuracyInterval, chance);
  const doubt = vetoOf(evaluation, doubtOf(plan, info!.splitBy));
  return doubt ? `${text}. ${texts.verdict.doubts[doubt]}` : text;
}

/** Where the data of a run come from. */
export interface Origin {
  nPersons: number;
  /** Each class comes from recordings of its own. */
  isByFile: boolean;
  isSimulated: boolean;
}

export function originOf(items: PlanItem[]): Origin {
  return {
    isSimulated: items.some((item) => item.isSimulated),
    nPersons: new Set(items.map(({ subject }) => subject)).size,
    isByFile: isByFile(items),
  };
}

const fewPersons = 6;
const wide = 0.1;

/** What the figures mean and what they do not, worst news first. `nLeftOut`: persons who were left out in turn to judge it. */
export function verdicts(
  trained: Trained,
  info: TrainingInfo,
  { nPersons, isByFile: areByFile, isSimulated }: Origin,
  nLeftOut = 0,
): string[] {
  const { evaluation } = trained;
  const sentences = texts.verdicts;
  if (!evaluation) return [sentences.notJudged];
  const found: string[] = [];
  const isOnNewPeople = nLeftOut > 0 || info.splitBy === 'subject';
  if (standingOf(evaluation) !== 'above') found.push(sentences.chance);
  if (evaluation.nTrials < 50) found.push(sentences.few(evaluation.nTrials));
  const [low, high] = evaluation.accuracyInterval;
  const few = high - low < wide ? sentences.fewPersonsAlike : sentences.fewPersons;
  if (nLeftOut > 0 && nLeftOut < fewPersons) found.push(few(nLeftOut));
  if (areByFile && !isOnNewPeople) found.push(sentences.byFile);
  if (isSimulated) found.push(sentences.simulated);
  else if (nPersons < 2) found.push(sentences.onePerson);
  else if (!isOnNewPeople) found.push(sentences.samePeople);
  if (nLeftOut > 0) found.push(sentences.finalModel);
  else if (trained.epochs.some(({ isBest }) => isBest) && trained.epochs.length > 1)
    found.push(sentences.bestKept);
  return found;
}

/** How validation came about, in the words of the panel; empty without one. */
export function splitText(
  { splitBy, nSetAside, nGroups }: TrainingInfo,
  { eachPerson }: Pick<Plan, 'eachPerson'>,
): string {
  if (eachPerson.length) return texts.splits.persons(eachPerson.length);
  return texts.splits[splitBy](nSetAside, nGroups);
}

export function endText({ ended, epochs }: Trained): string {
  return texts.ends[ended](epochs.length);
}
