// The workers of one training run. All hold the same data and model and make the same steps; each computes its own parts of a step and
// gets those of the others. An engine that dies is replaced by a new one, which is brought to the position of the others; if none is
// left, all go back to the last checkpoint.
import { EegateError, toEegateError } from '../worker/error.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import type { TrainAdvance } from '../worker/protocol.js';
import { diedSilently, AwakeTimeout } from '../worker/worker_death.js';

/** Engines whose death cannot be detected are given up after this time: seconds plus a multiple of the longest round so far. */
const timeout = { s: 60, rounds: 20 };
/** New engines that may be lost in a row before the run fails. */
const maxLosses = 5;

export class TrainingWorkerGroup {
  readonly #workers: number[];
  /** What each worker answered last, all at one position; null for one that was lost. */
  #latest: (TrainAdvance | null)[];
  #checkpoint: ArrayBuffer | null;
  #longestS = 0;
  /** Whether a whole training epoch was done, so that rounds of all kinds were timed. */
  #knowsRounds = false;
  /** Error of the engine that was lost last. */
  #loss: EegateError | null = null;

  /** `resource` is the run with its data, before its first step; `checkpoint` is of an earlier run to continue. */
  constructor(
    private readonly pool: EnginePool,
    private readonly id: number,
    private readonly resource: Resource,
    nWorkers: number,
    checkpoint: ArrayBuffer | null,
  ) {
    this.#workers = Array.from({ length: nWorkers }, (_, workerIndex) => workerIndex);
    this.#latest = this.#workers.map(() => null);
    this.#checkpoint = checkpoint;
  }

  /** The next stage. */
  get stage(): TrainAdvance['stage'] {
    return this.#anyAnswer.stage;
  }

  /** Loads the data in every worker. */
  async prepare(): Promise<TrainAdvance> {
    await this.#onWorkers((workerIndex) => this.#join(workerIndex, this.#checkpoint, true));
    await this.#replaceLost();
    return this.#anyAnswer;
  }

