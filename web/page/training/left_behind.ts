// A run that a reload or a crash has left behind: offered, taken over or discarded, by one tab at a time.
import { EegateError } from '../../api/index.js';
import type { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import { strings } from '../strings/index.js';
import type { Keeper } from './keeper.js';
import type { KeptRun } from './keeping.js';
import type { PanelState } from './state.js';

const said = strings.train.status;

export class LeftBehind {
  readonly #store: Store<PanelState>;
  readonly #keeper: Keeper;
  readonly #tasks: Tasks;

  constructor(store: Store<PanelState>, keeper: Keeper, tasks: Tasks) {
    this.#store = store;
    this.#keeper = keeper;
    this.#tasks = tasks;
  }

  /** Offers to go on with what an earlier visit left behind. */
  async offer(): Promise<void> {
    const found = await this.#keeper.find();
    if (!found) return;
    const { kept, isElsewhere } = found;
    this.#store.update({ interrupted: isElsewhere ? null : kept, isElsewhere });
    if (!isElsewhere) return;
    void this.#keeper.whenFree().then(() => {
      this.#store.update({ isElsewhere: false });
      return this.offer();
    });
  }

  /** Throws if another tab has taken it, or ended it. */
  async takeOver(): Promise<KeptRun> {
    const kept = await this.#keeper.takeOver();
    if (kept) return kept;
    this.#store.update({ interrupted: null });
    throw elsewhere();
  }

  /** It is called discarded once it is erased, not before. */
  async discard(): Promise<void> {
    await this.#tasks.attempt('train', said.interruptedSubject, async () => {
      if (!(await this.#keeper.discard())) throw elsewhere();
      this.#store.update({ interrupted: null });
      this.#tasks.say(said.discarded);
    });
  }
}

const elsewhere = () =>
  new EegateError({ code: 'TRAIN_ELSEWHERE', ...strings.trainErrors.elsewhere });
