// An engine in this thread.
import { buildId } from './build_id.js';
import type { Connection, EngineParts } from './connection.js';
import { EngineHost } from './engine_host.js';
import type { EegateError } from './error.js';
import type { Glue } from './load_core.js';
import type { EngineInfo, StartMessage } from './protocol.js';

/** Milliseconds for which calls may block this thread before the event loop runs. */
const maxBlockMs = 8;

export async function localConnection(
  { module, backend }: EngineParts,
  glue: Glue,
): Promise<Connection> {
  const host = new EngineHost(glue);
  let closed: EegateError | null = null;
  let lastYieldMs = -Infinity;
  const start: StartMessage = { module: await module(), backend, buildId };
  const info = (await host.dispatch('start', [start])) as EngineInfo;
  return {
    info,
    isWatched: true, // it ends with this thread
    close: (error) => void (closed ??= error),
    async call(method, args) {
      if (performance.now() - lastYieldMs > maxBlockMs) {
        await nextTask();
        lastYieldMs = performance.now();
      }
      await null; // by then the caller listens, and Node knows its lines for the stack of an error
      if (closed) throw closed;
      return (await host.dispatch(method, args)) as never;
    },
  };
}

/** By a message: browsers delay repeated timers, but not messages. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
