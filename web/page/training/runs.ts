// The table of runs of this visit: order, which two can be compared, and which run of a task is the best.
import type { Trained } from '../../api/training_types.js';
import { stem, wordsOf } from '../../truth/file_names.js';
import { inTextOrder } from '../locale.js';
import { isSameTask, judgedBy, type Plan } from './plan.js';
import type { Run } from './state.js';
import { standingOf } from './verdict.js';

export type SortKey = 'order' | 'name' | 'data' | 'seed' | 'accuracy' | 'time';

export interface Sorting {
  by: SortKey;
  isDescending: boolean;
}

/** A second click on the same column turns the order round; figures begin with the highest. */
export function sortedBy({ by, isDescending }: Sorting, clicked: SortKey): Sorting {
  if (by === clicked) return { by, isDescending: !isDescending };
  return { by: clicked, isDescending: clicked === 'accuracy' };
}

/** Of equals the earlier run comes first. */
export function inTable(runs: readonly Run[], { by, isDescending }: Sorting): Run[] {
  const sign = isDescending ? -1 : 1;
  return [...runs].sort((a, b) => sign * compared(keyOf(a, by), keyOf(b, by)) || a.order - b.order);
}

const compared = (a: string | number, b: string | number) =>
  typeof a === 'string' ? inTextOrder(a, String(b)) : a - Number(b);

function keyOf({ plan, order, name, trained, elapsedS }: Run, by: SortKey): string | number {
  switch (by) {
    case 'order':
      return order;
    case 'name':
      return name;
    case 'data':
      return plan.title;
    case 'seed':
      return plan.options.seed ?? 0;
    case 'accuracy':
      return trained?.evaluation?.accuracy ?? -1;
    case 'time':
      return elapsedS;
  }
}

/** Why two runs cannot be compared window by window. */
type Difference = 'unjudged' | 'classes' | 'data' | 'judged' | 'seed' | 'windows';

/** Null where both were judged on the very same windows. */
export function differenceOf(a: Run, b: Run): Difference | null {
  const [first, second] = [a.trained?.evaluation, b.trained?.evaluation];
  if (!first || !second) return 'unjudged';
  if (!isEqual(a.plan.classes, b.plan.classes)) return 'classes';
  if (!isEqual(a.plan.items, b.plan.items)) return 'data';
  if (judgedBy(a.plan) !== judgedBy(b.plan)) return 'judged';
  if (!isSameTask(a.plan, b.plan)) return 'seed';
  return isEqual(first.truth, second.truth) ? null : 'windows';
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The run with the highest accuracy among those that were judged on the same windows as `run`, itself included. */
export function bestLike(run: Run, runs: readonly Run[]): Run {
  const alike = runs.filter((one) => one === run || differenceOf(one, run) === null);
  const accuracy = ({ trained }: Run) => trained?.evaluation?.accuracy ?? -1;
  return alike.reduce((best, one) => (accuracy(one) > accuracy(best) ? one : best), run);
}

/** Whether no other run was right more often on the same windows, and at least one less often. */
export function isBest(run: Run, runs: readonly Run[]): boolean {
  const alike = runs.filter((one) => differenceOf(one, run) === null);
  const accuracies = alike.map(({ trained }) => trained!.evaluation!.accuracy);
  const most = Math.max(...accuracies);
  return run.trained?.evaluation?.accuracy === most && Math.min(...accuracies) < most;
}

/** The two that are compared: a third one that is ticked takes the place of the one that was ticked first. */
export function ticked(orders: readonly number[], order: number, isOn: boolean): number[] {
  const others = orders.filter((one) => one !== order);
  return isOn ? [...others.slice(-1), order] : others;
}

/** A run that gave no model is in no table, and in no pair. */
export const inTableAlone = ({ ticked, runs }: { ticked: number[]; runs: readonly Run[] }) => ({
  ticked: ticked.filter((order) => runs.some((run) => run.order === order)),
});

/** A run is called as its network is; a number distinguishes those of the same network. */
export function nameFor({ network }: Plan, runs: readonly Run[]): string {
  const isTaken = (name: string) => runs.some((run) => run.name === name);
  for (let n = 1; ; n++) {
    const name = n === 1 ? network : `${network} (${n})`;
    if (!isTaken(name)) return name;
  }
}

export type Judged = Pick<Trained, 'evaluation'> | null;

/** A model that is not shown to be better than always predicting the commonest class does not replace the one in use. */
export const isWorthUsing = (trained: Judged): boolean =>
  !trained?.evaluation || standingOf(trained.evaluation) === 'above';

/** Title and file of the model of a run, and whether it is taken into use. */
export const modelOf = (run: Run, judged: Judged): [string, string, boolean] => [
  `${run.plan.title} · ${run.name}`,
  fileNameOfRun(run),
  isWorthUsing(judged),
];

/** What the file of a run is called: as the user named it, else by its classes and its name, which no other run has. */
export function fileNameOfRun({ name, isNamed, plan }: Run): string {
  const own = wordsOf(name);
  return `${[isNamed && own ? '' : stem(plan.fileName), own].filter(Boolean).join('_')}.safetensors`;
}
