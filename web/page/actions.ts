// What a user can do, as steps that change the store. The engine is handed in; the page's elements are not known here.
import type { Engine } from '../api/index.js';
import { AnnotationEditor } from './annotation_editor.js';
import { obstacle } from './classify_obstacle.js';
import { withoutDerived } from './data_set/data_set.js';
import { DataSets } from './data_set/data_sets.js';
import { Navigation } from './navigation.js';
import type { LessonHooks } from './lessons/state.js';
import { ViewController } from './view_controller.js';
import { Models } from './models.js';
import { sortFiles, withoutHeader, type RecordingFiles } from './recording_files.js';
import { Classifier } from './classifier.js';
import type { Draft } from './commands.js';
import { Closing, type ClosedRecording } from './closing.js';
import { FileExport } from './file_export.js';
import { isHypnogramFile, type NightHooks } from './sleep/night.js';
import { PageError } from './page_error.js';
import { SecondModel } from './second_model.js';
import { contentOf, firstLike } from './copies.js';
import { SignalTools } from './signals/tools.js';
import {
  currentRecording,
  nothingPointed,
  withRecording,
  type RecordingEntry,
  type State,
} from './state.js';
import type { Store } from './store.js';
import { Tasks } from './tasks.js';
import type { TrainingHooks } from './training/commands.js';
import type { SavedFile } from './training/saved_run.js';
import { missingIn } from './truncation.js';
import { Undo } from './undo.js';
import { undoText } from './undo_text.js';
import { isSample, sampleFile } from './sample.js';
import { firstView } from './view_steps.js';
import { strings } from './strings/index.js';
import { bySeverity } from './warning_severity.js';

const { status } = strings;
const { subjects } = strings.errors;

type Settable =
  | 'isOverridden'
  | 'format'
  | 'isDropping'
  | 'isTableOpen'
  | 'theme'
  | 'pxPerMm'
  | 'annotationText'
  | 'firstEpochRow'
  | 'isErasing'
  | 'palette'
  | 'modelPicker'
  | 'recordingList'
  | 'channelMenu'
  | 'headBand'
  | 'isWrongOnly'
  | 'isDifferentOnly';

