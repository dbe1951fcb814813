// The file of a model, as a caller gives it.
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
  if (given instanceof Blob) return { bytes: await given.arrayBuffer(), name };
  // Not `slice` of an array: that of Node's Buffer copies nothing.
  const bytes = ArrayBuffer.isView(given) ? new Uint8Array(given).buffer : given.slice(0);
  return { bytes, name };
}
