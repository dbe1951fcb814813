// createEngine: a pool of engines behind one object.
import {
  connectInProcess,
  connectWorker,
  predictingAlone,
  type Connect,
} from '../worker/connection.js';
import { chooseBackend, type Backend } from '../worker/detect.js';
import { EegateError, toEegateError } from '../worker/error.js';
import { EnginePool } from '../worker/pool.js';
import type { EngineInfo } from '../worker/protocol.js';
import { abortable, throwIfAborted } from '../worker/shard.js';
import { compileWasm, type WasmSource } from './assets.js';
import { copyOf, loadModel, type Model } from './model.js';
import { openRecording, type Recording } from './recording.js';
import { TrainingEngines } from './training_engines.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';

export interface EngineOptions {
  /** Which build of the wasm module; "auto" takes the fastest that this browser runs. */
  backend?: 'auto' | Backend;
  /** How many engines, each in a worker of its own; "auto" is one per processor core, at most 4. */
  workers?: 'auto' | number;
  /** Abort it to give up starting, or to dispose of the engine later. */
  signal?: AbortSignal;
  /**
   * Begin with the module that reads recordings. Without it an engine begins with a smaller one, which predicts with
   * transformers, and fetches the larger one when something else is asked for.
   */
  recordings?: boolean;
  /** The wasm module of recordings, if it does not lie beside this script; the engine begins with it. */
  wasm?: WasmSource;
  /** The wasm module that trains, likewise; it is asked for when the first training begins. */
  trainingWasm?: WasmSource;
  /** The worker script, if it does not lie beside this script; or a function that starts a worker. */
  worker?: string | URL | (() => Worker | Promise<Worker>);
}

export interface EngineSummary {
  backend: Backend;
  /** Why this backend, in words. */
  why: string;
  version: string;
  /** 0 where there are none: the one engine then runs in this thread. */
  workers: number;
  /** Memory of all wasm instances after their start. */
  wasmBytes: number;
}

export interface Engine {
  readonly info: EngineSummary;
  openRecording(
    file: Blob | ArrayBuffer | Uint8Array,
    options?: { name?: string },
  ): Promise<Recording>;
  loadModel(bytes: Blob | ArrayBuffer | Uint8Array, options?: { name?: string }): Promise<Model>;
  /**
   * A model from weights (safetensors) that PyTorch, Keras or braindecode trained. `config` says what they are: a
   * configuration, beside it channels, sfreq, classes, recipe and, for tensors whose names are not known, names; or
   * braindecode's config.json.
   */
  importModel(
    weights: Blob | ArrayBuffer | Uint8Array,
    config: Record<string, unknown>,
    options?: { name?: string },
  ): Promise<Model>;
  /** A synthetic recording, as the bytes of an EDF+ file. The same seed gives the same bytes. */
  makeSample(options?: { seed?: number; durationS?: number }): Promise<ArrayBuffer>;
  /** Begins at once; iterate the run to follow it. Leaving the loop does not end it: `stop` or the signal does. */
  train(request: TrainingRequest): TrainingRun;
  /**
   * What a network is and costs on this machine, tried on noise. The setup is that of a model file: `config` with its sizes,
   * and `channels` where the network asks for certain electrodes. Rejects when these do not fit together.
   */
  describeNetwork(setup: {
    config: Record<string, unknown>;
    channels?: string[];
  }): Promise<NetworkDescription>;
  /** Fetches and compiles what trains, so that a later `train` asks the network for nothing. */
  prepareTraining(): Promise<void>;
  /** What each engine says of itself now; those that train come last, as long as they do. */
  engines(): Promise<EngineInfo[]>;
  /** Ends every worker; pending calls reject. */
  dispose(): void;
}

export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { signal } = options;
  throwIfAborted(signal);
  const { backend, why } = chooseBackend(options.backend ?? 'auto');
  const workers = numberOfWorkers(options.workers ?? 'auto');
  const compile = (name: string, given?: WasmSource) =>
    once(() => compileWasm(given, `${name}-${backend}.wasm`));
  const whole = compile('eegate', options.wasm);
  const trainer = compile('eegate-train', options.trainingWasm);
  const connectTo =
    (compiled: () => Promise<WebAssembly.Module>): Connect =>
    (onLost) => {
      const parts = { module: compiled(), backend };
      return workers === 0
        ? connectInProcess(parts)(onLost)
        : connectWorker(parts, workerMaker(options.worker))(onLost);
    };
  const nLanes = Math.max(1, workers);
  const beginsWhole = options.recordings === true || options.wasm !== undefined;
  const pool = beginsWhole
    ? new EnginePool(connectTo(whole), nLanes)
    : new EnginePool(predictingAlone(connectTo(compile('eegate-predict'))), nLanes, connectTo(whole));
  const training = new TrainingEngines(connectTo(trainer), nLanes);
  try {
    const infos = await abortable(pool.start(), signal);
    const engine = makeEngine(pool, training, trainer, summary(infos, backend, why, workers));
    signal?.addEventListener('abort', () => engine.dispose(), { once: true });
    return engine;
  } catch (thrown) {
    pool.dispose();
    throw toEegateError(thrown);
  }
}

function makeEngine(
  pool: EnginePool,
  training: TrainingEngines,
  trainer: () => Promise<unknown>,
  info: EngineSummary,
): Engine {
  let lastId = 0;
  const nextId = () => ++lastId;
  return {
    info,
    openRecording: (file, options) => openRecording(pool, nextId, file, options?.name),
    loadModel: (bytes, options) => loadModel(pool, nextId, training, bytes, options?.name),
    importModel: async (weights, config, options) => {
      const bytes = await training.importModel(await copyOf(weights), config);
      return loadModel(pool, nextId, training, bytes, options?.name);
    },
    makeSample: ({ seed = 1, durationS = 60 } = {}) =>
      pool.call(null, 'makeSample', [seed, durationS]),
    train: (request) => training.begin(nextId, request),
    describeNetwork: (setup) => training.describe(setup),
    prepareTraining: async () => void (await trainer()),
    engines: async () => [
      ...(await Promise.all(
        Array.from({ length: pool.nLanes }, (_, lane) => pool.call(null, 'info', [], lane)),
      )),
      ...(await training.infos()),
    ],
    dispose() {
      pool.dispose();
      training.dispose();
    },
  };
}

/** The same answer at every call; a failure is tried again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask();
    asked.catch(() => (asked = null));
    return asked;
  };
}

function summary(
  infos: EngineInfo[],
  backend: Backend,
  why: string,
  workers: number,
): EngineSummary {
  const wasmBytes = infos.reduce((sum, { wasmBytes }) => sum + wasmBytes, 0);
  return { backend, why, version: infos[0]?.version ?? '', workers, wasmBytes };
}

function numberOfWorkers(wanted: 'auto' | number): number {
  if (typeof Worker === 'undefined') return 0;
  if (wanted === 'auto') return Math.min(4, Math.max(1, navigator.hardwareConcurrency || 1));
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= 64) return wanted;
  throw new EegateError({
    code: 'ENGINE_OPTION',
    message: 'The number of workers must be "auto" or a whole number',
    field: 'workers',
    found: String(wanted),
    expected: '1 to 64',
  });
}

function workerMaker(worker: EngineOptions['worker']): () => Worker | Promise<Worker> {
  if (typeof worker === 'function') return worker;
  const url = new URL(worker ?? './eegate-worker.js', import.meta.url);
  return () => new Worker(url, { type: 'module', name: 'eegate' });
}
