// Controller of Train: choices and the table of runs. `runner` executes runs.
import { isSame } from '../changes.js';
import type { ComparedModel, Engine } from '../../api/index.js';
import type { Actions } from '../actions.js';
import { saveFile } from '../files.js';
import { currentModel, type State } from '../state.js';
import type { Store } from '../store.js';
import { adviceFor } from './advice.js';
import { Amplitudes } from './amplitudes.js';
import {
  choiceOfNetwork,
  networksOf,
  opened,
  setupOf,
  type Changes,
  type Settings,
  type Setup,
} from './choices.js';
import { doubtOf, seenBefore, type Doubt } from './doubts.js';
import { validationObstacle, validationOf, type Validation } from './validation.js';
import type { CheckpointStore } from './saved_run.js';
import { MethodComparison, subjectOf } from './method_comparison.js';
import { costOf, Networks } from './networks.js';
import { obstacleOf, planOf, comparisonNetwork, scalingOf } from './plan.js';
import { Runner } from './runner.js';
import { bestLike, fileNameOfRun, sortedBy, ticked, type SortKey } from './runs.js';
import { setAsideOf } from './set_aside.js';
import { sourceOf } from './sources.js';
import { isGoingOn, type Fold, type PanelState, type Run } from './state.js';
import { UnreadAnnotations } from './unread_annotations.js';
import { strings } from '../strings/index.js';

const texts = strings.train.status;

