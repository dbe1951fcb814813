// createEngine: a pool of engines behind one object.
import { chooseBackend, type Backend } from '../worker/detect.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool } from '../worker/pool.js';
import type { ConfigSettings, EngineInfo, Look, Recipe } from '../worker/protocol.js';
import { abortable, throwIfAborted } from '../worker/work_chunks.js';
import { addAsyncDispose } from './async_dispose.js';
import { compileWasm, type AssetSource, type WasmSource } from './assets.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { copyOf, loadModel, type Model } from './model.js';
import type { PlantedRequest } from './synthetic_trials.js';
import { openRecording, type GivenFile, type OpenOptions, type Recording } from './recording.js';
import { TrainingEngines } from './training_engines.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';
import { once, startEngines, startMethods, type Place } from './engine_start.js';

/** Where and how engines run; nothing has to be given. */
export interface EngineOptions {
  /** Which build of the wasm module; "auto" takes the fastest that this browser runs. */
  backend?: 'auto' | Backend;
  /**
   * How many engines, each in a worker of its own; "auto" is one per processor core, at most 4. "none": one engine in this
   * thread, without the 0.1 ms that a message there and back takes; while it works, the thread does nothing else.
   */
  workers?: 'auto' | 'none' | number;
  /** Abort it to give up starting, or to close the engine later. */
  signal?: AbortSignal;
  /**
   * Begin with the module that reads recordings. Else an engine begins with a smaller one, which predicts with
   * transformers, and fetches the larger one when something else is asked for. True when `wasm` or `assets` are given.
   */
  recordings?: boolean;
  /** The wasm module of recordings, if it does not lie beside this script; the engine begins with it. */
  wasm?: WasmSource;
  /** The wasm module that trains, likewise; it is asked for when the first training begins. */
  trainingWasm?: WasmSource;
  /** The worker script, if it does not lie beside this script; or a function that starts a worker. */
  worker?: string | URL | (() => Worker | Promise<Worker>);
  /** Where the library's files are, if not beside this script; asked for each by its name. */
  assets?: AssetSource;
}

/** What was started. */
export interface EngineSummary {
  /** Which build of the wasm modules runs: "relaxed" is faster, "simd" gives the same bits on every machine. */
  backend: Backend;
  /** Why this backend, in words. */
  why: string;
  /** Of the package. */
  version: string;
  /** 0 where there are none: the one engine then runs in this thread. */
  workers: number;
  /**
   * Where engines run: in workers of their own address, in workers from memory (blob), or in this thread, between whose
   * calls the page stays alive.
   */
  place: Place;
  /** Ways to start that were tried before and did not work, each with its reason. */
  refused: string[];
  /** Memory of all wasm instances after their start. */
  wasmBytes: number;
}

/** Welch spectra of channels. */
export interface Spectra {
  /** Bin k stands at k * binHz. */
  binHz: number;
  /** Per channel; NaN where it has no sample. Of a channel with gaps, the longest stretch between them. */
  density: Float32Array[];
}

/** How a model is opened. */
export interface LoadOptions {
  /** Of the file, for messages; that of a `File` by itself. */
  name?: string;
  /** Gives up waiting; what was opened meanwhile is closed. */
  signal?: AbortSignal;
}

