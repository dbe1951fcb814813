// What a user can do in the panel, as steps that change its state. Runs go on when the tab is hidden; only drawing waits.
import { EegateError, type Engine, type Recording } from '../../api/index.js';
import type { TrainingEvent, TrainingInfo, TrainingRun } from '../../api/training_types.js';
import type { Actions } from '../actions.js';
import { saveFile } from '../files.js';
import { currentModel, type State } from '../state.js';
import type { Store } from '../store.js';
import { opened, setupOf, type Changes, type Settings, type Setup } from './choices.js';
import { conduct, inPlainWords, type Material } from './conduct.js';
import { Keeper } from './keeper.js';
import type { KeptRun, Shelf } from './keeping.js';
import { endText, headline } from './outcome.js';
import { Networks } from './networks.js';
import { beginningOf } from './kept_run.js';
import { betterOf, finishedOf, inOrder, runOf } from './pair.js';
import { isSameTask, obstacleOf, planOf, rivalPlan, type Plan } from './plan.js';
import { sourceOf } from './sources.js';
import { isGoingOn, newRun, type PanelState, type Run } from './state.js';
import { words } from '../words/index.js';

const said = words.train.status;
const drawEveryMs = 150;
const sayEveryMs = 10_000;

export class Panel {
  readonly #page: Store<State>;
  readonly #store: Store<PanelState>;
  readonly #actions: Actions;
  readonly #engine: Promise<Engine>;
  readonly #keeper: Keeper;
  readonly networks: Networks;
  #training: TrainingRun | null = null;
  #abort = new AbortController();
  #tick = 0;
  #nRuns = 0;
  #saidAt = 0;
  #setup: { signature: unknown[]; setup: Setup } | null = null;

  constructor(
    page: Store<State>,
    store: Store<PanelState>,
    actions: Actions,
    engine: Promise<Engine>,
    shelf: Shelf,
  ) {
    this.#page = page;
    this.#store = store;
    this.#actions = actions;
    this.#engine = engine;
    this.#keeper = new Keeper(shelf, (keepNote) => this.#patch({ keepNote }));
    this.networks = new Networks(engine, () => this.#drawSoon());
  }

  get #run(): Run | null {
    return this.#store.state.run;
  }

  // Choices

  /** Made anew when something that it depends on has changed. */
  get setup(): Setup {
    const { recordings } = this.#page.state;
    const { changes } = this.#store.state;
    const model = this.openedModel?.model?.info ?? null;
    const sizes = recordings.flatMap(({ key, recording }) => [key, recording.annotations.length]);
    const signature = [changes, model, ...sizes];
    const known = this.#setup?.signature;
    if (known?.length !== signature.length || known.some((one, i) => one !== signature[i])) {
      const sources = recordings.map((entry) => sourceOf(entry));
      this.#setup = { signature, setup: setupOf(sources, changes, model) };
    }
    return this.#setup!.setup;
  }

  /** The model that training can go on from. */
  get openedModel() {
    const chosen = currentModel(this.#page.state);
    return chosen?.model ? chosen : null;
  }

  get #changes(): Changes {
    return this.#store.state.changes;
  }

  change(change: Partial<Changes>): void {
    this.#store.update(({ changes }) => ({ changes: { ...changes, ...change } }));
  }

