// A running engine, wherever it runs.
import { buildId } from './build_id.js';
import { EegateError, toEegateError } from './error.js';
import type { Engine, EngineInfo, StartMessage } from './protocol.js';
import { RpcClient } from './rpc.js';
import { diedSilently, watchForDeath } from './watch.js';

export interface Connection {
  readonly info: EngineInfo;
  /** Its death would be noticed at once. */
  readonly isWatched: boolean;
  call<M extends keyof Engine>(
    method: M,
    args: Parameters<Engine[M]>,
    transfer?: Transferable[],
  ): Promise<ReturnType<Engine[M]>>;
  /** Ends the engine; pending calls fail with `error`. */
  close(error: EegateError): void;
}

/** Starts an engine. `onLost` is called when it dies by itself. */
export type Connect = (onLost: (error: EegateError) => void) => Promise<Connection>;

/** What an engine is made of. The module may still be on its way: the worker starts meanwhile. */
export interface EngineParts {
  module: Promise<WebAssembly.Module>;
  backend: StartMessage['backend'];
}

/** One engine in a worker of its own. */
export function connectWorker(
  { module, backend }: EngineParts,
  makeWorker: () => Worker | Promise<Worker>,
): Connect {
  return async (onLost) => {
    const worker = await makeWorker();
    const rpc = new RpcClient(worker);
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
    worker.addEventListener('error', (event) =>
      lose(`An engine worker failed: ${event.message || 'its script did not load'}`),
    );
    worker.addEventListener('messageerror', () =>
      lose('An engine worker sent what cannot be read'),
    );
    try {
      const lock = `eegate-${randomName()}`;
      const start: StartMessage = { module: await module, backend, buildId };
      const [info, isWatched] = (await Promise.all([
        rpc.call('start', [start]),
        rpc.call('live', [lock]),
      ])) as [EngineInfo, boolean];
      if (isWatched) unwatch = watchForDeath(lock, () => end(diedSilently()));
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

/** One engine in this thread, for Node and for pages without workers. Between two calls the event loop runs. */
export function connectInProcess({ module, backend }: EngineParts): Connect {
  return async () => {
    const { EngineHost } = await import('./engine_host.js');
    const host = new EngineHost();
    let closed: EegateError | null = null;
    const start: StartMessage = { module: await module, backend, buildId };
    const info = (await host.dispatch('start', [start])) as EngineInfo;
    return {
      info,
      isWatched: true, // it lives and dies with this thread
      close: (error) => void (closed ??= error),
      async call(method, args) {
        await new Promise((resolve) => setTimeout(resolve));
        if (closed) throw closed;
        return (await host.dispatch(method, args)) as never;
      },
    };
  };
}

/**
 * Engines of the module that predicts and knows no more. What it does not know is refused with ENGINE_PART, by which a pool
 * knows that it takes an engine of the whole module.
 */
export function predictingAlone(connect: Connect): Connect {
  return async (onLost) => {
    const connection = await connect(onLost);
    return {
      ...connection,
      async call(method, args, transfer) {
        if (!known.has(method)) throw beyond();
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

const known = new Set<keyof Engine>(['info', 'loadModel', 'closeModel', 'predict']);

function beyond(): EegateError {
  return new EegateError({ code: 'ENGINE_PART', message: 'This takes an engine of all parts' });
}

function randomName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