export class Panel {
  readonly networks: Networks;
  readonly runner: Runner;
  readonly methods: MethodComparison;
  readonly unread: UnreadAnnotations;
  readonly #amplitudes: Amplitudes;
  #setup: { signature: unknown[]; setup: Setup } | null = null;

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<PanelState>,
    private readonly actions: Actions,
    engine: Promise<Engine>,
    checkpointStore: CheckpointStore,
  ) {
    this.networks = new Networks(engine, () => store.invalidate());
    this.#amplitudes = new Amplitudes(() => store.invalidate());
    this.runner = new Runner(page, store, actions, engine, checkpointStore);
    this.methods = new MethodComparison(page, store, actions, engine);
    this.unread = new UnreadAnnotations(page, actions, () => this.#used);
  }

  get #state(): Readonly<PanelState> {
    return this.store.state;
  }

  // Choices

  /** Made anew when something that it depends on has changed. */
  get setup(): Setup {
    const { recordings } = this.page.state;
    const { changes } = this.#state;
    const model = this.openedModel?.model?.info ?? null;
    const sizes = recordings.flatMap(({ key, recording }) => [key, recording.annotations]);
    const signature = [changes, model, ...sizes];
    if (!this.#setup || !isSame(signature, this.#setup.signature)) {
      const sources = recordings.map((entry) => sourceOf(entry));
      this.#setup = { signature, setup: setupOf(sources, changes, model) };
    }
    return this.#setup.setup;
  }

  /** The model that training can continue from. */
  get openedModel() {
    const chosen = currentModel(this.page.state);
    return chosen?.model ? chosen : null;
  }

  /** How it will be judged. */
  get validation(): Validation {
    const { setup } = this;
    const facts = setup.base
      ? []
      : networksOf(setup.settings).map((id) => this.networks.of(id, setup));
    return validationOf(setup, costOf(facts));
  }

  get obstacle() {
    return obstacleOf(this.setup) ?? validationObstacle(this.setup);
  }

  get #used(): number[] {
    return this.setup.sources.filter(({ isUsed }) => isUsed).map(({ source }) => source.key);
  }

  /** Recordings to train on whose values are not those of EEG, with the reason: a model trained on them cannot classify them. */
  get implausible(): { name: string; why: string }[] {
    return this.page.state.recordings
      .filter(({ key }) => this.#used.includes(key))
      .map(({ recording }) => ({
        name: recording.name,
        why: this.#amplitudes.problemOf(recording),
      }))
      .filter(({ why }) => why !== '');
  }

  /** Why the result will be no evidence. */
  get doubt(): Doubt | null {
    const { setup, validation } = this;
    const splitBy = setup.settings.split === 'none' ? 'none' : setAsideOf(setup).by;
    return doubtOf(planOf(setup, validation.persons), splitBy);
  }

  get #changes(): Changes {
    return this.#state.changes;
  }

  change(change: Partial<Changes>): void {
    this.store.update(({ changes }) => ({ changes: { ...changes, ...change } }));
  }

  set(settings: Partial<Settings>): void {
    this.change({ settings: { ...this.#changes.settings, ...settings } });
  }

  /** What else depends on the network begins with its own values. */
  chooseNetwork(preset: string): void {
    this.set(choiceOfNetwork(preset, this.setup.settings.preset));
  }

  /** With the band in which it was compared, so the results are still those of these settings. */
  chooseMethod({ preset, bandHz }: ComparedModel): void {
    const before = planOf(this.setup);
    this.chooseNetwork(preset);
    if (!bandHz) return;
    this.set({ lowHz: bandHz[0], highHz: bandHz[1] });
    this.methods.carryOver(before, planOf(this.setup));
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

  unfold(fold: Fold, isOpen: boolean): void {
    this.store.update(({ open }) => ({ open: { ...open, [fold]: isOpen } }));
  }

  // Running

  get isRunning(): boolean {
    return isGoingOn(this.#state.run);
  }

  async train(): Promise<void> {
    if (this.isRunning) return;
    await this.actions.tasks.attempt('train', texts.subject, async () => {
      await this.actions.tasks.untilIdle('open'); // files that were chosen a moment ago belong to what is trained on
      await this.unread.read();
      const { obstacle, setup, validation } = this;
      if (obstacle) throw obstacle;
      const { split, preset } = setup.settings;
      const dependsOnCost = !setup.base && split === 'auto' && !validation.hindrance;
      if (dependsOnCost)
        for (const id of networksOf(setup.settings)) await this.networks.known(id, setup);
      const base = preset === opened ? this.openedModel : null;
      await this.runner.train(planOf(this.setup, this.validation.persons), base);
    });
  }

  /** What works on the chosen windows; of a model that would be trained further, whether that pays. */
  async compareMethods(): Promise<void> {
    if (this.isRunning || this.#state.compared?.isRunning) return;
    await this.actions.tasks.attempt('train', subjectOf(this.setup), async () => {
      await this.actions.tasks.untilIdle('open');
      await this.unread.read();
      const obstacle = obstacleOf(this.setup);
      if (obstacle) throw obstacle;
      const { setup, openedModel } = this;
      const model = setup.base ? (openedModel?.model ?? null) : null;
      await this.methods.compare(planOf(setup), this.#state.comparesNetworks, model);
      const kept = this.#state.compared?.result?.kept;
      if (kept && kept !== 'as_is' && !seenBefore(setup)) this.set({ tune: kept });
    });
  }

  /** Keep a copy of what is trained next, or no copy from now on. */
  async wantCopy(isKept: boolean): Promise<void> {
    this.set({ isKept });
    if (!isKept) await this.runner.withdrawCopy();
  }

  // What came out

  /** Its recordings are open still, so that others can be trained on the same. */
  canTryOthers({ plan: { config, items } }: Run): boolean {
    const open = new Set(this.page.state.recordings.map(({ key }) => key));
    return config !== null && !this.isRunning && items.every(({ key }) => open.has(key));
  }

  /** Networks to try where a run is not above the majority class. */
  adviceFor(run: Run): string[] {
    if (!this.canTryOthers(run)) return [];
    const isPossible = (id: string) => !this.networks.isUnfit(id, run);
    return adviceFor(run, this.#state.runs, ({ preset }) => preset, isPossible);
  }

  async tryOthers(run: Run, presets: string[]): Promise<void> {
    if (this.isRunning) return;
    const networks = presets.map((id) => comparisonNetwork(id, { scaling: scalingOf(run.plan) }));
    await this.actions.tasks.attempt('train', texts.subject, () =>
      this.runner.compareWith(run, networks, this.setup.settings.isKept),
    );
  }

  /** A run that was judged on the same windows and had more of them right; null if there is none. */
  betterThan(run: Run): Run | null {
    const best = bestLike(run, this.#state.runs);
    return best === run ? null : best;
  }

  /** Makes the model of a run the one in use. */
  async useModel({ modelKey }: Run): Promise<void> {
    if (modelKey) await this.actions.models.select(modelKey);
  }

  isInUse({ modelKey }: Run): boolean {
    return modelKey !== null && modelKey === this.page.state.modelKey;
  }

  openFiles = (files: File[]) => this.actions.openRecordings(files);
  useSample = () => this.actions.trySample();

  async tryLive(run: Run): Promise<void> {
    await this.useModel(run);
    this.actions.navigation.enter('live');
  }

  save(run: Run): void {
    if (!run.bytes) return;
    const fileName = fileNameOfRun(run);
    saveFile(run.bytes, fileName, 'application/octet-stream');
    run.isSaved = true;
    this.actions.tasks.say(strings.status.saved(fileName));
  }

  // The table of runs

  show(run: Run): void {
    if (!this.isRunning) this.store.update({ run, wantsFocus: true });
  }

  sort(by: SortKey): void {
    this.store.update(({ sorting }) => ({ sorting: sortedBy(sorting, by) }));
  }

  tick({ order }: Run, isOn: boolean): void {
    this.store.update((state) => ({ ticked: ticked(state.ticked, order, isOn) }));
  }

  /** False without a name: a run keeps the one that it has. */
  rename(run: Run, name: string): boolean {
    const trimmed = name.trim();
    if (trimmed) Object.assign(run, { name: trimmed, isNamed: true });
    this.store.invalidate();
    return trimmed !== '';
  }
}
