// Engines for tests of the pool, whose answers and ends a test decides.
import type { Connect, Connection } from './connection.js';
import { EegateError } from './error.js';
import { EnginePool, type Resource } from './pool.js';
import type { EngineInfo } from './protocol.js';
import { deferred, type Deferred } from './work_chunks.js';

export const lost = () => new EegateError({ code: 'ENGINE_LOST', message: 'died' });

/** An engine that answers at once, or when the test says so if `waits` has the call. Like one in this thread, it ends no call. */
export class FakeEngine implements Connection {
  readonly info = {} as EngineInfo;
  isWatched = true;
  readonly log: string[] = [];
  readonly transfers: Transferable[][] = [];
  /** Calls that wait for the test, such as "loadModel 1". */
  readonly pending = new Map<string, Deferred<unknown>>();
  closed: EegateError[] = [];
  readonly #waits: ReadonlySet<string>;
  /** As when its worker ends. */
  readonly die: () => void;

  constructor(waits: ReadonlySet<string>, onLost: (error: EegateError) => void) {
    this.#waits = waits;
    this.die = () => onLost(lost());
  }

  call: Connection['call'] = async (method, args, transfer) => {
    const call = `${method} ${String(args[0])}`;
    this.log.push(call);
    this.transfers.push(transfer!);
    if (!this.#waits.has(call)) return call as never;
    const answer = deferred<unknown>();
    this.pending.set(call, answer);
    return answer.promise as never;
  };

  close(error: EegateError): void {
    this.closed.push(error);
  }
}

/** A pool of such engines, in the order in which they were started. */
export function poolOf(
  nWorkers: number,
  waits: string[] = [],
  { whole = false, isWatched = true } = {},
) {
  const engines: FakeEngine[] = [];
  const connect: Connect = async (onLost) => {
    const engine = new FakeEngine(new Set(waits), onLost);
    engine.isWatched = isWatched;
    engines.push(engine);
    return engine;
  };
  const pool = new EnginePool(connect, nWorkers, false, whole ? connect : null);
  return { pool, engines };
}

export const resource = (id: number, needs: Resource[] = []): Resource => ({
  what: 'model',
  needs,
  open: (engine) => engine.call('loadModel', [id, new ArrayBuffer(0), '']),
  close: (engine) => engine.call('closeModel', [id]),
});
export const predict = (pool: EnginePool, held: Resource | null = null) =>
  pool.call(held, 'predict', [1, new Float32Array(0), 0, 0]);
