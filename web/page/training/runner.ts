// Executes training: runs one after the other, saved for a reload. They continue in other workspaces; only drawing waits.
import { EegateError, type Engine } from '../../api/index.js';
import { isAbort } from '../../worker/error.js';
import type { Trained, TrainingRun } from '../../api/training_types.js';
import type { Actions } from '../actions.js';
import type { ModelEntry, State } from '../state.js';
import type { Store } from '../store.js';
import { trainWithRestarts, asTrainingError, type RunListener, type RunInput } from './restarts.js';
import { leaveOnePersonOut } from './leave_one_person_out.js';
import { takeOwn } from './own_recordings.js';
import { CheckpointSaver } from './checkpoint_saver.js';
import { withKeys, type SavedRun, type CheckpointStore } from './saved_run.js';
import { initialSavedRun } from './initial_saved_run.js';
import { endText, headline } from './outcome.js';
import { UnfinishedRun } from './unfinished_run.js';
import { personsCard, withCard } from './model_card.js';
import { bestOf, betterOf, runOf } from './pair.js';
import { evaluationOf } from './person_results.js';
import { isSameTask, type Plan, type ComparisonNetwork } from './plan.js';
import { inTableAlone, isWorthUsing, modelOf, nameFor, type Judged } from './runs.js';
import { isGoingOn, newRun, type PanelState, type Run } from './state.js';
import { ProgressMessages } from './progress_messages.js';
import { strings } from '../strings/index.js';
import { messageOf } from '../text.js';

const texts = strings.train.status;

export class Runner {
  readonly #saver: CheckpointSaver;
  /** What an earlier visit left. */
  readonly left: UnfinishedRun;
  #training: TrainingRun | null = null;
  #abort = new AbortController();
  #nRuns = 0;
  readonly #messages: ProgressMessages;

  constructor(
    private readonly page: Store<State>,
    private readonly store: Store<PanelState>,
    private readonly actions: Actions,
    private readonly engine: Promise<Engine>,
    checkpointStore: CheckpointStore,
  ) {
    this.#messages = new ProgressMessages(store, actions.tasks);
    this.#saver = new CheckpointSaver(checkpointStore, (...of) => this.#messages.sayCopy(...of));
    this.left = new UnfinishedRun(store, this.#saver, actions.tasks);
  }

  get #run(): Run | null {
    return this.store.state.run;
  }

  /** `base`: the model that training continues from. */
  async train(plan: Plan, base: ModelEntry | null): Promise<void> {
    const saved = initialSavedRun(plan, this.page.state.recordings, base);
    const input = { ...this.#inputOf(plan), model: base?.model ?? null };
    const first = await this.#trainWithRestarts(input, saved);
    if (first && plan.comparisonNetwork && first.trained?.ended !== 'stopped')
      await this.#runComparisons(first, [plan.comparisonNetwork], input, saved);
  }

  /** Other networks on what a run was trained and judged on; at the end the best of all is in use. */
  async compareWith(run: Run, networks: ComparisonNetwork[], isKept: boolean): Promise<void> {
    const plan = { ...run.plan, isKept, comparisonNetwork: null };
    const saved = initialSavedRun(plan, this.page.state.recordings, null);
    await this.#runComparisons({ ...run, plan }, networks, this.#inputOf(plan), saved);
  }

  #inputOf(plan: Plan): RunInput {
    const open = this.page.state.recordings.map(({ key, recording }) => [key, recording] as const);
    return { plan, recordings: new Map(open), model: null, checkpoint: null };
  }

