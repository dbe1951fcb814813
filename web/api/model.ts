// An open model: its properties, prediction on tensors, classification of recordings, explanations, export.
import { argumentError, checkFloats, checkNumber, optionsOf } from '../worker/arguments.js';
import { besideLibrary } from '../worker/connection.js';
import { EegateError } from '../worker/error.js';
import { checkOpen, type EnginePool, type Resource } from '../worker/pool.js';
import type {
  Bytes,
  Compatibility,
  Engine,
  Floats,
  ModelConfig,
  ModelInfo,
  Recipe,
} from '../worker/protocol.js';
import { abortable, chunksOf, inOrder, joined, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { checkRecording } from './file_arguments.js';
import { modelFile } from './model_file.js';
import type { FileSource } from './recording_file.js';
import { frozen } from './frozen.js';
import { classOfMost } from './class_of.js';
import { Classification, type ClassifyOptions } from './classification.js';
import { eegBands, type Band, type BandOcclusion } from './band_occlusion.js';
import type { Explained, ExplainOptions, Explanation } from './explanation.js';
import type { Ablation, InspectOptions, Inspection } from './inspection.js';
import { LiveStream, type StreamOptions } from './live/stream.js';
import type { Recording } from './recording.js';

const epochsPerChunk = 16;

/** What looks into a model is loaded when it is used. */
const inspections = () => besideLibrary(import('./inspection.js'));
const bandOcclusions = () => besideLibrary(import('./band_occlusion.js'));

/**
 * What needs the wasm module that trains: export, explanations, inspection.
 * @internal
 */
export interface ModelWorkshop {
  exportOnnx(model: ArrayBuffer, nTimes: number): Promise<ArrayBuffer>;
  explain(explained: Explained, options: ExplainOptions): Promise<Explanation>;
  callWithModel<M extends 'inspect' | 'ablate'>(
    model: Resource,
    method: M,
    args: Parameters<Engine[M]>,
  ): Promise<ReturnType<Engine[M]>>;
  forget(model: Resource): Promise<void>;
}

/**
 * An open model.
 *
 * @example
 * ```ts
 * const model = await engine.loadModel(file);
 * for await (const { onsetS, label, probabilities } of model.classify(recording)) console.log(onsetS, label, probabilities);
 * const logits = await model.predict(x);          // x: Float32Array [batch, n_chans, n_times], microvolts after the recipe
 * await model.close();
 * ```
 */
export class Model {
  /** Closes it at the end of a block that began with `await using`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;
  readonly #pool: EnginePool;
  readonly #nextId: () => number;
  readonly #workshop: ModelWorkshop;
  /** All properties, as one plain object. */
  readonly info: Readonly<ModelInfo>;
  /** @internal */
  readonly resource: Resource;
  /** @internal Bytes of the model file. */
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

  /** Architecture and sizes. */
  get config(): ModelConfig {
    return this.info.config;
  }
  /** Names of the classes, in the order of the probabilities. */
  get classes(): readonly string[] {
    return this.info.classes;
  }
  /** How a recording has to be prepared for it; null where the model file does not say. */
  get recipe(): Recipe | null {
    return this.info.recipe;
  }
  /** Result of the self-test on the examples in the model file; null without examples. */
  get selfTest(): ModelInfo['selfTest'] {
    return this.info.selfTest;
  }

  /**
   * Logits [batch, n_outputs] of epochs x [batch, n_chans, n_times] in microvolts after the recipe. Without `batch` the epochs have the
   * length of the model. `ablate` disables attention heads and forces gates. x is read until the promise settles: do not change it before.
   *
   * @throws {EegateError} INPUT_SHAPE: not a whole number of epochs; MODEL_INPUT_NONFINITE: NaN or infinite; ABLATE_*: the model has no such
   * part; SESSION_CLOSED.
   */
  async predict(
    x: Float32Array,
    options: { batch?: number; ablate?: readonly Ablation[]; signal?: AbortSignal } = {},
  ): Promise<Floats> {
    const known = { batch: 0, ablate: 0, signal: 0 } as const;
    const { batch: wanted, ablate, signal } = optionsOf(options, known);
    const { batch, nTimes, epochSize } = this.#shapeOf(x, wanted);
    if (ablate) return this.#ablate(x, batch, nTimes, ablate, signal);
    const chunks = chunksOf(batch, epochsPerChunk);
    const work = (index: number, workerIndex: number) => {
      const { first, count } = chunks[index]!;
      const [begin, end] = [first * epochSize, (first + count) * epochSize];
      this.#shapeOf(x, batch); // its buffer may have been transferred meanwhile
      // A worker gets a copy; an engine in this thread copies it into its memory.
      const part = this.#pool.isLocal ? x.subarray(begin, end) : x.slice(begin, end);
      return this.#pool.call(
        this.resource,
        'predict',
        [this.info.id, part, count, nTimes],
        workerIndex,
        [part.buffer],
      );
    };
    throwIfAborted(signal);
    if (chunks.length === 1) return (await abortable(work(0, 0), signal)) as Floats;
    const parts: Float32Array[] = [];
    for await (const part of inOrder(chunks.length, this.#pool.nWorkers, work, signal))
      parts.push(part);
    return joined(parts);
  }

  /**
   * All intermediate results of one epoch x [n_chans, n_times], microvolts after the recipe. With `batch: 1` an epoch may be several
   * times as long as those of the model.
   *
   * @throws {EegateError} INPUT_SHAPE, INSPECT_OPTION, ABLATE_*, SESSION_CLOSED.
   */
  async inspect(x: Float32Array, options: InspectOptions = {}): Promise<Inspection> {
    const { signal, batch, ...asked } = optionsOf(options, {
      ...{ ablate: 0, query: 0, mapSize: 0, batch: 0, weights: 0, signal: 0 },
    });
    this.#timesOfOne(x, batch);
    throwIfAborted(signal);
    const copy = x.slice();
    const { Inspection, inspectRequest, checkQuery } = await inspections();
    const args = [this.info.id, copy, inspectRequest(asked)] as Parameters<Engine['inspect']>;
    const looking = this.#workshop.callWithModel(this.resource, 'inspect', args);
    const inspection = new Inspection(await abortable(looking, signal));
    checkQuery(inspection, asked.query);
    return inspection;
  }

  async #ablate(
    x: Float32Array,
    batch: number,
    nTimes: number,
    ablate: readonly Ablation[],
    signal?: AbortSignal,
  ): Promise<Floats> {
    throwIfAborted(signal);
    const copy = x.slice();
    const { partsRequest } = await inspections();
    const args = [this.info.id, copy, batch, nTimes, partsRequest(ablate)] as Parameters<
      Engine['ablate']
    >;
    const ablating = this.#workshop.callWithModel(this.resource, 'ablate', args);
    return (await abortable(ablating, signal)) as Floats;
  }

  /**
   * Compares the recording with the requirements of the model (channels, rate, length, units, band, events), before anything is
   * classified. `recipe` replaces that of the model.
   *
   * @throws {EegateError} RECORDING_SOURCE: not an open recording of this engine; RECIPE_*: `recipe` has fields or values
   * that no recipe has; SESSION_CLOSED.
   */
  async checkCompatibility(
    recording: Recording,
    options: { recipe?: Recipe } = {},
  ): Promise<Compatibility> {
    checkRecording(recording, 'checkCompatibility', 'recording', this.#pool);
    const { recipe = null } = optionsOf(options, { recipe: 0 });
    const { id, resource, end } = recording.borrow();
    try {
      await this.#pool.hold(resource);
      const args = [this.info.id, id, recipe] as const;
      return await this.#pool.call(this.resource, 'checkCompatibility', [...args]);
    } finally {
      await end();
    }
  }

  /**
   * Classifies a recording: iterate the result for one prediction per epoch, in order. Leave the loop or abort `signal` to stop. Errors
   * are thrown by the loop.
   *
   * @throws {EegateError} RECORDING_SOURCE: not an open recording of this engine.
   */
  classify(recording: Recording, options: ClassifyOptions = {}): Classification {
    checkRecording(recording, 'classify', 'recording', this.#pool);
    return new Classification(this.#pool, this.#nextId, this, recording, options);
  }

  /**
   * Relevance of each sample of the epochs x [batch, n_chans, n_times], microvolts after the recipe, for class `target`, with checks of
   * whether to trust it. Without options: integrated gradients for the class that the model predicts.
   *
   * @throws {EegateError} EXPLAIN_*: target, method or options do not suit the model; EXPLAIN_MEMORY, ENGINE_LOST: too little memory;
   * INPUT_SHAPE; SESSION_CLOSED.
   */
  async explain(x: Float32Array, options: ExplainOptions = {}): Promise<Explanation> {
    checkOpen(this.resource);
    const { target, method, ...given } = optionsOf(options);
    const { batch, nTimes } = this.#shapeOf(x, given.batch);
    const explained = { id: this.#nextId(), model: this.bytes, x, nEpochs: batch, nTimes };
    return this.#workshop.explain(explained, {
      ...given,
      target: target ?? (await this.#predicted(x, batch, given.signal)),
      method: method ?? 'integrated_gradients',
    });
  }

  /**
   * How much the logit of class `target` drops when each frequency band is removed from the epoch x [n_chans, n_times], microvolts after
   * the recipe. Default `target`: the class that the model predicts. Default `bands`: `eegBands`, delta to gamma. `batch` as for `inspect`.
   *
   * @throws {EegateError} EXPLAIN_TARGET: there is no such class; INPUT_SHAPE; SESSION_CLOSED.
   */
  async explainBands(
    x: Float32Array,
    options: { target?: number; bands?: readonly Band[]; batch?: 1; signal?: AbortSignal } = {},
  ): Promise<BandOcclusion> {
    checkOpen(this.resource);
    const known = { target: 0, bands: 0, batch: 0, signal: 0 } as const;
    const { target: wanted, bands = eegBands, batch, signal } = optionsOf(options, known);
    const nTimes = this.#timesOfOne(x, batch);
    const { binsOf, checkBands, fallsOf, withoutBands } = await bandOcclusions();
    checkBands(bands);
    const target = wanted ?? (await this.#predicted(x, 1, signal));
    this.#checkTarget(target);
    const { sfreq } = this.info;
    const rest = await withoutBands(x, x.length / nTimes, sfreq, bands, signal);
    const logits = await this.predict(joined([x, rest]), { batch: bands.length + 1, signal });
    const hasBins = (band: Band) => binsOf(band, nTimes, sfreq).length > 0;
    return fallsOf(logits, target, bands, hasBins, this.config['task'] === 'regress');
  }

  /**
   * Classifies samples while they arrive: iterate the result for one decision per window, in order. The windows are bit-identical to
   * those of the finished recording with the same causal recipe; windows that the engine cannot keep up with are dropped and counted.
   * Errors reject `info` and the loop, but for wrong arguments, which are thrown.
   *
   * @throws {EegateError} ENGINE_ARGUMENT: the source or an option is of a wrong type.
   */
  stream(options: StreamOptions): LiveStream {
    return new LiveStream(this.#pool, this.#nextId(), this, options);
  }

  /**
   * The model file, as it was opened.
   *
   * @throws {EegateError} SESSION_CLOSED.
   */
  async toSafetensors(): Promise<Bytes> {
    checkOpen(this.resource);
    return new Uint8Array(this.bytes.slice(0));
  }

  /**
   * The model as ONNX, opset 17: input `eeg` [batch, n_chans, n_times] in microvolts after the recipe, output `logits`
   * [batch, n_outputs]. `nTimes`: samples of an epoch, default those of the model.
   *
   * @throws {EegateError} EXPORT_UNSUPPORTED: ONNX cannot express the architecture; MODEL_TIMES: the model takes no such length;
   * SESSION_CLOSED.
   */
  async toOnnx(options: { nTimes?: number; signal?: AbortSignal } = {}): Promise<Bytes> {
    checkOpen(this.resource);
    const { nTimes, signal } = optionsOf(options, { nTimes: 'number', signal: 0 });
    if (nTimes !== undefined && !(Number.isInteger(nTimes) && nTimes >= 1))
      throw argumentError('nTimes', nTimes, 'a whole number of samples');
    throwIfAborted(signal);
    const exporting = this.#workshop.exportOnnx(this.bytes, nTimes ?? 0);
    const onnx = await abortable(exporting, signal);
    return new Uint8Array(onnx);
  }

  /** Frees the memory of the model and of its classifications. Afterwards only `info` can be used. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.close(this.resource), this.#workshop.forget(this.resource)]);
  }

  /** The class that most of the epochs are predicted to be; 0 for `regress`. */
  async #predicted(x: Float32Array, batch: number, signal?: AbortSignal): Promise<number> {
    if (this.config['task'] === 'regress') return 0;
    return classOfMost(await this.predict(x, { batch, signal }), batch);
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
    checkFloats(x, 'x', `[batch, ${nChans} channels, ${String(this.config['n_times'])} samples]`);
    checkNumber(batch, 'batch', true);
    const n = batch ?? x.length / (nChans * Number(this.config['n_times']));
    const nTimes = x.length / (nChans * n);
    if (!Number.isInteger(n) || n < 1 || !Number.isInteger(nTimes) || nTimes < 1)
      throw this.#shapeError(x, batch === undefined ? '' : ` for a batch of ${batch}`);
    return { batch: n, nTimes, epochSize: nChans * nTimes };
  }

  /** Samples of one epoch. What may be several epochs is one only if `batch` says so. */
  #timesOfOne(x: Float32Array, batch: 1 | undefined): number {
    if (batch !== undefined && batch !== 1) throw argumentError('batch', batch, '1');
    const { nTimes } = this.#shapeOf(x, 1);
    const n = nTimes / Number(this.config['n_times']);
    if (batch !== 1 && n > 1 && Number.isInteger(n)) throw this.#shapeError(x, ' for one epoch');
    return nTimes;
  }

  #shapeError({ length }: Float32Array, why: string): EegateError {
    const { n_chans: nChans, n_times: nTimes } = this.config;
    return new EegateError({
      code: 'INPUT_SHAPE',
      message: 'The input is not a whole number of epochs',
      field: 'x',
      found: `${length} values${why}`,
      expected: `batch x ${String(nChans)} channels x ${String(nTimes)} samples`,
    });
  }
}
addAsyncDispose(Model.prototype);

/** @internal */
export async function loadModel(
  pool: EnginePool,
  nextId: () => number,
  workshop: ModelWorkshop,
  file: FileSource,
  name?: string,
): Promise<Model> {
  const id = nextId();
  const { bytes, name: ownName } = await modelFile(file);
  const fileName = name ?? ownName ?? 'model';
  const resource: Resource = {
    what: 'model',
    needs: [],
    open: (engine) => engine.call('loadModel', [id, bytes, fileName]),
    close: (engine) => engine.call('closeModel', [id]),
  };
  const info = (await pool.hold(resource)) as ModelInfo;
  pool.spread(resource);
  return new Model(pool, nextId, resource, frozen(info), bytes, workshop);
}
