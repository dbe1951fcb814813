// Classification of a recording: planned once, computed in chunks by all workers, saved in a file format.
import {
  argumentError,
  checkArray,
  checkNumber,
  checkText,
  optionsOf,
} from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool } from '../worker/pool.js';
import type { Floats, PlanInfo, Recipe, ResultFormat } from '../worker/protocol.js';
import { abortable, chunksOf, inOrder, joined, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { labelOf } from './class_of.js';
import { frozen } from './frozen.js';
import { SharedPlan, type HeldPlan } from './shared_plan.js';
import type { Model } from './model.js';
import type { Recording } from './recording.js';

/** How a recording is classified. */
export interface ClassifyOptions {
  /** Preparation of the recording. Default: the recipe of the model. */
  recipe?: Recipe;
  /** Aborting it stops the classification; the loop throws its `reason`. */
  signal?: AbortSignal;
  /** Classify even if the recording is not compatible with the model. Every output says so. */
  override?: boolean;
  /**
   * Calibrates the model to a new person without labels, by all epochs of the recording, which must contain all classes in about equal
   * numbers: recordings of one class are refused. Every output says so.
   */
  calibrate?: Exclude<Calibration, 'online'>;
  /** Called with the share of the filtering done before the first epoch can be classified, 0 to 1. */
  onPreparing?: (share: number) => void;
  /**
   * Called before each chunk of work, by all workers but the first: if it returns a promise they wait for it. A page can keep processor
   * cores free with it while somebody is using the page.
   */
  waitBeforeChunk?: () => Promise<void> | null;
}

/**
 * How a model is calibrated without labels. "median": the threshold between two classes is the median of the outputs for the recording;
 * for every model. "recentre": covariances relative to the mean of the recording, for models that were trained on recentred trials.
 * "online": the same relative to the epochs so far; for streams only.
 */
export type Calibration = 'median' | 'recentre' | 'online';

/** The result for one epoch. */
export interface Prediction {
  /** Index of the epoch, from 0. */
  index: number;
  /** Seconds from the first sample of the recording. */
  onsetS: number;
  /** Length of the epoch in seconds. */
  durationS: number;
  /** [nClasses], in the order of the classes of the model; for `regress` [n_outputs], the outputs themselves. */
  probabilities: Floats;
  /** The most probable class; empty for `regress`, and where the model computed no finite number. */
  label: string;
}

const epochsPerChunk = 16;
const hashBudgetBytes = 8 * 2 ** 20;

/** True classes for files of results. */
export interface ExpectedClasses {
  /** One for each epoch; null: not known. Default: the labels of the plan. */
  expected?: readonly (string | null)[];
}

/** Of one loop. */
interface Progress {
  probabilities: Float32Array;
  nDone: number;
}

/**
 * A classification of a recording, made by `model.classify`. Iterate it for the predictions. Engines hold memory for it during the
 * iteration and for 20 seconds after `plan` and `epochs`; `save`, `report` and `epochs` plan again if needed, as long as model and
 * recording are open.
 *
 * @example
 * ```ts
 * const run = model.classify(recording);
 * for await (const { index, onsetS, label } of run) console.log(index, onsetS, label);
 * const table = await run.save('tsv');            // ArrayBuffer of BIDS events
 * await run.close();
 * ```
 */
export class Classification implements AsyncIterable<Prediction> {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  /** The model that classifies. */
  readonly model: Model;
  readonly #recordingId: number;
  /** Of the annotations that were current when it was made. */
  readonly #giveBack: () => Promise<void>;
  readonly #classes: readonly string[];
  readonly #isRegression: boolean;
  readonly #plan: SharedPlan;
  readonly #signal: AbortSignal | undefined;
  readonly #onPreparing: ClassifyOptions['onPreparing'];
  readonly #waitBeforeChunk: ClassifyOptions['waitBeforeChunk'];
  readonly #isCalibrated: boolean;
  #info: Promise<PlanInfo> | null = null;
  /** Of the last loop that came to the end, else of the last that began. */
  #done: Progress = { probabilities: new Float32Array(0), nDone: 0 };

  /** @internal */
  constructor(
    pool: EnginePool,
    nextId: () => number,
    model: Model,
    recording: Recording,
    options: ClassifyOptions,
  ) {
    options = optionsOf(options, {
      ...{ recipe: 0, signal: 0, override: 'boolean', calibrate: 'string' },
      ...{ onPreparing: 0, waitBeforeChunk: 0 },
    });
    const { recipe = null, override = false, signal, onPreparing, waitBeforeChunk } = options;
    const { calibrate = 'none' } = options;
    checkCalibration(options.calibrate);
    this.#pool = pool;
    this.#isCalibrated = calibrate !== 'none';
    this.model = model;
    this.#classes = model.classes;
    this.#isRegression = model.config['task'] === 'regress';
    this.#signal = signal;
    this.#onPreparing = onPreparing;
    this.#waitBeforeChunk = waitBeforeChunk;
    const { id: recordingId, resource, end } = recording.borrow();
    this.#recordingId = recordingId;
    this.#giveBack = end;
    this.#plan = new SharedPlan(pool, () => {
      const id = nextId();
      return {
        id,
        resource: {
          what: 'classification',
          needs: [model.resource, resource],
          open: (engine) =>
            engine.call('plan', [
              id,
              model.info.id,
              this.#recordingId,
              recipe,
              override,
              calibrate,
            ]),
          close: (engine) => engine.call('closePlan', [id]),
        },
      };
    });
  }

  /**
   * Which epochs are classified, and which are left out and why.
   *
   * @throws {EegateError} FIT_INCOMPATIBLE: the recording is not compatible with the model and `override` is not set; RECIPE_*, PLAN_*,
   * DSP_*: the recipe cannot be carried out; CALIBRATION_*; SESSION_CLOSED.
   */
  async plan(): Promise<PlanInfo> {
    this.#plan.checkOpen();
    const info = (this.#info ??= this.#plan.with(async ({ resource }) =>
      frozen((await this.#pool.hold(resource)) as PlanInfo),
    ));
    info.catch(() => (this.#info = null)); // can be tried again
    return info;
  }

  /**
   * Predictions in the order of the epochs. The loop throws the `reason` of an aborted `signal`.
   *
   * @throws {EegateError} As `plan`.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Prediction, void, undefined> {
    const signal = this.#signal;
    throwIfAborted(signal);
    const left = new AbortController(); // the consumer may leave the loop at any time
    const { held, end } = this.#plan.borrow();
    try {
      const { epochs } = await abortable(this.plan(), signal);
      yield* this.#predictions(held, epochs, left.signal);
    } finally {
      left.abort();
      end();
    }
  }

  async *#predictions(
    held: HeldPlan,
    epochs: PlanInfo['epochs'],
    left: AbortSignal,
  ): AsyncGenerator<Prediction, void, undefined> {
    const nClasses = this.#classes.length;
    const progress = { probabilities: new Float32Array(epochs.length * nClasses), nDone: 0 };
    if (this.#done.nDone < epochs.length) this.#done = progress;
    const onPreparing = (share: number) => {
      if (progress.nDone === 0) this.#onPreparing?.(share);
    };
    const chunks = chunksOf(epochs.length, epochsPerChunk);
    const ready = new Set<number>();
    const work = async (index: number, workerIndex: number) => {
      const { first, count } = chunks[index]!;
      if (this.#isCalibrated && !ready.has(workerIndex))
        await this.#calibrate(held, workerIndex, left, onPreparing);
      ready.add(workerIndex);
      await this.#prepare(held, first, workerIndex, left, onPreparing);
      return this.#pool.call(held.resource, 'classify', [held.id, first, count], workerIndex);
    };
    const { nWorkers } = this.#pool;
    for await (const part of inOrder(
      chunks.length,
      nWorkers,
      work,
      this.#signal,
      this.#waitBeforeChunk,
    )) {
      progress.probabilities.set(part, progress.nDone * nClasses);
      for (let k = 0; k < part.length; k += nClasses) {
        throwIfAborted(this.#signal);
        const index = progress.nDone++;
        const { onsetS, durationS } = epochs[index]!;
        const probabilities = part.slice(k, k + nClasses);
        const label = this.#isRegression ? '' : labelOf(this.#classes, probabilities);
        yield { index, onsetS, durationS, probabilities, label };
      }
    }
    this.#done = progress;
  }

  /** Every worker needs it before its first epochs. */
  async #calibrate(
    { id, resource }: HeldPlan,
    workerIndex: number,
    left: AbortSignal,
    onPreparing: (share: number) => void,
  ): Promise<void> {
    for (let done = 0; done < 1;) {
      throwIfAborted(this.#signal);
      throwIfAborted(left);
      done = await this.#pool.call(resource, 'calibrate', [id], workerIndex);
      onPreparing(done);
    }
  }

  /** Filters what lies before epoch `first`, in chunks, so that it can be aborted. */
  async #prepare(
    { id, resource }: HeldPlan,
    first: number,
    workerIndex: number,
    left?: AbortSignal,
    onPreparing?: ClassifyOptions['onPreparing'],
  ): Promise<void> {
    for (let done = 0; done < 1;) {
      throwIfAborted(this.#signal);
      throwIfAborted(left);
      done = await this.#pool.call(resource, 'advance', [id, first], workerIndex);
      onPreparing?.(done);
    }
  }

  /**
   * Epochs `first` to `first + count - 1` exactly as the model gets them, before its own standardisation: [count, n_chans, nTimes]
   * microvolts.
   *
   * @throws {EegateError} PLAN_RANGE: there are no such epochs; and as `plan`.
   */
  async epochs(
    first: number,
    count: number,
    options: { signal?: AbortSignal } = {},
  ): Promise<Floats> {
    checkNumber(first, 'first');
    checkNumber(count, 'count');
    const { signal } = optionsOf(options, { signal: 0 });
    const { epochs } = await this.plan();
    const isWhole = Number.isInteger(first) && Number.isInteger(count);
    if (!(isWhole && first >= 0 && count >= 0 && first + count <= epochs.length)) {
      throw new EegateError({
        code: 'PLAN_RANGE',
        message: 'There are no such epochs',
        field: 'first, count',
        found: `${String(count)} from ${String(first)}`,
        expected: `of ${epochs.length}`,
      });
    }
    return this.#plan.with(async (held) => {
      const parts: Float32Array[] = [];
      for (const chunk of chunksOf(count, epochsPerChunk)) {
        await this.#prepare(held, first + chunk.first, 0, signal);
        throwIfAborted(signal);
        const args: [number, number, number] = [held.id, first + chunk.first, chunk.count];
        parts.push(await this.#pool.call(held.resource, 'planEpochs', args));
      }
      return joined(parts);
    });
  }

  /**
   * The results as a file. `expected` gives the true class of each epoch (null: not known) instead of the labels of the plan, e.g. by
   * annotations that the recipe does not use.
   *
   * @throws {EegateError} RESULTS_INCOMPLETE: not all epochs are classified; RESULT_FORMAT: unknown format; RESULT_SHAPE: `expected`
   * has another number of classes than there are epochs; SESSION_CLOSED.
   */
  async save(format: ResultFormat, options: ExpectedClasses = {}): Promise<ArrayBuffer> {
    checkText(format, 'format');
    const { expected } = optionsOf(options, { expected: 0 });
    checkExpected(expected);
    const { probabilities } = await this.#finished();
    return this.#plan.with(async (held) => {
      await this.#setExpected(held, expected);
      return this.#pool.call(held.resource, 'exportResults', [held.id, probabilities, format]);
    });
  }

  /**
   * A methods report: one HTML page with versions, SHA-256 of both files, recipe, compatibility, model card, results and limits, without
   * the identity of the person. The whole recording is read for its SHA-256; `onProgress` is called with the share done, 0 to 1.
   * `expected` as for `save`.
   *
   * @throws {EegateError} RESULTS_INCOMPLETE: not all epochs are classified; RESULT_SHAPE; SESSION_CLOSED.
   */
  async report(
    options: ExpectedClasses & { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
  ): Promise<ArrayBuffer> {
    const { signal, onProgress, expected } = optionsOf(options, {
      ...{ signal: 0, onProgress: 0, expected: 0 },
    });
    checkExpected(expected);
    const { probabilities } = await this.#finished();
    return this.#plan.with(async (held) => {
      const { id, resource } = held;
      for (let done = 0; done < 1;) {
        throwIfAborted(signal);
        const args: [number, number] = [this.#recordingId, hashBudgetBytes];
        done = await this.#pool.call(resource, 'hashRecording', args);
        onProgress?.(done);
      }
      await this.#setExpected(held, expected);
      return this.#pool.call(resource, 'report', [id, probabilities]);
    });
  }

  /** Each time: a plan keeps what it was told last. */
  async #setExpected(
    { id, resource }: HeldPlan,
    expected: ExpectedClasses['expected'],
  ): Promise<void> {
    const { epochs } = await this.plan();
    const classes = expected?.map((one) => one ?? '') ?? epochs.map(({ label }) => label);
    await this.#pool.call(resource, 'setExpected', [id, classes]);
  }

  async #finished(): Promise<Progress> {
    const { epochs } = await this.plan();
    const { nDone } = this.#done;
    if (nDone < epochs.length) {
      throw new EegateError({
        code: 'RESULTS_INCOMPLETE',
        message: 'Only a finished classification can be saved',
        found: `${nDone} epochs`,
        expected: `${epochs.length} epochs`,
        hint: 'Classify to the end first.',
      });
    }
    return this.#done;
  }

  /** Frees its memory. Afterwards it cannot be used; predictions stay valid. */
  async close(): Promise<void> {
    await this.#plan.close();
    await this.#giveBack();
  }
}
addAsyncDispose(Classification.prototype);

function checkCalibration(given: string | undefined): void {
  if (given === undefined || given === 'median' || given === 'recentre') return;
  throw argumentError('calibrate', given, '"median" or "recentre"');
}

function checkExpected(given: ExpectedClasses['expected']): void {
  if (!given) return;
  checkArray(given, 'expected', 'class names');
  for (const [i, one] of given.entries()) checkText(one ?? '', `expected[${i}]`);
}
