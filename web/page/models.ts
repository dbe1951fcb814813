// The available models and the selected one: where they come from, and their compatibility with the recording.
import type { Compatibility, Engine, Model, Recording } from '../api/index.js';
import { isVaried, namesClasses } from './annotated_classes.js';
import { namedByContent } from './foreign_model.js';
import { fetchBundled, ungatedVersions, type BundledModel } from './bundled_models.js';
import { OpenModels, type Lease } from './open_models.js';
import { isRefused } from './classify_obstacle.js';
import {
  currentModel,
  currentRecording,
  withModel,
  type ModelEntry,
  type RecordingEntry,
  type State,
  type Suit,
} from './state.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import type { Undo } from './undo.js';
import { strings } from './strings/index.js';

/** The model that needs the least adaptation, of equals the first; null if none fits. */
function bestFitting(fits: ReadonlyMap<string, Compatibility>): string | null {
  const keys = [...fits.keys()];
  const find = (verdict: Compatibility['verdict']) =>
    keys.find((key) => fits.get(key)!.verdict === verdict);
  return find('ok') ?? find('adapted') ?? null;
}

/** So long the list of models waits for what makes its rows taller. */
const patienceMs = 400;

export class Models {
  readonly #store: Store<State>;
  readonly #tasks: Tasks;
  readonly #undo: Undo;
  readonly #open: OpenModels;
  /** Of the model that is chosen. */
  #chosen: Lease | null = null;
  #nSelected = 0;
  /** What the user chose last, and may still be opening. */
  #choice: Promise<void> | null = null;
  /** The user has chosen a model; otherwise a compatible one may be selected for a recording. */
  #isDecided = false;
  #nTrained = 0;
  #nSurveys = 0;
  #ungatedVersions: Promise<void> | null = null;

