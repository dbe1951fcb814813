// One engine for all elements of a document: started by the first that needs it, closed after the last is removed.
import {
  createEngine,
  EegateError,
  type Engine,
  type EngineOptions,
  type Model,
} from '../api/index.js';
import { checkEngineOptions, engineOptions } from '../api/engine_options.js';
import { fetchFile } from './fetch_file.js';
import { ownFile } from './bundled_files.js';
import { elementStrings } from './strings.js';

let options: EngineOptions = {};
let engine: Promise<Engine> | null = null;
let isLent = false;
const users = new Set<object>();
const graceMs = 1000; // an element that is moved is removed and inserted again

/**
 * Sets the options of the engine of the elements, before the first element opens anything. `assets` is called for bundled models and
 * lessons, too, for instance with "models/eyes.safetensors". After a start that failed, or a second after the last element was removed, it can be called again.
 */
export function configure(given: EngineOptions): void {
  if (engine) throw new EegateError({ code: 'ELEMENT_CONFIGURED', ...elementStrings.configured });
  checkEngineOptions(given);
  engineOptions(given);
  options = given;
}

/** A bundled model or lesson. */
export function bundledFile(fileName: string): Promise<File> {
  return ownFile(fileName, options.assets);
}

/** An engine of the page, which elements use and do not close. `assets` as for configure(). */
export function lendEngine(
  lent: Promise<Engine>,
  assets: NonNullable<EngineOptions['assets']>,
): void {
  engine = lent;
  options = { assets };
  isLent = true;
}

export function sharedEngine(): Promise<Engine> {
  if (!engine) {
    engine = createEngine(options);
    engine.catch(() => (engine = null));
  }
  return engine;
}

export function enter(user: object): void {
  users.add(user);
}

export function leave(user: object): void {
  users.delete(user);
  setTimeout(() => {
    if (users.size > 0 || isLent) return;
    engine?.then(
      (running) => running.close(),
      () => undefined,
    );
    engine = null;
  }, graceMs);
}

/** A model from a file, the name of a bundled one, or an address. */
export async function loadedFrom(source: Blob | string): Promise<Model> {
  const isName = typeof source === 'string' && /^\w+$/.test(source);
  const file = isName
    ? await bundledFile(`models/${source}.safetensors`)
    : typeof source === 'string'
      ? await fetchFile(source, document.baseURI)
      : source;
  return (await sharedEngine()).loadModel(file);
}
