// Statistics of a night and its agreement with a second scoring: they follow the stages.
import { EegateError, type Engine } from '../../api/index.js';
import { sleepOf } from '../../api/sleep_of.js';
import type { Actions } from '../actions.js';
import { comparedWith, isScored, type Night } from './night.js';
import type { SleepPanel } from './panel.js';

const delayMs = 120;

export class NightCounts {
  /** Of the last request of each recording. */
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(
    private readonly panel: SleepPanel,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {}

  /** Soon: keys that are pressed one after the other are counted once. */
  request(key: number): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.now(key), delayMs),
    );
  }

  /** The night with the counts of its stages, which are null if they cannot be computed; null if it was changed meanwhile. */
  async now(key: number): Promise<Night | null> {
    const timer = this.#timers.get(key);
    clearTimeout(timer);
    const night = this.panel.nightOf(key);
    if (!night?.scoring) return null;
    const { name, hypnogram } = night.scoring;
    const counts: Pick<Night, 'statistics' | 'agreement'> = { statistics: null, agreement: null };
    // A kind of its own: it begins by itself, and takes no message away that the user may not have read.
    await this.actions.tasks.attempt('counts', name(), async () => {
      if (!hypnogram.stages.some(isScored)) return;
      const sleep = sleepOf(await this.engine);
      counts.statistics = await sleep.statistics(hypnogram);
      const second = comparedWith(night);
      counts.agreement =
        second && (await sleep.compare(hypnogram, second.hypnogram).catch(unlessApart));
    });
    if (this.#timers.get(key) !== timer || !this.panel.isShown(key, hypnogram)) return null;
    this.panel.patch(key, counts);
    return this.panel.nightOf(key);
  }
}

/** No epoch has a stage in both scorings, which is no error while one of them is being made. */
function unlessApart(thrown: unknown): null {
  if (thrown instanceof EegateError && thrown.code === 'HYP_LENGTH') return null;
  throw thrown;
}
