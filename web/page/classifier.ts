// Classifying what is open: one recording, or all of them one after the other.
import { calibrationKey, chosenCalibration } from './calibration.js';
import { strings } from './strings/index.js';
import { closeRun, runClassification } from './classification_run.js';
import { obstacle } from './classify_obstacle.js';
import type { Models } from './models.js';
import type { Navigation } from './navigation.js';
import { currentModel, currentRecording, type State } from './state.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';
import { UserActivity } from './user_activity.js';
import { hasDrawer } from './workspaces.js';

/** The parts of the page that a classification uses. */
export interface ClassifierParts {
  store: Store<State>;
  models: Models;
  navigation: Navigation;
  tasks: Tasks;
  undo: Undo;
  selectRecording(key: number): Promise<void>;
}

export class Classifier {
  readonly #parts: ClassifierParts;
  readonly #userActivity = new UserActivity(globalThis, () => {
    const cores = globalThis.navigator?.hardwareConcurrency ?? Infinity;
    return (this.#state.engine?.workers ?? 0) >= cores;
  });

  constructor(parts: ClassifierParts) {
    this.#parts = parts;
  }

  get #state(): Readonly<State> {
    return this.#parts.store.state;
  }

  async classify(): Promise<void> {
    const { store, models, navigation, tasks } = this.#parts;
    const [entry, chosen] = [currentRecording(this.#state), currentModel(this.#state)];
    if (!entry || !chosen || obstacle(this.#state)) return;
    const lease = models.useChosen();
    if (!lease) return;
    const previous = entry.run;
    if (!hasDrawer(this.#state.workspace)) navigation.enter('signals'); // where what comes is seen
    const how = {
      override: this.#state.isOverridden,
      calibrate: chosenCalibration(this.#state, chosen.model),
    };
    const { untilIdle } = this.#userActivity;
    await tasks.attempt('classify', entry.recording.name, () =>
      runClassification(store, entry, lease, chosen.title, how, untilIdle),
    );
    await closeRun(previous);
  }

  /** One recording after the other, until one is cancelled; then the one that was shown is shown again. */
  async classifyAll(): Promise<void> {
    const { selectRecording } = this.#parts;
    const { recordings, recordingKey } = this.#state;
    for (const { key } of recordings) {
      if (!this.#state.recordings.some((one) => one.key === key)) continue; // closed meanwhile
      await selectRecording(key);
      await this.classify();
      if (currentRecording(this.#state)?.run?.status === 'cancelled') return;
    }
    if (recordingKey !== null) await selectRecording(recordingKey);
    const done = this.#state.recordings.filter(({ run }) => run?.status === 'done').length;
    this.#parts.tasks.say(strings.status.classifiedAll(done, recordings.length));
  }

  /** Of the next classification; a step that can be undone. */
  chooseCalibration(rule: string): void {
    const { store, navigation, tasks, undo } = this.#parts;
    const before = this.#state.urlSettings[calibrationKey] ?? '';
    if (before === rule) return;
    const step = (to: string) => () => navigation.setUrlSetting(calibrationKey, to);
    step(rule)();
    undo.push({ kind: `calibrate:${rule}`, undo: step(before), redo: step(rule), isGlobal: true });
    if (currentRecording(this.#state)?.run) tasks.say(strings.results.calibration.atNext);
    store.invalidate();
  }

  cancel(): void {
    currentRecording(this.#state)?.run?.abort.abort();
  }
}
