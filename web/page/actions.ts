// What a user can do, as steps that change the store. The engine is handed in; the page's elements are not known here.
import type { Engine, Model, ResultFormat } from '../api/index.js';
import { Attention } from './attention.js';
import { fetchBundled, twins, type BundledModel } from './bundled_models.js';
import { saveFile } from './files.js';
import { Going } from './going.js';
import { Looking } from './looking.js';
import { runClassification } from './run.js';
import { SignalTools } from './signals/tools.js';
import {
  currentModel,
  currentRecording,
  obstacle,
  patchRecording,
  withModel,
  withRecording,
  withoutRecording,
  type ModelEntry,
  type RecordingEntry,
  type State,
} from './state.js';
import { eraseStored, listStored } from './stored.js';
import type { Store } from './store.js';
import { Tasks } from './tasks.js';
import { Undo } from './undo.js';
import { firstView } from './view_steps.js';
import { words } from './words/index.js';

const { status } = words;
const { subjects } = words.errors;

const sampleName = 'simulated-eeg.edf';
const reportName = 'methods_report.html';
const sample = { seed: 1, durationS: 60 };

/** A slow network must not keep anybody from his recording: after this it opens, and connections close when all is here. */
const longestPreparationMs = 1500;

const waited = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export class Actions {
  readonly looking: Looking;
  readonly places: Going;
  readonly tasks: Tasks;
  readonly undo = new Undo();
  readonly tools: SignalTools;
  readonly #store: Store<State>;
  readonly #engine: Promise<Engine>;
  readonly #seal: () => Promise<void>;
  readonly #attention = new Attention(globalThis, () => {
    const cores = globalThis.navigator?.hardwareConcurrency ?? Infinity;
    return (this.#state.engine?.workers ?? 0) >= cores;
  });
  #lastKey = 0;
  #twins: Promise<void> | null = null;

  /** `seal` waits until everything is here that the page will ever ask for, and closes its connections. */
  constructor(
    store: Store<State>,
    engine: Promise<Engine>,
    seal: () => Promise<void> = async () => undefined,
  ) {
    this.#store = store;
    this.#engine = engine;
    this.#seal = seal;
    this.looking = new Looking(store, this.undo);
    this.places = new Going(store);
    this.tasks = new Tasks(store);
    this.tools = new SignalTools(store, engine, this.tasks);
  }

  get #state(): Readonly<State> {
    return this.#store.state;
  }

  // Opening and closing

  async openRecordings(files: File[]): Promise<void> {
    await this.tasks.busy('open', status.opening(files.map(({ name }) => name)), async (task) => {
      for (const file of files)
        await task.attempt(file.name, async () => {
          await this.#openRecording(file, false);
        });
    });
  }

  /** Opens simulated EEG and classifies it, so that a newcomer sees a result after one click. */
  async trySample(): Promise<void> {
    await this.tasks.busy('open', status.simulating, (task) =>
      task.attempt(subjects.sample, async () => {
        const bytes = await (await this.#engine).makeSample(sample);
        await this.#openRecording(new File([bytes], sampleName), true);
        const [defaultModel] = this.#state.models;
        if (obstacle(this.#state) && defaultModel) await this.selectModel(defaultModel.key);
        await this.classify();
      }),
    );
  }

  /** Files that an earlier visit left in the browser's storage. Throws if one of them no longer opens. */
  async reopen(files: { name: string; file: Blob; isSimulated: boolean }[]) {
    const entries: RecordingEntry[] = [];
    await this.tasks.busy('open', status.openingAgain, async () => {
      for (const { name, file, isSimulated } of files)
        entries.push(await this.#openRecording(new File([file], name), isSimulated));
    });
    return entries;
  }

  /** Brings what trains, so that nothing is requested once a recording is open. Without it training asks when it begins. */
  async prepareTraining(): Promise<void> {
    const engine = await this.#engine;
    await engine.prepareTraining().catch(() => undefined);
  }

  /** Brings the models that stand beside others; without one there is one choice less. */
  prepareTwins(): Promise<void> {
    this.#twins ??= Promise.allSettled(
      twins.map(async (model) => this.addBundled(model, await fetchBundled(model))),
    ).then(() => undefined);
    return this.#twins;
  }

  async #openRecording(file: File, isSimulated: boolean): Promise<RecordingEntry> {
    const engine = await this.#engine;
    const isFirst = this.#state.ledger.since === null;
    if (isFirst) await Promise.race([this.#seal(), waited(longestPreparationMs)]);
    const begin = performance.now();
    if (isFirst) this.#store.update({ ledger: { ...this.#state.ledger, since: begin } });
    const recording = await engine.openRecording(file);
    const view = firstView(recording, globalThis.innerWidth < 600);
    const entry = {
      key: ++this.#lastKey,
      recording,
      file,
      isSimulated,
      isIdentityShown: false,
      copy: null,
      view,
      run: null,
    };
    this.#store.update((state) => ({
      ...withRecording(state, entry),
      isOverridden: false,
      fit: null,
    }));
    const ms = Math.max(1, Math.round(performance.now() - begin));
    this.tasks.say(
      status.opened(recording.name, ms, recording.channels.length, recording.warnings.length),
    );
    await this.#compare();
    return entry;
  }

  async selectRecording(key: number): Promise<void> {
    this.#store.update({ recordingKey: key, fit: null, isOverridden: false });
    await this.tasks.attempt('compare', subjects.comparison, () => this.#compare());
  }

  async closeRecording(key: number): Promise<void> {
    const entry = this.#state.recordings.find((one) => one.key === key);
    if (!entry) return;
    entry.run?.abort.abort();
    this.#store.update((state) => withoutRecording(state, key));
    this.tasks.say(status.closed(entry.recording.name));
    await this.tasks.attempt('close', entry.recording.name, async () => {
      await entry.run?.classification.close();
      await entry.recording.close();
      await this.#compare();
    });
  }

  async readAllAnnotations(): Promise<void> {
    const entry = currentRecording(this.#state);
    if (!entry) return;
    await this.tasks.busy('annotations', status.readingAnnotations, (task) =>
      task.attempt(entry.recording.name, async () => {
        await entry.recording.readAnnotations({ onProgress: () => this.#store.invalidate() });
        this.tasks.say(status.readAnnotations(entry.recording.annotations.length));
      }),
    );
  }

  /** The name of the file may tell who it was, too: the copy does not take it over. */
  async saveWithoutIdentity(): Promise<void> {
    const entry = currentRecording(this.#state);
    if (!entry) return;
    const { recording } = entry;
    await this.tasks.busy('copy', status.makingCopy, (task) =>
      task.attempt(recording.name, async () => {
        const { file, changed, warnings } = await recording.deidentified();
        const name = `without_identity.${recording.info.format.slice(0, 3).toLowerCase()}`;
        saveFile(file, name, 'application/octet-stream');
        this.#store.update((state) =>
          patchRecording(state, entry.key, { copy: { changed, warnings } }),
        );
        this.tasks.say(status.saved(name));
      }),
    );
  }

  // Models

  addBundled({ fileName, title }: BundledModel, bytes: ArrayBuffer): void {
    const entry: ModelEntry = {
      key: fileName,
      title,
      fileName,
      isBundled: true,
      bytes,
      model: null,
    };
    this.#store.update((state) => withModel(state, entry));
  }

  async openModels(files: File[]): Promise<void> {
    await this.tasks.busy('open', status.opening(files.map(({ name }) => name)), async (task) => {
      for (const file of files) {
        await task.attempt(file.name, async () => {
          const entry: ModelEntry = {
            key: `opened:${file.name}`,
            title: file.name,
            fileName: file.name,
            isBundled: false,
            bytes: await file.arrayBuffer(),
            model: null,
          };
          const model = await (await this.#engine).loadModel(entry.bytes, { name: file.name });
          this.#store.update((state) => withModel(state, { ...entry, model }));
          await this.selectModel(entry.key);
        });
      }
    });
  }

  /** A model that was trained here becomes the current one. */
  async addTrained(file: Uint8Array, title: string, fileName: string): Promise<void> {
    const n = this.#state.models.filter(({ key }) => key.startsWith('trained:')).length + 1;
    const bytes = file.slice().buffer as ArrayBuffer;
    const model = await (await this.#engine).loadModel(bytes, { name: fileName });
    const entry: ModelEntry = {
      key: `trained:${n}`,
      title: words.model.trainedHere(n, title),
      fileName,
      isBundled: false,
      bytes,
      model,
    };
    this.#store.update((state) => withModel(state, entry));
    await this.selectModel(entry.key);
  }

  /** The same as a step that can be undone: whoever uses the page chose it. */
  async chooseModel(key: string): Promise<void> {
    const before = this.#state.modelKey;
    await this.selectModel(key);
    if (before === null || before === key || this.#state.modelKey !== key) return;
    const step = (to: string) => () => void this.selectModel(to);
    this.undo.push({ kind: `model:${key}`, undo: step(before), redo: step(key) });
    this.#store.invalidate();
  }

  /** The model of an entry, which is loaded when it is first needed. */
  async loaded(key: string): Promise<Model> {
    const entry = this.#state.models.find((one) => one.key === key)!;
    if (entry.model) return entry.model;
    const model = await (await this.#engine).loadModel(entry.bytes, { name: entry.fileName });
    this.#store.update((state) => withModel(state, { ...entry, model }));
    return model;
  }

  async selectModel(key: string): Promise<void> {
    const entry = this.#state.models.find((one) => one.key === key);
    if (!entry) return;
    await this.tasks.attempt('compare', entry.title, async () => {
      await this.loaded(key);
      this.#store.update({ modelKey: key, fit: null, isOverridden: false });
      await this.#compare();
    });
    this.#store.invalidate();
  }

  async #compare(): Promise<void> {
    const [entry, chosen] = [currentRecording(this.#state), currentModel(this.#state)];
    if (!entry || !chosen?.model) return;
    const fit = await chosen.model.fit(entry.recording);
    if (this.#state.recordingKey === entry.key && this.#state.modelKey === chosen.key)
      this.#store.update({ fit });
  }

  // Classifying and saving

  async classify(): Promise<void> {
    const [entry, model] = [currentRecording(this.#state), currentModel(this.#state)];
    if (!entry || !model || obstacle(this.#state)) return;
    const previous = entry.run?.classification;
    const override = this.#state.isOverridden;
    await this.tasks.attempt('classify', entry.recording.name, () =>
      runClassification(this.#store, entry, model, override, this.#attention.untilIdle),
    );
    await previous?.close();
  }

  cancel(): void {
    currentRecording(this.#state)?.run?.abort.abort();
  }

  async save(): Promise<void> {
    const entry = currentRecording(this.#state);
    const run = entry?.run;
    if (!entry || run?.status !== 'done') return;
    const { format } = this.#state;
    await this.tasks.attempt('save', entry.recording.name, async () => {
      const name = entry.recording.name.replace(/\.[^.]*$/, '') + fileEndings[format];
      saveFile(await run.classification.save(format), name, mediaTypes[format]);
      this.tasks.say(status.saved(name));
    });
  }

  async saveReport(): Promise<void> {
    const entry = currentRecording(this.#state);
    const run = entry?.run;
    if (!entry || run?.status !== 'done') return;
    await this.tasks.busy('report', status.writingReport, (task) =>
      task.attempt(entry.recording.name, async () => {
        const onProgress = (share: number) => this.tasks.say(status.hashing(share));
        const html = await run.classification.report({ onProgress });
        saveFile(html, reportName, 'text/html');
        this.tasks.say(status.saved(reportName));
      }),
    );
  }

  async exportOnnx(): Promise<void> {
    const chosen = currentModel(this.#state);
    if (!chosen?.model) return;
    const { model } = chosen;
    const { fileName } = model.info;
    await this.tasks.attempt('save', fileName, async () => {
      const name = `${fileName.replace(/\.[^.]*$/, '')}.onnx`;
      saveFile(await model.toOnnx(), name, 'application/octet-stream');
      this.tasks.say(status.saved(name));
    });
  }

  async lookAtStored(): Promise<void> {
    await this.tasks.attempt('stored', subjects.stored, async () => {
      this.#store.update({ stored: await listStored() });
    });
  }

  /** What is stored may be the only copy of hours of training: who asks to erase it is asked back. */
  async eraseStored(): Promise<void> {
    if (!this.#state.isErasing) return;
    this.#store.update({ isErasing: false });
    await this.tasks.attempt('stored', subjects.stored, async () => {
      await eraseStored();
      this.#store.update({ stored: await listStored() });
      this.tasks.say(status.erased);
    });
  }

  set(
    change: Partial<
      Pick<
        State,
        | 'isOverridden'
        | 'format'
        | 'isDropping'
        | 'isTableOpen'
        | 'theme'
        | 'pxPerMm'
        | 'annotationText'
        | 'firstEpochRow'
        | 'isErasing'
      >
    >,
  ): void {
    this.#store.update(change);
  }

  dismissAlerts(): void {
    this.#store.update({ alerts: [] });
  }
}

const fileEndings: Record<ResultFormat, string> = {
  csv: '_eegate.csv',
  json: '_eegate.json',
  tsv: '_events.tsv',
  edf: '_annotations.edf',
};
const mediaTypes: Record<ResultFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  tsv: 'text/tab-separated-values',
  edf: 'application/octet-stream',
};
