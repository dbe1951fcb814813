// Classifying what is open: one recording, or all of them one after the other.
import { Batch } from './batch.js';
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
}

export class Classifier {
  readonly #batch: Batch;
  readonly #userActivity = new UserActivity(globalThis, () => {
    const cores = globalThis.navigator?.hardwareConcurrency ?? Infinity;
    return (this.#state.engine?.workers ?? 0) >= cores;
  });

  constructor(private readonly parts: ClassifierParts) {
    this.#batch = new Batch(parts, this.#userActivity.untilIdle);
  }

  get #state(): Readonly<State> {
    return this.parts.store.state;
  }

  async classify(): Promise<void> {
    const { store, models, navigation, tasks } = this.parts;
    await models.whenChosen(); // by whoever chose it just before
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

  /** One recording after the other; Cancel stops all of it. */
  async classifyAll(): Promise<void> {
    const { models, navigation } = this.parts;
    await models.whenChosen();
    if (!hasDrawer(this.#state.workspace)) navigation.enter('signals');
    await this.#batch.run();
  }

  /** Of the next classification; a step that can be undone. */
  chooseCalibration(rule: string): void {
    const { store, navigation, tasks, undo } = this.parts;
    const before = this.#state.urlSettings[calibrationKey] ?? '';
    if (before === rule) return;
    const step = (to: string) => () => navigation.setUrlSetting(calibrationKey, to);
    step(rule)();
    undo.push({ kind: `calibrate:${rule}`, undo: step(before), redo: step(rule), isGlobal: true });
    if (currentRecording(this.#state)?.run) tasks.say(strings.results.calibration.atNext);
    store.invalidate();
  }

  cancel(): void {
    if (this.#state.batch) this.#batch.cancel();
    else currentRecording(this.#state)?.run?.abort.abort();
  }
}
