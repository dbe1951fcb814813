// Which of the files that were dropped or chosen together are recordings, and which belong to one.
import { EegateError } from '../api/index.js';
import { words } from './words/index.js';

export interface RecordingFiles {
  file: File;
  /** Those among which a recording of several files finds its parts by name. */
  companions: File[];
}

export interface SortedFiles {
  recordings: RecordingFiles[];
  models: File[];
  /** Parts of recordings whose header is not among the files. */
  strays: File[];
}

/** Files to choose from. */
export const recordingEndings =
  '.edf,.bdf,.rec,.vhdr,.ahdr,.vmrk,.amrk,.eeg,.dat,.avg,.set,.fdt,.gdf,.txt';

const isModel = /\.safetensors$/i;
const isHeader = /\.(vhdr|ahdr|set)$/i;
const isPart = /\.(vmrk|amrk|eeg|dat|avg|fdt)$/i;
/** What a folder may hold besides is not opened. */
const isWhole = /\.(edf|bdf|rec|gdf)$/i;

/** Every header gets the parts of its folder; which of them it means, its text says. */
export function sortFiles(given: Iterable<File>): SortedFiles {
  const all = [...given];
  const parts = all.filter(({ name }) => isPart.test(name));
  const headers = all.filter(({ name }) => isHeader.test(name));
  const beside = (file: File) => parts.filter((part) => folderOf(part) === folderOf(file));
  const recordings = all
    .filter(({ name }) => !isModel.test(name) && !isPart.test(name))
    .map((file) => ({ file, companions: isHeader.test(file.name) ? beside(file) : [] }));
  const strays = parts.filter(
    (part) => !headers.some((header) => folderOf(header) === folderOf(part)),
  );
  return { recordings, models: all.filter(({ name }) => isModel.test(name)), strays };
}

export function withoutHeader(strays: readonly File[]): EegateError {
  const found = strays.map(({ name }) => name).join(', ');
  return new EegateError({ code: 'RECORDING_PARTS', ...words.errors.withoutHeader, found });
}

/** What of a folder is opened: a data set has tables and notes beside its recordings. */
export const ofFolder = (files: readonly File[]): File[] =>
  files.filter(({ name }) => mayBeOpened(name));

const mayBeOpened = (name: string): boolean =>
  [isWhole, isHeader, isPart].some((is) => is.test(name));

/** The files of a drop, those inside of folders too. To be called while the event lasts. */
export async function droppedFiles(dropped: DataTransfer | null): Promise<File[]> {
  const entries = [...(dropped?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...(dropped?.files ?? [])];
  const loose = [...(dropped?.files ?? [])].filter((_, i) => !entries[i]?.isDirectory);
  const inside = entries.filter((entry): entry is FileSystemDirectoryEntry => !!entry?.isDirectory);
  return [...loose, ...(await Promise.all(inside.map(filesInside))).flat()];
}

/** Deeper folders, and more files, are not what somebody means to open at once. */
const limits = { depth: 6, files: 2000 };
const folders = new WeakMap<File, string>();

/** Node's files have no path. */
function folderOf(file: File): string {
  const { webkitRelativePath = '' }: Partial<File> = file;
  return folders.get(file) ?? webkitRelativePath.replace(/[^/]*$/, '');
}

async function filesInside(folder: FileSystemDirectoryEntry, depth = 0): Promise<File[]> {
  const found: File[] = [];
  for (const entry of await entriesOf(folder)) {
    if (found.length >= limits.files) break;
    if (entry.isDirectory && depth < limits.depth)
      found.push(...(await filesInside(entry as FileSystemDirectoryEntry, depth + 1)));
    if (!entry.isFile || !mayBeOpened(entry.name)) continue;
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    folders.set(file, folder.fullPath);
    found.push(file);
  }
  return found;
}

/** A folder answers some of its entries at a time, and none when all were told. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!some.length) return all;
    all.push(...some);
  }
}
