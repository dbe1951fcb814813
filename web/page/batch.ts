// Classifies all open recordings with one model, one after the other. What is shown stays as it is.
import { chosenCalibration, type FileCalibration } from './calibration.js';
import { closeRun, runClassification } from './classification_run.js';
import { isRefused } from './classify_obstacle.js';
import type { ClassifierParts } from './classifier.js';
import type { Lease } from './open_models.js';
import { currentModel, patchRecording, type RecordingEntry, type State } from './state.js';
import { strings } from './strings/index.js';

export interface BatchState {
  /** Recordings at its beginning, and those that are behind it. */
  n: number;
  nBehind: number;
  /** The recording that is being classified. */
  key: number | null;
}

interface How {
  override: boolean;
  calibrate: FileCalibration | null;
}

export class Batch {
  #isCancelled = false;

  constructor(
    private readonly parts: ClassifierParts,
    private readonly untilIdle: () => Promise<void> | null,
  ) {}

  get #state(): Readonly<State> {
    return this.parts.store.state;
  }

  /** Model and calibration are those that were chosen when it began. */
  async run(): Promise<void> {
    const { store, models, tasks } = this.parts;
    const chosen = currentModel(this.#state);
    const lease = this.#state.batch ? null : models.useChosen();
    if (!lease || !chosen) return;
    this.#isCancelled = false;
    const how = { override: false, calibrate: chosenCalibration(this.#state, lease.model) };
    const keys = this.#state.recordings.map(({ key }) => key);
    const n = keys.length;
    let nDone = 0;
    for (const key of keys) store.update((state) => patchRecording(state, key, { misfit: null }));
    try {
      for (const [nBehind, key] of keys.entries()) {
        if (this.#isCancelled) break;
        store.update({ batch: { n, nBehind, key } });
        const entry = this.#entry(key);
        if (entry && (await this.#classify(entry, lease, chosen.title, how))) nDone++; // others were closed
      }
    } finally {
      lease.release();
      store.update({ batch: null });
    }
    const { classifiedAll, stoppedAll } = strings.status;
    const nMisfits = keys.filter((key) => this.#entry(key)?.misfit).length;
    tasks.say(this.#isCancelled ? stoppedAll(nDone, n) : classifiedAll(nDone, n, nMisfits));
  }

  cancel(): void {
    this.#isCancelled = true;
    const { batch, recordings } = this.#state;
    recordings.find(({ key }) => key === batch?.key)?.run?.abort.abort();
  }

  /** Whether all of it was classified. A recording that the model does not fit keeps what it has, and is marked. */
  async #classify(entry: RecordingEntry, lease: Lease, title: string, how: How): Promise<boolean> {
    const { store, tasks } = this.parts;
    const { key, recording, run: previous } = entry;
    let isRun = false;
    await tasks.attempt('classify', recording.name, async () => {
      const compatibility = await lease.model.checkCompatibility(recording);
      if (this.#isCancelled || !this.#entry(key)) return;
      if (isRefused(compatibility)) {
        const misfit = { modelTitle: title, compatibility };
        store.update((state) => patchRecording(state, key, { misfit }));
        return;
      }
      isRun = true;
      await runClassification(store, entry, lease.again(), title, how, this.untilIdle);
    });
    if (!isRun) return false;
    const run = this.#entry(key)?.run;
    const isKept = this.#isCancelled && run?.status === 'cancelled' && previous?.status === 'done';
    if (!isKept) await closeRun(previous);
    else {
      store.update((state) => patchRecording(state, key, { run: previous }));
      await closeRun(run);
    }
    return run?.status === 'done';
  }

  #entry(key: number): RecordingEntry | undefined {
    return this.#state.recordings.find((one) => one.key === key);
  }
}
