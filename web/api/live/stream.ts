// A model over a source: samples go to one engine, decisions come back in order.
import { EegateError } from '../../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../../worker/pool.js';
import type { Recipe } from '../../worker/protocol.js';
import { abortable, throwIfAborted } from '../../worker/work_chunks.js';
import { labelOf } from '../classification.js';
import { addAsyncDispose } from '../async_dispose.js';
import type { Model } from '../model.js';
import { LatencyMeter, type LatencySummary } from './latency.js';
import { ChunkQueue } from './queue.js';
import { microvoltsIn, type SampleSource } from './source.js';
import type { StreamInfo, StreamRequest } from './stream_types.js';

/** What is classified while it comes, and how. */
export interface StreamOptions {
  /** Where samples come from; the stream starts and stops it. */
  source: SampleSource;
  /** Default: the model's own. */
  recipe?: Recipe;
  /**
   * A zero-phase filter looks at samples that have not come yet. With `true` its causal form takes its place, and
   * `info().causalForm` says so; without, such a recipe is refused.
   */
  causalForm?: boolean;
  /** From one window to the next. Default: the step of the recipe's windows, else their length. */
  stepS?: number;
  /** Complete windows that may wait for the engine before the oldest is dropped. Default 1. */
  maxWaiting?: number;
  /**
   * For models that were trained on recentred trials: answers relative to the mean of the person's windows so far, without labels.
   * Refused for all others (CALIBRATION_MODEL). Right only if the windows hold all classes in about equal shares.
   */
  recentre?: boolean;
  /** Ends the stream; the loop rejects with ABORTED. */
  signal?: AbortSignal;
}

/** The answer for one window of a stream. */
export interface Decision {
  /** Counts all windows, dropped ones too. */
  index: number;
  /** Seconds after the first sample of the source. */
  onsetS: number;
  /** Seconds. */
  durationS: number;
  /** In the order of the model's classes. */
  probabilities: Float32Array;
  /** The most probable class; empty for `regress`. */
  label: string;
  /** From the arrival of the sample that completed the window to this decision. */
  latencyMs: number;
}

/** What a stream has done so far. */
export interface StreamCounts {
  /** Windows that were decided on. */
  nDecisions: number;
  /** Windows that were complete and never classified, because the engine could not keep up. */
  nDropped: number;
  /** Samples that never came. */
  nLost: number;
  /** All samples, lost ones too. */
  nSamples: number;
  /** From the arrival of a window's last sample to its decision. */
  latency: LatencySummary;
}

const maxBatchSamples = 4096;
const maxQueuedS = 60;

/** Decisions over samples that are still arriving. It holds an engine's memory from `info` or the first decision on, until it ends or is closed. */
export class LiveStream implements AsyncIterable<Decision> {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #id: number;
  readonly #model: Model;
  readonly #source: SampleSource;
  readonly #signal: AbortSignal | undefined;
  readonly #resource: Resource;
  readonly #workerIndex: number;
  #info: Promise<StreamInfo> | null = null;
  #queue: ChunkQueue | null = null;
  #meter = new LatencyMeter();
  #nDecisions = 0;
  #nDropped = 0;
  #isClosed = false;
  /** Once the source was started and told to stop. */
  #stopped: Promise<void> | null = null;