  set(settings: Partial<Settings>): void {
    this.change({ settings: { ...this.#changes.settings, ...settings } });
  }

  use(key: number, isUsed: boolean): void {
    this.change({ isUsed: { ...this.#changes.isUsed, [key]: isUsed } });
  }

  namePerson(key: number, person: string): void {
    this.change({ persons: { ...this.#changes.persons, [key]: person } });
  }

  nameState(key: number, state: string): void {
    this.change({ states: { ...this.#changes.states, [key]: state } });
  }

  useLabel(id: string, isClass: boolean): void {
    this.change({ isClass: { ...this.#changes.isClass, [id]: isClass } });
  }

  nameClass(id: string, name: string): void {
    this.change({ classNames: { ...this.#changes.classNames, [id]: name } });
  }

  show(
    change: Partial<Pick<PanelState, 'areSettingsOpen' | 'isTableOpen' | 'isOverviewOpen'>>,
  ): void {
    this.#store.update(change);
  }

  // Running

  async train(): Promise<void> {
    if (isGoingOn(this.#run)) return;
    await this.#actions.tasks.attempt('train', said.subject, async () => {
      await this.#actions.tasks.untilIdle('open'); // files that were chosen a moment ago belong to what is trained on
      const { setup } = this;
      const obstacle = obstacleOf(setup);
      if (obstacle) throw obstacle;
      const plan = planOf(setup);
      const entries = this.#page.state.recordings;
      const base = setup.settings.preset === opened ? this.openedModel : null;
      const kept = beginningOf(plan, entries, base);
      const recordings = new Map(entries.map(({ key, recording }) => [key, recording]));
      const material = { plan, recordings, model: base?.model ?? null, checkpoint: null };
      await this.#conduct(material, kept);
      await this.#conductRival(material, kept);
    });
  }

  /** The second of two networks, and the better of both is in use at the end. */
  async #conductRival({ plan, recordings }: Material, kept: KeptRun): Promise<void> {
    const first = this.#run;
    if (!plan.rival || first?.trained?.ended === 'stopped' || !first?.bytes) return;
    const { isKept } = first.plan; // the wish may be withdrawn by now
    const second = { ...rivalPlan(plan, plan.rival), isKept };
    const begun = { startedAt: Date.now(), savedAt: Date.now(), checkpoint: null, epochs: [] };
    const finished = finishedOf(first);
    await this.#conduct(
      { plan: second, recordings, model: null, checkpoint: null },
      { ...kept, ...begun, plan: second, model: null, finished },
    );
    await this.#useBetter();
  }

  /** Of two that were compared the better one is shown and in use, whichever was trained last. */
  async #useBetter(): Promise<void> {
    const { run, earlier } = this.#store.state;
    if (!run?.trained || !earlier) return;
    const better = betterOf(...inOrder(earlier, run));
    if (better === run) return;
    this.#store.update({ run: better, earlier: run });
    await this.useModel(better);
  }

  /** Makes the model of a run the one in use. */
  async useModel({ modelKey }: Run): Promise<void> {
    if (modelKey) await this.#actions.models.select(modelKey);
  }

  isInUse({ modelKey }: Run): boolean {
    return modelKey !== null && modelKey === this.#page.state.modelKey;
  }

  /** Goes on where a reload or a crash left off. */
  async continue(): Promise<void> {
    if (isGoingOn(this.#run) || this.#store.state.isContinuing) return;
    this.#store.update({ isContinuing: true });
    await this.#actions.tasks.attempt('train', said.subject, async () => {
      const kept = await this.#keeper.takeOver();
      if (!kept) {
        this.#store.update({ interrupted: null });
        throw new EegateError({ code: 'TRAIN_ELSEWHERE', ...words.trainErrors.elsewhere });
      }
      await this.#bringBack(kept);
      const entries = await this.#actions.reopen(kept.files);
      const recordings = new Map<number, Recording>(
        kept.files.map(({ key }, i) => [key, entries[i]!.recording]),
      );
      const model = kept.model
        ? await (await this.#engine).loadModel(kept.model.bytes, { name: kept.model.fileName })
        : null;
      this.#store.update({ interrupted: null, isContinuing: false });
      const { plan, checkpoint } = kept;
      const material = { plan, recordings, model, checkpoint };
      try {
        await this.#conduct(material, kept);
      } finally {
        await model?.close();
      }
      await this.#conductRival(material, kept);
      if (kept.finished) await this.#useBetter();
    });
    this.#store.update({ isContinuing: false });
  }

  /** The first run of a comparison, which had ended when the page was left. */
  async #bringBack({ finished }: KeptRun): Promise<void> {
    if (!finished) return;
    const run = runOf(finished, ++this.#nRuns);
    run.modelKey = await this.#addModel(finished.bytes, run.plan, true);
    this.#store.update({ run });
  }

  /** It is called discarded once it is erased, not before. */
  async discard(): Promise<void> {
    await this.#actions.tasks.attempt('train', said.interruptedSubject, async () => {
      if (!(await this.#keeper.discard()))
        throw new EegateError({ code: 'TRAIN_ELSEWHERE', ...words.trainErrors.elsewhere });
      this.#store.update({ interrupted: null });
      this.#actions.tasks.say(said.discarded);
    });
  }

  async #conduct(material: Material, kept: KeptRun): Promise<void> {
    const run = newRun(material.plan, ++this.#nRuns);
    const before = this.#run;
    const isRival = before?.phase === 'ended' && isSameTask(before.plan, run.plan);
    run.history.load(kept.epochs);
    this.#abort = new AbortController();
    this.#saidAt = performance.now();
    this.#store.update({
      run,
      earlier: isRival ? before : null,
      areSettingsOpen: false,
      wantsFocus: true,
    });
    this.#say(said.preparing, run.plan);
    const isKept = this.#keep(kept);
    let isWorthKeeping = false; // after a failure that may not happen again
    try {
      const trained = await conduct(
        await this.#engine,
        material,
        {
          onBegun: (training) => (this.#training = training),
          onPreparing: (prepared) => {
            this.#run!.prepared = prepared;
            this.#drawSoon();
          },
          onInfo: (info) => this.#begin(info),
          onEvent: (event) => this.#hear(event),
          onCheckpoint: (checkpoint) => void this.#shelve(isKept, checkpoint),
          onLost: ({ message }) => this.#note(said.newEngine(message)),
        },
        this.#abort.signal,
      );
      const bytes = await trained.toSafetensors();
      const isOneOfTwo = run.plan.rival !== null || this.#store.state.earlier !== null;
      const modelKey = await this.#addModel(bytes, run.plan, isOneOfTwo);
      this.#patch({ phase: 'ended', trained, bytes, modelKey });
      const { evaluation } = trained;
      this.#say(`${endText(trained)} ${evaluation ? headline(evaluation) : ''}`, run.plan);
    } catch (cause) {
      const thrown = inPlainWords(cause);
      if (thrown instanceof EegateError && thrown.code === 'ABORTED') {
        this.#store.update(({ earlier }) => ({
          run: earlier,
          earlier: null,
          areSettingsOpen: true,
        }));
        return this.#actions.tasks.say(said.stoppedBefore);
      }
      const problem = thrown instanceof EegateError ? thrown : null;
      this.#patch({ phase: 'failed', problem });
      this.#store.update({ areSettingsOpen: true });
      const mayPass = problem?.code === 'ENGINE_LOST' || problem?.code === 'TRAIN_MEMORY';
      isWorthKeeping = mayPass && run.history.epochs.length > 0;
      throw thrown;
    } finally {
      this.#training = null;
      await isKept;
      await this.#keeper.end(isWorthKeeping);
      if (isWorthKeeping) await this.offer();
    }
  }

  #addModel(bytes: Uint8Array, plan: Plan, isOneOfTwo: boolean): Promise<string> {
    const { title, network, fileName } = plan;
    const name = isOneOfTwo ? `${title} · ${network}` : title;
    return this.#actions.models.addTrained(bytes, name, fileName);
  }

  #begin(info: TrainingInfo): void {
    const run = this.#run!;
    this.#patch({ info, phase: 'running' });
    const text = said.trainingOn(info.nTrain);
    setTimeout(() => this.#say(text, run.plan), 200); // not in the frame that first lays out the curves
  }

  #hear(event: TrainingEvent): void {
    const run = this.#run!;
    run.last = event;
    run.history.add(event, run.info?.stepsPerEpoch ?? 1);
    if (performance.now() - this.#saidAt > sayEveryMs) {
      const left = words.train.run.remaining(event.remainingS);
      this.#say(said.atPass(event.epoch + 1, run.plan.options.epochs ?? 0, left), run.plan);
    }
    this.#drawSoon();
  }

  #drawSoon(): void {
    this.#tick ||= window.setTimeout(() => {
      this.#tick = 0;
      this.#store.invalidate();
    }, drawEveryMs);
  }

  async pause(): Promise<void> {
    if (this.#run?.phase !== 'running') return;
    await this.#training?.pause();
    if (this.#run?.phase === 'running') this.#patch({ phase: 'paused' });
    this.#actions.tasks.say(said.paused);
  }

  async resume(): Promise<void> {
    await this.#training?.resume();
    if (this.#run?.phase === 'paused') this.#patch({ phase: 'running' });
    this.#actions.tasks.say(said.goesOn);
  }

  /** Keeps what was reached; while data are being prepared there is nothing yet, and it is called off. */
  async stop(): Promise<void> {
    if (this.#run?.phase === 'preparing') return this.#abort.abort();
    if (!isGoingOn(this.#run) || this.#run.phase === 'stopping') return;
    this.#patch({ phase: 'stopping' });
    await this.#training?.stop();
  }

  /** The run whose model Save saves: while a second one trains, or when it has failed, that of the first. */
  get saved(): Run | null {
    const { run, earlier } = this.#store.state;
    return [run, earlier].find((one) => one?.bytes) ?? null;
  }

  save(run = this.saved): void {
    if (!run?.bytes) return;
    saveFile(run.bytes, run.plan.fileName, 'application/octet-stream');
    this.#actions.tasks.say(words.status.saved(run.plan.fileName));
  }

  // Against a reload

  /** Offers to go on with what an earlier visit left behind. */
  async offer(): Promise<void> {
    const found = await this.#keeper.find();
    if (!found) return;
    const { kept, isElsewhere } = found;
    this.#store.update({ interrupted: isElsewhere ? null : kept, isElsewhere });
    if (!isElsewhere) return window.scrollTo({ top: 0 }); // a reload restores where the page was scrolled to
    void this.#keeper.whenFree().then(() => {
      this.#store.update({ isElsewhere: false });
      return this.offer();
    });
  }

  /** Keep a copy of what is trained next, or no copy from now on: what there is of the run that goes on is erased. */
  async wantCopy(isKept: boolean): Promise<void> {
    this.set({ isKept });
    const run = this.#run;
    if (isKept || !isGoingOn(run)) return;
    this.#patch({ plan: { ...run.plan, isKept } });
    await this.#actions.tasks.attempt('train', said.subject, () => this.#keeper.withdraw());
  }

  async #keep(kept: KeptRun): Promise<boolean> {
    const isKept = await this.#keeper.begin(kept);
    if (isKept) this.#store.update({ interrupted: null });
    return isKept;
  }

  async #shelve(isKept: Promise<boolean>, checkpoint: ArrayBuffer): Promise<void> {
    const run = this.#run;
    if (!(await isKept) || !run || run !== this.#run) return;
    await this.#keeper.update({ checkpoint, epochs: [...run.history.epochs] });
  }

  // Small things

  #patch(change: Partial<Run>): void {
    this.#store.update(({ run }) => (run ? { run: Object.assign(run, change) } : {}));
  }

  #note(text: string): void {
    this.#patch({ notes: [...(this.#run?.notes ?? []), text] });
  }

  #say(text: string, { title }: Plan): void {
    this.#saidAt = performance.now();
    this.#actions.tasks.say(said.of(text, title));
  }
}
