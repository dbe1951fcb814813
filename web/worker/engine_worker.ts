// Entry of an engine worker.
import { EngineHost } from './engine_host.js';
import { serve, type Port } from './rpc.js';

const host = new EngineHost();
serve(globalThis as unknown as Port, (method, args) => host.dispatch(method, args));
