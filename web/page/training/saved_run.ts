// The data that survive a reload: files, plan and newest checkpoint of the running training, in this browser only.
// One tab at a time holds the lock.
import type { Annotation } from '../../api/index.js';
import type { EpochMetrics } from '../../api/training_types.js';
import { shell } from '../shell.js';
import type { FinishedRun } from './pair.js';
import type { PersonResult } from './person_results.js';
import type { Plan } from './plan.js';

export interface SavedFile {
  key: number;
  name: string;
  isSimulated: boolean;
  file: Blob;
  companions: { name: string; file: Blob }[];
  /** Where they were changed on the page. */
  annotations: readonly Annotation[] | null;
}

export interface SavedRun {
  startedAt: number;
  savedAt: number;
  plan: Plan;
  files: SavedFile[];
  /** Of the model that training continues from. */
  model: { title: string; fileName: string; bytes: ArrayBuffer } | null;
  checkpoint: ArrayBuffer | null;
  epochs: EpochMetrics[];
  /** Of the persons who are left out one after the other, those who have been judged. */
  judged: PersonResult[];
  /** The first run of a comparison, while the second continues. */
  finished: FinishedRun | null;
}

/** With other keys for its recordings, in the order of its files: those of an earlier visit are keys of other recordings now. */
export function withKeys(saved: SavedRun, keys: readonly number[]): SavedRun {
  const now = new Map(saved.files.map(({ key }, i) => [key, keys[i]!]));
  const moved = <T extends { key: number }>(one: T): T => ({ ...one, key: now.get(one.key)! });
  const planned = (plan: Plan): Plan => ({ ...plan, items: plan.items.map(moved) });
  const { files, plan, finished } = saved;
  return {
    ...saved,
    files: files.map(moved),
    plan: planned(plan),
    finished: finished && { ...finished, plan: planned(finished.plan) },
  };
}

/** Summary of a saved run without opening its files. */
export interface SavedRunSummary {
  startedAt: number;
  plan: Plan;
  nFiles: number;
  epochs: EpochMetrics[];
  nJudged: number;
  hasCheckpoint: boolean;
  /** Of the first run of a comparison, which had ended. */
  finishedNetwork: string | null;
}

/** Where it is saved. Rejects when the browser's storage is full or denied. */
export interface CheckpointStore {
  summary(): Promise<SavedRunSummary | null>;
  load(): Promise<SavedRun | null>;
  begin(run: SavedRun): Promise<void>;
  /** False if the saved run was erased, by another tab or with the data of the browser. */
  update(change: Pick<SavedRun, 'checkpoint' | 'epochs' | 'judged' | 'savedAt'>): Promise<boolean>;
  clear(): Promise<void>;
}

/** The right to save a run, which one tab of this browser has at a time. */
export class RunLock {
  #isHeld = false;

  /** False if another tab has it. */
  async acquire(): Promise<boolean> {
    this.#isHeld ||= await shell.call('takeRun');
    return this.#isHeld;
  }

  /** Waits until no tab has it; does not acquire it. */
  async whenFree(): Promise<void> {
    await shell.call('whenRunIsFree');
  }

  release(): void {
    this.#isHeld = false;
    void shell.call('giveRun');
  }
}
