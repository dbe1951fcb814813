// Two runs of a comparison: which one is in use; the first one is saved while the second one trains.
import type { Bytes } from '../../api/index.js';
import type {
  EpochMetrics,
  Trained,
  TrainingEvent,
  TrainingInfo,
} from '../../api/training_types.js';
import type { PersonResult } from './person_results.js';
import type { SavedRun } from './saved_run.js';
import { comparisonPlan, type Plan, type ComparisonNetwork } from './plan.js';
import { newRun, type Run } from './state.js';

/** Of two runs the one that had more windows right; of equals the one that was trained first. */
export function betterOf(first: Run, second: Run): Run {
  const rightOf = ({ trained }: Run) => trained?.evaluation?.accuracy ?? -1;
  return rightOf(second) > rightOf(first) ? second : first;
}

export function inOrder(a: Run, b: Run): [Run, Run] {
  return a.order <= b.order ? [a, b] : [b, a];
}

/** A run that has ended, as plain data that a browser can store. */
export interface FinishedRun {
  plan: Plan;
  info: TrainingInfo;
  trained: Omit<Trained, 'toSafetensors'>;
  /** Of its history. */
  epochs: EpochMetrics[];
  last: TrainingEvent | null;
  bytes: Bytes;
  name: string;
  judged: PersonResult[];
  elapsedS: number;
}

/** Null unless it has ended with a model. */
export function finishedOf(run: Run): FinishedRun | null {
  const { plan, info, trained, history, last, bytes, name, judged, elapsedS } = run;
  if (!info || !trained || !bytes) return null;
  const { ended, epochs, evaluation, problem } = trained;
  return {
    ...{ plan, info, bytes, last, name, judged, elapsedS },
    trained: { ended, epochs, evaluation, problem },
    epochs: [...history.epochs],
  };
}

/** The run as it was when it ended. */
export function runOf(finished: FinishedRun, order: number): Run {
  const { plan, info, bytes, trained, epochs, last, name, judged, elapsedS } = finished;
  const run = newRun(plan, order, name);
  run.history.load(epochs);
  const toSafetensors = async () => bytes;
  return Object.assign(run, {
    ...{ phase: 'ended', info, bytes, last, judged, elapsedS },
    trained: { ...trained, toSafetensors },
  } satisfies Partial<Run>);
}

/**
 * Trains one network after the other on what `first` was trained and judged on, until one is called off; the best of all.
 * `runPlan` is given the plan of a run and the data that are saved for a reload.
 */
export async function bestOf(
  first: Run,
  networks: readonly ComparisonNetwork[],
  runPlan: (plan: Plan, saved: Omit<SavedRun, 'files'>) => Promise<Run | null>,
): Promise<Run> {
  let best = first;
  let { isKept } = first.plan; // the wish may be withdrawn at any time
  for (const comparisonNetwork of networks) {
    const plan = { ...comparisonPlan(first.plan, comparisonNetwork), isKept };
    const begun = { startedAt: Date.now(), savedAt: Date.now(), checkpoint: null, epochs: [] };
    const mine = { ...begun, plan, judged: [], model: null, finished: finishedOf(best) };
    const run = await runPlan(plan, mine);
    if (!run) break;
    if (betterOf(best, run) !== best) best = run;
    if (run.trained?.ended === 'stopped') break;
    isKept = run.plan.isKept;
  }
  return best;
}
