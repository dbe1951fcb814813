// engine.train: one run from its data to its model, in steps, so that it can be followed, paused, stopped and saved.
import { optionsOf, type Known } from '../worker/arguments.js';
import { EegateError, toEegateError } from '../worker/error.js';
import { checkOpen, closedError, type EnginePool, type Resource } from '../worker/pool.js';
import type { TrainAdvance } from '../worker/protocol.js';
import { abortable, deferred, throwIfAborted, type Deferred } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import type { Recording } from './recording.js';
import { SharedLoading } from './shared_loading.js';
import { TrainingWorkerGroup } from './training_worker_group.js';
import { checkRequest, sendTrainingData, trainingOptionsOf } from './training_data.js';
import { EventStream } from './training_events.js';
import { TrainingProgress } from './training_progress.js';
import type {
  EpochMetrics,
  Trained,
  TrainingEnd,
  TrainingEvaluation,
  TrainingEvent,
  TrainingInfo,
  TrainingOptions,
  TrainingRequest,
  TrainingRun,
} from './training_types.js';

const defaultCheckpointEveryS = 10;
const known: Known<TrainingRequest> = { config: 0, model: 0, data: 0, options: 0 };

export function startTraining(
  pool: EnginePool,
  nextId: () => number,
  request: TrainingRequest,
): TrainingRun {
  request = optionsOf(request, known, 'request');
  checkRequest(request, 'train');
  return new Run(pool, nextId, { ...request, options: trainingOptionsOf(request.options) });
}

class Run implements TrainingRun {
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #id: number;
  readonly #request: TrainingRequest;
  readonly #options: TrainingOptions;
  /** Own resources of the recordings, which stay open when the caller closes theirs. */
  readonly #recordings: { id: number; resource: Resource }[];
  readonly #resource: Resource;
  readonly #events = new EventStream<TrainingEvent>(() => this.#wake());
  readonly #planned = deferred<TrainingInfo>();
  readonly #info = deferred<TrainingInfo>();
  readonly #result = deferred<Trained>();
  /** Ends all waiting when the caller's signal aborts or the run is closed. */
  readonly #giveUp = new AbortController();
  readonly #unfollow: () => void;
  readonly #gone: Promise<void>;

  #state: TrainingRun['state'] = 'preparing';
  #wantsPause = false;
  #wantsStop = false;
  #isClosed = false;
  #wantsCheckpoint: Deferred<ArrayBuffer>[] = [];
  #wantsToKnowOfPause: Deferred<void>[] = [];
  /** Wakes a run that waits. */
  #wake: () => void = () => undefined;
  #checkpointedMs = 0;
  #lastCheckpoint: ArrayBuffer | null = null;

