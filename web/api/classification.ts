// One classification of a recording: planned once, carried out in pieces by all engines, saved in a file format.
import { EegateError } from '../worker/error.js';
import type { EnginePool } from '../worker/pool.js';
import type { PlanInfo, Recipe, ResultFormat } from '../worker/protocol.js';
import { abortable, chunksOf, inOrder, joined, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { SharedPlan, type HeldPlan } from './shared_plan.js';
import type { Model } from './model.js';
import type { Recording } from './recording.js';

/** How a recording is classified. */
export interface ClassifyOptions {
  /** Default: the model's own. */
  recipe?: Recipe;
  /** Gives up, also in the middle. */
  signal?: AbortSignal;
  /** Go on with a recording that does not suit the model. Stamped on every output. */
  override?: boolean;
  /**
   * Moves the model's zero point to a person whom it does not know, without labels, by all epochs of the recording, which must
   * hold all classes in about equal shares: recordings of one class are refused. Stamped on every output.
   */
  calibrate?: Calibration;
  /** Hears how much of the filtering is done before the first epoch can be classified, 0 to 1. */
  onPreparing?: (share: number) => void;
  /**
   * Asked before each piece of work, on all engines but one: they rest until it settles. With it a page leaves a processor core
   * to somebody who is using it.
   */
  spare?: () => Promise<void> | null;
}

/**
 * "median": the threshold between two classes lies at the middle of the recording's own answers; for every model. "recentre":
 * for models that were trained on recentred trials, relative to the mean of the recording. "online": the same with the epochs so
 * far; for streams, and refused where the whole recording is there.
 */
export type Calibration = 'median' | 'recentre' | 'online';

/** The answer for one epoch. */
export interface Prediction {
  /** Of the epoch, from 0. */
  index: number;
  /** Seconds from the first sample of the recording. */
  onsetS: number;
  /** Seconds. */
  durationS: number;
  /** In the order of the model's classes; for `regress` the outputs themselves. */
  probabilities: Float32Array;
  /** The most probable class; empty for `regress`. */
  label: string;
}

const epochsPerChunk = 16;
const hashBudgetBytes = 8 * 2 ** 20;

/**
 * Engines hold memory for it while it is iterated, and for a while after `plan` and `epochs`. Whatever the end of an iteration is,
 * that memory is given back with it; `save`, `report` and `epochs` then plan again, as long as model and recording are open.
 */
export class Classification implements AsyncIterable<Prediction> {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  /** That classifies. */
  readonly model: Model;
  readonly #recordingId: number;
  readonly #classes: string[];
  readonly #isRegression: boolean;
  readonly #plan: SharedPlan;
  readonly #signal: AbortSignal | undefined;
  readonly #onPreparing: ClassifyOptions['onPreparing'];
  readonly #spare: ClassifyOptions['spare'];
  readonly #isCalibrated: boolean;
  #info: Promise<PlanInfo> | null = null;
  #probabilities = new Float32Array(0);
  #nDone = 0;

  /** @internal */
  constructor(
    pool: EnginePool,
    nextId: () => number,
    model: Model,
    recording: Recording,
    options: ClassifyOptions,
  ) {
    const { recipe = null, override = false, signal, onPreparing, spare } = options;
    const { calibrate = 'none' } = options;
    this.#pool = pool;
    this.#isCalibrated = calibrate !== 'none';
    this.model = model;
    this.#recordingId = recording.info.id;
    this.#classes = model.classes;
    this.#isRegression = model.config['task'] === 'regress';
    this.#signal = signal;
    this.#onPreparing = onPreparing;
    this.#spare = spare;
    const { resource } = recording; // of the annotations of now
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

  /** Which epochs there are, and what is left out and why. */
  async plan(): Promise<PlanInfo> {
    this.#plan.checkOpen();
    const info = (this.#info ??= this.#plan.with(
      ({ resource }) => this.#pool.hold(resource) as Promise<PlanInfo>,
    ));
    info.catch(() => (this.#info = null)); // to be tried again
    return info;
  }

  /** Predictions in the order of the epochs. Rejects with FIT_*, PLAN_* or DSP_* codes, and ABORTED by `signal`. */
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
    this.#probabilities = new Float32Array(epochs.length * nClasses);
    this.#nDone = 0;
    const chunks = chunksOf(epochs.length, epochsPerChunk);
    const ready = new Set<number>();
    const work = async (index: number, workerIndex: number) => {
      const { first, count } = chunks[index]!;
      if (this.#isCalibrated && !ready.has(workerIndex))
        await this.#calibrate(held, workerIndex, left);
      ready.add(workerIndex);
      await this.#prepare(held, first, workerIndex, left, this.#onPreparing);
      return this.#pool.call(held.resource, 'classify', [held.id, first, count], workerIndex);
    };
    const { nWorkers } = this.#pool;
    for await (const part of inOrder(chunks.length, nWorkers, work, this.#signal, this.#spare)) {
      this.#probabilities.set(part, this.#nDone * nClasses);
      for (let k = 0; k < part.length; k += nClasses) {
        const index = this.#nDone++;
        const { onsetS, durationS } = epochs[index]!;
        const probabilities = part.slice(k, k + nClasses);
        const label = this.#isRegression ? '' : labelOf(this.#classes, probabilities);
        yield { index, onsetS, durationS, probabilities, label };
      }
    }
  }

  /** Each engine for itself, before its first epochs. */
  async #calibrate(
    { id, resource }: HeldPlan,
    workerIndex: number,
    left: AbortSignal,
  ): Promise<void> {
    for (let done = 0; done < 1;) {
      throwIfAborted(this.#signal);
      throwIfAborted(left);
      done = await this.#pool.call(resource, 'calibrate', [id], workerIndex);
      if (this.#nDone === 0) this.#onPreparing?.(done);
    }
  }

  /** Filters what lies before epoch `first`, piece by piece, so that a long recording can be stopped meanwhile. */
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
      if (this.#nDone === 0) onPreparing?.(done);
    }
  }

  /**
   * Epochs `first` .. `first + count - 1` exactly as the model is given them, before its own standardisation:
   * [count, n_chans, nTimes] microvolts.
   */
  async epochs(
    first: number,
    count: number,
    options: { signal?: AbortSignal } = {},
  ): Promise<Float32Array> {
    const { epochs } = await this.plan();
    if (!(first >= 0 && count >= 0 && first + count <= epochs.length)) {
      throw new EegateError({
        code: 'PLAN_RANGE',
        message: 'There are no such epochs',
        found: `${count} from ${first}`,
        expected: `of ${epochs.length}`,
      });
    }
    return this.#plan.with(async (held) => {
      const parts: Float32Array[] = [];
      for (const chunk of chunksOf(count, epochsPerChunk)) {
        await this.#prepare(held, first + chunk.first, 0, options.signal);
        throwIfAborted(options.signal);
        const args: [number, number, number] = [held.id, first + chunk.first, chunk.count];
        parts.push(await this.#pool.call(held.resource, 'planEpochs', args));
      }
      return joined(parts);
    });
  }

  /** The finished results as a file. */
  async save(format: ResultFormat): Promise<ArrayBuffer> {
    await this.#finished();
    return this.#plan.with(({ id, resource }) =>
      this.#pool.call(resource, 'exportResults', [id, this.#probabilities, format]),
    );
  }

  /**
   * A methods report: one HTML page with versions, digests of both files, recipe, compatibility, model card, results and limits, and
   * nothing that tells whose recording it was. The recording is read to its end for its SHA-256.
   */
  async report(
    options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
  ): Promise<ArrayBuffer> {
    await this.#finished();
    return this.#plan.with(async ({ id, resource }) => {
      for (let done = 0; done < 1;) {
        throwIfAborted(options.signal);
        const args: [number, number] = [this.#recordingId, hashBudgetBytes];
        done = await this.#pool.call(resource, 'hashRecording', args);
        options.onProgress?.(done);
      }
      return this.#pool.call(resource, 'report', [id, this.#probabilities]);
    });
  }

  async #finished(): Promise<void> {
    const { epochs } = await this.plan();
    if (this.#nDone < epochs.length) {
      throw new EegateError({
        code: 'RESULTS_INCOMPLETE',
        message: 'Only a finished classification can be saved',
        found: `${this.#nDone} epochs`,
        expected: `${epochs.length} epochs`,
        hint: 'Classify to the end first.',
      });
    }
  }

  /** Gives back what engines hold for it. Afterwards it cannot be used; what it has yielded stays. */
  async close(): Promise<void> {
    await this.#plan.close();
  }
}
addAsyncDispose(Classification.prototype);

/** The class of the highest probability; empty where they are not finite, which is no answer. */
export function labelOf(classes: readonly string[], probabilities: Float32Array): string {
  return probabilities.every((value) => Number.isFinite(value))
    ? classes[indexOfMax(probabilities)]!
    : '';
}

function indexOfMax(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
}
