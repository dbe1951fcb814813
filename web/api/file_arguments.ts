// What callers hand over as a file, and is none. What is in a file is told by the core.
import { EegateError } from '../worker/error.js';

type Kind = 'recording' | 'model';
const fetching: Record<Kind, string> = {
  recording: 'openRecording(await (await fetch(address)).blob())',
  model: 'loadModel(await (await fetch(address)).blob())',
};

/** By what they call themselves: those of another frame are of another class. */
const bytes = ['Blob', 'File', 'ArrayBuffer', 'Uint8Array'].map((name) => `[object ${name}]`);

/** Throws unless these are bytes. */
export function checkBytes(given: unknown, kind: Kind): void {
  if (!bytes.includes(Object.prototype.toString.call(given))) throw notBytesError(given, kind);
}

/** A recording or a model that was named instead of handed over. */
export function notBytesError(given: unknown, kind: Kind): EegateError {
  const isText = typeof given === 'string' || given instanceof URL;
  const found = isText ? `"${String(given).slice(0, 80)}"` : nameOf(given);
  const read = 'In Node: readFile of node:fs/promises.';
  return new EegateError({
    code: kind === 'model' ? 'MODEL_SOURCE' : 'RECORDING_SOURCE',
    message: `A ${kind} is opened from its bytes`,
    found,
    expected: 'a File, a Blob, an ArrayBuffer or a Uint8Array',
    hint: `From an address: ${fetching[kind]}.${kind === 'model' ? ` ${read}` : ''}`,
  });
}

function nameOf(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given);
  return (given as object).constructor?.name ?? 'an object';
}