  /**
   * Finishes the current stage and begins the next one, on all workers. Null if all engines were lost, and the run went back to the last
   * checkpoint.
   */
  async advance(stop: boolean): Promise<TrainAdvance | null> {
    const position = this.#position;
    const shared = sharedOut(this.#latest.map((answer) => answer?.parts ?? null));
    const begunMs = performance.now();
    await this.#onWorkers((workerIndex) => {
      const parts = shared[workerIndex]!;
      const args = this.#arguments(workerIndex, position, stop, parts);
      return this.#watched(
        workerIndex,
        this.pool.call(this.resource, 'trainAdvance', args, workerIndex, parts),
      );
    });
    this.#longestS = Math.max(this.#longestS, (performance.now() - begunMs) / 1000);
    const answer = this.#latest.find((one) => one !== null) ?? null;
    this.#knowsRounds ||= answer?.epoch !== undefined;
    await this.#replaceLost();
    return answer;
  }

  /** A checkpoint of the current position; it is also stored for the case that all engines are lost. */
  async checkpoint(): Promise<ArrayBuffer> {
    for (;;) {
      const taken = await this.#askAny((workerIndex) =>
        this.pool.call(this.resource, 'trainCheckpoint', [this.id, this.#position], workerIndex),
      );
      if (taken) this.#checkpoint = taken;
      if (taken) return taken.slice(0); // the receiver may transfer it
    }
  }

  /** The model file; null if all engines were lost, and the run went back to the last checkpoint. */
  result(): Promise<ArrayBuffer | null> {
    return this.#askAny((workerIndex) =>
      this.pool.call(this.resource, 'trainResult', [this.id, this.#position], workerIndex),
    );
  }

  get #anyAnswer(): TrainAdvance {
    return this.#latest.find((answer) => answer !== null)!;
  }
  get #position(): number {
    return this.#anyAnswer.position;
  }

  #arguments(workerIndex: number, position: number, stop: boolean, parts: ArrayBuffer[]) {
    const args: [number, number, number, number, boolean, ArrayBuffer[]] = [
      this.id,
      position,
      workerIndex,
      this.#workers.length,
      stop,
      parts,
    ];
    return args;
  }

  /** Starts a worker at the beginning or a checkpoint, and has it compute its parts of the next stage. */
  async #join(
    workerIndex: number,
    checkpoint: ArrayBuffer | null,
    resume: boolean,
  ): Promise<TrainAdvance> {
    const position = checkpoint
      ? await this.pool.call(
          this.resource,
          'trainRestore',
          [this.id, checkpoint, resume],
          workerIndex,
        )
      : 0;
    const args = this.#arguments(workerIndex, position, false, []);
    return this.pool.call(this.resource, 'trainAdvance', args, workerIndex);
  }

  #watched<T>(workerIndex: number, answer: Promise<T>): Promise<T> {
    if (!this.#knowsRounds || this.pool.isWatched(workerIndex)) return answer;
    const wait = new AwakeTimeout(timeout.s + timeout.rounds * this.#longestS, () =>
      this.pool.lose(workerIndex, diedSilently()),
    );
    return answer.finally(() => wait.end());
  }

  async #replaceLost(): Promise<void> {
    for (let n = 0; this.#latest.includes(null); n++) {
      if (n === maxLosses) throw lostForGood(this.#loss);
      const alive = this.#latest.find((answer) => answer !== null);
      if (alive?.stage === 'end') return; // the others are not needed any more
      const checkpoint = alive ? await this.#checkpointOf(alive) : this.#checkpoint;
      if (checkpoint === undefined) continue;
      await this.#onWorkers(
        async (workerIndex) =>
          this.#latest[workerIndex] ?? this.#join(workerIndex, checkpoint, false),
      );
    }
  }

  /** Checkpoint of a worker that is alive; undefined if it died meanwhile. */
  async #checkpointOf(answer: TrainAdvance): Promise<ArrayBuffer | undefined> {
    const workerIndex = this.#latest.indexOf(answer);
    const taken = await this.#orLost(
      this.pool.call(this.resource, 'trainCheckpoint', [this.id, answer.position], workerIndex),
    );
    if (!taken) this.#latest[workerIndex] = null;
    return taken;
  }

  /** The first worker that answers; if there is none, all go back to the last checkpoint. */
  async #askAny(ask: (workerIndex: number) => Promise<ArrayBuffer>): Promise<ArrayBuffer | null> {
    for (const workerIndex of this.#workers) {
      const answer = this.#latest[workerIndex] && (await this.#orLost(ask(workerIndex)));
      if (answer) return answer;
    }
    this.#latest.fill(null);
    await this.#replaceLost();
    return null;
  }

  async #onWorkers(work: (workerIndex: number) => Promise<TrainAdvance>): Promise<void> {
    const settled = await Promise.allSettled(
      this.#workers.map(async (workerIndex) => (await this.#orLost(work(workerIndex))) ?? null),
    );
    for (const one of settled) if (one.status === 'rejected') throw toEegateError(one.reason);
    this.#latest = settled.map((one) => (one as PromiseFulfilledResult<TrainAdvance | null>).value);
  }

  /** Undefined if the engine died or was restarted. */
  async #orLost<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer;
    } catch (thrown) {
      const error = toEegateError(thrown);
      if (error.code === 'ENGINE_LOST') this.#loss = error;
      if (error.code === 'ENGINE_LOST' || error.code === 'TRAIN_OUT_OF_STEP') return undefined;
      throw error;
    }
  }
}

/** For each worker the parts that all others computed: copies, but for the last receiver of each. */
function sharedOut(parts: (ArrayBuffer | null)[]): ArrayBuffer[][] {
  const last = parts.length - 1;
  return parts.map((_, workerIndex) =>
    parts.flatMap((part, from) => {
      if (!part || from === workerIndex) return [];
      const isLast = workerIndex === (from === last ? last - 1 : last);
      return [isLast ? part : part.slice(0)];
    }),
  );
}

function lostForGood(loss: EegateError | null): EegateError {
  return new EegateError({
    code: 'ENGINE_LOST',
    message: 'The engines of this training were lost repeatedly',
    // Those of an error about memory.
    field: loss?.field ?? '',
    found: loss?.found ?? '',
    expected: loss?.expected ?? '',
    hint: 'It may need more memory than there is: use a smaller batch, fewer workers, a smaller model or fewer recordings.',
  });
}
