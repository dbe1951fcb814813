// Several independent engines that hold the same recordings, models and plans. A resource is opened on a worker when it is first needed
// there, so that a worker whose engine died starts again with nothing.
import { checkFinite } from './arguments.js';
import type { Connect, Connection } from './connection.js';
import { EegateError, toEegateError } from './error.js';
import type { Engine, EngineInfo } from './protocol.js';
import { deferred } from './work_chunks.js';

/** Something that an engine holds under an id. */
export interface Resource {
  /** Kind, for messages. */
  what: 'recording' | 'model' | 'classification' | 'preparation' | 'stream' | 'training';
  needs: Resource[];
  open(engine: Connection): Promise<unknown>;
  close(engine: Connection): Promise<unknown>;
  /** Called when it was released, because it or something that it needs was closed. */
  onReleased?: () => void;
}

/** Closed resources, in all pools: no worker opens them again. */
const closed = new WeakSet<Resource>();

/** Throws if the resource was closed, or one that it needs. */
export function checkOpen(resource: Resource): void {
  if (closed.has(resource)) throw closedError(resource.what);
  resource.needs.forEach(checkOpen);
}

export function closedError(what: Resource['what']): EegateError {
  return new EegateError({
    code: 'SESSION_CLOSED',
    message: `This ${what} was closed`,
    hint: 'Open it again, and close it after its last use.',
  });
}

const needs = (resource: Resource, needed: Resource): boolean =>
  resource === needed || resource.needs.some((one) => needs(one, needed));

/** One engine of a pool, and what it holds; a lost engine is replaced by a new one. */
class WorkerSlot {
  #connect: Connect;
  #whole: Connect | null;
  #connection: Promise<Connection> | null = null;
  #held = new Map<Resource, Promise<unknown>>();
  #calls = new Set<Promise<void>>();
  /** The engine that was replaced by one of the whole module, until it has finished its calls. */
  #outgoing: Promise<Connection> | null = null;
  #isDisposed = false;
  /** Whether the death of the current engine would be detected. */
  isWatched = false;

  constructor(connect: Connect, whole: Connect | null) {
    this.#connect = connect;
    this.#whole = whole;
  }

  connection(): Promise<Connection> {
    if (!this.#connection) {
      const started: Promise<Connection> = this.#isDisposed
        ? Promise.reject(disposed())
        : this.#connect(() => this.#forget(started));
      this.#connection = started;
      started.then(
        ({ isWatched }) => (this.isWatched = isWatched),
        () => this.#forget(started),
      );
    }
    return this.#connection;
  }

  /** Opens `resource` here unless it is open; returns the result of opening it. */
  hold(resource: Resource): Promise<unknown> {
    const held = this.#held.get(resource);
    if (held) return held;
    const opened: Promise<unknown> = this.#open(resource).catch((thrown: unknown) => {
      if (this.#held.get(resource) === opened) this.#held.delete(resource);
      throw thrown;
    });
    this.#held.set(resource, opened);
    return opened;
  }

  async #open(resource: Resource): Promise<unknown> {
    checkOpen(resource);
    const connection = this.connection();
    await Promise.all([connection, ...resource.needs.map((needed) => this.hold(needed))]);
    if (this.connection() !== connection) return this.hold(resource); // another engine took over meanwhile
    return this.use((engine) => resource.open(engine));
  }

  /** Runs `body` with an engine that holds `resource`. */
  async with<T>(resource: Resource | null, body: (engine: Connection) => Promise<T>): Promise<T> {
    for (;;) {
      const connection = this.connection();
      if (resource) await this.hold(resource);
      if (this.connection() === connection) return this.use(body); // else another engine took over meanwhile
    }
  }

  /** One listener for each promise: with more, Node does not know the lines of the caller. */
  async use<T>(body: (engine: Connection) => Promise<T>): Promise<T> {
    const connection = this.connection();
    const { promise: ended, resolve: end } = deferred<void>();
    this.#calls.add(ended);
    try {
      const engine = await connection;
      if (this.#isDisposed) throw disposed();
      return await body(takingFinite(engine));
    } catch (thrown) {
      const error = toEegateError(thrown);
      if (error.code === 'ENGINE_LOST') this.#drop(connection, error);
      throw error;
    } finally {
      this.#calls.delete(ended);
      end();
    }
  }

  /** Runs `body`, and again with an engine of the whole module if one that only predicts cannot do it. */
  async growing<T>(body: () => Promise<T>): Promise<T> {
    try {
      return await body();
    } catch (thrown) {
      const error = toEegateError(thrown);
      if (error.code !== 'ENGINE_PART') throw error;
      if (this.#whole) this.#grow(this.#whole, error);
      return body();
    }
  }

  #grow(whole: Connect, error: EegateError): void {
    const small = this.#connection;
    this.#connect = whole;
    this.#whole = null;
    this.#outgoing = small;
    this.#forget(small);
    void Promise.allSettled(this.#calls).then(() => {
      this.#outgoing = null;
      this.#drop(small, error);
    });
  }

  /** Frees the memory of `resource` and of all that needs it, which is closed first. */
  async release(resource: Resource): Promise<void> {
    const connection = this.#connection;
    const affected = [...this.#held].filter(([held]) => needs(held, resource)).reverse();
    for (const [held] of affected) {
      this.#held.delete(held);
      held.onReleased?.();
    }
    for (const [held, opened] of affected) {
      try {
        await opened; // a resource that is being opened can be closed only afterwards
        if (this.#connection === connection) await this.use((engine) => held.close(engine));
      } catch {
        // It did not open, or its engine is gone.
      }
    }
  }

  /** Ends this engine; the next one starts when it is needed. */
  close(error: EegateError): void {
    this.#drop(this.#connection, error);
    this.#drop(this.#outgoing, error);
  }

  /** Ends this engine; no other starts. */
  dispose(): void {
    this.#isDisposed = true;
    this.close(disposed());
  }

  #drop(connection: Promise<Connection> | null, error: EegateError): void {
    if (!connection) return;
    this.#forget(connection);
    connection.then(
      (engine) => engine.close(error),
      () => undefined,
    );
  }

  #forget(connection: Promise<Connection> | null): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#held.clear();
  }
}