  async #runComparisons(
    first: Run,
    networks: readonly ComparisonNetwork[],
    { recordings }: RunInput,
    saved: SavedRun,
  ): Promise<void> {
    const best = await bestOf(first, networks, (plan, change) =>
      this.#trainWithRestarts(
        { plan, recordings, model: null, checkpoint: null },
        { ...saved, ...change },
      ),
    );
    await this.#show(best);
  }

  /** Of several that were compared the best one is shown and in use, whichever was trained last. */
  async #show({ order }: Run): Promise<void> {
    const run = this.store.state.runs.find((one) => one.order === order);
    if (!run) return;
    this.store.update({ run });
    if (run.modelKey && isWorthUsing(run.trained)) await this.actions.models.select(run.modelKey);
  }

  /** Goes on where a reload or a crash left off. */
  async continue(): Promise<void> {
    if (isGoingOn(this.#run) || this.store.state.isContinuing) return;
    this.store.update({ isContinuing: true });
    await this.actions.tasks.attempt('train', texts.subject, () => this.#continueRun());
    this.store.update({ isContinuing: false });
  }

  async #continueRun(): Promise<void> {
    const left = await this.left.takeOver();
    const first = await this.#restoreFinished(left);
    const entries = await this.actions.reopen(left.files);
    const keys = entries.map(({ key }) => key);
    const saved = withKeys(left, keys);
    if (first && saved.finished) first.plan = saved.finished.plan;
    const recordings = new Map(entries.map(({ key, recording }) => [key, recording]));
    const model = saved.model
      ? await (await this.engine).loadModel(saved.model.bytes, { name: saved.model.fileName })
      : null;
    this.store.update({ interrupted: null, isContinuing: false });
    const { plan, checkpoint } = saved;
    const input = { plan, recordings, model, checkpoint };
    let run: Run | null;
    try {
      run = await this.#trainWithRestarts(input, saved);
    } finally {
      await model?.close();
    }
    if (run && plan.comparisonNetwork && run.trained?.ended !== 'stopped')
      await this.#runComparisons(run, [plan.comparisonNetwork], input, saved);
    else if (run && first) await this.#show(betterOf(first, run));
  }

  /** The first run of a comparison, which had ended when the page was left. */
  async #restoreFinished({ finished }: SavedRun): Promise<Run | null> {
    if (!finished) return null;
    const run = runOf(finished, ++this.#nRuns);
    run.modelKey = await this.#addModel(finished.bytes, run, finished.trained);
    this.store.update(({ runs }) => ({ run, runs: [...runs, run] }));
    return run;
  }

  /** Null where it was called off before there was a model. */
  async #trainWithRestarts(input: RunInput, saved: SavedRun): Promise<Run | null> {
    const run = this.#begin(input.plan, saved);
    const begunAt = performance.now();
    const isKept = this.#keep(saved);
    let isWorthKeeping = false; // after a failure that may not happen again
    try {
      const engine = await this.engine;
      const listener = this.#runListener(isKept);
      const { signal } = this.#abort;
      await takeOwn(engine, input, this.page.state.recordings, this.actions.tasks);
      await leaveOnePersonOut(run, engine, input, listener, signal, {
        patch: (change) => this.#patch(change),
        saveResults: () => void this.#saveProgress(isKept, null),
      });
      const trained = await trainWithRestarts(engine, input, listener, signal);
      await this.#finish(run, trained, begunAt);
      return run;
    } catch (cause) {
      const thrown = asTrainingError(cause);
      const problem = thrown instanceof EegateError ? thrown : null;
      if (isAbort(thrown)) {
        this.store.update({ run: null }); // earlier ones are in the table, and not what was stopped
        this.actions.tasks.say(texts.stoppedBefore);
        return null;
      }
      this.#patch({ phase: 'failed', problem });
      const mayPass = problem?.code === 'ENGINE_LOST' || problem?.code === 'TRAIN_MEMORY';
      isWorthKeeping = mayPass && (run.history.epochs.length > 0 || run.judged.length > 0);
      throw thrown;
    } finally {
      this.#training = null;
      this.store.update(inTableAlone);
      await isKept;
      await this.#saver.end(isWorthKeeping);
      if (isWorthKeeping) await this.left.offer();
    }
  }

  #begin(plan: Plan, saved: SavedRun): Run {
    const { runs } = this.store.state;
    const run = newRun(plan, ++this.#nRuns, nameFor(plan, runs));
    const before = runs.filter((one) => isSameTask(one.plan, plan)).at(-1);
    run.history.load(saved.epochs);
    run.judged = [...saved.judged];
    this.#abort = new AbortController();
    const ticked = before ? [before.order, run.order] : [];
    this.store.update({ run, ticked, wantsFocus: true });
    this.#messages.say(texts.preparing, plan);
    return run;
  }

  #runListener(isKept: Promise<boolean>): RunListener {
    return {
      onBegun: (training) => (this.#training = training),
      onPreparing: (prepared) => {
        this.#run!.prepared = prepared;
        this.#messages.drawSoon();
      },
      onInfo: (info) => {
        const run = this.#run!;
        const { plan, person, phase } = run;
        this.#patch({ info, phase: phase === 'preparing' ? 'running' : phase });
        const text = texts.trainingOn(info.nTrain, person);
        // Not in the frame that first lays out the curves; a short run may have ended by then.
        setTimeout(() => isGoingOn(run) && this.#messages.say(text, plan), 200);
      },
      onEvent: (event) => this.#messages.hear(this.#run!, event),
      onCheckpoint: (checkpoint) => void this.#saveProgress(isKept, checkpoint),
      onLost: (error) => this.#note(texts.newEngine(messageOf(error))),
    };
  }

  async #finish(run: Run, trained: Trained, begunAt: number): Promise<void> {
    const { plan, judged } = run;
    const ofPersons = evaluationOf(plan.classes, judged);
    const evaluation = ofPersons ?? trained.evaluation;
    const written = await trained.toSafetensors();
    const bytes = ofPersons ? withCard(written, personsCard(ofPersons, judged)) : written;
    const modelKey = await this.#addModel(bytes, run, { evaluation });
    const { ended, epochs, problem } = trained;
    const toSafetensors = async () => bytes;
    this.#patch({
      ...{ phase: 'ended', bytes, modelKey, person: null },
      trained: { ended, epochs, problem, evaluation, toSafetensors },
      elapsedS: (performance.now() - begunAt) / 1000,
    });
    this.store.update(({ runs }) => ({ runs: [...runs, run] }));
    this.#messages.say(`${endText(trained)} ${evaluation ? headline(evaluation, run) : ''}`, plan);
  }

  #addModel(bytes: Uint8Array, run: Run, judged: Judged): Promise<string> {
    return this.actions.models.addTrained(bytes, ...modelOf(run, judged));
  }

  async pause(): Promise<void> {
    if (this.#run?.phase !== 'running') return;
    await this.#training?.pause();
    if (this.#run?.phase === 'running') this.#patch({ phase: 'paused' });
    this.actions.tasks.say(texts.paused);
  }

  async resume(): Promise<void> {
    await this.#training?.resume();
    if (this.#run?.phase === 'paused') this.#patch({ phase: 'running' });
    this.actions.tasks.say(texts.goesOn);
  }

  /** Keeps what was reached; while data are being prepared or persons are left out there is nothing yet, and it is called off. */
  async stop(): Promise<void> {
    const run = this.#run;
    if (!isGoingOn(run) || run.phase === 'stopping') return;
    if (run.phase === 'preparing') return this.#abort.abort();
    this.#patch({ phase: 'stopping' });
    if (run.person !== null) this.#abort.abort();
    else await this.#training?.stop();
  }

  /** Another place is shown, where how it ended needs not be read any more. */
  leave(): void {
    this.#messages.unsay();
  }

  // Against a reload

  /** No copy from now on: what exists of the active run is erased. */
  async withdrawCopy(): Promise<void> {
    const run = this.#run;
    if (!isGoingOn(run)) return;
    this.#patch({ plan: { ...run.plan, isKept: false } });
    await this.actions.tasks.attempt('train', texts.subject, () => this.#saver.withdraw());
  }

  async #keep(saved: SavedRun): Promise<boolean> {
    const isKept = await this.#saver.begin(saved);
    if (isKept) this.store.update({ interrupted: null });
    return isKept;
  }

  async #saveProgress(isKept: Promise<boolean>, checkpoint: ArrayBuffer | null): Promise<void> {
    const run = this.#run;
    if (!(await isKept) || !run || run !== this.#run) return;
    const epochs = run.person === null ? [...run.history.epochs] : [];
    await this.#saver.update({ checkpoint, epochs, judged: run.judged });
  }

  #patch(change: Partial<Run>): void {
    this.store.update(({ run }) => (run ? { run: Object.assign(run, change) } : {}));
  }

  #note(text: string): void {
    this.#patch({ notes: [...(this.#run?.notes ?? []), text] });
  }
}