/** All that can be opened and done; made by `createEngine`. Every failure is an `EegateError`. */
export interface Engine {
  /** How and where it runs. */
  readonly info: EngineSummary;
  /** In Node also the path of a file, or its address as a URL: it is then read by ranges, as a Blob is in a page. */
  openRecording(file: GivenFile, options?: OpenOptions): Promise<Recording>;
  /** Opens a model file (safetensors) and runs its self-test. Rejects with FORMAT_*, ST_* or MODEL_* codes. */
  loadModel(bytes: Blob | ArrayBuffer | Uint8Array, options?: LoadOptions): Promise<Model>;
  /**
   * A model from weights (safetensors) that PyTorch, Keras or braindecode trained. `config` says what they are: a
   * configuration, beside it channels, sfreq, classes, recipe and, for tensors whose names are not known, names; or
   * braindecode's config.json.
   */
  importModel(
    weights: Blob | ArrayBuffer | Uint8Array,
    config: Record<string, unknown>,
    options?: LoadOptions,
  ): Promise<Model>;
  /** Gain of the filters of a recipe or a look at frequencies in hertz, as they are applied to a signal. */
  filterResponse(
    seen: { recipe: Recipe } | { look: Look },
    sfreq: number,
    hz: Float32Array,
  ): Promise<Float32Array>;
  /**
   * Where electrodes of the 10-10 system sit on a head of radius 1: x to the right ear, y to the nose, z to the vertex; null for
   * other names.
   */
  electrodes(names: string[]): Promise<
    ({
      /** To the right ear, in radii of the head. */
      x: number;
      /** To the nose. */
      y: number;
      /** To the vertex. */
      z: number;
    } | null)[]
  >;
  /** Welch spectra of equally long channels: microvolts squared per hertz. */
  spectra(
    channels: Float32Array[],
    sfreq: number,
    options?: { segmentS?: number },
  ): Promise<Spectra>;
  /** A synthetic recording, as the bytes of an EDF+ file. The same seed gives the same bytes. */
  makeSample(options?: { seed?: number; durationS?: number }): Promise<ArrayBuffer>;
  /**
   * Trials of noise as the bytes of an EDF+ file; in half of them, annotated "rhythm", a rhythm is planted at the electrodes
   * that are named, in the others, "none", nothing. Whether a model and its explanation find it can then be told.
   */
  makePlanted(options: PlantedRequest): Promise<ArrayBuffer>;
  /** Begins at once; iterate the run to follow it. Leaving the loop does not end it: `stop` or the signal does. */
  train(request: TrainingRequest): TrainingRun;
  /** What works here: several models on the same epochs with the same folds, and one sentence of advice. */
  compare(request: ComparisonRequest): Promise<ModelComparison>;
  /**
   * What a network is and costs on this machine, tried on noise. The setup is that of a model file: `config` with its sizes,
   * and `channels` where the network asks for certain electrodes. Rejects when these do not fit together.
   */
  describeNetwork(setup: {
    config: ConfigSettings;
    channels?: string[];
  }): Promise<NetworkDescription>;
  /** Fetches and compiles what trains, so that a later `train` asks the network for nothing. */
  prepareTraining(): Promise<void>;
  /** What each engine says of itself now; those that train come last, as long as they do. */
  engines(): Promise<EngineInfo[]>;
  /** Ends every worker; pending calls reject. */
  close(): Promise<void>;
  /** Closes it at the end of a block that began with `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** @internal For what is no part of every page: sleep.ts. */
export const trainingOf = new WeakMap<
  Engine,
  { training: TrainingEngines; nextId: () => number }
>();

/** Starts engines and resolves when they answer. Rejects with an ENGINE_* code where none can be started, and with ABORTED by `signal`. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { signal } = options;
  throwIfAborted(signal);
  const { backend, why } = chooseBackend(options.backend ?? 'auto');
  const { assets } = options;
  const compile = (name: string, given?: WasmSource) =>
    once(() => compileWasm(given, `${name}-${backend}.wasm`, assets));
  const whole = compile('eegate', options.wasm);
  const trainer = compile('eegate-train', options.trainingWasm);
  const recordings = options.recordings ?? (assets !== undefined || options.wasm !== undefined);
  const modules = recordings ? { first: whole } : { first: compile('eegate-predict'), whole };
  const methods = startMethods(numberOfWorkers(options.workers ?? 'auto'), backend, options);
  const { pool, infos, method, refused } = await startEngines(methods, modules, signal);
  const training = new TrainingEngines(
    method.connectTo(trainer),
    method.nWorkers,
    method.place === 'page',
  );
  const wasmBytes = infos.reduce((sum, info) => sum + info.wasmBytes, 0);
  const workers = method.place === 'page' ? 0 : method.nWorkers;
  const version = infos[0]?.version ?? '';
  const info = { backend, why, version, workers, place: method.place, refused, wasmBytes };
  const engine = makeEngine(pool, training, trainer, info);
  signal?.addEventListener('abort', () => void engine.close(), { once: true });
  return engine;
}

function makeEngine(
  pool: EnginePool,
  training: TrainingEngines,
  trainer: () => Promise<unknown>,
  info: EngineSummary,
): Engine {
  let lastId = 0;
  const nextId = () => ++lastId;
  const engine: Omit<Engine, typeof Symbol.asyncDispose> = {
    info,
    openRecording: (file, options) =>
      opened(() => openRecording(pool, nextId, file, options), options?.signal),
    loadModel: (bytes, options) =>
      opened(() => loadModel(pool, nextId, training, bytes, options?.name), options?.signal),
    importModel: (weights, config, options) =>
      opened(async () => {
        const bytes = await training.importModel(await copyOf(weights), config);
        return loadModel(pool, nextId, training, bytes, options?.name);
      }, options?.signal),
    filterResponse: (seen, sfreq, hz) => {
      const { recipe, look } = { recipe: null, look: null, ...seen };
      return pool.call(null, 'filterResponse', [sfreq, recipe, look, hz]);
    },
    electrodes: async (names) => {
      const at = await pool.call(null, 'electrodes', [names]);
      return names.map((_, i) => {
        const [x = NaN, y = NaN, z = NaN] = at.subarray(3 * i, 3 * i + 3);
        return Number.isNaN(x) ? null : { x, y, z };
      });
    },
    spectra: async (channels, sfreq, { segmentS = 2 } = {}) => {
      const x = joined(channels);
      const reply = await pool.call(null, 'spectra', [x, channels.length, sfreq, segmentS]);
      const { binHz, nBins, density } = reply;
      const row = (_: unknown, c: number) => density.subarray(c * nBins, (c + 1) * nBins);
      return { binHz, density: channels.map(row) };
    },
    makeSample: ({ seed = 1, durationS = 60 } = {}) =>
      pool.call(null, 'makeSample', [seed, durationS]),
    makePlanted: (request) => pool.call(null, 'makePlanted', [{ ...request }]),
    train: (request) => training.begin(nextId, request),
    compare: (request) => training.compare(nextId, request),
    describeNetwork: (setup) => training.describe(setup),
    prepareTraining: async () => void (await trainer()),
    engines: async () => [
      ...(await Promise.all(
        Array.from({ length: pool.nWorkers }, (_, workerIndex) =>
          pool.call(null, 'info', [], workerIndex),
        ),
      )),
      ...(await training.infos()),
    ],
    close: async () => {
      pool.dispose();
      training.dispose();
    },
  };
  addAsyncDispose(engine);
  trainingOf.set(engine as Engine, { training, nextId });
  return engine as Engine;
}

/** What nobody waits for any more is closed as soon as it is there. */
async function opened<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  throwIfAborted(signal);
  const opening = open();
  return abortable(opening, signal).catch((thrown: unknown) => {
    void opening.then((late) => late.close()).catch(() => undefined);
    throw thrown;
  });
}

function joined(channels: Float32Array[]): Float32Array {
  const n = channels[0]?.length ?? 0;
  const all = new Float32Array(channels.length * n);
  channels.forEach((channel, c) => all.set(channel.subarray(0, n), c * n));
  return all;
}

function numberOfWorkers(wanted: 'auto' | 'none' | number): number {
  const isNumber = Number.isInteger(wanted) && Number(wanted) >= 1 && Number(wanted) <= 64;
  if (isNumber || wanted === 'auto' || wanted === 'none') {
    if (wanted === 'none' || typeof Worker === 'undefined') return 0;
    if (wanted === 'auto') return Math.min(4, Math.max(1, navigator.hardwareConcurrency || 1));
    return wanted;
  }
  throw new EegateError({
    code: 'ENGINE_OPTION',
    message: 'The number of workers must be "auto", "none" or a whole number',
    field: 'workers',
    found: String(wanted),
    expected: '1 to 64',
  });
}
