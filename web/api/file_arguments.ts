// Checks of the arguments that should be files. What a file contains is checked by the core.
import { described } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import { isNode } from './address.js';

export type FileKind = 'recording' | 'model';
const methods: Record<FileKind, string> = { recording: 'openRecording', model: 'loadModel' };

/** By their tag, because objects of another frame have another class. */
const byteTypes = ['Blob', 'File', 'ArrayBuffer', 'Uint8Array'].map((name) => `[object ${name}]`);

/** Throws unless these are bytes. */
export function checkBytes(given: unknown, kind: FileKind): void {
  if (!byteTypes.includes(Object.prototype.toString.call(given))) throw notBytesError(given, kind);
}

/** The error for a path or address where it cannot be opened, and for what is no file at all. */
export function notBytesError(given: unknown, kind: FileKind): EegateError {
  const found = described(given instanceof URL ? given.href : given);
  const path = isNode() ? ', a path or a file: URL' : '';
  return new EegateError({
    code: kind === 'model' ? 'MODEL_SOURCE' : 'RECORDING_SOURCE',
    message: `This is not the file of a ${kind}`,
    field: 'file',
    found,
    expected: `a File, a Blob, an ArrayBuffer, a Uint8Array${path}`,
    hint: `From a web address: ${methods[kind]}(await (await fetch(address)).blob()).`,
  });
}

/** Throws unless this is an open recording; a path or a file is a common mistake. */
export function checkRecording(given: unknown, method: string, field = 'recording'): void {
  const recording = given as { info?: { id?: unknown }; resource?: unknown } | null | undefined;
  if (typeof recording === 'object' && recording?.resource && recording.info) return;
  throw new EegateError({
    code: 'RECORDING_SOURCE',
    message: `${method} takes an open recording`,
    field,
    found: described(given),
    expected: 'what openRecording returns',
    hint: `First: const recording = await engine.openRecording(file).`,
  });
}

/** Throws unless this is an open model. */
export function checkModel(given: unknown, method: string): void {
  const model = given as { bytes?: unknown; resource?: unknown } | null | undefined;
  if (typeof model === 'object' && model?.resource && model.bytes) return;
  throw new EegateError({
    code: 'MODEL_SOURCE',
    message: `${method} takes an open model`,
    field: 'model',
    found: described(given),
    expected: 'what loadModel returns',
    hint: `First: const model = await engine.loadModel(file).`,
  });
}
