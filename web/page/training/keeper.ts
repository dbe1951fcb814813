// Keeps the run that is going on against a reload, in turn with other tabs, and says in words what is kept.
import { Ownership, type KeptRun, type Shelf } from './keeping.js';
import { words } from '../words/index.js';

const said = words.train.kept;

export class Keeper {
  readonly #shelf: Shelf;
  readonly #ownership = new Ownership();
  readonly #say: (note: string) => void;

  constructor(shelf: Shelf, say: (note: string) => void) {
    this.#shelf = shelf;
    this.#say = say;
  }

  /** What an earlier visit left behind, and whether another tab is at work on it. Null if there is nothing. */
  async find(): Promise<{ kept: KeptRun; isElsewhere: boolean } | null> {
    const kept = await this.#shelf.load().catch(() => null); // denied: then nothing was kept either
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
    try {
      if (!(await this.#ownership.take())) {
        this.#say(said.elsewhere);
        return false;
      }
      await this.#shelf.begin(kept);
      this.#say(said.here);
      return true;
    } catch (thrown) {
      this.#notKept(thrown);
      return false;
    }
  }

  async update(progress: Pick<KeptRun, 'checkpoint' | 'epochs'>): Promise<void> {
    try {
      await this.#shelf.update({ ...progress, savedAt: Date.now() });
    } catch (thrown) {
      this.#notKept(thrown);
    }
  }

  /** The run is over; what is kept is erased unless it may be of use. */
  async end(isWorthKeeping: boolean): Promise<void> {
    if (this.#ownership.isHeld && !isWorthKeeping) await this.#shelf.clear().catch(() => undefined);
    this.#ownership.give();
  }

  #notKept(thrown: unknown): void {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    this.#say(said.not(why));
  }
}
