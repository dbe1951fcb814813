// Engines that train, import, export, explain and inspect models, stage sleep and make synthetic trials: a wasm module of their own,
// fetched at the first use, and workers of their own, which end with the last run to free their memory.
import { besideLibrary, type Connect } from '../worker/connection.js';
import { checkOpen, EnginePool, type Resource } from '../worker/pool.js';
import type { Engine, EngineInfo } from '../worker/protocol.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import type { Explained, ExplainOptions, Explanation } from './explanation.js';
import { startTraining } from './training.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';

/** One explanation or inspection is often followed by another. */
const lingerMs = 20_000;

export class TrainingEngines {
  #pool: EnginePool | null = null;
  #nUsers = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(
    private readonly connect: Connect,
    private readonly nWorkers: number,
    private readonly isLocal = false,
  ) {}

  begin(nextId: () => number, request: TrainingRequest): TrainingRun {
    const { pool, end } = this.#borrow();
    try {
      const run = startTraining(pool, nextId, request);
      run.result.then(end, end);
      return run;
    } catch (thrown) {
      end();
      throw thrown;
    }
  }

  compare(nextId: () => number, request: ComparisonRequest): Promise<ModelComparison> {
    return this.#once(async (pool) => {
      const { compareModels } = await besideLibrary(import('./comparison.js'));
      return compareModels(pool, nextId, request, checkOpen);
    }, lingerMs);
  }

  /** A model file as ONNX; `nTimes` 0: epochs of the length of the model. */
  exportOnnx(model: ArrayBuffer, nTimes: number): Promise<ArrayBuffer> {
    return this.#once((pool) => pool.call(null, 'exportOnnx', [model, nTimes]));
  }

  /** A model file from weights of another program. */
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): Promise<ArrayBuffer> {
    return this.#once((pool) => pool.call(null, 'importModel', [weights, config]));
  }

  /** Explains some epochs, on a running engine or one that is started for it. */
  explain(explained: Explained, options: ExplainOptions): Promise<Explanation> {
    return this.#once(async (pool) => {
      const { explainOn } = await besideLibrary(import('./explanation.js'));
      return explainOn(pool, explained, options);
    }, lingerMs);
  }

  /** Runs `work` on these engines. */
  use<T>(work: (pool: EnginePool) => Promise<T>): Promise<T> {
    return this.#once(work, lingerMs);
  }

  /** A call with a model that one of these engines holds. */
  callWithModel<M extends 'inspect' | 'ablate'>(
    model: Resource,
    method: M,
    args: Parameters<Engine[M]>,
  ): Promise<ReturnType<Engine[M]>> {
    return this.#once((pool) => pool.call(model, method, args), lingerMs);
  }

  /** Frees a model that was closed. */
  async forget(model: Resource): Promise<void> {
    await this.#pool?.close(model);
  }

  async #once<T>(work: (pool: EnginePool) => Promise<T>, lingerMs = 0): Promise<T> {
    const { pool, end } = this.#borrow(lingerMs);
    try {
      return await work(pool);
    } finally {
      end();
    }
  }

  /** The pool, until `end` is called; the last user ends it, at once or after `lingerMs` without another user. */
  #borrow(lingerMs = 0): { pool: EnginePool; end: () => void } {
    clearTimeout(this.#lingering);
    const pool = (this.#pool ??= new EnginePool(this.connect, this.nWorkers, this.isLocal));
    if (this.#disposed) pool.dispose(); // its calls reject
    this.#nUsers++;
    const end = () => {
      if (--this.#nUsers > 0) return;
      if (lingerMs === 0) return this.#endPool();
      this.#lingering = setTimeout(() => this.#endPool(), lingerMs);
      (this.#lingering as { unref?: () => void }).unref?.(); // Node need not wait for it
    };
    return { pool, end };
  }

  #endPool(): void {
    this.#pool?.dispose();
    this.#pool = null;
  }

  /** Size and speed of a network, on a running engine or one that is started for it. */
  describe(setup: Record<string, unknown>): Promise<NetworkDescription> {
    return this.#once(
      async (pool) =>
        (await pool.call(null, 'describeNetwork', [setup])) as unknown as NetworkDescription,
    );
  }

  /** Information about these engines; empty if none runs. */
  async infos(): Promise<EngineInfo[]> {
    const pool = this.#pool;
    if (!pool) return [];
    return Promise.all(
      Array.from({ length: pool.nWorkers }, (_, workerIndex) =>
        pool.call(null, 'info', [], workerIndex),
      ),
    );
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#lingering);
    this.#pool?.dispose();
  }
}
