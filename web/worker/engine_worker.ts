// Entry of an engine worker.
import glue from './core/glue.js';
import { EngineHost } from './engine_host.js';
import { serve, type Port } from './rpc.js';
import { reportViolations } from './violation.js';
import { lifeSignal } from './worker_death.js';

const host = new EngineHost(glue);
serve(globalThis as unknown as Port, (method, args) =>
  method === 'live' ? lifeSignal(String(args[0])) : host.dispatch(method, args),
);
reportViolations((message) => postMessage(message));
