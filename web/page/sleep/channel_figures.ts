// What is computed of one channel of a night: the spectrogram, spindles and slow waves.
import type { Engine } from '../../api/index.js';
import { sleepOf } from '../../api/sleep_of.js';
import type { WatchOptions } from '../../api/sleep.js';
import type { Actions } from '../actions.js';
import type { RecordingEntry } from '../state.js';
import { strings } from '../strings/index.js';
import { LongWork, unlessAborted } from './long_work.js';
import { marksOf, type Night } from './night.js';
import type { SleepPanel } from './panel.js';

const texts = strings.sleep;

export class ChannelFigures {
  readonly #work = new LongWork();

  constructor(
    private readonly panel: SleepPanel,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
  ) {
    actions.onRecordingClose((key) => this.#work.drop(key));
  }

  /** What is computed of another channel is not wanted any more. */
  choose(channel: number): void {
    const { entry } = this.panel;
    if (!entry) return;
    this.cancel();
    this.panel.patch(entry.key, { channel, spectrogram: null, events: null });
  }

  cancel(): void {
    const { entry } = this.panel;
    if (entry) this.#work.cancel(entry.key);
  }

  spectrogram(): Promise<void> {
    this.actions.tasks.say(texts.status.computing);
    return this.#find(async (sleep, { recording }, { channel }, watch) => {
      const spectrogram = await sleep.spectrogram(recording, channel, watch);
      return { change: { spectrogram }, text: strings.status.ready };
    });
  }

  /** Spindles and slow waves of the channel; searched again where stages were corrected meanwhile. */
  events(): Promise<void> {
    return this.#find(async (sleep, { key, recording }, { channel }, watch) => {
      for (;;) {
        const hypnogram = this.panel.nightOf(key)?.scoring?.hypnogram;
        if (!hypnogram) return null;
        const events = await sleep.events(recording, channel, hypnogram, watch);
        const text = texts.events.found(events.spindles.length, events.slowWaves.length);
        if (this.panel.isShown(key, hypnogram)) return { change: { events }, text };
        this.actions.tasks.say(texts.events.again);
      }
    });
  }

  /** As annotations of the recording, which the traces show; one step to undo. */
  async markEvents(): Promise<void> {
    const events = this.panel.night?.events;
    if (events) await this.actions.annotations.addAll(marksOf(events, texts.events.marks));
  }

  async #find(
    find: (
      sleep: ReturnType<typeof sleepOf>,
      entry: RecordingEntry,
      night: Night,
      watch: WatchOptions,
    ) => Promise<{ change: Partial<Night>; text: string } | null>,
  ): Promise<void> {
    const { entry, night } = this.panel;
    if (!entry || !night) return;
    const { key, recording } = entry;
    const { tasks } = this.actions;
    const signal = this.#work.begin(key);
    const isLast = () => this.#work.isLast(key, signal);
    const tell = (progress: number | null) => isLast() && this.panel.patch(key, { progress });
    tell(0);
    await tasks.attempt('sleep', recording.name, async () => {
      const sleep = sleepOf(await this.engine);
      const found = await find(sleep, entry, night, { onProgress: tell, signal }).catch(
        unlessAborted,
      );
      if (!isLast()) return;
      if (signal.aborted) return tasks.say(texts.spectrogram.stopped);
      if (!found) return;
      this.panel.patch(key, found.change);
      tasks.say(found.text);
    });
    tell(null);
  }
}
