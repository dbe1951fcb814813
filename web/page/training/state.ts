// What the panel shows beside the choices: the run that is going on or was the last, and what a reload left behind.
import type { EegateError } from '../../api/index.js';
import type { Trained, TrainingEvent, TrainingInfo } from '../../api/training_types.js';
import { noChanges, type Changes } from './choices.js';
import { History } from './history.js';
import type { KeptNote } from './keeping.js';
import type { Plan } from './plan.js';

export type Phase = 'preparing' | 'running' | 'paused' | 'stopping' | 'ended' | 'failed';

export interface Run {
  plan: Plan;
  /** Later runs have higher numbers. */
  order: number;
  phase: Phase;
  info: TrainingInfo | null;
  /** Grows while the run goes on. */
  history: History;
  last: TrainingEvent | null;
  /** Share of the data that is read and filtered. */
  prepared: number;
  trained: Trained | null;
  /** The model file; null until it is written. */
  bytes: Uint8Array | null;
  /** Of its model among those of the page. */
  modelKey: string | null;
  problem: EegateError | null;
  /** What is kept against a reload, in words; empty if nothing is. */
  keepNote: string;
  /** What happened on the way, e.g. an engine that was replaced. */
  notes: string[];
}

export interface PanelState {
  changes: Changes;
  run: Run | null;
  /** Another run of the same task that is over: what the run is compared with. */
  earlier: Run | null;
  interrupted: KeptNote | null;
  /** Another tab trains, and what is kept is its. */
  isElsewhere: boolean;
  isContinuing: boolean;
  areSettingsOpen: boolean;
  isTableOpen: boolean;
  isOverviewOpen: boolean;
  /** The heading of the run shall get the focus as soon as it is there. */
  wantsFocus: boolean;
}

export function initialPanel(): PanelState {
  return {
    changes: noChanges(),
    run: null,
    earlier: null,
    interrupted: null,
    isElsewhere: false,
    isContinuing: false,
    areSettingsOpen: true,
    isTableOpen: false,
    isOverviewOpen: false,
    wantsFocus: false,
  };
}

export function newRun(plan: Plan, order: number): Run {
  return {
    plan,
    order,
    phase: 'preparing',
    info: null,
    history: new History(),
    last: null,
    prepared: 0,
    trained: null,
    bytes: null,
    modelKey: null,
    problem: null,
    keepNote: '',
    notes: [],
  };
}

export function isGoingOn(run: Run | null): run is Run {
  return run !== null && run.phase !== 'ended' && run.phase !== 'failed';
}
