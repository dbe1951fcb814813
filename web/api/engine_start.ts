// Starts engines: in workers by the address of their script, in workers from its bytes in memory, or in this thread. Content security
// policies, frames and other origins forbid some of these, so each is tried until one works.
import { tagOf } from '../worker/arguments.js';
import {
  connectInProcess,
  connectWorker,
  predictingAlone,
  type Compiled,
  type Connect,
} from '../worker/connection.js';
import type { Backend } from '../worker/detect.js';
import { toEegateError } from '../worker/error.js';
import { EnginePool } from '../worker/pool.js';
import type { EngineInfo } from '../worker/protocol.js';
import { abortable } from '../worker/work_chunks.js';
import { originOf, pageAddress } from './address.js';
import {
  addressHere,
  besideScript,
  locate,
  scriptText,
  type AssetSource,
  type WasmSource,
} from './assets.js';

/** Where engines run: in workers started by an address, in workers started from memory (blob), or in the thread of the page. */
export type Place = 'worker' | 'blob' | 'page';

/** @internal */
export interface StartMethod {
  place: Place;
  nWorkers: number;
  connectTo(module: Compiled): Connect;
}

interface WorkerOptions {
  worker?: string | URL | (() => Worker | Promise<Worker>);
  assets?: AssetSource;
}

/**
 * The wasm module that engines start with; with `whole`, `first` only predicts, and `whole` replaces it when it is needed.
 * @internal
 */
export interface Modules {
  first: Compiled;
  whole?: Compiled;
}

type MakeWorker = () => Worker | Promise<Worker>;

const script = 'eegate-worker.js';

/**
 * The start methods in the order in which they are tried.
 * @internal
 */
export async function startMethods(
  nWorkers: number,
  backend: Backend,
  options: WorkerOptions,
): Promise<StartMethod[]> {
  const inWorkers = (place: Place, make: MakeWorker): StartMethod => ({
    place,
    nWorkers: nWorkers,
    connectTo: (module) => connectWorker({ module, backend }, make),
  });
  const inPage: StartMethod = {
    place: 'page',
    nWorkers: 1,
    connectTo: (module) => connectInProcess({ module, backend }),
  };
  if (nWorkers === 0) return [inPage];
  const { worker } = options;
  if (typeof worker === 'function') return [inWorkers('worker', worker), inPage];
  const source = await locate(script, worker, options.assets);
  const isAddress = typeof source === 'string' || tagOf(source) === 'URL';
  const address = () => addressHere(isAddress ? (source as string | URL) : besideScript(script));
  const byAddress = inWorkers('worker', async () => started(address()));
  const fromMemory = inWorkers('blob', scriptInMemory(source));
  // Browsers start no worker by an address of another origin, and log an error: that method comes last.
  const memoryFirst = !isAddress || isElsewhere(address);
  return [...(memoryFirst ? [fromMemory, byAddress] : [byAddress, fromMemory]), inPage];
}

/**
 * Starts all engines by the first method that works.
 * @internal
 */
export async function startEngines(
  methods: StartMethod[],
  modules: Modules,
  signal?: AbortSignal,
): Promise<{ pool: EnginePool; infos: EngineInfo[]; method: StartMethod; refused: string[] }> {
  const refused: string[] = [];
  for (const [i, method] of methods.entries()) {
    const pool = makePool(method, modules);
    try {
      return { pool, infos: await abortable(pool.start(), signal), method, refused };
    } catch (thrown) {
      pool.dispose();
      if (signal?.aborted) throw signal.reason;
      const error = toEegateError(thrown);
      if (error.code !== 'ENGINE_WORKER' || i === methods.length - 1) throw error;
      refused.push(`${method.place}: ${error.message}`);
    }
  }
  throw new Error('no engine was started');
}

function makePool(
  { connectTo, nWorkers, place }: StartMethod,
  { first, whole }: Modules,
): EnginePool {
  const isLocal = place === 'page';
  if (!whole) return new EnginePool(connectTo(first), nWorkers, isLocal);
  return new EnginePool(predictingAlone(connectTo(first)), nWorkers, isLocal, connectTo(whole));
}

function isElsewhere(address: () => string): boolean {
  try {
    const { origin } = globalThis as { origin?: string };
    return originOf(address(), pageAddress()) !== origin;
  } catch {
    return true; // this script itself came from memory
  }
}

const started = (address: string) => new Worker(trusted(address), { name: 'eegate' });

interface Policy {
  createScriptURL(address: string): string;
}
let policy: Policy | undefined;

/** The address in the form that a page demands whose policy contains `require-trusted-types-for 'script'`. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  try {
    policy ??= trustedTypes?.createPolicy('eegate', { createScriptURL: (given) => given });
  } catch {
    // The page does not allow this policy: the worker is refused if there is no default one.
  }
  return policy?.createScriptURL(address) ?? address;
}

function scriptInMemory(source: WasmSource): MakeWorker {
  const address = once(async () => {
    const text = await scriptText(source);
    return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  });
  return async () => started(await address());
}

/** Calls `ask` once and returns the same result at every call; after a failure it is called again. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask();
    asked.catch(() => (asked = null));
    return asked;
  };
}
