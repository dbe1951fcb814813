// One engine of the core and its requests. Runs in a worker, or in the thread of the page or of Node.
import { buildId, checkModule, otherBuild } from './build_id.js';
import { makeByteSource } from './byte_source.js';
import type { CoreEngine } from './core_engine.js';
import { EegateError } from './error.js';
import { loadCore, type Core, type Glue } from './load_core.js';
import type { Engine, EngineInfo, Outcome, StartMessage } from './protocol.js';
import type { MemoryShortage } from './memory_shortage.js';

export class EngineHost {
  #core: Core | null = null;

  constructor(private readonly glue: Glue) {}

  async dispatch(method: string, args: unknown[]): Promise<unknown> {
    if (method === 'start') return this.#start(args[0] as StartMessage);
    const core = this.#core;
    if (!core)
      throw new EegateError({
        code: 'ENGINE_NOT_STARTED',
        message: `The engine got ${method} before its start`,
      });
    if (method === 'openRecording') {
      const [id, file, fileName, companions] = args as Parameters<Engine['openRecording']>;
      const sources = companions.map(({ name, file: other }) => ({
        name,
        source: makeByteSource(other),
      }));
      args = [id, makeByteSource(file), fileName, sources];
    } else checkArguments(method, args);
    return valueOf(guarded(core.shortage, method, () => call(core.engine, method, args)));
  }

  async #start(message: StartMessage): Promise<EngineInfo> {
    if (message.buildId !== buildId) throw otherBuild('page', message.buildId, 'worker', buildId);
    checkModule(message.module);
    const core = await loadCore(message.module, this.glue);
    const info = valueOf(guarded(core.shortage, 'info', () => core.engine.info()));
    if (info.backend !== message.backend)
      throw otherBuild('page', message.backend, 'module', info.backend);
    this.#core = core;
    return { ...info, buildId };
  }
}

function call(engine: CoreEngine, method: string, args: unknown[]): Outcome<unknown> {
  const body = (engine as unknown as Record<string, unknown>)[method];
  if (typeof body !== 'function') {
    return { error: { code: 'ENGINE_NO_METHOD', message: `The engine has no method ${method}` } };
  }
  return body.apply(engine, args) as Outcome<unknown>;
}

/** The core cannot be unwound when it makes JSON of an object: cycles and bigints are found before, and functions, which JSON leaves out. */
function checkArguments(method: string, args: unknown[]): void {
  try {
    JSON.stringify(args, (name, value: unknown) => {
      if (typeof value === 'function') throw TypeError(`${name} is a function`);
      return ArrayBuffer.isView(value) ? 0 : value;
    });
  } catch (thrown) {
    throw notTaken(method, thrown);
  }
}

function notTaken(place: string, thrown: unknown): EegateError {
  const message = `The engine cannot take an argument: ${String(thrown)}`;
  const expected = 'data as in JSON';
  return new EegateError({ code: 'ENGINE_ARGUMENT', message, place, expected }, thrown);
}

/**
 * An exception of the core is never caused by a file alone: the instance is broken, and its pool replaces it. Errors of
 * JavaScript are about arguments, which a method converts before anything else.
 */
function guarded<T>(shortage: MemoryShortage, method: string, body: () => Outcome<T>): Outcome<T> {
  shortage.forget();
  try {
    return body();
  } catch (thrown) {
    const short = shortage.error(thrown);
    if (short) throw short;
    if (/^(Type|Binding)Error$/.test((thrown as Error | null)?.name ?? ''))
      throw notTaken(method, thrown);
    const hint =
      'Try again. If it happens again with this file, it may need more memory than there is.';
    const stopped = { code: 'ENGINE_LOST', message: `The engine stopped: ${String(thrown)}`, hint };
    throw new EegateError(stopped, thrown);
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw new EegateError(outcome.error);
  return outcome.value;
}
