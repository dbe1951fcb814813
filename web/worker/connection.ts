// A running engine, wherever it runs.
import { checkMethods } from './arguments.js';
import { buildId } from './build_id.js';
import type { PredictingMethod } from './core_engine.js';
import { EegateError, toEegateError } from './error.js';
import type { Engine, EngineInfo, StartMessage } from './protocol.js';
import { RpcClient } from './rpc.js';
import { AwakeTimeout, diedSilently, watch, type LifeSignal } from './worker_death.js';

/** Seconds that the script of a worker may take to load, from the time the module is there. */
const answerS = 20;

export interface Connection {
  readonly info: EngineInfo;
  /** Whether its death would be detected at once. */
  readonly isWatched: boolean;
  call<M extends keyof Engine>(
    method: M,
    args: Parameters<Engine[M]>,
    transfer?: Transferable[],
  ): Promise<ReturnType<Engine[M]>>;
  /** Ends the engine; pending calls fail with `error`. */
  close(error: EegateError): void;
}

/** Starts an engine. `onLost` is called when it dies. */
export type Connect = (onLost: (error: EegateError) => void) => Promise<Connection>;

/** The module of all engines, compiled once, at the first call. */
export type Compiled = () => Promise<WebAssembly.Module>;

/** What an engine needs to start. The worker starts while the module is fetched. */
export interface EngineParts {
  module: Compiled;
  backend: StartMessage['backend'];
}

/** One engine in a worker of its own. */
export function connectWorker(
  { module, backend }: EngineParts,
  makeWorker: () => Worker | Promise<Worker>,
): Connect {
  return async (onLost) => {
    const compiled = module();
    compiled.catch(() => undefined); // awaited below, once the worker has started
    const worker = await Promise.resolve()
      .then(makeWorker)
      .catch((thrown: unknown) => {
        throw notStarted(thrown instanceof Error ? thrown.message : String(thrown), thrown);
      });
    checkMethods(worker, 'worker', ['postMessage', 'terminate', 'addEventListener']);
    const rpc = new RpcClient(worker);
    let hasAnswered = false;
    let unwatch: () => void = () => undefined;
    const close = (error: EegateError) => {
      unwatch();
      worker.terminate();
      rpc.close(error);
    };
    const end = (error: EegateError) => {
      close(error);
      onLost(error);
    };
    const lose = (message: string) =>
      end(
        new EegateError({
          code: 'ENGINE_LOST',
          message,
          hint: 'Try again: a new engine is started.',
        }),
      );
    worker.addEventListener('error', (event) => {
      const why = event.message || 'its script did not load';
      if (hasAnswered) lose(`An engine worker failed: ${why}`);
      else end(notStarted(why, event));
    });
    worker.addEventListener('messageerror', () =>
      lose('An engine worker sent what cannot be read'),
    );
    try {
      const lock = `eegate-${randomName()}`;
      const start: StartMessage = { module: await compiled, backend, buildId };
      // Another script may answer nothing. This one answers the second call as soon as it is loaded.
      const wait = new AwakeTimeout(answerS, () =>
        end(notStarted('it does not answer', undefined)),
      );
      const [info, sign] = (await Promise.all([
        rpc.call('start', [start]),
        rpc.call('live', [lock]).finally(() => wait.end()),
      ])) as [EngineInfo, LifeSignal];
      hasAnswered = true;
      const watching = await watch(sign, () => end(diedSilently()));
      const isWatched = watching !== null;
      unwatch = watching ?? unwatch;
      return {
        info,
        isWatched,
        close,
        call: (method, args, transfer) => rpc.call(method, args, transfer) as never,
      };
    } catch (thrown) {
      const error = toEegateError(thrown);
      close(error);
      throw error;
    }
  };
}

/**
 * In a file of its own next to eegate.js, because few pages run an engine without a worker; eegate-worker.js contains its own copy.
 */
const loadLocal = () =>
  besideLibrary(Promise.all([import('./local_connection.js'), import('./core/glue.js')]));

/** What is imported from eegate-glue.js. */
export async function besideLibrary<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    const error = {
      code: 'ENGINE_START',
      message: `The JavaScript of the wasm module did not load: ${String(cause)}`,
      hint: 'Check that eegate-glue.js is next to eegate.js, or import eegate/inline, which contains it.',
    } as const;
    throw new EegateError(error, cause);
  }
}

/** One engine in this thread: for Node, for pages without workers, and to avoid the time of messages. */
export function connectInProcess(parts: EngineParts): Connect {
  return async () => {
    const [{ localConnection }, { default: glue }] = await loadLocal();
    return localConnection(parts, glue);
  };
}

/**
 * Engines of the module that only predicts. Other calls are refused with ENGINE_PART, and the pool replaces the engine by one of the
 * whole module.
 */
export function predictingAlone(connect: Connect): Connect {
  return async (onLost) => {
    const connection = await connect(onLost);
    return {
      ...connection,
      async call(method, args, transfer) {
        if (!Object.hasOwn(known, method)) throw beyond();
        try {
          return await connection.call(method, args, transfer);
        } catch (thrown) {
          throw thrown instanceof EegateError && thrown.field === 'config.architecture'
            ? beyond()
            : thrown;
        }
      },
    };
  };
}

const known: Record<PredictingMethod, true> = {
  info: true,
  loadModel: true,
  closeModel: true,
  predict: true,
};

function beyond(): EegateError {
  return new EegateError({ code: 'ENGINE_PART', message: 'This needs the whole wasm module' });
}

/** A worker that did not start: a policy, or a missing script. Another start method may work. */
function notStarted(why: string, cause: unknown): EegateError {
  return new EegateError(
    {
      code: 'ENGINE_WORKER',
      message: `An engine worker did not start: ${why}`,
      hint: 'Check that eegate-worker.js is next to eegate.js, and that worker-src of the content security policy allows it.',
    },
    cause,
  );
}

function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
