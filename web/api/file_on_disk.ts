// A file that Node reads by ranges, as a worker of a page reads a Blob. Not in eegate.js but next to it: pages do not load it.
import { EegateError } from '../worker/error.js';
import type { ByteSource } from '../worker/protocol.js';
import type { FileKind } from './file_arguments.js';

export interface FileOnDisk {
  name: string;
  /** Refers to the file; nothing is read before it is asked for. */
  blob: Blob;
  /** The same, read at once. The file is open during each read alone. */
  source: ByteSource;
  /** The other files of a recording of several files. */
  beside(): Promise<(string | URL)[]>;
}

interface Fs {
  openAsBlob(path: string | URL): Promise<Blob>;
  openSync(path: string | URL, flags: 'r'): number;
  readSync(file: number, into: Uint8Array, offset: number, length: number, at: number): number;
  closeSync(file: number): void;
  existsSync(path: string | URL): boolean;
  readFileSync(path: URL): Uint8Array;
  readdirSync(path: string | URL): string[];
}

/** Nothing that minifying makes a constant of: bundlers for the web leave it alone. */
const importFs = () => import(['node', 'fs'].join(':')) as Promise<Fs>;

export async function fileOnDisk(path: string | URL, kind: FileKind): Promise<FileOnDisk> {
  const fs = await importFs();
  try {
    const blob = await fs.openAsBlob(path);
    const read = (offset: number, length: number) => readRange(fs, path, offset, length);
    read(0, Math.min(1, blob.size)); // a folder, or a file that may not be read
    const source = { size: blob.size, read };
    return { name: nameOf(path), blob, source, beside: () => filesBeside(path) };
  } catch (thrown) {
    throw notOpened(String(path), kind, fs.existsSync(path) ? thrown : null);
  }
}

/** A file of the package. */
export const wholeFile = async (address: URL): Promise<Uint8Array> =>
  (await importFs()).readFileSync(address);

const nameOf = (path: string | URL): string =>
  (path instanceof URL ? decodeURIComponent(path.pathname) : path).replace(/^.*[\\/]/, '');

/** A header is text of this size at most, as far as it names other files. */
const headerBytes = 2 ** 16;

/**
 * The other files of a recording of several files, from its folder: those of the same name, those that a BrainVision header names,
 * and later files of FIF.
 */
export async function filesBeside(path: string | URL): Promise<(string | URL)[]> {
  const own = nameOf(path);
  const isFif = /\.fif(\.gz)?$/i.test(own);
  if (!(isFif || /\.(vhdr|ahdr|set)$/i.test(own))) return [];
  const fs = await importFs();
  const folder = path instanceof URL ? new URL('.', path) : path.slice(0, -own.length) || '.';
  const stem = (name: string) =>
    (isFif ? name.replace(/(-\d+)?\.fif(\.gz)?$/i, '') : name.replace(/\.[^.]*$/, ''))
      .replace(/_split-\d+_/, '_split-_')
      .toLowerCase();
  try {
    const header = isFif ? '' : new TextDecoder().decode(readRange(fs, path, 0, headerBytes));
    const isPart = (name: string) =>
      isFif
        ? /\.fif(\.gz)?$/i.test(name) && stem(name) === stem(own)
        : /\.(vmrk|amrk|eeg|dat|avg|fdt)$/i.test(name) &&
          (stem(name) === stem(own) || header.includes(name));
    return fs
      .readdirSync(folder)
      .filter((name) => name !== own && isPart(name))
      .map((name) =>
        path instanceof URL
          ? new URL(encodeURIComponent(name), path)
          : path.slice(0, -own.length) + name,
      );
  } catch {
    return []; // what is wrong with the file, opening it says
  }
}

function readRange(fs: Fs, path: string | URL, offset: number, length: number): Uint8Array {
  const file = fs.openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    let n = 0;
    for (let more = 1; more > 0 && n < length; n += more)
      more = fs.readSync(file, bytes, n, length - n, offset + n);
    return bytes.subarray(0, n);
  } finally {
    fs.closeSync(file);
  }
}

/** `cause` null: there is no such file. */
function notOpened(path: string, kind: FileKind, cause: unknown): EegateError {
  const code = 'IO_OPEN';
  if (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return new EegateError(
      { code, message: `The file cannot be opened: ${why}`, found: path },
      cause,
    );
  }
  const isName = kind === 'model' && /^\w+$/.test(path);
  const hint = isName
    ? `Models of the package are files of it: loadModel(new URL(import.meta.resolve('eegate/models/${path}.safetensors'))).`
    : 'Check the path; a relative one begins at the working directory.';
  return new EegateError({ code, message: 'There is no such file', found: path, hint });
}
