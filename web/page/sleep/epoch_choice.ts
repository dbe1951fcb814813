// The chosen epoch of a night, which is the one in the traces.
import type { Actions } from '../actions.js';
import { timelineS } from '../truncation.js';
import { epochAt, epochInView, reachOf } from './epochs.js';
import type { SleepPanel } from './panel.js';

/** A view of more epochs than one shows what is around the epoch; one of more than these shows the recording. */
const mostEpochs = 10;

export class EpochChoice {
  constructor(
    private readonly panel: SleepPanel,
    private readonly actions: Actions,
  ) {}

  /** Shows the epoch in the traces: alone, or in the middle of what they show. */
  choose(epoch: number): void {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const { startS, epochS } = hypnogram;
    const { first, last } = reachOf(hypnogram, entry.recording.durationS);
    const index = Math.min(last, Math.max(first, epoch));
    this.panel.patch(entry.key, { epoch: index });
    const isWide = entry.view.spanS <= mostEpochs * epochS;
    const spanS = isWide ? Math.max(epochS, entry.view.spanS) : epochS;
    const onsetS = startS + index * epochS;
    this.actions.view.change({ startS: onsetS - (spanS - epochS) / 2, spanS }, false);
  }

  chooseTime(timeS: number): void {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    this.choose(epochAt(night.scoring.hypnogram, timeS, entry.recording.durationS));
  }

  /** Traces that show a part of the epoch show all of it. */
  showWhole(): void {
    this.followTraces();
    const { entry, night } = this.panel;
    const epochS = night?.scoring?.hypnogram.epochS ?? 0;
    if (entry && night && entry.view.spanS < epochS) this.choose(night.epoch);
  }

  /** To the next epoch (1) or the previous one (-1). */
  step(by: 1 | -1): void {
    this.followTraces();
    const { night } = this.panel;
    if (night) this.choose(night.epoch + by);
  }

  /** The traces may have been moved by anything in the page. */
  followTraces(): void {
    const { entry, night } = this.panel;
    if (!entry || !night?.scoring) return;
    const { hypnogram } = night.scoring;
    const epoch = epochInView(hypnogram, night.epoch, entry.view, timelineS(entry));
    if (epoch !== night.epoch) this.panel.patch(entry.key, { epoch });
  }
}
