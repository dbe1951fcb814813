// One pool of engines for all elements of a document: started by the first that needs it, ended with the last.
import { createEngine, EegateError, type Engine, type EngineOptions } from '../api/index.js';
import { elementWords } from './words.js';

const said = elementWords.fetch;
let options: EngineOptions = {};
let engine: Promise<Engine> | null = null;
const users = new Set<object>();
const graceMs = 1000; // an element that is moved is taken out and put in again

/** Options for the engines of elements; before the first of them opens anything. */
export function configure(given: EngineOptions): void {
  options = given;
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
    if (users.size > 0) return;
    engine?.then(
      (running) => running.dispose(),
      () => undefined,
    );
    engine = null;
  }, graceMs);
}

/** A file of the document's author: a recording or a model by its address. */
export async function fetchFile(address: string, base: string): Promise<File> {
  const url = new URL(address, base);
  const refuse = (found: string, cause?: unknown) =>
    new EegateError(
      {
        code: 'ELEMENT_FETCH',
        message: said.failed,
        place: url.href,
        found,
        expected: said.expected,
        hint: said.hint,
      },
      cause,
    );
  const response = await fetch(url).catch((thrown: unknown) => {
    throw refuse(thrown instanceof Error ? thrown.message : String(thrown), thrown);
  });
  if (!response.ok) throw refuse(said.httpStatus(response.status));
  const name = decodeURIComponent(url.pathname.split('/').pop() || 'file');
  return new File([await response.blob()], name);
}
