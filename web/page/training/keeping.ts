// What survives a reload: the files, the plan and the newest checkpoint of the run that is going on, in this browser alone.
// One tab at a time owns it.
import type { Annotation } from '../../api/index.js';
import type { EpochMetrics } from '../../api/training_types.js';
import { shell } from '../shell.js';
import type { FinishedRun } from './pair.js';
import type { PersonResult } from './persons.js';
import type { Plan } from './plan.js';

export interface KeptFile {
  key: number;
  name: string;
  isSimulated: boolean;
  file: Blob;
  companions: { name: string; file: Blob }[];
  /** Where they were changed on the page. */
  annotations: Annotation[] | null;
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
  /** Of the persons who are left out one after the other, those who have been judged. */
  judged: PersonResult[];
  /** The first run of a comparison, while the second goes on. */
  finished: FinishedRun | null;
}

/** What is known of a kept run without opening its files. */
export interface KeptNote {
  startedAt: number;
  plan: Plan;
  nFiles: number;
  epochs: EpochMetrics[];
  nJudged: number;
  hasCheckpoint: boolean;
  /** Of the first run of a comparison, which had ended. */
  finishedNetwork: string | null;
}

/** Where it is kept. Rejects when the browser's storage is full or denied. */
export interface Shelf {
  look(): Promise<KeptNote | null>;
  load(): Promise<KeptRun | null>;
  begin(run: KeptRun): Promise<void>;
  update(change: Pick<KeptRun, 'checkpoint' | 'epochs' | 'judged' | 'savedAt'>): Promise<void>;
  clear(): Promise<void>;
}

/** The right to keep a run, which one tab of this browser has at a time. */
export class Ownership {
  #isHeld = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** False if another tab has it. */
  async take(): Promise<boolean> {
    this.#isHeld ||= await shell.call('takeRun');
    return this.#isHeld;
  }

  /** Waits until no tab has it; does not take it. */
  async whenFree(): Promise<void> {
    await shell.call('whenRunIsFree');
  }

  give(): void {
    this.#isHeld = false;
    void shell.call('giveRun');
  }
}
