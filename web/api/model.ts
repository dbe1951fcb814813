// A loaded model: its contract, raw prediction on tensors, and the way to classify a recording.
import { EegateError } from '../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../worker/pool.js';
import type { Compatibility, Engine, ModelConfig, ModelInfo, Recipe } from '../worker/protocol.js';
import { abortable, chunksOf, inOrder, joined, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { checkBytes } from './file_arguments.js';
import { Classification, type ClassifyOptions } from './classification.js';
import {
  binsOf,
  eegBands,
  fallsOf,
  withoutBands,
  type Band,
  type BandOcclusion,
} from './band_occlusion.js';
import type { Explained, ExplainOptions, Explanation } from './explanation.js';
import {
  Inspection,
  inspectRequest,
  partsRequest,
  type Ablation,
  type InspectOptions,
} from './inspection.js';
import { LiveStream, type StreamOptions } from './live/stream.js';
import type { Recording } from './recording.js';

const epochsPerChunk = 16;

/**
 * What needs the larger module: carrying model files to other programs, explaining, and looking inside.
 * @internal
 */
export interface ModelWorkshop {
  exportOnnx(model: ArrayBuffer, nTimes: number): Promise<ArrayBuffer>;
  explain(explained: Explained, options: ExplainOptions): Promise<Explanation>;
  look<M extends 'inspect' | 'ablate'>(
    model: Resource,
    method: M,
    args: Parameters<Engine[M]>,
  ): Promise<ReturnType<Engine[M]>>;
  forget(model: Resource): Promise<void>;
}

/** A model that is open. */
export class Model {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #nextId: () => number;
  readonly #workshop: ModelWorkshop;
  /** Everything known, in one plain object. */
  readonly info: Readonly<ModelInfo>;
  /** @internal */
  readonly resource: Resource;
  /** @internal The file. */
  readonly bytes: ArrayBuffer;

  /** @internal */
  constructor(
    pool: EnginePool,
    nextId: () => number,
    resource: Resource,
    info: ModelInfo,
    bytes: ArrayBuffer,
    workshop: ModelWorkshop,
  ) {
    this.#pool = pool;
    this.#nextId = nextId;
    this.#workshop = workshop;
    this.resource = resource;
    this.info = info;
    this.bytes = bytes;
  }

  /** Its architecture and sizes. */
  get config(): ModelConfig {
    return this.info.config;
  }
  /** Names, in the order of probabilities. */
  get classes(): string[] {
    return this.info.classes;
  }
  /** What it asks to be done to recordings; null where its file does not say. */
  get recipe(): Recipe | null {
    return this.info.recipe;
  }
  /** What its own examples gave on this machine; null without such. */
  get selfTest(): ModelInfo['selfTest'] {
    return this.info.selfTest;
  }

  /**
   * Raw tensors to logits: x is [batch, n_chans, n_times] microvolts after the recipe. Without `batch` the window length is
   * the model's own. With `ablate` heads are silent and gates forced.
   */
  async predict(
    x: Float32Array,
    options: { batch?: number; ablate?: readonly Ablation[]; signal?: AbortSignal } = {},
  ): Promise<Float32Array> {
    const { batch, nTimes, epochSize } = this.#shapeOf(x, options.batch);
    if (options.ablate) return this.#ablate(x, batch, nTimes, options.ablate, options.signal);
    const chunks = chunksOf(batch, epochsPerChunk);
    const work = (index: number, workerIndex: number) => {
      const { first, count } = chunks[index]!;
      const part = x.slice(first * epochSize, (first + count) * epochSize);
      return this.#pool.call(
        this.resource,
        'predict',
        [this.info.id, part, count, nTimes],
        workerIndex,
        [part.buffer],
      );
    };
    const parts: Float32Array[] = [];
    for await (const part of inOrder(chunks.length, this.#pool.nWorkers, work, options.signal))
      parts.push(part);
    return joined(parts);
  }

  /** One epoch [n_chans, n_times] on its way through the model, step by step, with its numbers. */
  async inspect(x: Float32Array, options: InspectOptions = {}): Promise<Inspection> {
    this.#shapeOf(x, 1);
    const args = [this.info.id, x.slice(), inspectRequest(options)] as Parameters<
      Engine['inspect']
    >;
    const looking = this.#workshop.look(this.resource, 'inspect', args);
    return new Inspection(await abortable(looking, options.signal));
  }

  async #ablate(
    x: Float32Array,
    batch: number,
    nTimes: number,
    ablate: readonly Ablation[],
    signal?: AbortSignal,
  ): Promise<Float32Array> {
    throwIfAborted(signal);
    const args = [this.info.id, x.slice(), batch, nTimes, partsRequest(ablate)] as Parameters<
      Engine['ablate']
    >;
    return abortable(this.#workshop.look(this.resource, 'ablate', args), signal);
  }

  /** Whether and how a recording suits this model, before anything is classified. */
  async checkCompatibility(
    recording: Recording,
    options: { recipe?: Recipe } = {},
  ): Promise<Compatibility> {
    await this.#pool.hold(recording.resource);
    return this.#pool.call(this.resource, 'checkCompatibility', [
      this.info.id,
      recording.info.id,
      options.recipe ?? null,
    ]);
  }

  /** Yields one prediction per epoch, in order. Stop by leaving the loop, or with `signal`. */
  classify(recording: Recording, options: ClassifyOptions = {}): Classification {
    return new Classification(this.#pool, this.#nextId, this, recording, options);
  }

  /**
   * What in the epochs x [batch, n_chans, n_times] (microvolts after the recipe) speaks for class `target`, and whether to
   * believe it. In pieces: stop it with `signal`.
   */
  async explain(x: Float32Array, options: ExplainOptions): Promise<Explanation> {
    checkOpen(this.resource);
    const { batch, nTimes } = this.#shapeOf(x, options.batch);
    const explained = { id: this.#nextId(), model: this.bytes, x, nEpochs: batch, nTimes };
    return this.#workshop.explain(explained, options);
  }

  /**
   * How far the output for class `target` falls when a frequency band is taken out of the epoch x [n_chans, n_times]; without `bands`
   * delta to gamma.
   */
  async explainBands(
    x: Float32Array,
    options: { target: number; bands?: readonly Band[]; signal?: AbortSignal },
  ): Promise<BandOcclusion> {
    checkOpen(this.resource);
    const { nTimes } = this.#shapeOf(x, 1);
    const { target, bands = eegBands, signal } = options;
    this.#checkTarget(target);
    const { sfreq } = this.info;
    const rest = await withoutBands(x, x.length / nTimes, sfreq, bands, signal);
    const logits = await this.predict(joined([x, rest]), { batch: bands.length + 1, signal });
    return fallsOf(logits, target, bands, (band) => binsOf(band, nTimes, sfreq).length > 0);
  }

  /**
   * Classifies samples while they arrive: one decision per window, in order. The windows are those of the finished
   * recording under the same causal recipe, to the bit; windows that the engine cannot keep up with are dropped and counted.
   */
  stream(options: StreamOptions): LiveStream {
    return new LiveStream(this.#pool, this.#nextId(), this, options);
  }

  /** The model file, as it was opened. */
  async toSafetensors(): Promise<Uint8Array> {
    checkOpen(this.resource);
    return new Uint8Array(this.bytes.slice(0));
  }

  /**
   * The model for other runtimes, ONNX with opset 17: input `eeg` [batch, n_chans, n_times] microvolts after the recipe,
   * output `logits` [batch, n_outputs]. `nTimes` is the length of the windows, if not the model's own.
   */
  async toOnnx(options: { nTimes?: number; signal?: AbortSignal } = {}): Promise<Uint8Array> {
    checkOpen(this.resource);
    const exporting = this.#workshop.exportOnnx(this.bytes, options.nTimes ?? 0);
    const onnx = await abortable(exporting, options.signal);
    return new Uint8Array(onnx);
  }

  /** Gives back what engines hold for it, also for its classifications. Afterwards it cannot be used; `info` stays. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.close(this.resource), this.#workshop.forget(this.resource)]);
  }

  #checkTarget(target: number): void {
    const n = this.classes.length;
    if (Number.isInteger(target) && target >= 0 && target < n) return;
    throw new EegateError({
      code: 'EXPLAIN_TARGET',
      message: 'The model has no such class',
      field: 'target',
      found: String(target),
      expected: `0 to ${n - 1}`,
    });
  }

  #shapeOf(x: Float32Array, batch?: number): { batch: number; nTimes: number; epochSize: number } {
    const nChans = Number(this.config['n_chans']);
    const n = batch ?? x.length / (nChans * Number(this.config['n_times']));
    const nTimes = x.length / (nChans * n);
    if (!Number.isInteger(n) || n < 1 || !Number.isInteger(nTimes) || nTimes < 1) {
      throw new EegateError({
        code: 'INPUT_SHAPE',
        message: 'The input is not a whole number of epochs',
        field: 'x',
        found: `${x.length} values${batch === undefined ? '' : ` for a batch of ${batch}`}`,
        expected: `batch x ${nChans} channels x ${String(this.config['n_times'])} samples`,
      });
    }
    return { batch: n, nTimes, epochSize: nChans * nTimes };
  }
}
addAsyncDispose(Model.prototype);

/** @internal */
export async function copyOf(bytes: Blob | ArrayBuffer | Uint8Array): Promise<ArrayBuffer> {
  checkBytes(bytes, 'model');
  if (bytes instanceof Blob) return bytes.arrayBuffer();
  const kept = bytes.slice(0) as ArrayBuffer | Uint8Array;
  return kept instanceof Uint8Array ? (kept.buffer as ArrayBuffer) : kept;
}

/** @internal */
export async function loadModel(
  pool: EnginePool,
  nextId: () => number,
  workshop: ModelWorkshop,
  bytes: Blob | ArrayBuffer | Uint8Array,
  name?: string,
): Promise<Model> {
  const id = nextId();
  const buffer = await copyOf(bytes);
  const fileName = name ?? (bytes instanceof File ? bytes.name : 'model');
  const resource: Resource = {
    what: 'model',
    needs: [],
    open: (engine) => engine.call('loadModel', [id, buffer, fileName]),
    close: (engine) => engine.call('closeModel', [id]),
  };
  const info = (await pool.hold(resource)) as ModelInfo;
  pool.spread(resource);
  return new Model(pool, nextId, resource, info, buffer, workshop);
}