  /** @internal */
  constructor(pool: EnginePool, id: number, model: Model, options: StreamOptions) {
    const { source, signal, ...wishes } = options;
    this.#pool = pool;
    this.#id = id;
    this.#model = model;
    this.#source = source;
    this.#signal = signal;
    this.#workerIndex = pool.nWorkers - 1; // the first one answers most of what a page asks meanwhile
    const request: StreamRequest = {
      ...wishes,
      chNames: source.chNames,
      ...(source.badChNames && { badChNames: source.badChNames }),
      sfreq: source.sfreq,
      dropsOldest: !source.canWait,
    };
    this.#resource = {
      what: 'stream',
      needs: [model.resource],
      open: (engine) => engine.call('openStream', [id, model.info.id, { ...request }]),
      close: (engine) => engine.call('closeStream', [id]),
    };
  }

  /** What is carried out. Rejects when the source does not suit the model or the recipe cannot be run live. */
  info(): Promise<StreamInfo> {
    this.#info ??= this.#pool.hold(this.#resource, this.#workerIndex) as Promise<StreamInfo>;
    return this.#info;
  }

  /** So far. */
  get counts(): StreamCounts {
    return {
      nDecisions: this.#nDecisions,
      nDropped: this.#nDropped,
      nLost: this.#queue?.nLost ?? 0,
      nSamples: this.#queue?.nInput ?? 0,
      latency: this.#meter.summary,
    };
  }

  /** Starts the source. Leaving the loop stops it; so do `close` and the signal. A stream is run once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Decision, void, undefined> {
    throwIfAborted(this.#signal);
    if (this.#queue) throw usedTwice();
    checkOpen(this.#resource);
    try {
      const queue = this.#makeQueue(await abortable(this.info(), this.#signal));
      yield* this.#run(queue);
    } catch (thrown) {
      if (!this.#isClosed) throw thrown; // what it was about to ask an engine for
    } finally {
      await this.#pool.close(this.#resource);
    }
  }

  /**
   * Stops the source, ends the loop over decisions, and gives back what engines hold. Afterwards the stream cannot be run; what
   * `info` and `counts` have told stays.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue?.close();
    await Promise.all([this.#queue && this.#stopSource(), this.#pool.close(this.#resource)]);
  }

  #stopSource(): Promise<void> {
    return (this.#stopped ??= Promise.resolve(this.#source.stop()));
  }

  async *#run(queue: ChunkQueue): AsyncGenerator<Decision, void, undefined> {
    const start = async () =>
      this.#source.start((chunk) => {
        const added = queue.add(chunk);
        this.#meter.arrived(queue.nInput, performance.now());
        return added;
      });
    start().then(
      () => queue.end(),
      (thrown: unknown) => queue.fail(thrown),
    );
    try {
      yield* this.#decisions(queue);
    } finally {
      queue.close();
      await this.#stopSource();
    }
  }

  #makeQueue({ channels }: StreamInfo): ChunkQueue {
    const { unit, sfreq, canWait } = this.#source;
    return (this.#queue = new ChunkQueue({
      channels,
      scale: microvoltsIn(unit),
      maxBatchSamples: maxBatchSamples,
      maxWaitingSamples: canWait ? Infinity : maxQueuedS * sfreq,
    }));
  }

  /** Samples go first: a newer window may take the place of one that waits. */
  async *#decisions(queue: ChunkQueue): AsyncGenerator<Decision, void, undefined> {
    const { nTimes, sfreq } = await this.info();
    for (let nWaiting = 0; ;) {
      throwIfAborted(this.#signal);
      if (this.#isClosed) return;
      const isDone = queue.isDone;
      if (isDone || !queue.isEmpty) nWaiting = await this.#push(queue, isDone);
      if (nWaiting === 0) {
        if (isDone) return;
        if (queue.isEmpty) await abortable(queue.more(), this.#signal);
        continue;
      }
      const found = await this.#pool.call(
        this.#resource,
        'classifyStream',
        [this.#id],
        this.#workerIndex,
      );
      nWaiting--;
      if (!found || this.#isClosed) continue;
      const { index, onsetS, nInput, probabilities } = found;
      const isRegression = this.#model.config['task'] === 'regress';
      const label = isRegression ? '' : labelOf(this.#model.classes, probabilities);
      const latencyMs = this.#meter.decided(nInput, performance.now());
      this.#nDecisions++;
      yield { index, onsetS, durationS: nTimes / sfreq, probabilities, label, latencyMs };
    }
  }

  /** Hands over what has come; answers how many windows wait. */
  async #push(queue: ChunkQueue, isEnd: boolean): Promise<number> {
    const { x, n, nLost } = queue.peek() ?? { x: new Float32Array(0), n: 0, nLost: 0 };
    const { nTaken, nWaiting, nDropped } = await this.#pool.call(
      this.#resource,
      'pushStream',
      [this.#id, x, nLost, isEnd],
      this.#workerIndex,
      [x.buffer],
    );
    if (n > 0 || nLost > 0) queue.take(nTaken);
    this.#nDropped = nDropped;
    return nWaiting;
  }
}
addAsyncDispose(LiveStream.prototype);

function usedTwice(): EegateError {
  return new EegateError({
    code: 'STREAM_USED',
    message: 'A stream is run once',
    hint: 'Call model.stream again for another one.',
  });
}
