// A recording's bytes, read by ranges.
import { argumentError, isBlob, isBytes } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';

export interface Source {
  size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function sourceOf(file: Blob | ArrayBuffer | Uint8Array): Source {
  if (isBlob(file))
    return {
      size: file.size,
      async read(offset, length) {
        const part = file.slice(offset, offset + length);
        const bytes = await part.arrayBuffer().catch((thrown: unknown) => {
          throw unreadable(thrown);
        });
        return new Uint8Array(bytes);
      },
    };
  if (!isBytes(file))
    throw argumentError(
      'file',
      file,
      'a File, a Blob, an ArrayBuffer or a Uint8Array',
      'In Node: await openAsBlob(path), from node:fs.',
    );
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file);
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

function unreadable(cause: unknown): EegateError {
  return new EegateError(
    {
      code: 'FILE_READ',
      message: 'The file can no longer be read',
      hint: 'It was changed, moved or removed: open it again.',
    },
    cause,
  );
}