/** An engine to which options go as JSON. */
const takingFinite = (engine: Connection): Connection => ({
  ...engine,
  async call(method, args, transfer) {
    for (const one of args) if (typeof one === 'object') checkFinite(one);
    return await engine.call(method, args, transfer); // listens at once, as use() says
  },
});

export class EnginePool {
  #workers: WorkerSlot[];
  /** Whether its engines run in this thread, where a Blob cannot be read by ranges. */
  readonly isLocal: boolean;

  /** With `whole`, engines of `connect` only predict, and are replaced by those of `whole` when that is not enough. */
  constructor(connect: Connect, nWorkers: number, isLocal = false, whole: Connect | null = null) {
    this.isLocal = isLocal;
    this.#workers = Array.from({ length: nWorkers }, () => new WorkerSlot(connect, whole));
  }

  get nWorkers(): number {
    return this.#workers.length;
  }

  /** Starts every engine that is not running. */
  async start(): Promise<EngineInfo[]> {
    return Promise.all(this.#workers.map(async (worker) => (await worker.connection()).info));
  }

  hold(resource: Resource, workerIndex = 0): Promise<unknown> {
    const slot = this.#slot(workerIndex);
    return slot.growing(() => slot.hold(resource));
  }

  /** Opens `resource` on every worker in the background, so that the first parallel work does not wait for it. */
  spread(resource: Resource): void {
    for (const i of this.#workers.keys()) this.hold(resource, i).catch(() => undefined); // reported when it is needed
  }

  /** Calls a method of one worker's engine, after opening `resource` there. */
  call<M extends keyof Engine>(
    resource: Resource | null,
    method: M,
    args: Parameters<Engine[M]>,
    workerIndex = 0,
    transfer: Transferable[] = [],
  ): Promise<ReturnType<Engine[M]>> {
    const slot = this.#slot(workerIndex);
    return slot.growing(() => slot.with(resource, (engine) => engine.call(method, args, transfer)));
  }

  /** Frees its memory on all workers, and that of all that needs it. From now on it cannot be used. */
  async close(resource: Resource): Promise<void> {
    closed.add(resource);
    await Promise.all(this.#workers.map((worker) => worker.release(resource)));
  }

  /** Whether the death of a worker's engine would be detected. */
  isWatched(workerIndex: number): boolean {
    return this.#slot(workerIndex).isWatched;
  }

  /** Ends a worker's engine: its pending calls fail with `error`. */
  lose(workerIndex: number, error: EegateError): void {
    this.#slot(workerIndex).close(error);
  }

  /** Ends all engines: pending and later calls fail with ENGINE_DISPOSED. */
  dispose(): void {
    for (const worker of this.#workers) worker.dispose();
  }

  #slot(index: number): WorkerSlot {
    return this.#workers[index % this.#workers.length] as WorkerSlot;
  }
}

function disposed(): EegateError {
  return new EegateError({
    code: 'ENGINE_DISPOSED',
    message: 'The engine was closed',
    hint: 'Create a new engine.',
  });
}
