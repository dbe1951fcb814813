// Keeps the run that is going on against a reload, in turn with other tabs, and says in words what is kept.
import { Ownership, type KeptNote, type KeptRun, type Shelf } from './keeping.js';
import { strings } from '../strings/index.js';

const said = strings.train.kept;

export class Keeper {
  readonly #shelf: Shelf;
  readonly #ownership = new Ownership();
  readonly #say: (note: string) => void;
  /** The run that is to be kept, as long as it may be. */
  #wanted: KeptRun | null = null;
  /** It may lie in the storage, or a part of it. */
  #isStored = false;

  constructor(shelf: Shelf, say: (note: string) => void) {
    this.#shelf = shelf;
    this.#say = say;
  }

  /** What an earlier visit left behind, and whether another tab is at work on it. Null if there is nothing. */
  async find(): Promise<{ kept: KeptNote; isElsewhere: boolean } | null> {
    const kept = await this.#shelf.look().catch(() => null); // denied, or damaged: then nothing was kept
    if (!kept) return null;
    const isElsewhere = !(await this.#ownership.take());
    if (!isElsewhere) this.#ownership.give();
    return { kept, isElsewhere };
  }

  /** Waits until no tab is at work on what is kept. */
  whenFree(): Promise<void> {
    return this.#ownership.whenFree();
  }

  /** Takes over what was left behind; null if another tab has taken it, or ended it. */
  async takeOver(): Promise<KeptRun | null> {
    const kept = (await this.#ownership.take()) ? await this.#shelf.load() : null;
    if (!kept) this.#ownership.give();
    return kept;
  }

  /** Erases what was left behind; false if another tab is at work on it. */
  async discard(): Promise<boolean> {
    if (!(await this.#ownership.take())) return false;
    try {
      await this.#shelf.clear();
    } finally {
      this.#ownership.give();
    }
    return true;
  }

  /** Whether the run is kept from now on. */
  async begin(kept: KeptRun): Promise<boolean> {
    if (!kept.plan.isKept) return false;
    this.#wanted = kept;
    try {
      if (!(await this.#ownership.take())) {
        this.#wanted = null;
        this.#say(said.elsewhere);
        return false;
      }
      if (this.#wanted !== kept) return false; // withdrawn meanwhile
      this.#isStored = true;
      await this.#shelf.begin(kept);
      if (this.#wanted === kept) this.#say(said.here);
      else await this.#erase();
      return this.#wanted === kept;
    } catch (thrown) {
      this.#wanted = null;
      this.#notKept(thrown);
      return false;
    }
  }

  /** The wish to keep this run is withdrawn: what is kept of it is erased. */
  async withdraw(): Promise<void> {
    this.#wanted = null;
    try {
      await this.#erase();
      this.#say(said.withdrawn);
    } catch (thrown) {
      this.#say(said.notErased(reasonOf(thrown)));
      throw thrown;
    }
  }

  async update(progress: Pick<KeptRun, 'checkpoint' | 'epochs' | 'judged'>): Promise<void> {
    if (!this.#wanted) return;
    try {
      await this.#shelf.update({ ...progress, savedAt: Date.now() });
    } catch (thrown) {
      this.#notKept(thrown);
    }
  }

  /** The run is over; what is kept is erased unless it may be of use. */
  async end(isWorthKeeping: boolean): Promise<void> {
    this.#wanted = null;
    if (!isWorthKeeping) await this.#erase().catch(() => undefined);
    this.#isStored = false;
    this.#ownership.give();
  }

  /** Nothing of another tab's. */
  async #erase(): Promise<void> {
    if (this.#isStored) await this.#shelf.clear();
  }

  #notKept(thrown: unknown): void {
    this.#say(said.not(reasonOf(thrown)));
  }
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