  constructor(store: Store<State>, engine: Promise<Engine>, tasks: Tasks, undo: Undo) {
    this.#store = store;
    this.#tasks = tasks;
    this.#undo = undo;
    this.#open = new OpenModels(async ({ bytes, fileName }) => {
      const started = await engine;
      return started.loadModel(bytes, { name: fileName }).catch((thrown: unknown) => {
        throw namedByContent(thrown, bytes);
      });
    });
  }

  get #state(): Readonly<State> {
    return this.#store.state;
  }

  /** Models in the memory of the engine. */
  get nOpen(): number {
    return this.#open.size;
  }

  addBundled({ fileName, title }: BundledModel, bytes: ArrayBuffer): void {
    const entry = { key: fileName, title, fileName, isBundled: true, bytes, model: null };
    this.#store.update((state) => withModel(state, entry));
  }

  /** Fetches the ungated versions; a missing one only removes a choice. */
  prepareUngatedVersions(): Promise<void> {
    this.#ungatedVersions ??= Promise.allSettled(
      ungatedVersions.map(async (model) => this.addBundled(model, await fetchBundled(model))),
    ).then(() => undefined);
    return this.#ungatedVersions;
  }

  async openFiles(files: File[]): Promise<void> {
    const texts = strings.status.opening(files.map(({ name }) => name));
    await this.#tasks.busy('open', texts, async (task) => {
      for (const file of files)
        await task.attempt(file.name, async () => {
          await this.#add({
            key: `opened:${file.name}`,
            title: file.name,
            fileName: file.name,
            isBundled: false,
            bytes: await file.arrayBuffer(),
            model: null,
          });
          this.#tasks.say(strings.status.openedModel(file.name));
        });
    });
  }

  /** A model that was trained here becomes the current one if it is worth it, or if there is no other. Its key. */
  async addTrained(
    file: Uint8Array,
    title: string,
    fileName: string,
    isWorthUsing = true,
  ): Promise<string> {
    const n = ++this.#nTrained;
    const key = `trained:${n}`;
    await this.#add(
      {
        key,
        title: strings.model.trainedHere(n, title),
        fileName,
        isBundled: false,
        trained: { n, title },
        bytes: file.slice().buffer as ArrayBuffer,
        model: null,
      },
      isWorthUsing || this.#state.modelKey === null,
    );
    return key;
  }

  /** Adds a model, unless its file cannot be read, and chooses it if it is taken into use. */
  async #add(entry: ModelEntry, isTaken = true): Promise<void> {
    const lease = await this.#open.use(entry);
    try {
      const model = isTaken ? lease.model : null;
      this.#store.update((state) => withModel(state, { ...entry, model }));
      if (isTaken) await this.select(entry.key, true);
    } finally {
      lease.release();
    }
  }

  /** As `select`, in a step that can be undone: the user chose it. */
  async choose(key: string): Promise<void> {
    const before = this.#state.modelKey;
    this.#choice = this.select(key, true);
    await this.#choice;
    if (before === null || before === key || this.#state.modelKey !== key) return;
    const step = (to: string) => () => void this.select(to);
    this.#undo.push({ kind: `model:${key}`, undo: step(before), redo: step(key), isGlobal: true });
    this.#store.invalidate();
  }

  /** The chosen model, which is open, for one more user; null if none is chosen. */
  useChosen(): Lease | null {
    const chosen = currentModel(this.#state)?.model;
    return chosen && chosen === this.#chosen?.model ? this.#chosen.again() : null;
  }

  /** Ends when what the user chose last is the chosen model, or an error says why it is not. */
  async whenChosen(): Promise<void> {
    await this.#choice;
  }

  /** The model of an entry, opened for code that asks until the lease is given back. */
  async use(key: string): Promise<Lease> {
    return this.#open.use(this.#state.models.find((one) => one.key === key)!);
  }

  /** `isDecided`: the user chose this one, so that no other is selected automatically. */
  async select(key: string, isDecided = this.#isDecided): Promise<void> {
    const entry = this.#state.models.find((one) => one.key === key);
    if (!entry) return;
    this.#isDecided = isDecided;
    const turn = ++this.#nSelected;
    await this.#tasks.attempt('compare', entry.title, async () => {
      const lease = await this.#open.use(entry);
      if (turn !== this.#nSelected) return lease.release(); // another was chosen meanwhile
      const before = this.#chosen;
      this.#chosen = lease;
      this.#store.update(({ models }) => ({
        models: models.map((one) => ({ ...one, model: one.key === key ? lease.model : null })),
        modelKey: key,
        compatibility: null,
        isOverridden: false,
      }));
      before?.release();
      await this.compare();
    });
    this.#store.invalidate();
  }

  /** How the chosen model suits the recording that is shown. */
  async compare(): Promise<void> {
    const entry = currentRecording(this.#state);
    const lease = entry && this.useChosen();
    this.#store.update({ isUncompared: false });
    if (!lease) return;
    try {
      const compatibility = await lease.model.checkCompatibility(entry.recording);
      if (!this.#isShown(entry, lease)) return;
      this.#store.update({ compatibility });
      if (isRefused(compatibility)) await this.#propose(entry, lease);
      else if (!this.#isDecided) await this.#proposeByAnnotations(entry, lease);
    } catch (thrown) {
      if (this.#isShown(entry, lease)) this.#store.update({ isUncompared: true });
      throw thrown;
    } finally {
      lease.release();
    }
  }

  #isShown({ key }: RecordingEntry, lease: Lease): boolean {
    return this.#state.recordingKey === key && this.#chosen?.model === lease.model;
  }

  /**
   * What every model expects, and how the recording that is shown suits it: for the list of models, which waits for it a moment, so
   * that no row moves under the pointer.
   */
  async survey(): Promise<void> {
    const turn = ++this.#nSurveys;
    const entry = currentRecording(this.#state);
    const found: State['suits'] = {};
    const show = () =>
      this.#store.update(({ suits, modelPicker }) => ({
        suits: { ...suits, ...found },
        modelPicker: { ...modelPicker, isPending: false },
      }));
    const waiting = setTimeout(show, patienceMs);
    for (const { key } of this.#state.models) {
      const model = this.#state.models.find((one) => one.key === key);
      const suit = model && (await this.#suitOf(model, entry));
      if (turn !== this.#nSurveys) return clearTimeout(waiting); // asked again meanwhile
      if (suit) found[key] = suit;
    }
    clearTimeout(waiting);
    show();
  }

  /** Null if the model cannot be opened; selecting it shows the reason. */
  async #suitOf(entry: ModelEntry, shown: RecordingEntry | null): Promise<Suit | null> {
    const lease = await this.#open.use(entry).catch(() => null);
    if (!lease) return null;
    try {
      const compatibility =
        shown && (await lease.model.checkCompatibility(shown.recording).catch(() => null));
      const recordingKey = shown?.key ?? null;
      return { bytes: entry.bytes, recordingKey, info: lease.model.info, compatibility };
    } finally {
      lease.release();
    }
  }

  /** Other models are opened only where annotations can name classes. */
  async #proposeByAnnotations(entry: RecordingEntry, current: Lease): Promise<void> {
    const { recording } = entry;
    if (!isVaried(recording) || namesClasses(recording, current.model.classes)) return;
    await this.#propose(entry, current, ({ classes }) => namesClasses(recording, classes));
  }

  /** Searches the other models for one that is compatible with a recording, and selects it unless the user has chosen. */
  async #propose(
    entry: RecordingEntry,
    current: Lease,
    isWanted: (model: Model) => boolean = () => true,
  ): Promise<void> {
    const verdicts = new Map<string, Compatibility>();
    for (const other of this.#state.models) {
      const isOther = other.bytes !== current.bytes;
      const compatibility =
        isOther && (await this.#compatibilityOf(other, entry.recording, isWanted));
      if (compatibility) verdicts.set(other.key, compatibility);
    }
    const key = bestFitting(verdicts);
    if (key === null || !this.#isShown(entry, current)) return;
    const hasRun = Boolean(currentRecording(this.#state)?.run); // classified meanwhile: with the model that was chosen
    const isTaken = !this.#isDecided && !hasRun;
    this.#store.update({ proposal: { recordingKey: entry.key, modelKey: key, isTaken } });
    if (isTaken) await this.select(key);
  }

  /** Null where the model is not wanted or cannot be opened, or the recording is gone: then it is not proposed. */
  async #compatibilityOf(
    entry: ModelEntry,
    recording: Recording,
    isWanted: (model: Model) => boolean,
  ): Promise<Compatibility | null> {
    const lease = await this.#open.use(entry).catch(() => null);
    try {
      return lease && isWanted(lease.model)
        ? await lease.model.checkCompatibility(recording)
        : null;
    } catch {
      return null;
    } finally {
      lease?.release();
    }
  }
}
