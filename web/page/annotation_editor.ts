// Adds, corrects and removes annotations on the page. The file is not changed, and every step can be undone.
import type { Annotation } from '../api/index.js';
import { usualClass } from '../truth/file_names.js';
import { annotationsCsv, withAnnotation } from '../truth/annotations.js';
import { saveFile } from './files.js';
import { currentRecording, patchRecording, type State } from './state.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';
import { strings } from './strings/index.js';

export class AnnotationEditor {
  readonly #store: Store<State>;
  readonly #tasks: Tasks;
  readonly #undo: Undo;

  constructor(store: Store<State>, tasks: Tasks, undo: Undo) {
    this.#store = store;
    this.#tasks = tasks;
    this.#undo = undo;
  }

  async add(added: Annotation): Promise<void> {
    await this.#change((annotations) => withAnnotation(annotations, added));
  }

  /** Several at once, one step to undo. */
  async addAll(added: readonly Annotation[]): Promise<void> {
    await this.#change((annotations) =>
      [...annotations, ...added].sort((a, b) => a.onsetS - b.onsetS),
    );
  }

  async remove(removed: Annotation): Promise<void> {
    await this.#change((annotations) => annotations.filter((one) => one !== removed));
  }

  /** What the file should have said of a window: instead of what it says of the same time about these classes. */
  async correct(index: number, className: string): Promise<void> {
    const entry = currentRecording(this.#store.state);
    const window = entry?.run?.predictions[index];
    if (!entry?.run || !window) return;
    const { classes } = entry.run;
    const isState = (text: string) =>
      [text.trim(), usualClass(entry.recording.name, text.trim())].some((name) =>
        classes.includes(name),
      );
    const { onsetS, durationS } = window;
    await this.#change((annotations) =>
      withAnnotation(annotations, { onsetS, durationS, text: className }, isState),
    );
  }

  /** Those of the file again. */
  async restore(): Promise<void> {
    const ofFile = currentRecording(this.#store.state)?.annotationsOfFile;
    if (ofFile) await this.#change(() => ofFile);
  }

  save(): void {
    const entry = currentRecording(this.#store.state);
    if (!entry) return;
    const { name, annotations } = entry.recording;
    const stem = name.replace(/\.[^.]*$/, '');
    saveFile(
      new TextEncoder().encode(annotationsCsv(annotations)),
      `${stem}_annotations.csv`,
      'text/csv',
    );
  }

  async #change(step: (annotations: Annotation[]) => Annotation[]): Promise<void> {
    const entry = currentRecording(this.#store.state);
    if (!entry) return;
    await this.#tasks.attempt('annotations', entry.recording.name, async () => {
      await entry.recording.readAnnotations();
      const before = entry.recording.annotations;
      await this.put(entry.key, step(before));
      const after = entry.recording.annotations;
      const back = (to: Annotation[]) => () =>
        void this.#tasks.attempt('annotations', entry.recording.name, () =>
          this.put(entry.key, to),
        );
      this.#undo.push({
        kind: `annotations:${after.length}`,
        undo: back(before),
        redo: back(after),
      });
      this.#tasks.say(strings.annotations.changed(after.length));
    });
  }

  /** No step that can be undone. */
  async put(key: number, next: Annotation[]): Promise<void> {
    const entry = this.#store.state.recordings.find((one) => one.key === key);
    if (!entry) return; // closed meanwhile
    await entry.recording.readAnnotations();
    const ofFile = entry.annotationsOfFile ?? entry.recording.annotations;
    await entry.recording.setAnnotations(next);
    const annotationsOfFile = next === ofFile ? null : ofFile;
    this.#store.update((state) => patchRecording(state, key, { annotationsOfFile }));
  }
}
