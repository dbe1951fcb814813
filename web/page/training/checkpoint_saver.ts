// Saves the running training for a reload, one tab at a time, and reports what is saved.
import { RunLock, type SavedRunSummary, type SavedRun, type CheckpointStore } from './saved_run.js';
import { strings } from '../strings/index.js';
import { reasonOf } from '../text.js';

const texts = strings.train.copy;

/** `isErased`: the copy of the running training is not there any more. */
type SayCopy = (note: string, isErased?: boolean) => void;

export class CheckpointSaver {
  readonly #lock = new RunLock();
  /** The run to save; null after it was withdrawn. */
  #wanted: SavedRun | null = null;
  /** The store may contain the run, or a part of it. */
  #isStored = false;

  constructor(
    private readonly checkpointStore: CheckpointStore,
    private readonly say: SayCopy,
  ) {}

  /** The run that an earlier visit saved, and whether another tab uses it. Null if there is none. */
  async find(): Promise<{ saved: SavedRunSummary; isElsewhere: boolean } | null> {
    const saved = await this.checkpointStore.summary().catch(() => null); // denied, or written anew by another tab
    if (!saved) return null;
    const isElsewhere = !(await this.#lock.acquire());
    if (!isElsewhere) this.#lock.release();
    return { saved, isElsewhere };
  }

  /** Waits until no tab uses the saved run. */
  whenFree(): Promise<void> {
    return this.#lock.whenFree();
  }

  /** Takes over the saved run; null if another tab has taken or ended it. */
  async takeOver(): Promise<SavedRun | null> {
    const saved = (await this.#lock.acquire()) ? await this.checkpointStore.load() : null;
    if (!saved) this.#lock.release();
    return saved;
  }

  /** Erases the saved run; false if another tab uses it. */
  async discard(): Promise<boolean> {
    if (!(await this.#lock.acquire())) return false;
    try {
      await this.checkpointStore.clear();
    } finally {
      this.#lock.release();
    }
    return true;
  }

  /** Whether the run is saved from now on. */
  async begin(saved: SavedRun): Promise<boolean> {
    if (!saved.plan.isKept) return false;
    this.#wanted = saved;
    try {
      if (!(await this.#lock.acquire())) {
        this.#wanted = null;
        this.say(texts.elsewhere);
        return false;
      }
      if (this.#wanted !== saved) return false; // withdrawn meanwhile
      this.#isStored = true;
      await this.checkpointStore.begin(saved);
      if (this.#wanted === saved) this.say(texts.here);
      else await this.#erase();
      return this.#wanted === saved;
    } catch (thrown) {
      this.#wanted = null;
      this.#reportFailure(thrown);
      return false;
    }
  }

  /** Stops saving this run and erases its copy. */
  async withdraw(): Promise<void> {
    this.#wanted = null;
    try {
      await this.#erase();
      this.say(texts.withdrawn);
    } catch (thrown) {
      this.say(texts.notErased(reasonOf(thrown)));
      throw thrown;
    }
  }

  async update(progress: Pick<SavedRun, 'checkpoint' | 'epochs' | 'judged'>): Promise<void> {
    const wanted = this.#wanted;
    if (!wanted) return;
    try {
      const isThere = await this.checkpointStore.update({ ...progress, savedAt: Date.now() });
      if (isThere || this.#wanted !== wanted) return;
      this.#wanted = null;
      this.say(texts.erased, true);
    } catch (thrown) {
      this.#reportFailure(thrown);
    }
  }

  /** The run has ended; its copy is erased unless it can be continued. */
  async end(isWorthKeeping: boolean): Promise<void> {
    this.#wanted = null;
    if (!isWorthKeeping) await this.#erase().catch(() => undefined);
    this.#isStored = false;
    this.#lock.release();
  }

  /** Never erases the copy of another tab. */
  async #erase(): Promise<void> {
    if (this.#isStored) await this.checkpointStore.clear();
  }

  #reportFailure(thrown: unknown): void {
    this.say(texts.not(reasonOf(thrown)));
  }
}
