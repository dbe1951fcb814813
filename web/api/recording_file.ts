// The file of a recording as engines get it: by reference where that is possible, by ranges in Node.
import { isBlob } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { Resource } from '../worker/pool.js';
import type { Annotation, ByteSource } from '../worker/protocol.js';
import { checkBytes, openedOnDisk } from './file_arguments.js';
import type { FileOnDisk } from './file_on_disk.js';

/** A file: a Blob (File), its bytes, or, in Node only, its path or `file:` URL. */
export type FileSource = Blob | ArrayBuffer | Uint8Array | string | URL;

/** Files up to this size are handed to workers as bytes where a worker can read no Blob. */
const wholeBytes = 256 * 2 ** 20;

/** @internal What an engine reads a recording from. */
export interface RecordingFile {
  name: string;
  source: Blob | ArrayBuffer;
  /** Reads a file on disk by ranges; null for other sources. */
  onDisk: ByteSource | null;
  /** The other files of a recording of several files, in the folder of a file on disk. */
  beside: FileOnDisk['beside'] | undefined;
}

/** @internal */
export async function recordingFile(
  given: FileSource,
  isLocal: boolean,
  name?: string,
): Promise<RecordingFile> {
  const onDisk =
    typeof given === 'string' || given instanceof URL
      ? await openedOnDisk(given, 'recording')
      : null;
  if (!onDisk) checkBytes(given, 'recording');
  const file = onDisk?.blob ?? (given as Blob | ArrayBuffer | Uint8Array);
  // A Blob is handed to every worker by reference; without workers the bytes are used where they lie.
  const source = isBlob(file)
    ? isLocal && !onDisk
      ? await file.arrayBuffer()
      : file
    : isLocal
      ? asBuffer(file)
      : new Blob([file as BlobPart]);
  return {
    name: name ?? onDisk?.name ?? (file as Partial<File>).name ?? 'recording',
    source,
    onDisk: (isLocal && onDisk?.source) || null,
    beside: onDisk?.beside,
  };
}

/** @internal */
export function fileResource(
  id: number,
  main: RecordingFile,
  others: RecordingFile[],
  annotations: Annotation[] | null = null,
): Resource {
  const read = ({ onDisk, source }: RecordingFile) => onDisk ?? source;
  const companions = () => others.map((one) => ({ name: one.name, file: read(one) }));
  const given = annotations?.map(({ onsetS, durationS, text }) => ({
    onset_s: onsetS,
    duration_s: durationS,
    text,
  }));
  return {
    what: 'recording',
    needs: [],
    open: async (engine) => {
      const opening = [id, read(main), main.name, companions()] as const;
      const info = await engine.call('openRecording', [...opening]);
      return given ? engine.call('setAnnotations', [id, { annotations: given }]) : info;
    },
    close: (engine) => engine.call('closeRecording', [id]),
  };
}

/**
 * @internal
 * WebKit's workers of a page that was opened from a folder read no Blob, while the page itself does: then every worker gets the
 * bytes. Throws `thrown` when that is not what happened.
 */
export async function readHere(source: Blob | ArrayBuffer, thrown: unknown): Promise<ArrayBuffer> {
  if (!(isBlob(source) && thrown instanceof EegateError && thrown.code === 'IO_READ')) throw thrown;
  const isReadable = await source
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  if (!isReadable) throw thrown;
  if (source.size <= wholeBytes) return source.arrayBuffer();
  throw new EegateError({
    code: 'IO_WHOLE',
    message: 'In this browser, a page that was opened from a folder can read small recordings only',
    found: `${Math.round(source.size / 2 ** 20)} MiB`,
    expected: `at most ${wholeBytes / 2 ** 20} MiB`,
    hint: 'Use another browser, or open the page from a server.',
  });
}

function asBuffer(bytes: ArrayBuffer | Uint8Array): ArrayBuffer {
  // Not `slice`: that of Node's Buffer copies nothing.
  return bytes instanceof ArrayBuffer ? bytes : new Uint8Array(bytes).buffer;
}
