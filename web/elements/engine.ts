// One pool of engines for all elements of a document: started by the first that needs it, ended with the last.
import {
  createEngine,
  EegateError,
  type Engine,
  type EngineOptions,
  type Model,
} from '../api/index.js';
import { fetchFile } from './fetch_file.js';
import { ownFile } from './bundled_files.js';
import { elementWords } from './strings.js';

let options: EngineOptions = {};
let engine: Promise<Engine> | null = null;
let isLent = false;
const users = new Set<object>();
const graceMs = 1000; // an element that is moved is taken out and put in again

/**
 * Options for the engines of elements, to be given before the first element opens anything: an engine that runs is not made
 * anew. `assets` is asked for bundled models and lessons, too, e.g. "models/eyes.safetensors".
 */
export function configure(given: EngineOptions): void {
  if (engine) throw new EegateError({ code: 'ELEMENT_CONFIGURED', ...elementWords.configured });
  options = given;
}

/** A model or lesson that comes with eegate. */
export function bundledFile(fileName: string): Promise<File> {
  return ownFile(fileName, options.assets);
}

/** An engine that runs already, of a page that has one: elements use it, and do not end it. `assets` as for configure(). */
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

/** A model file, the name of a bundled one, or an address. */
export async function loadedFrom(source: Blob | string): Promise<Model> {
  const isName = typeof source === 'string' && /^\w+$/.test(source);
  const file = isName
    ? await bundledFile(`models/${source}.safetensors`)
    : typeof source === 'string'
      ? await fetchFile(source, document.baseURI)
      : source;
  return (await sharedEngine()).loadModel(file);
}
