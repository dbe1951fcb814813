// An unfinished run that a reload or a crash interrupted: continued or discarded, by one tab at a time.
import type { Store } from '../store.js';
import type { Tasks } from '../tasks.js';
import { strings } from '../strings/index.js';
import type { CheckpointSaver } from './checkpoint_saver.js';
import { withKeys, type SavedRun } from './saved_run.js';
import { isGoingOn, type PanelState } from './state.js';
import { PageError } from '../page_error.js';

const texts = strings.train.status;

export class UnfinishedRun {
  constructor(
    private readonly store: Store<PanelState>,
    private readonly saver: CheckpointSaver,
    private readonly tasks: Tasks,
  ) {}

  /** Offers to continue what an earlier visit left behind, or says that another tab trains. */
  async offer(): Promise<void> {
    const { run, isContinuing, isElsewhere: isKnown } = this.store.state;
    if (isGoingOn(run) || isContinuing || isKnown) return;
    const found = await this.saver.find();
    if (!found) return;
    const { saved, isElsewhere } = found;
    this.store.update({ interrupted: isElsewhere ? null : saved, isElsewhere });
    if (!isElsewhere) return;
    void this.saver.whenFree().then(() => {
      this.store.update({ isElsewhere: false });
      return this.offer();
    });
  }

  /** Its recordings have keys of none that is open. Throws if another tab has taken it, or ended it. */
  async takeOver(): Promise<SavedRun> {
    const saved = await this.saver.takeOver();
    const keys = saved?.files.map((_, i) => -1 - i) ?? [];
    if (saved) return withKeys(saved, keys);
    this.store.update({ interrupted: null });
    throw elsewhere();
  }

  /** It is called discarded once it is erased, not before. */
  async discard(): Promise<void> {
    await this.tasks.attempt('train', texts.interruptedSubject, async () => {
      if (!(await this.saver.discard())) throw elsewhere();
      this.store.update({ interrupted: null });
      this.tasks.say(texts.discarded);
    });
  }
}

const elsewhere = () =>
  new PageError({ code: 'TRAIN_ELSEWHERE', ...strings.trainErrors.elsewhere });
