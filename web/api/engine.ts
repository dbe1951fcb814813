// createEngine: a pool of wasm engines, in workers where there are some, behind one object.
import { checkObject, checkText, optionsOf, type Known } from '../worker/arguments.js';
import { automaticWorkers } from '../worker/automatic_workers.js';
import { chooseBackend, type Backend } from '../worker/detect.js';
import type { EnginePool } from '../worker/pool.js';
import type {
  ConfigSettings,
  EngineInfo,
  DisplaySettings,
  Floats,
  Recipe,
} from '../worker/protocol.js';
import { abortable, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { compileWasm, type AssetSource, type WasmSource, type WebWorker } from './assets.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { computationsOn } from './computations.js';
import { loadModel, type Model } from './model.js';
import { modelFile } from './model_file.js';
import type { SyntheticTrialsOptions } from './synthetic_trials.js';
import { openRecording, type OpenOptions } from './open_recording.js';
import type { Recording } from './recording.js';
import type { FileSource } from './recording_file.js';
import { TrainingEngines } from './training_engines.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';
import { checkEngineOptions, engineOptions } from './engine_options.js';
import { once, startEngines, startMethods, type Place } from './engine_start.js';

/** Where and how engines run. Every option has a default. */
export interface EngineOptions {
  /** Which build of the wasm module; "auto", the default, takes the fastest that this browser or Node runs. */
  backend?: 'auto' | Backend;
  /**
   * Number of engines, 1 to 64, each in a Web Worker of its own. "auto", the default: one per processor core, at most 4. "none": one
   * engine in this thread, without the 0.1 ms of a message to a worker and back; while it works, the thread does nothing else. Node
   * has no Web Workers: there one engine always runs in this thread, and `info.refused` says so when a number was given.
   */
  workers?: 'auto' | 'none' | number;
  /** Aborting it stops the start, or closes the engine later. */
  signal?: AbortSignal;
  /**
   * Start with the wasm module that reads recordings. Otherwise an engine starts with a smaller module, which only predicts with
   * transformers, and replaces it by the larger one at the first other call. Default: whether `wasm` or `assets` is given.
   */
  recordings?: boolean;
  /**
   * The wasm module that reads recordings, if it is not next to this script; the engine starts with it. In all of these options an address
   * without a scheme is relative to this script, not to the page or the working directory: use `new URL(address, document.baseURI)`.
   */
  wasm?: WasmSource;
  /** The wasm module that trains, if it is not next to this script; it is fetched when the first training begins. */
  trainingWasm?: WasmSource;
  /**
   * The worker script, if it is not next to this script; or a function that starts a worker. If it does not start, the engine runs in the
   * page's own thread, and `info.refused` says why.
   */
  worker?: string | URL | (() => WebWorker | Promise<WebWorker>);
  /** Finds files of the library that are not next to this script; called with the name of each. */
  assets?: AssetSource;
}

/** How and where an engine runs. */
export interface EngineSummary {
  /** Which build of the wasm modules runs: "relaxed" is faster, "simd" gives the same bits on every machine. */
  backend: Backend;
  /** Why this backend was chosen, in words. */
  why: string;
  /** Version of the package. */
  version: string;
  /** Number of workers; 0: one engine runs in this thread. */
  workers: number;
  /**
   * Where engines run: "worker": in workers started by the address of their script, "blob": in workers started from memory,
   * "page": in this thread, which handles other events between calls.
   */
  place: Place;
  /** Ways to start that were tried before and failed, each with its reason. */
  refused: string[];
  /** Bytes of memory of all wasm instances after their start. */
  wasmBytes: number;
}

/** Power spectral densities by Welch's method. */
export interface Spectra {
  /** Hertz between two bins: bin k is at k * binHz. */
  binHz: number;
  /** Microvolts squared per hertz, one array per channel; NaN for a channel with fewer than two samples. Of a channel with gaps, of its longest segment. */
  density: Floats[];
}

/** How a model is opened. */
export interface LoadOptions {
  /** File name for messages. Default: the name of the `File` or path. */
  name?: string;
  /** Aborting it rejects with its `reason`; what was opened meanwhile is closed. */
  signal?: AbortSignal;
}

/**
 * Opens recordings and models, trains, compares, and computes what belongs to neither; made by `createEngine`. Every failure is an
 * `EegateError`, but for an aborted `signal`, which rejects with its own `reason`. For an argument of a wrong type, an option that does
 * not exist, and a number in options or a recipe that is not finite, here and in all other methods of the package, its code is
 * ENGINE_ARGUMENT and its `field` the name of the argument.
 *
 * @example
 * ```ts
 * const engine = await createEngine();
 * const recording = await engine.openRecording(file);
 * const model = await engine.loadModel(modelFile);
 * for await (const { onsetS, label } of model.classify(recording)) console.log(onsetS, label);
 * await engine.close();
 * ```
 */
export interface Engine {
  /** How and where the engine runs. */
  readonly info: EngineSummary;
  /**
   * Opens a recording: reads its header and, up to 64 MiB, its annotations. A Blob or, in Node, a path or `file:` URL is read by
   * ranges when samples are asked for.
   *
   * @throws {EegateError} RECORDING_SOURCE: not a file; IO_*: it cannot be read; FORMAT_*: another kind of file; the codes of its
   * format, such as EDF_* or BV_*: damaged (docs/FORMATS.md).
   */
  openRecording(file: FileSource, options?: OpenOptions): Promise<Recording>;
  /**
   * Opens a model file (safetensors) and runs its self-test.
   *
   * @throws {EegateError} MODEL_SOURCE: not a file; FORMAT_*: another kind of file; ST_*: damaged; MODEL_*: not a model of eegate, or
   * its self-test failed.
   */
  loadModel(file: FileSource, options?: LoadOptions): Promise<Model>;
  /**
   * Makes a model of weights (safetensors) that PyTorch, Keras or braindecode trained. `config` is braindecode's config.json, or an
   * object with `config` (architecture and sizes), `channels`, `sfreq`, `classes`, `recipe` and, for tensors whose names are not
   * known, `names` (docs/IMPORT_EXPORT.md).
   *
   * @throws {EegateError} IMPORT_*: tensors are missing, unknown or of another shape; MODEL_*: the configuration is wrong.
   */
  importModel(
    weights: FileSource,
    config: Record<string, unknown>,
    options?: LoadOptions,
  ): Promise<Model>;
  /**
   * Gain of the filters of a recipe or of display settings at the frequencies `hz` (hertz), for signals of `sfreq` hertz; 1: the
   * amplitude is unchanged; NaN below 0 and above half of `sfreq`.
   *
   * @throws {EegateError} RECIPE_*, DSP_*: the filters are impossible, for instance an edge above half of `sfreq`.
   */
  filterResponse(
    filters: { recipe: Recipe } | { display: DisplaySettings },
    sfreq: number,
    hz: Float32Array,
  ): Promise<Floats>;
  /** Positions of electrodes of the 10-10 system, in any spelling (docs/FORMATS.md), on a head of radius 1; null for other names. */
  electrodes(names: readonly string[]): Promise<
    ({
      /** Towards the right ear, in radii of the head. */
      x: number;
      /** Towards the nose, in radii of the head. */
      y: number;
      /** Towards the vertex, in radii of the head. */
      z: number;
    } | null)[]
  >;
  /**
   * Power spectra by Welch's method of equally long channels in microvolts: Hann windows of `segmentS` seconds, default 2, that
   * overlap by half. Of a channel with NaN the longest part without is used. Segments are shortened if no channel has so many
   * samples in succession; the density of a channel that has fewer than the others is NaN.
   *
   * @throws {EegateError} DSP_SPECTRUM: the signal or the segment is shorter than two samples.
   */
  spectra(
    channels: readonly Float32Array[],
    sfreq: number,
    options?: { segmentS?: number },
  ): Promise<Spectra>;
  /**
   * Bytes of an EDF+ file: a synthetic recording of 64 channels at 160 Hz, eyes open, then closed. `durationS` seconds, default 60; the
   * same `seed` gives the same bytes.
   *
   * @throws {EegateError} SAMPLE_LENGTH: the duration is out of range.
   */
  makeSample(options?: { seed?: number; durationS?: number }): Promise<ArrayBuffer>;
  /**
   * Bytes of an EDF+ file with synthetic data of known ground truth: trials of noise, half of which, annotated "rhythm", have an
   * additional rhythm at the given electrodes; the others are annotated "none". For testing models and explanations; made by the
   * module that trains.
   *
   * @throws {EegateError} PLANTED_VALUE: an option is out of range.
   */
  makeSyntheticTrials(options?: SyntheticTrialsOptions): Promise<ArrayBuffer>;
  /**
   * Trains a model. Training begins at once; iterate the run to follow it. Leaving that loop does not end the run: `stop` or the signal
   * does. Errors reject `info` and `result` of the run, but for wrong arguments, which are thrown.
   *
   * @throws {EegateError} ENGINE_ARGUMENT, RECORDING_SOURCE, MODEL_SOURCE: an argument is of a wrong type.
   */
  train(request: TrainingRequest): TrainingRun;
  /**
   * Compares several models on the same epochs with the same cross-validation folds, and gives one sentence of advice.
   *
   * @throws {EegateError} COMPARE_*, TRAIN_*: the data or presets do not allow it.
   */
  compare(request: ComparisonRequest): Promise<ModelComparison>;
  /**
   * Size of a network and its time per epoch on this machine, measured on noise. The setup is that of a model file: `config` with its
   * sizes, and `channels` where the network needs certain electrodes.
   *
   * @throws {EegateError} MODEL_CONFIG_*, MODEL_CHANNELS: sizes or channels are impossible.
   */
  describeNetwork(setup: {
    config: ConfigSettings;
    channels?: readonly string[];
  }): Promise<NetworkDescription>;
  /**
   * Fetches and compiles the wasm module that trains, so that a later `train` makes no network request.
   *
   * @throws {EegateError} ENGINE_WASM_*: the module is missing or damaged.
   */
  prepareTraining(): Promise<void>;
  /** Information about each running engine; those that train come last, while they exist. */
  engines(): Promise<EngineInfo[]>;
  /** Ends all workers. Pending calls reject with ENGINE_DISPOSED. */
  close(): Promise<void>;
  /** Closes it at the end of a block that began with `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** @internal For what is no part of every page: sleep.ts. */
export const trainingOf = new WeakMap<
  Engine,
  { training: TrainingEngines; nextId: () => number }
>();

/**
 * Starts engines and resolves when they answer. `options.signal` rejects with its `reason`.
 *
 * @throws {EegateError} ENGINE_OPTION: an impossible option; ENGINE_UNSUPPORTED, ENGINE_POLICY: WebAssembly cannot run here;
 * ENGINE_WASM_*, ENGINE_VERSION: files are missing, damaged or of another build; ENGINE_WORKER, ENGINE_START: no engine started.
 * @example
 * ```ts
 * const engine = await createEngine({ workers: 2 });
 * console.log(engine.info.backend, engine.info.workers);
 * await engine.close();
 * ```
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  options = engineOptions(options);
  const { signal } = options;
  throwIfAborted(signal);
  checkEngineOptions(options);
  const { backend, why } = chooseBackend(options.backend ?? 'auto');
  const { assets } = options;
  const compile = (name: string, given?: WasmSource) =>
    once(() => compileWasm(given, `${name}-${backend}.wasm`, assets));
  const whole = compile('eegate', options.wasm);
  const trainer = compile('eegate-train', options.trainingWasm);
  const recordings = options.recordings ?? (assets !== undefined || options.wasm !== undefined);
  const modules = recordings ? { first: whole } : { first: compile('eegate-predict'), whole };
  const nWorkers = numberOfWorkers(options.workers ?? 'auto');
  const methods = await abortable(startMethods(nWorkers, backend, options), signal);
  const { pool, infos, method, refused } = await startEngines(methods, modules, signal);
  const training = new TrainingEngines(
    method.connectTo(trainer),
    method.nWorkers,
    method.place === 'page',
  );
  const wasmBytes = infos.reduce((sum, info) => sum + info.wasmBytes, 0);
  const workers = method.place === 'page' ? 0 : method.nWorkers;
  const version = infos[0]?.version ?? '';
  if (typeof options.workers === 'number' && typeof Worker === 'undefined')
    refused.unshift('worker: there are no Web Workers here');
  const info = { backend, why, version, workers, place: method.place, refused, wasmBytes };
  return makeEngine(pool, training, trainer, info, signal);
}

function makeEngine(
  pool: EnginePool,
  training: TrainingEngines,
  trainer: () => Promise<unknown>,
  info: EngineSummary,
  signal: AbortSignal | undefined,
): Engine {
  let lastId = 0;
  const nextId = () => ++lastId;
  const close = async () => {
    pool.dispose();
    training.dispose();
    signal?.removeEventListener('abort', close);
  };
  signal?.addEventListener('abort', close);
  const engine: Omit<Engine, typeof Symbol.asyncDispose> = {
    info,
    openRecording: (file, options) =>
      opened(options, { name: 0, companions: 0, signal: 0 }, (given) =>
        openRecording(pool, nextId, file, given),
      ),
    loadModel: (file, options) =>
      opened(options, forModel, ({ name }) => loadModel(pool, nextId, training, file, name)),
    importModel: (weights, config, options) =>
      opened(options, forModel, async ({ name }) => {
        const { bytes: given } = await modelFile(weights, 'weights');
        checkObject(config, 'config', "braindecode's config.json, or an object with config");
        const bytes = await training.importModel(given, config);
        return loadModel(pool, nextId, training, bytes, name);
      }),
    ...computationsOn(pool),
    train: (request) => training.begin(nextId, request),
    compare: (request) => training.compare(nextId, request),
    describeNetwork: async (setup) => {
      checkObject(setup, 'setup', 'an object with config');
      return training.describe(setup);
    },
    makeSyntheticTrials: async (request) => {
      const options = { ...optionsOf(request) };
      return training.use((engines) => engines.call(null, 'makePlanted', [options]));
    },
    prepareTraining: async () => void (await trainer()),
    engines: async () => [
      ...(await Promise.all(
        Array.from({ length: pool.nWorkers }, (_, workerIndex) =>
          pool.call(null, 'info', [], workerIndex),
        ),
      )),
      ...(await training.infos()),
    ],
    close,
  };
  addAsyncDispose(engine);
  trainingOf.set(engine as Engine, { training, nextId });
  return engine as Engine;
}

const forModel: Known<LoadOptions> = { name: 0, signal: 0 };

/** What is opened after an abort is closed at once. */
async function opened<T extends { close(): Promise<void> }, Options extends LoadOptions>(
  options: Options | undefined,
  known: Known<Options>,
  open: (options: Options) => Promise<T>,
): Promise<T> {
  const given = optionsOf(options, known);
  const { signal, name } = given;
  throwIfAborted(signal);
  checkText(name, 'name', true);
  const opening = open(given);
  return abortable(opening, signal).catch((thrown: unknown) => {
    void opening.then((late) => late.close()).catch(() => undefined);
    throw thrown;
  });
}

function numberOfWorkers(wanted: 'auto' | 'none' | number): number {
  if (wanted === 'none' || typeof Worker === 'undefined') return 0;
  return wanted === 'auto' ? automaticWorkers() : wanted;
}
