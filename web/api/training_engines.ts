// Engines that train, carry models to and from other programs, and look inside them: a module of their own, fetched when it
// is first needed, and workers of their own, which end with the last run and give their memory back.
import type { Connect } from '../worker/connection.js';
import { EnginePool, type Resource } from '../worker/pool.js';
import type { Engine, EngineInfo } from '../worker/protocol.js';
import { compareModels } from './comparison.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { explainOn, type Explained, type ExplainOptions, type Explanation } from './explanation.js';
import { startTraining } from './training.js';
import type { NetworkDescription, TrainingRequest, TrainingRun } from './training_types.js';

/** Whoever asks for one explanation, or looks inside once, soon does so again. */
const lingerMs = 20_000;

export class TrainingEngines {
  readonly #connect: Connect;
  readonly #nWorkers: number;
  readonly #isLocal: boolean;
  #pool: EnginePool | null = null;
  #nUsers = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(connect: Connect, nWorkers: number, isLocal = false) {
    this.#connect = connect;
    this.#nWorkers = nWorkers;
    this.#isLocal = isLocal;
  }

  begin(nextId: () => number, request: TrainingRequest): TrainingRun {
    const { pool, end } = this.#borrow();
    const run = startTraining(pool, nextId, request);
    run.result.then(end, end);
    return run;
  }

  compare(nextId: () => number, request: ComparisonRequest): Promise<ModelComparison> {
    return this.#once((pool) => compareModels(pool, nextId, request), lingerMs);
  }

  /** A model file as ONNX; `nTimes` 0: windows of the model's own length. */
  exportOnnx(model: ArrayBuffer, nTimes: number): Promise<ArrayBuffer> {
    return this.#once((pool) => pool.call(null, 'exportOnnx', [model, nTimes]));
  }

  /** A model file from weights of another program. */
  importModel(weights: ArrayBuffer, config: Record<string, unknown>): Promise<ArrayBuffer> {
    return this.#once((pool) => pool.call(null, 'importModel', [weights, config]));
  }

  /** One epoch or a few; on an engine that is there, or on one that ends with the answer. */
  explain(explained: Explained, options: ExplainOptions): Promise<Explanation> {
    return this.#once((pool) => explainOn(pool, explained, options), lingerMs);
  }

  /** What one of these engines does with recordings that it opens for that. */
  use<T>(work: (pool: EnginePool) => Promise<T>): Promise<T> {
    return this.#once(work, lingerMs);
  }

  /** A call with a model that one of these engines holds. */
  look<M extends 'inspect' | 'ablate'>(
    model: Resource,
    method: M,
    args: Parameters<Engine[M]>,
  ): Promise<ReturnType<Engine[M]>> {
    return this.#once((pool) => pool.call(model, method, args), lingerMs);
  }

  /** A model that is closed is not kept for later looks either. */
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

  /** The pool, until `end` is called; the last one ends it, at once or after a while in which nobody came. */
  #borrow(lingerMs = 0): { pool: EnginePool; end: () => void } {
    clearTimeout(this.#lingering);
    const pool = (this.#pool ??= new EnginePool(this.#connect, this.#nWorkers, this.#isLocal));
    if (this.#disposed) pool.dispose(); // whoever uses it is told
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

  /** What a network is and costs; on an engine that is there, or on one that ends with the answer. */
  describe(setup: Record<string, unknown>): Promise<NetworkDescription> {
    return this.#once(
      async (pool) =>
        (await pool.call(null, 'describeNetwork', [setup])) as unknown as NetworkDescription,
    );
  }

  /** What they say of themselves; nobody without a run. */
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
