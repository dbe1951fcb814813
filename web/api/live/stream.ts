// Classification of a live source: samples go to one worker, decisions come back in order.
import { optionsOf } from '../../worker/arguments.js';
import { EegateError } from '../../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../../worker/pool.js';
import type { Engine, Floats, Recipe } from '../../worker/protocol.js';
import { abortable, throwIfAborted } from '../../worker/work_chunks.js';
import { labelOf } from '../class_of.js';
import { addAsyncDispose } from '../async_dispose.js';
import type { Model } from '../model.js';
import { LatencyMeter, type LatencySummary } from './latency.js';
import { ChunkQueue } from './queue.js';
import { checkSource, microvoltsIn, type SampleSource } from './source.js';
import type { StreamInfo, StreamRequest } from './stream_types.js';

/** Options of `model.stream`. */
export interface StreamOptions {
  /** Source of the samples; the stream starts and stops it. */
  source: SampleSource;
  /** Preparation of the samples. Default: the recipe of the model. */
  recipe?: Recipe;
  /**
   * A zero-phase filter needs future samples. With `true` it is replaced by its causal form, and `info().causalForm` says so; otherwise
   * such a recipe is refused with STREAM_ZERO_PHASE.
   */
  causalForm?: boolean;
  /** Seconds from one window to the next. Default: the step of the recipe's windows, else their length. */
  stepS?: number;
  /** Number of complete windows that may wait before the oldest is dropped; default 1. */
  maxWaiting?: number;
  /**
   * Calibrates without labels: covariances relative to the mean of the windows so far, for models that were trained on recentred trials;
   * others are refused with CALIBRATION_MODEL. Valid only if the windows contain all classes in about equal numbers.
   */
  recentre?: boolean;
  /** Aborting it ends the stream; the loop throws its `reason`. */
  signal?: AbortSignal;
}

/** The result for one window of a stream. */
export interface Decision {
  /** Index of the window; dropped windows count. */
  index: number;
  /** Onset in seconds after the first sample of the source. */
  onsetS: number;
  /** Length of the window in seconds. */
  durationS: number;
  /** [nClasses], in the order of the classes of the model; for `regress` the outputs. */
  probabilities: Floats;
  /** The most probable class; empty for `regress`. */
  label: string;
  /** Milliseconds from the arrival of the sample that completed the window to this decision. */
  latencyMs: number;
}

/** Counts of a stream so far. */
export interface StreamCounts {
  /** Number of decisions. */
  nDecisions: number;
  /** Number of complete windows that were not classified, because the engine could not keep up. */
  nDropped: number;
  /** Number of lost samples. */
  nLost: number;
  /** Number of samples, including lost ones. */
  nSamples: number;
  /** Time from the arrival of a window's last sample to its decision. */
  latency: LatencySummary;
}

const maxBatchSamples = 4096;
const maxQueuedS = 60;

/** Sources of running streams: a second one would take the samples of the first, or stop its source. */
const running = new WeakMap<SampleSource, LiveStream>();

