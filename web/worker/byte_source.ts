// Files as the core reads them: by ranges, synchronously.
import type { ByteSource } from './protocol.js';

// Exists in workers only, and not in the DOM's type library.
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

const nothing = new Uint8Array(0);

/** A file that cannot be read any more (changed, moved or ejected) returns no bytes, because the core cannot catch exceptions. */
export function makeByteSource(file: Blob | ArrayBuffer | Uint8Array | ByteSource): ByteSource {
  const source =
    'read' in file ? file : file instanceof Blob ? blobSource(file) : memorySource(file);
  return {
    size: source.size,
    read(offset, length) {
      try {
        return source.read(offset, length);
      } catch {
        return nothing;
      }
    },
  };
}

function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  return {
    size: blob.size,
    read: (offset, length) =>
      new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
  };
}

function memorySource(memory: ArrayBuffer | Uint8Array): ByteSource {
  const bytes = memory instanceof Uint8Array ? memory : new Uint8Array(memory);
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
