// Checks of the arguments that should be files. What a file contains is checked by the core.
import { described, isBlob, isBytes, isDetached } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import { isNode } from './address.js';
import type { FileOnDisk } from './file_on_disk.js';

export type FileKind = 'recording' | 'model';
const methods = { recording: 'openRecording', model: 'loadModel' } as const;
const codes = { recording: 'RECORDING_SOURCE', model: 'MODEL_SOURCE' } as const;

/** Throws unless these are bytes. */
export function checkBytes(given: unknown, kind: FileKind, field = 'file'): void {
  if (!isBlob(given) && !isBytes(given)) throw notBytesError(given, kind, field);
  if (isDetached((given as Uint8Array).buffer ?? given))
    throw notBytesError(given, kind, field, ' without its bytes, which were transferred');
}

/** The error for a path or address where it cannot be opened, and for what is no file at all. */
function notBytesError(given: unknown, kind: FileKind, field = 'file', state = ''): EegateError {
  const found = described(given instanceof URL ? given.href : given) + state;
  const path = isNode() ? ', a path or a file: URL' : '';
  return new EegateError({
    code: codes[kind],
    message: `This is not the file of a ${kind}`,
    field,
    found,
    expected: `a File, a Blob, an ArrayBuffer, a Uint8Array${path}`,
    hint: 'From a web address: await (await fetch(address)).blob().',
  });
}

/** A file on disk, in Node; throws for any other address, and in pages. */
export async function openedOnDisk(path: string | URL, kind: FileKind): Promise<FileOnDisk> {
  // A path may have a colon: run1:raw.edf.
  const isOther = /^(?!file:)([a-z][a-z\d+.-]+:\/\/|(data|blob):)/i.test(String(path));
  if (!isNode() || isOther) throw notBytesError(path, kind);
  const place = /^file:\/\//i.test(String(path)) ? new URL(path) : path;
  return (await import('./file_on_disk.js')).fileOnDisk(place, kind);
}

/**
 * Throws unless this is an open recording, of `pool` if it is given: ids in another pool mean other files. A path or a file is a common
 * mistake.
 */
export function checkRecording(
  given: unknown,
  method: string,
  field = 'recording',
  pool?: EnginePool,
): void {
  checkOpened('recording', given, method, field);
  if (pool && (given as { pool?: EnginePool }).pool !== pool)
    throw notOpened('recording', 'a recording of another engine', method, field);
}

/** Throws unless this is an open model. */
export function checkModel(given: unknown, method: string): void {
  checkOpened('model', given, method, 'model');
}

function checkOpened(kind: FileKind, given: unknown, method: string, field: string): void {
  const { resource } = Object(given) as { resource?: Partial<Resource> };
  if (resource?.what === kind) return;
  const found = resource?.what ? `a ${resource.what}` : described(given);
  throw notOpened(kind, found, method, field);
}

function notOpened(kind: FileKind, found: string, method: string, field: string): EegateError {
  return new EegateError({
    code: codes[kind],
    message: `${method} takes an open ${kind}`,
    field,
    found,
    expected: `what ${methods[kind]} returns`,
    hint: `First: const ${kind} = await engine.${methods[kind]}(file).`,
  });
}
