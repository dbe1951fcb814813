// Adds, corrects and removes annotations on the page. The file is not changed, and every step can be undone.
import type { Annotation } from '../api/index.js';
import { correctedAnnotations } from '../truth/correction.js';
import {
  annotationFile,
  annotationFileName,
  annotationFormatOf,
} from '../truth/annotation_files.js';
import { lastingAnnotations, renamedAnnotations, withAnnotation } from '../truth/annotations.js';
import { emptyForm, problemOf, type AnnotationForm } from './annotation_form.js';
import { pointedSpan } from './annotation_span.js';
import { knownTruth } from './annotated_classes.js';
import { mediaTypes, saveFile } from './files.js';
import { currentRecording, patchRecording, type RecordingEntry, type State } from './state.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';
import { strings } from './strings/index.js';

/** To the millisecond: more than a pixel tells. */
const shortSeconds = (seconds: number) => String(Number(seconds.toFixed(3)));

/** Windows, as they are numbered on the page, that had a class before, and have none now. */
const lostIn = (before: readonly (string | null)[], after: readonly (string | null)[]): number[] =>
  before.flatMap((was, index) => (was !== null && !after[index] ? [index + 1] : []));

export class AnnotationEditor {
  #nSteps = 0;
  /** Those that were saved, by recording. */
  readonly #saved = new Map<number, readonly Annotation[]>();

  constructor(
    private readonly store: Store<State>,
    private readonly tasks: Tasks,
    private readonly undo: Undo,
    /** Compares the recording that is shown with the model: windows may be cut around annotations. */
    private readonly compare: () => Promise<void>,
  ) {}

  fill(change: Partial<AnnotationForm>): void {
    this.store.update(({ annotationForm }) => ({
      annotationForm: { ...annotationForm, ...change },
    }));
  }

  /** Opens the fields of the next one with what is measured, or at the cursor. */
  begin(isFromTraces = false): void {
    const span = pointedSpan(this.store.state);
    const typed = span && {
      onset: shortSeconds(span.onsetS),
      duration: shortSeconds(span.durationS),
    };
    this.fill({ ...emptyForm, isFromTraces, ...(typed && { typed }) });
  }

  /** False if it makes no sense. */
  async add(added: Annotation): Promise<boolean> {
    if (!this.#isSensible(added)) return false;
    this.fill({ typed: {} });
    await this.#change((annotations) => withAnnotation(annotations, added));
    return true;
  }

  async replace(before: Annotation, after: Annotation): Promise<void> {
    if (!this.#isSensible(after, before)) return;
    this.fill({ edited: null });
    await this.#change((annotations) =>
      annotations.map((one) => (one === before ? after : one)).sort((a, b) => a.onsetS - b.onsetS),
    );
  }

  /** Otherwise the tab says what is wrong. `before`: of the file; it may begin before the recording, or end after it. */
  #isSensible(one: Annotation, before: Annotation | null = null): boolean {
    const entry = currentRecording(this.store.state);
    const { onsetS = 0, durationS = 0 } = before ?? {};
    const lengthS = Math.max(entry?.recording.durationS ?? 0, onsetS + durationS);
    const problem = entry && problemOf(one, lengthS, Math.min(0, onsetS));
    this.fill({ problem });
    return entry !== null && !problem;
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

  /**
   * What the file should have said of a window. The annotation that places a trial gets the text of the class; for other windows, what
   * the file says of the same time about these classes is replaced.
   */
  async correct(index: number, className: string): Promise<void> {
    const entry = currentRecording(this.store.state);
    const window = entry?.run?.predictions[index];
    if (!entry?.run?.plan || !window) return;
    const { classes, plan } = entry.run;
    const { name } = entry.recording;
    const { run, recording } = entry;
    const before = knownTruth(run, recording) ?? [];
    const { overlapping } = strings.annotations;
    await this.#change(
      (annotations) =>
        correctedAnnotations(annotations, window, className, { classes, plan, name }),
      (n) => overlapping(n, index + 1, lostIn(before, knownTruth(run, recording) ?? [])),
    );
  }

