// Closes recordings, in steps that can be undone: Undo opens the files again, with what was made by hand.
import type { AnnotationEditor } from './annotation_editor.js';
import { closeRun } from './classification_run.js';
import type { Models } from './models.js';
import type { NightHooks } from './sleep/night.js';
import { withoutRecording, type RecordingEntry, type State } from './state.js';
import type { Store } from './store.js';
import { strings } from './strings/index.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';

/** A recording that was closed, as it comes back: it has its key and its place in the list again. */
export interface ClosedRecording extends Pick<
  RecordingEntry,
  'key' | 'file' | 'companions' | 'isSimulated' | 'isIdentityShown' | 'view'
> {
  name: string;
  index: number;
}

/** The parts of the page that closing uses. */
interface ClosingParts {
  store: Store<State>;
  tasks: Tasks;
  undo: Undo;
  models: Models;
  annotations: AnnotationEditor;
  night: NightHooks;
  openAgain(closed: ClosedRecording): Promise<unknown>;
}

export class Closing {
  readonly #listeners = new Set<(key: number) => void>();

  constructor(private readonly parts: ClosingParts) {}

  /** `listener` gets the key of each recording, before it is closed. */
  onClose(listener: (key: number) => void): void {
    this.#listeners.add(listener);
  }

  /** A step that can be undone. */
  async close(key: number): Promise<void> {
    const { store, tasks, undo } = this.parts;
    const entry = store.state.recordings.find((one) => one.key === key);
    if (!entry) return;
    let reopen = this.#reopenerOf(entry);
    undo.drop({ place: key });
    undo.push({
      kind: `close:${key}`,
      isGlobal: true,
      undo: () => void reopen(),
      redo: () => {
        const again = store.state.recordings.find((one) => one.key === key);
        if (!again) return; // its files were not there any more
        reopen = this.#reopenerOf(again);
        void this.#close(again);
      },
    });
    tasks.say(strings.status.closed(entry.recording.name));
    await this.#close(entry);
  }

  async #close(entry: RecordingEntry): Promise<void> {
    const { store, tasks, models } = this.parts;
    entry.run?.abort.abort();
    entry.second?.abort.abort();
    for (const listener of this.#listeners) listener(entry.key);
    store.update((state) => withoutRecording(state, entry.key));
    await tasks.attempt('close', entry.recording.name, async () => {
      await closeRun(entry.run);
      await closeRun(entry.second);
      await models.compare();
      await tasks.untilIdle('train'); // a run that leaves out one person after the other opens it again for each
      await entry.recording.close();
    });
  }

  /** Holds no more of the recording than its files and what a person did. */
  #reopenerOf(entry: RecordingEntry): () => Promise<void> {
    const { store, tasks, annotations, night, openAgain } = this.parts;
    const { key, file, companions, isSimulated, isIdentityShown, view } = entry;
    const { name } = entry.recording;
    const index = store.state.recordings.indexOf(entry);
    const closed = { key, file, companions, isSimulated, isIdentityShown, view, name, index };
    const giveAnnotations = annotations.keep(key);
    const giveNight = night.keep(key);
    return () =>
      tasks.busy('open', strings.status.opening([name]), (task) =>
        task.attempt(name, async () => {
          await openAgain(closed);
          giveNight?.();
          await giveAnnotations?.();
          tasks.say(strings.status.openedAgain(name));
        }),
      );
  }
}