/**
 * Classification of samples while they arrive, made by `model.stream`. It holds memory of an engine from `info` or the first decision
 * until it ends or is closed.
 *
 * @example
 * ```ts
 * const stream = model.stream({ source: replaySource(recording), causalForm: true });
 * for await (const { onsetS, label, latencyMs } of stream) console.log(onsetS, label, latencyMs);
 * ```
 */
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
  #isUsed = false;
  #isClosed = false;
  /** Whether an engine has got samples; only that one has the filters and windows. */
  #isBegun = false;
  #isLost = false;
  /** Set once the source was started and told to stop. */
  #stopped: Promise<void> | null = null;

  /** @internal */
  constructor(pool: EnginePool, id: number, model: Model, options: StreamOptions) {
    const { source, signal, ...wishes } = optionsOf(options, {
      ...{ source: 0, recipe: 0, causalForm: 'boolean', stepS: 'number', maxWaiting: 'number' },
      ...{ recentre: 'boolean', signal: 0 },
    });
    checkSource(source);
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
      open: (engine) => {
        this.#isLost = this.#isBegun;
        return engine.call('openStream', [id, model.info.id, { ...request }]);
      },
      close: (engine) => engine.call('closeStream', [id]),
    };
  }

  /**
   * How the stream is carried out.
   *
   * @throws {EegateError} STREAM_*: channels, rate or recipe do not allow it; CALIBRATION_MODEL; SESSION_CLOSED.
   */
  info(): Promise<StreamInfo> {
    this.#info ??= this.#pool.hold(this.#resource, this.#workerIndex) as Promise<StreamInfo>;
    return this.#info;
  }

  /** Counts so far. */
  get counts(): StreamCounts {
    return {
      nDecisions: this.#nDecisions,
      nDropped: this.#nDropped,
      nLost: this.#queue?.nLost ?? 0,
      nSamples: this.#queue?.nInput ?? 0,
      latency: this.#meter.summary,
    };
  }

  /**
   * Starts the source. Leaving the loop, `close` and the signal stop it.
   *
   * @throws {EegateError} STREAM_USED: a stream runs once, and its source in one stream at a time; ENGINE_LOST: the engine ended, and
   * what it held of the stream; and as `info`.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Decision, void, undefined> {
    throwIfAborted(this.#signal);
    if (this.#isUsed) throw used('A stream is run once', 'Call model.stream again.');
    checkOpen(this.#resource);
    if (running.has(this.#source))
      throw used('Another stream runs on this source', 'Wait for its end, or use another source.');
    this.#isUsed = true;
    running.set(this.#source, this);
    try {
      const queue = this.#makeQueue(await abortable(this.info(), this.#signal));
      yield* this.#run(queue);
    } catch (thrown) {
      if (!this.#isClosed) throw thrown; // a closed stream rejects calls that were about to start
    } finally {
      this.#leaveSource();
      await this.#pool.close(this.#resource);
    }
  }

  #leaveSource(): void {
    if (running.get(this.#source) === this) running.delete(this.#source);
  }

  /** Stops the source, ends the loop and frees the memory. Afterwards the stream cannot run; results of `info` and `counts` stay valid. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue?.close();
    await Promise.all([this.#queue && this.#stopSource(), this.#pool.close(this.#resource)]);
    this.#leaveSource(); // nobody may ask for the end of the loop
  }

  #stopSource(): Promise<void> {
    return (this.#stopped ??= (async () => this.#source.stop())());
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
    let stopped = () => this.#stopSource();
    try {
      yield* this.#decisions(queue);
    } catch (thrown) {
      stopped = () => this.#stopSource().catch(() => undefined); // the first error is the cause
      throw thrown;
    } finally {
      queue.close();
      await stopped();
    }
  }

  #makeQueue({ channels }: StreamInfo): ChunkQueue {
    const { unit, sfreq, canWait, chNames } = this.#source;
    return (this.#queue = new ChunkQueue({
      nChannels: chNames.length,
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
      const found = await this.#call('classifyStream', [this.#id]);
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
    const pushed = await this.#call('pushStream', [this.#id, x, nLost, isEnd], [x.buffer]);
    const { nTaken, nWaiting, nDropped } = pushed;
    this.#isBegun = true;
    if (n > 0 || nLost > 0) queue.take(nTaken);
    this.#nDropped = nDropped;
    return nWaiting;
  }

  /** Another engine, which replaced a lost one, would count windows and seconds from 0. */
  async #call<M extends 'pushStream' | 'classifyStream'>(
    method: M,
    args: Parameters<Engine[M]>,
    transfer?: Transferable[],
  ): Promise<ReturnType<Engine[M]>> {
    const own = this.#resource;
    const reply = await this.#pool.call(own, method, args, this.#workerIndex, transfer);
    if (this.#isLost) throw engineLost();
    return reply;
  }
}
addAsyncDispose(LiveStream.prototype);

function used(message: string, hint: string): EegateError {
  return new EegateError({ code: 'STREAM_USED', message, hint });
}

function engineLost(): EegateError {
  return new EegateError({
    code: 'ENGINE_LOST',
    message: 'The engine of this stream ended, and with it what the stream had computed',
    hint: 'Begin another stream.',
  });
}