export class Actions {
  readonly annotations: AnnotationEditor;
  readonly dataSets: DataSets;
  readonly view: ViewController;
  readonly navigation: Navigation;
  readonly tasks: Tasks;
  readonly undo = new Undo({
    now: () => this.#state.recordingKey,
    show: (key) => this.#showAgain(key),
    tell: (told) => this.tasks.say(undoText(told, this.#state.recordings)),
  });
  readonly tools: SignalTools;
  readonly models: Models;
  readonly classifier: Classifier;
  /** Set by the sections Sleep and Train. */
  readonly night: NightHooks = {
    open: () => undefined,
    score: () => undefined,
    epoch: () => null,
    commands: () => [],
    keep: () => null,
  };
  readonly training: TrainingHooks = {
    phase: () => null,
    pause: () => undefined,
    resume: () => undefined,
    stop: () => undefined,
  };
  /** What can be begun or ended in a section now, for the palette: set by Train and Live. */
  readonly sectionCommands: { train?: () => Draft[]; live?: () => Draft[] } = {};
  /** Set by the lessons, and by where one is written. */
  readonly lessons: LessonHooks = { read: () => undefined, write: () => undefined };
  readonly second: SecondModel;
  readonly exports: FileExport;
  readonly #closing: Closing;
  #lastKey = 0;

  /** `prepare` waits until everything is here that the page will ever ask for: once a recording is open, nothing is fetched. */
  constructor(
    private readonly store: Store<State>,
    private readonly engine: Promise<Engine>,
    private readonly prepare: () => Promise<void> = async () => undefined,
  ) {
    this.view = new ViewController(store, this.undo);
    this.navigation = new Navigation(store);
    this.tasks = new Tasks(store);
    this.annotations = new AnnotationEditor(store, this.tasks, this.undo, () =>
      this.models.compare(),
    );
    this.dataSets = new DataSets(store, this.tasks, this.navigation, (found) =>
      this.#openAll(found, []),
    );
    this.tools = new SignalTools(store, engine, this.tasks);
    this.models = new Models(store, engine, this.tasks, this.undo);
    const { models, navigation, tasks, undo, annotations, night } = this;
    this.classifier = new Classifier({ store, models, navigation, tasks, undo });
    const openAgain = (closed: ClosedRecording) => this.#openRecording(closed, closed);
    this.#closing = new Closing({ store, tasks, undo, models, annotations, night, openAgain });
    this.second = new SecondModel(store, this.models, this.tasks, this.undo);
    this.exports = new FileExport(store, this.tasks);
  }

  get #state(): Readonly<State> {
    return this.store.state;
  }

  // Opening and closing

  /** Recordings, and what may be chosen or dropped together with them: models and hypnograms. */
  async openRecordings(files: File[]): Promise<void> {
    const { models } = sortFiles(files);
    if (models.length) void this.models.openFiles(models);
    if (models.length && models.length === files.length) return;
    if (await this.dataSets.show(files)) return;
    const { recordings, strays } = sortFiles(withoutDerived(files));
    const hypnograms = recordings.map(({ file }) => file).filter(isHypnogramFile);
    const nights = recordings.filter(({ file }) => !hypnograms.includes(file));
    const hasNight = nights.length > 0 || currentRecording(this.#state) !== null;
    if (!hypnograms.length || !hasNight) return this.#openAll(recordings, strays);
    if (nights.length || strays.length) await this.#openAll(nights, strays);
    if (!currentRecording(this.#state)) return;
    this.navigation.enter('sleep');
    this.night.open(hypnograms);
  }

  /** Of nobody. */
  openSimulated(file: File): Promise<void> {
    return this.#openAll([{ file, companions: [], isSimulated: true }], []);
  }

  async #openAll(recordings: readonly RecordingFiles[], strays: readonly File[]): Promise<void> {
    const named = recordings.length ? recordings.map(({ file }) => file) : strays;
    const names = named.map(({ name }) => name);
    if (!names.length) {
      const { subject, ...text } = strings.errors.noRecordings;
      return this.tasks.attempt('open', subject, async () => {
        throw new PageError({ code: 'NO_RECORDINGS', ...text });
      });
    }
    await this.tasks.busy('open', status.opening(names), async (task) => {
      const opened: RecordingEntry[] = [];
      for (const found of recordings)
        await task.attempt(found.file.name, async () => {
          opened.push(await this.#openRecording(found));
        });
      const warned = opened.filter((one) => bySeverity(one.recording.warnings).serious.length);
      const nFailed = recordings.length - opened.length;
      if (Math.max(opened.length, nFailed) > 1)
        this.tasks.say(status.openedSeveral(opened.length, warned.length, nFailed));
      const [first] = strays;
      if (first)
        await task.attempt(first.name, async () => {
          throw withoutHeader(strays);
        });
    });
  }

  /** Opens simulated EEG. It is classified, so that a newcomer sees a result after one click; a night has its stages. */
  async trySample(isNight = false): Promise<void> {
    await this.tasks.busy('open', status.simulating(isNight), (task) =>
      task.attempt(subjects.sample, async () => {
        const file = await sampleFile(await this.engine, isNight);
        await this.#openRecording({ file, companions: [], isSimulated: true });
        if (isNight) return;
        const [defaultModel] = this.#state.models;
        if (!this.#state.batch && obstacle(this.#state) && defaultModel)
          await this.models.select(defaultModel.key);
        await this.classifier.classify();
      }),
    );
  }

  /** Files that an earlier visit left in the browser's storage. Throws if one of them no longer opens. */
  async reopen(files: Omit<SavedFile, 'key'>[]) {
    const entries: RecordingEntry[] = [];
    await this.tasks.busy('open', status.openingAgain, async () => {
      for (const { name, annotations, isSimulated, ...saved } of files) {
        const file = new File([saved.file], name);
        const companions = saved.companions.map((other) => new File([other.file], other.name));
        const entry = await this.#openRecording({ file, companions, isSimulated });
        if (annotations) await this.annotations.put(entry.key, annotations);
        entries.push(entry);
      }
    });
    return entries;
  }

  /** Brings what trains, so that nothing is requested once a recording is open. Without it training asks when it begins. */
  async prepareTraining(): Promise<void> {
    const engine = await this.engine;
    await engine.prepareTraining().catch(() => undefined);
  }

  async #openRecording(
    { file, companions, isSimulated = false }: RecordingFiles,
    before: ClosedRecording | null = null,
  ): Promise<RecordingEntry> {
    const engine = await this.engine;
    const isFirst = this.#state.ledger.since === null;
    if (isFirst) await this.prepare();
    const begin = performance.now();
    if (isFirst) this.store.update({ ledger: { ...this.#state.ledger, since: begin } });
    const recording = await engine.openRecording(file, { companions });
    const isNarrow = globalThis.innerWidth < 600;
    const view = before?.view ?? firstView(recording, isNarrow, isSample({ isSimulated, file }));
    const key = before?.key ?? ++this.#lastKey;
    const entry = {
      ...{ key, recording, file, companions, isSimulated },
      content: await contentOf({ key, recording }, this.#state.recordings),
      missingS: await missingIn(file, recording),
      isIdentityShown: before?.isIdentityShown ?? false,
      ...{ annotationsOfFile: null, copy: null, view, run: null, misfit: null, second: null },
    };
    this.store.update((state) => ({
      ...withRecording(state, entry, before?.index),
      isOverridden: false,
      compatibility: null,
    }));
    const tookS = (performance.now() - begin) / 1000;
    const { serious, formal } = bySeverity(recording.warnings);
    const warnings = status.warnings(serious.length, formal.length);
    const text = status.opened(recording.name, tookS, recording.channels.length, warnings);
    const like = firstLike(entry, this.#state.recordings);
    this.tasks.say(text + (like ? status.openTwice(like.recording.name) : ''));
    await this.models.compare();
    return entry;
  }

  async selectRecording(key: number): Promise<void> {
    const isOther = key !== this.#state.recordingKey;
    this.store.update({
      ...{ recordingKey: key, compatibility: null, isOverridden: false },
      ...(isOther && nothingPointed),
    });
    await this.tasks.attempt('compare', subjects.comparison, () => this.models.compare());
  }

  /** For a step that is taken back where it was made; false if the recording is closed. */
  #showAgain(key: number): boolean {
    const { recordingKey, recordings } = this.#state;
    const entry = recordings.find((one) => one.key === key);
    if (!entry || recordingKey === key) return entry !== undefined;
    void this.selectRecording(key);
    return true;
  }

  closeRecording(key: number): Promise<void> {
    return this.#closing.close(key);
  }

  /** What uses a recording for long stops before the recording is closed. */
  onRecordingClose(listener: (key: number) => void): void {
    this.#closing.onClose(listener);
  }

  async readAllAnnotations(): Promise<void> {
    const entry = currentRecording(this.#state);
    if (!entry) return;
    await this.tasks.busy('annotations', status.readingAnnotations, (task) =>
      task.attempt(entry.recording.name, async () => {
        await entry.recording.readAnnotations({ onProgress: () => this.store.invalidate() });
        this.tasks.say(status.readAnnotations(entry.recording.annotations.length));
      }),
    );
  }

  set(change: Partial<Pick<State, Settable>>): void {
    this.store.update(change);
  }

  dismissAlerts(): void {
    this.store.update({ alerts: [] });
  }
}