  constructor(pool: EnginePool, nextId: () => number, request: TrainingRequest) {
    this.#pool = pool;
    this.#id = nextId();
    this.#request = request;
    this.#options = request.options ?? {};
    this.#recordings = recordingsOf(request).map((recording) => {
      const id = nextId();
      return { id, resource: recording.again(id) };
    });
    this.#resource = this.#makeResource();
    this.#unfollow = followed(this.#options.signal, this.#giveUp);
    this.#gone = this.#go();
  }

  get info(): Promise<TrainingInfo> {
    return this.#info.promise;
  }
  get result(): Promise<Trained> {
    return this.#result.promise;
  }
  get state(): TrainingRun['state'] {
    return this.#state;
  }
  [Symbol.asyncIterator](): AsyncIterator<TrainingEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  async pause(): Promise<void> {
    if (this.#isOver || this.#state === 'paused') return;
    const paused = deferred<void>();
    this.#wantsToKnowOfPause.push(paused);
    this.#wantsPause = true;
    this.#wake();
    await paused.promise;
  }

  async resume(): Promise<void> {
    this.#wantsPause = false;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#wantsStop = true;
    await this.resume();
    await this.result.catch(() => undefined); // the result itself rejects
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#giveUp.abort();
    await this.#gone;
  }

  async checkpoint(): Promise<ArrayBuffer> {
    if (this.#isOver) {
      if (this.#lastCheckpoint) return this.#lastCheckpoint.slice(0);
      throw tooEarly();
    }
    const wanted = deferred<ArrayBuffer>();
    this.#wantsCheckpoint.push(wanted);
    this.#wake();
    return wanted.promise;
  }

  get #isOver(): boolean {
    return this.#state === 'ended' || this.#state === 'failed';
  }

  /** The run in an engine: with all its data, before its first step. */
  #makeResource(): Resource {
    const { onPreparing, resumeFrom } = this.#options;
    const { signal } = this.#giveUp;
    const loading = new SharedLoading(this.#recordings.length, (share) => {
      try {
        onPreparing?.(share);
      } catch (thrown) {
        this.#giveUp.abort(thrown); // the run fails with it
      }
    });
    let audits = !resumeFrom; // by one engine; the labels of a resumed run were audited when it began
    return {
      what: 'training',
      needs: this.#recordings.map(({ resource }) => resource),
      open: async (engine) => {
        const isAuditor = audits;
        audits = false;
        const info = await sendTrainingData(engine, this.#id, this.#request, {
          recordingIds: this.#recordings.map(({ id }) => id),
          signal,
          onPlan: (plan) => {
            loading.nEngines = this.#nWorkers(plan);
            this.#planned.resolve(plan);
          },
          loading,
        });
        if (isAuditor)
          info.warnings.push(...(await engine.call('trainAudit', [this.#id])).warnings);
        throwIfAborted(signal);
        await engine.call('trainStart', [this.#id]);
      },
      close: (engine) => engine.call('closeTraining', [this.#id]),
    };
  }

  #nWorkers({ nShards }: TrainingInfo): number {
    return Math.max(1, Math.min(this.#pool.nWorkers, nShards));
  }

  async #go(): Promise<void> {
    try {
      const plan = await this.#plan();
      const { resumeFrom } = this.#options;
      const { signal } = this.#giveUp;
      // Not `slice` of an array: that of Node's Buffer copies nothing.
      const start = resumeFrom ? new Uint8Array(resumeFrom).slice().buffer : null;
      const n = this.#nWorkers(plan);
      const group = new TrainingWorkerGroup(this.#pool, this.#id, this.#resource, n, start);
      const first = await abortable(group.prepare(), signal);
      this.#state = 'running';
      this.#info.resolve(plan);
      const progress = new TrainingProgress(plan.nSteps, first);
      this.#checkpointedMs = performance.now();
      progress.clock.start();
      let trained: Trained | null = null;
      while (!trained)
        trained = await this.#trained(group, await this.#train(group, first, progress));
      this.#result.resolve(trained);
      this.#state = 'ended';
      this.#events.end();
    } catch (thrown) {
      this.#fail(this.#isClosed ? closedError('training') : thrown);
    }
    for (const paused of this.#wantsToKnowOfPause) paused.resolve();
    await this.#release();
  }

  async #release(): Promise<void> {
    this.#unfollow();
    await this.#pool.close(this.#resource);
    await Promise.all(this.#recordings.map(({ resource }) => this.#pool.close(resource)));
  }

  #fail(thrown: unknown): void {
    const { aborted, reason } = this.#giveUp.signal;
    const error = aborted && !this.#isClosed ? reason : toEegateError(thrown);
    this.#state = 'failed';
    this.#info.reject(error);
    this.#result.reject(error);
    for (const wanted of this.#wantsCheckpoint) wanted.reject(error);
    this.#events.end(error);
  }

  /** Properties of the data, from the first engine, and how many workers are useful. */
  async #plan(): Promise<TrainingInfo> {
    throwIfAborted(this.#giveUp.signal);
    const { model } = this.#request;
    if (model) checkOpen(model.resource);
    for (const { resource } of recordingsOf(this.#request)) checkOpen(resource);
    const held = this.#pool.hold(this.#resource).then(() => this.#planned.promise);
    return abortable(Promise.race([this.#planned.promise, held]), this.#giveUp.signal);
  }

  async #train(
    group: TrainingWorkerGroup,
    first: TrainAdvance,
    progress: TrainingProgress,
  ): Promise<TrainAdvance> {
    let latest = first;
    let problem = first.problem;
    while (group.stage !== 'end') {
      if (group.stage === 'step') await this.#between(group, progress);
      throwIfAborted(this.#giveUp.signal);
      const answer = await abortable(group.advance(this.#wantsStop), this.#giveUp.signal);
      if (!answer) continue;
      latest = answer;
      problem ??= answer.problem;
      const event = progress.eventOf(answer);
      if (event) this.#events.send(event);
    }
    return { ...latest, problem };
  }

  /** Between two steps: takes checkpoints that are due or requested, and pauses. */
  async #between(group: TrainingWorkerGroup, { clock }: TrainingProgress): Promise<void> {
    const everyMs = (this.#options.checkpointEveryS ?? defaultCheckpointEveryS) * 1000;
    if (performance.now() - this.#checkpointedMs >= everyMs) await this.#takeCheckpoint(group);
    await this.#answerCheckpoints(group);
    await this.#rest(group, () => this.#waitsForReader);
    if (!this.#wantsPause) return;
    clock.stop();
    await this.#takeCheckpoint(group);
    this.#state = 'paused';
    for (const paused of this.#wantsToKnowOfPause.splice(0)) paused.resolve();
    await this.#rest(group, () => this.#wantsPause);
    this.#state = 'running';
    clock.start();
  }

  get #waitsForReader(): boolean {
    const { waitForReader = false } = this.#options;
    return waitForReader && !this.#wantsPause && !this.#wantsStop && !this.#events.isAwaited;
  }

  async #rest(group: TrainingWorkerGroup, wanted: () => boolean): Promise<void> {
    while (wanted()) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await this.#answerCheckpoints(group);
      if (wanted()) await abortable(woken, this.#giveUp.signal);
    }
  }

  async #takeCheckpoint(group: TrainingWorkerGroup): Promise<ArrayBuffer> {
    const taken = await abortable(group.checkpoint(), this.#giveUp.signal);
    this.#checkpointedMs = performance.now();
    this.#lastCheckpoint = taken;
    const { onCheckpoint } = this.#options;
    // Training does not wait for the receiver, and ignores its errors.
    if (onCheckpoint)
      Promise.resolve(taken.slice(0))
        .then(onCheckpoint)
        .catch(() => undefined);
    return taken;
  }

  async #answerCheckpoints(group: TrainingWorkerGroup): Promise<void> {
    while (this.#wantsCheckpoint.length > 0) {
      const taken = await this.#takeCheckpoint(group);
      this.#wantsCheckpoint.shift()!.resolve(taken.slice(0));
    }
  }

  /** The model as bytes, which remain after the engines. Null if these were lost, and some steps with them. */
  async #trained(group: TrainingWorkerGroup, last: TrainAdvance): Promise<Trained | null> {
    const bytes = await abortable(group.result(), this.#giveUp.signal);
    if (!bytes) return null;
    const { problem } = last;
    if (!problem) this.#lastCheckpoint = await group.checkpoint();
    for (const wanted of this.#wantsCheckpoint) {
      if (this.#lastCheckpoint) wanted.resolve(this.#lastCheckpoint.slice(0));
      else wanted.reject(tooEarly());
    }
    return {
      ended: (last.ended ?? 'stopped') as TrainingEnd,
      epochs: (last.epochs ?? []) as unknown as EpochMetrics[],
      evaluation: (last.evaluation as unknown as TrainingEvaluation | undefined) ?? null,
      problem: problem ?? null,
      toSafetensors: async () => new Uint8Array(bytes.slice(0)),
    };
  }
}
addAsyncDispose(Run.prototype);

/** `AbortSignal.any` is newer than the supported browsers. Returns a function that ends it. */
function followed(signal: AbortSignal | undefined, by: AbortController): () => void {
  const follow = () => by.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  return () => signal?.removeEventListener('abort', follow);
}

function recordingsOf({ data }: TrainingRequest): Recording[] {
  return Array.isArray(data) ? data.map(({ recording }) => recording) : [];
}

function tooEarly(): EegateError {
  return new EegateError({
    code: 'TRAIN_CHECKPOINT',
    message: 'The training ended before its first checkpoint',
  });
}
