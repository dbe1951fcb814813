// The chosen epoch of a night, which is the one in the traces.
import type { Actions } from '../actions.js';
import { timelineS } from '../truncation.js';
import { epochAt, epochInView } from './night.js';
import type { SleepPanel } from './panel.js';

export class EpochChoice {
  readonly #panel: SleepPanel;
  readonly #actions: Actions;

  constructor(panel: SleepPanel, actions: Actions) {
    this.#panel = panel;
    this.#actions = actions;
  }

  /** Shows the epoch in the traces. */
  choose(epoch: number): void {
    const { entry, night } = this.#panel;
    if (!entry || !night?.scoring) return;
    const { startS, epochS, stages } = night.scoring.hypnogram;
    const index = Math.min(stages.length - 1, Math.max(0, epoch));
    this.#panel.patch(entry.key, { epoch: index });
    this.#actions.view.change({ startS: startS + index * epochS, spanS: epochS }, false);
  }

  chooseTime(timeS: number): void {
    const scoring = this.#panel.night?.scoring;
    if (scoring) this.choose(epochAt(scoring.hypnogram, timeS));
  }

  /** Traces that show a part of the epoch show all of it. */
  showWhole(): void {
    this.followTraces();
    const { entry, night } = this.#panel;
    const epochS = night?.scoring?.hypnogram.epochS ?? 0;
    if (entry && night && entry.view.spanS < epochS) this.choose(night.epoch);
  }

  /** To the next epoch (1) or the previous one (-1). */
  step(by: 1 | -1): void {
    this.followTraces();
    const { night } = this.#panel;
    if (night) this.choose(night.epoch + by);
  }

  /** The traces may have been moved by anything in the page. */
  followTraces(): void {
    const { entry, night } = this.#panel;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const epoch = epochInView(hypnogram, night.epoch, entry.view, timelineS(entry));
    if (epoch !== night.epoch) this.#panel.patch(entry.key, { epoch });
  }
}