  /** In every open recording that has annotations with this text, one step to undo. */
  async rename(shown: string, to: string): Promise<void> {
    const from = shown.trim();
    const having = this.#having(from);
    await this.#change(
      (annotations) => renamedAnnotations(annotations, from, to),
      () => strings.annotations.renamed(from, to, having.length),
      having,
    );
  }

  /** The same for a duration: windows can then be cut all along what were points in time. */
  async setDuration(shown: string, durationS: number): Promise<void> {
    const text = shown.trim();
    const having = this.#having(text);
    await this.#change(
      (annotations, lengthS) => lastingAnnotations(annotations, text, durationS, lengthS),
      () => strings.annotations.lasting.done(text, durationS, having.length),
      having,
    );
  }

  #having(wanted: string): RecordingEntry[] {
    return this.store.state.recordings.filter(({ recording }) =>
      recording.annotations.some(({ text }) => text.trim() === wanted),
    );
  }

  /** Those of the file again. */
  async restore(): Promise<void> {
    const ofFile = currentRecording(this.store.state)?.annotationsOfFile;
    if (ofFile) await this.#change(() => ofFile);
  }

  /** Whether leaving the page would lose changes. */
  get isUnsaved(): boolean {
    return this.store.state.recordings.some(
      ({ key, annotationsOfFile, recording }) =>
        annotationsOfFile !== null && this.#saved.get(key) !== recording.annotations,
    );
  }

  /** What gives a recording its changed annotations back when it is opened again; null if none were changed. */
  keep(key: number): (() => Promise<void>) | null {
    const find = () => this.store.state.recordings.find((one) => one.key === key);
    const entry = find();
    if (!entry?.annotationsOfFile) return null;
    const { annotations } = entry.recording;
    const isSaved = this.#saved.get(key) === annotations;
    return async () => {
      await this.put(key, annotations);
      const again = find();
      if (isSaved && again) this.#saved.set(key, again.recording.annotations);
    };
  }

  async save(): Promise<void> {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const format = annotationFormatOf(this.store.state.format);
    const { recording } = entry;
    await this.tasks.attempt('save', recording.name, async () => {
      await recording.readAnnotations();
      const { annotations, info } = recording;
      const name = annotationFileName(recording.name, format);
      saveFile(annotationFile(annotations, format, info.startedAt), name, mediaTypes[format]);
      this.#saved.set(entry.key, annotations);
      this.tasks.say(strings.status.saved(name));
    });
  }

  async #change(
    step: (annotations: readonly Annotation[], lengthS: number) => readonly Annotation[],
    textOf: (n: number) => string = strings.annotations.changed,
    entries: readonly (RecordingEntry | null)[] = [currentRecording(this.store.state)],
  ): Promise<void> {
    const changed = entries.filter((entry) => entry !== null);
    const [first] = changed;
    if (!first) return;
    await this.tasks.attempt('annotations', first.recording.name, async () => {
      const steps: { key: number; before: readonly Annotation[]; after: readonly Annotation[] }[] =
        [];
      for (const { key, recording } of changed) {
        await recording.readAnnotations();
        const before = recording.annotations;
        await this.put(key, step(before, recording.durationS));
        steps.push({ key, before, after: recording.annotations });
      }
      const back = (to: 'before' | 'after') => () =>
        void this.tasks.attempt('annotations', first.recording.name, async () => {
          for (const one of steps) await this.put(one.key, one[to]);
        });
      const n = first.recording.annotations.length;
      this.undo.push({
        kind: `annotations:${++this.#nSteps}`, // each is a step of its own, however fast they follow
        undo: back('before'),
        redo: back('after'),
      });
      this.tasks.say(textOf(n));
    });
  }

  /** No step that can be undone. */
  async put(key: number, next: readonly Annotation[]): Promise<void> {
    const entry = this.store.state.recordings.find((one) => one.key === key);
    if (!entry) return; // closed meanwhile
    await entry.recording.readAnnotations();
    const ofFile = entry.annotationsOfFile ?? entry.recording.annotations;
    await entry.recording.setAnnotations(next);
    const annotationsOfFile = next === ofFile ? null : ofFile;
    this.store.update((state) => patchRecording(state, key, { annotationsOfFile }));
    const { recordingKey, compatibility } = this.store.state;
    const isAsked = compatibility?.items.some(({ item }) => item === 'events');
    if (key === recordingKey && isAsked) await this.compare();
  }
}
