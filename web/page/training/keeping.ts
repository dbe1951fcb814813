// What survives a reload: the files, the plan and the newest checkpoint of the run that is going on, in this browser alone.
// One tab at a time owns it.
import type { EpochMetrics } from '../../api/training_types.js';
import { trainingDatabase } from '../../offline/stored_names.js';
import type { FinishedRun } from './pair.js';
import type { Plan } from './plan.js';

export interface KeptFile {
  key: number;
  name: string;
  isSimulated: boolean;
  file: Blob;
}

export interface KeptRun {
  startedAt: number;
  savedAt: number;
  plan: Plan;
  files: KeptFile[];
  /** Of the model that training goes on from. */
  model: { title: string; fileName: string; bytes: ArrayBuffer } | null;
  checkpoint: ArrayBuffer | null;
  epochs: EpochMetrics[];
  /** The first run of a comparison, while the second goes on. */
  finished: FinishedRun | null;
}

/** What is known of a kept run without opening its files. */
export interface KeptNote {
  startedAt: number;
  plan: Plan;
  nFiles: number;
  epochs: EpochMetrics[];
  hasCheckpoint: boolean;
  /** Of the first run of a comparison, which had ended. */
  finishedNetwork: string | null;
}

/** Where it is kept. Rejects when the browser's storage is full or denied. */
export interface Shelf {
  look(): Promise<KeptNote | null>;
  load(): Promise<KeptRun | null>;
  begin(run: KeptRun): Promise<void>;
  update(change: Pick<KeptRun, 'checkpoint' | 'epochs' | 'savedAt'>): Promise<void>;
  clear(): Promise<void>;
}

const lockName = trainingDatabase;

/** The right to keep a run, which one tab of this browser has at a time. */
export class Ownership {
  #release: (() => void) | null = null;

  get isHeld(): boolean {
    return this.#release !== null;
  }

  /** False if another tab has it. */
  async take(): Promise<boolean> {
    if (this.#release) return true;
    if (!navigator.locks) return true; // pages without a secure context: there is no way to ask
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(lockName, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? this.#untilReleased() : undefined;
        })
        .catch(reject);
    });
  }

  /** Waits until no tab has it; does not take it. */
  async whenFree(): Promise<void> {
    await navigator.locks?.request(lockName, () => undefined);
  }

  give(): void {
    this.#release?.();
    this.#release = null;
  }

  #untilReleased(): Promise<void> {
    return new Promise((resolve) => (this.#release = resolve));
  }
}
