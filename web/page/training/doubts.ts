// Why an accuracy, however high, is no evidence of what a model can do on new recordings.
import type { TrainingInfo } from '../../api/training_types.js';
import { trainingTie, type TrainingTie } from '../training_overlap.js';
import type { Setup } from './choices.js';
import type { Plan, PlanItem } from './plan.js';
import type { Source } from './sources.js';
import { standingOf, type Measured } from './verdict.js';

/** Copies are among the data, the model had learnt them before, or its classes cannot be told from their recordings. */
export type Doubt = 'copies' | 'trainedOnIt' | 'byFile';

/** It may have been judged on what it was trained on. */
export const isSeen = (doubt: Doubt | null): boolean => doubt !== null && doubt !== 'byFile';

/** The doubt that stands in place of “better than the most common class”; other standings claim nothing. */
export const vetoOf = (
  evaluation: Omit<Measured, 'accuracy'>,
  doubt: Doubt | null,
): Doubt | null => (standingOf(evaluation) === 'above' ? doubt : null);

/** The first of the open recordings with this content. */
export const firstOf = (source: Source, sources: readonly Source[]): Source =>
  sources.find(({ content }) => content === source.content) ?? source;

interface Copy {
  name: string;
  of: string;
}

export interface Tie {
  tie: TrainingTie;
  /** Of the chosen recordings. */
  n: number;
  nAll: number;
}

/** Recordings that are copies of others: those that are chosen beside them, and those that are not. */
export function copiesIn({ sources }: Pick<Setup, 'sources'>): { used: Copy[]; unused: Copy[] } {
  const all = sources.map(({ source }) => source);
  const used = sources.filter(({ isUsed }) => isUsed).map(({ source }) => source);
  const pairs = (some: readonly Source[], among: readonly Source[]) =>
    some
      .map((source) => ({ source, first: firstOf(source, among) }))
      .filter(({ source, first }) => first !== source)
      .map(({ source, first }) => ({ name: source.name, of: first.name }));
  return {
    used: pairs(used, used),
    unused: pairs(
      all.filter((source) => !used.includes(source)),
      all,
    ),
  };
}

/** Which of the chosen recordings the model that is trained further was trained on: these, or else on their persons. */
export function tieOf({ base, sources }: Pick<Setup, 'base' | 'sources'>): Tie | null {
  const used = sources.filter(({ isUsed }) => isUsed);
  const ties = used.map(({ source }) => trainingTie(base?.train ?? null, source.name));
  const count = (tie: TrainingTie) => ties.filter((one) => one === tie).length;
  const tie = count('recording') ? 'recording' : 'person';
  return count(tie) ? { tie, n: count(tie), nAll: used.length } : null;
}

/** What holds however a run is judged. */
export function seenBefore(setup: Setup): Plan['seen'] {
  if (copiesIn(setup).used.length) return 'copies';
  return tieOf(setup)?.tie === 'recording' ? 'trainedOnIt' : null;
}

/** `splitBy`: as a run was judged, or will be. */
export function doubtOf(
  { seen, items, eachPerson }: Pick<Plan, 'seen' | 'items' | 'eachPerson'>,
  splitBy: TrainingInfo['splitBy'],
): Doubt | null {
  if (seen) return seen;
  if (eachPerson.length || !isByFile(items)) return null;
  if (splitBy === 'block') return 'byFile';
  return splitBy === 'run' && isByPerson(items) ? 'byFile' : null;
}

/** Each class comes from recordings of its own, and there are several. */
export const isByFile = (items: readonly PlanItem[]): boolean =>
  items.every((item) => classesIn(item).size === 1) &&
  new Set(items.flatMap((item) => [...classesIn(item)])).size > 1;

function isByPerson(items: readonly PlanItem[]): boolean {
  const classes = new Map<string, string>();
  return items.every((item) => {
    const [own = ''] = classesIn(item);
    const known = classes.get(item.subject) ?? own;
    classes.set(item.subject, known);
    return known === own;
  });
}

function classesIn({ recipe: { epochs } }: PlanItem): Set<string> {
  const whole = epochs?.by === 'window' ? epochs.label : undefined;
  return new Set(typeof whole === 'string' ? [whole] : Object.values(epochs?.labels ?? {}));
}

/** Recordings whose annotations were changed on the page, where whole recordings are the classes. */
export const ignoredCorrections = ({ settings, sources }: Setup): string[] =>
  settings.mode === 'recordings'
    ? sources
        .filter(({ source, isUsed }) => isUsed && source.isCorrected)
        .map(({ source }) => source.name)
    : [];
