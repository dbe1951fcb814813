// Engines that train: a module of their own, fetched when the first run begins, and workers of their own, which end with the
// last run and give their memory back.
import type { Connect } from '../worker/connection.js';
import { EnginePool } from '../worker/pool.js';
import type { EngineInfo } from '../worker/protocol.js';
import { startTraining } from './training.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';

export class TrainingEngines {
  readonly #connect: Connect;
  readonly #nLanes: number;
  #pool: EnginePool | null = null;
  #nRuns = 0;
  #disposed = false;

  constructor(connect: Connect, nLanes: number) {
    this.#connect = connect;
    this.#nLanes = nLanes;
  }

  begin(nextId: () => number, request: TrainingRequest): TrainingRun {
    const pool = (this.#pool ??= new EnginePool(this.#connect, this.#nLanes));
    if (this.#disposed) pool.dispose(); // the run says so
    this.#nRuns++;
    const run = startTraining(pool, nextId, request);
    const end = () => {
      if (--this.#nRuns > 0) return;
      pool.dispose();
      this.#pool = null;
    };
    run.result.then(end, end);
    return run;
  }

  /** What a network is and costs; on an engine that is there, or on one that ends with the answer. */
  async describe(setup: Record<string, unknown>): Promise<NetworkDescription> {
    const running = this.#pool;
    const pool = running ?? new EnginePool(this.#connect, 1);
    if (this.#disposed) pool.dispose();
    try {
      return (await pool.call(null, 'describeNetwork', [setup])) as unknown as NetworkDescription;
    } finally {
      if (!running) pool.dispose();
    }
  }

  /** What they say of themselves; nobody without a run. */
  async infos(): Promise<EngineInfo[]> {
    const pool = this.#pool;
    if (!pool) return [];
    return Promise.all(
      Array.from({ length: pool.nLanes }, (_, lane) => pool.call(null, 'info', [], lane)),
    );
  }

  dispose(): void {
    this.#disposed = true;
    this.#pool?.dispose();
  }
}
