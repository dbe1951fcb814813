// The file of a model, as a caller gives it.
import { isBlob } from '../worker/arguments.js';
import { checkBytes, openedOnDisk } from './file_arguments.js';
import type { FileSource } from './recording_file.js';

/** @internal A copy of the bytes of a model file, and its name. */
export async function modelFile(
  given: FileSource,
  field?: string,
): Promise<{ bytes: ArrayBuffer; name: string | undefined }> {
  if (typeof given === 'string' || given instanceof URL) {
    const { blob, name } = await openedOnDisk(given, 'model');
    return { bytes: await blob.arrayBuffer(), name };
  }
  checkBytes(given, 'model', field);
  const name = (given as Partial<File>).name;
  const bytes = isBlob(given) ? await given.arrayBuffer() : given;
  // An array of an array is a copy, in a buffer of this frame. Not `slice`: that of Node's Buffer copies nothing.
  const copy = new Uint8Array(ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes));
  return { bytes: copy.buffer, name };
}
