// State of Train: choices, the current or last run, and an unfinished run of an earlier visit.
import type { Bytes, EegateError } from '../../api/index.js';
import type { Trained, TrainingEvent, TrainingInfo } from '../../api/training_types.js';
import { noChanges, type Changes } from './choices.js';
import { History } from './history.js';
import type { Compared } from './method_comparison.js';
import type { SavedRunSummary } from './saved_run.js';
import type { PersonResult } from './person_results.js';
import type { Plan } from './plan.js';
import type { Sorting } from './runs.js';

export type Phase = 'preparing' | 'running' | 'paused' | 'stopping' | 'ended' | 'failed';

export interface Run {
  plan: Plan;
  /** Later runs have higher numbers. */
  order: number;
  /** In the table of runs. */
  name: string;
  /** The user gave it that name. */
  isNamed: boolean;
  phase: Phase;
  info: TrainingInfo | null;
  /** Grows while the run is active. */
  history: History;
  last: TrainingEvent | null;
  /** Who is left out of what trains now; null while the model on everybody trains, or where nobody is left out. */
  person: string | null;
  /** Those who have been left out and judged. */
  judged: PersonResult[];
  /** From its beginning to its end. */
  elapsedS: number;
  /** Share of the data that is read and filtered. */
  prepared: number;
  trained: Trained | null;
  /** The model file; null until it is written. */
  bytes: Bytes | null;
  /** The user has saved the model file, which is nowhere else. */
  isSaved: boolean;
  /** Of its model among those of the page. */
  modelKey: string | null;
  problem: EegateError | null;
  /** What is saved for a reload, as text; empty if nothing is. */
  copyNote: string;
  /** What happened on the way, e.g. an engine that was replaced. */
  notes: string[];
}

export interface PanelState {
  changes: Changes;
  /** The one that is going on, or that is shown. */
  run: Run | null;
  /** Those of this visit that have ended with a model, in the order in which they were trained. */
  runs: Run[];
  /** Their numbers: two of them are compared. */
  ticked: number[];
  sorting: Sorting;
  /** MethodComparison that are compared, or were. */
  compared: Compared | null;
  /** Compares networks, too. */
  comparesNetworks: boolean;
  interrupted: SavedRunSummary | null;
  /** Another tab trains, and what is kept is its. */
  isElsewhere: boolean;
  isContinuing: boolean;
  /** What is folded away until the user opens it. */
  open: Record<Fold, boolean>;
  /** The heading of the run shall get the focus as soon as it is there. */
  wantsFocus: boolean;
}

export type Fold = 'networks' | 'advanced' | 'figures' | 'curves' | 'about';

export function initialPanel(): PanelState {
  return {
    changes: noChanges(),
    run: null,
    runs: [],
    ticked: [],
    sorting: { by: 'order', isDescending: false },
    compared: null,
    comparesNetworks: false,
    interrupted: null,
    isElsewhere: false,
    isContinuing: false,
    open: { networks: false, advanced: false, figures: false, curves: false, about: false },
    wantsFocus: false,
  };
}

export function newRun(plan: Plan, order: number, name = plan.network): Run {
  return {
    plan,
    order,
    name,
    isNamed: false,
    phase: 'preparing',
    info: null,
    history: new History(),
    last: null,
    person: null,
    judged: [],
    elapsedS: 0,
    prepared: 0,
    trained: null,
    bytes: null,
    isSaved: false,
    modelKey: null,
    problem: null,
    copyNote: '',
    notes: [],
  };
}

export function isGoingOn(run: Run | null): run is Run {
  return run !== null && run.phase !== 'ended' && run.phase !== 'failed';
}

/** Trains, or compares methods. */
export const isBusy = ({ run, compared }: Pick<PanelState, 'run' | 'compared'>): boolean =>
  isGoingOn(run) || compared?.isRunning === true;

/** Its model would be lost with the page. */
export const isUnsaved = ({ bytes, isSaved }: Run): boolean => bytes !== null && !isSaved;

/** The run that the one on show is compared with, whose curves are behind its own. */
export function otherOf({ run, runs, ticked }: PanelState): Run | null {
  if (!run || !ticked.includes(run.order)) return null;
  return runs.find(({ order }) => order !== run.order && ticked.includes(order)) ?? null;
}

/** How much of a run is done, 0 to 1, and how long the rest may take; it is several runs where persons are left out. */
export function progressOf({ plan, judged, last, info }: Run): {
  share: number;
  remainingS: number | null;
} {
  const nRuns = plan.eachPerson.length + 1;
  const nSteps = last?.nSteps ?? info?.nSteps ?? 1;
  const share = (judged.length + (last ? (last.step + 1) / nSteps : 0)) / nRuns;
  if (last?.remainingS === null || last === null) return { share, remainingS: null };
  const nLeft = nRuns - judged.length - 1;
  return { share, remainingS: last.remainingS + nLeft * (last.elapsedS + last.remainingS) };
}
