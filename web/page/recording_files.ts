// Sorts files that were dropped or chosen together into recordings and their companion files.
import type { EegateError } from '../api/index.js';
import { endingsOfFormats } from './recording_endings.js';
import { strings } from './strings/index.js';
import { PageError } from './page_error.js';

export interface RecordingFiles {
  file: File;
  /** Those among which a recording of several files finds its parts by name. */
  companions: File[];
  /** No person was measured. */
  isSimulated?: boolean;
}

interface SortedFiles {
  recordings: RecordingFiles[];
  models: File[];
  /** Parts of recordings whose header is not among the files. */
  strays: File[];
}

const partEndings = ['.vmrk', '.amrk', '.eeg', '.dat', '.avg', '.fdt'];

/** Files to choose from. A file dialog compares what follows the last dot: of `.fif.gz`, `.gz`. */
export const recordingEndings = [
  ...endingsOfFormats.map((ending) => ending.slice(ending.lastIndexOf('.'))),
  ...partEndings,
  ...['.txt', '.csv', '.tsv', '.json'],
].join(',');

const endsIn = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));
const isPart = (name: string): boolean => endsIn(name, partEndings);
const isModel = /\.safetensors$/i;
const isHeader = /\.(vhdr|ahdr|set)$/i;
const isFif = /\.fif(?:\.gz)?$/i;
/** What a BIDS data set says about recordings, next to them or in folders above. */
const isSide = /^(?:.*_)?(?:events|channels|electrodes|coordsystem|i?eeg)\.(?:tsv|json)$/i;
/** What a data set says about itself and its participants. */
const isRoot = /^dataset_description\.json$/;
const isAboutSet = /^(?:dataset_description\.json|participants\.tsv)$/;
const isBids = /^sub-[^_]+_(?:.*_)?i?eeg\.[a-z.]+$/i;

/**
 * Every header gets the parts of its folder; which of them it means, its text says. A recording of a BIDS data set gets the
 * side files that it may inherit; which of them apply in the end, the core says.
 */
export function sortFiles(given: Iterable<File>): SortedFiles {
  const all = [...given];
  const parts = all.filter(({ name }) => isPart(name));
  const headers = all.filter(({ name }) => isHeader.test(name));
  const beside = (file: File) => parts.filter((part) => folderOf(part) === folderOf(file));
  const sides = sidesAmong(all);
  const hasRoot = rootOf(all) !== null;
  const later = all.filter((file) => goesOnFrom(file, all));
  const recordings = all
    .filter(
      (file) =>
        !isModel.test(file.name) &&
        !(hasRoot && isAboutSet.test(file.name)) &&
        !isPart(file.name) &&
        !sides.includes(file) &&
        !later.includes(file),
    )
    .map((file) => ({
      file,
      companions: [
        ...(isHeader.test(file.name) ? beside(file) : []),
        ...later.filter((part) => folderOf(part) === folderOf(file) && isFif.test(file.name)),
        ...(isBids.test(file.name) ? sides.filter((side) => mayInherit(file, side)) : []),
      ],
    }));
  const strays = parts.filter(
    (part) => !headers.some((header) => folderOf(header) === folderOf(part)),
  );
  return { recordings, models: all.filter(({ name }) => isModel.test(name)), strays };
}

/** A later file of a recording in FIF, by its name, whose first file is next to it. */
function goesOnFrom(file: File, all: readonly File[]): boolean {
  const first = file.name
    .replace(/-\d+(\.fif(?:\.gz)?)$/i, '$1')
    .replace(/_split-\d+_/, '_split-01_');
  const isFirst = (other: File) => other.name === first && folderOf(other) === folderOf(file);
  return isFif.test(file.name) && first !== file.name && all.some(isFirst);
}

/** Such names mean something in data sets alone. */
const sidesAmong = (files: readonly File[]): File[] =>
  files.some(({ name }) => isBids.test(name)) ? files.filter(({ name }) => isSide.test(name)) : [];

/** A side file of the same folder or one above, whose entities the name of the recording has, too. */
function mayInherit(recording: File, side: File): boolean {
  const entities = new Set(recording.name.split('_').slice(0, -1));
  const own = side.name.split('_').slice(0, -1);
  const applies = own.every((entity) => entity.startsWith('space-') || entities.has(entity));
  return applies && folderOf(recording).startsWith(folderOf(side));
}

export function withoutHeader(strays: readonly File[]): EegateError {
  const found = strays.map(({ name }) => name).join(', ');
  return new PageError({ code: 'RECORDING_PARTS', ...strings.errors.withoutHeader, found });
}

/**
 * What of a folder is opened: a data set has tables and notes next to its recordings. Without a recording by its name, the text
 * files: those of OpenBCI and of Muse have no ending of their own.
 */
export function ofFolder(files: readonly File[]): File[] {
  const sides = new Set(sidesAmong(files));
  const hasRoot = rootOf(files) !== null;
  const known = files.filter(
    (file) => isKnown(file.name) || sides.has(file) || (hasRoot && isAboutSet.test(file.name)),
  );
  return known.length ? known : files.filter(({ name }) => isText(name));
}

const isText = (name: string): boolean =>
  endsIn(name, ['.txt', '.csv']) && !/^(?:readme|licen[cs]e|changes|notes)\b/i.test(name);

/** What a folder may hold besides is not opened. */
const isKnown = (name: string): boolean => isPart(name) || endsIn(name, endingsOfFormats);

/** The files of a drop, those inside of folders too. To be called while the event lasts. */
export async function droppedFiles(dropped: DataTransfer | null): Promise<File[]> {
  const entries = [...(dropped?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...(dropped?.files ?? [])];
  const loose = [...(dropped?.files ?? [])].filter((_, i) => !entries[i]?.isDirectory);
  const inside = entries.filter((entry): entry is FileSystemDirectoryEntry => !!entry?.isDirectory);
  return [
    ...loose,
    ...ofFolder((await Promise.all(inside.map((folder) => filesInside(folder)))).flat()),
  ];
}

/** Of the outermost folder that is a data set: those inside it are derived from it. */
export function rootOf(files: readonly File[]): File | null {
  const roots = files.filter(({ name }) => isRoot.test(name));
  return roots.sort((a, b) => folderOf(a).length - folderOf(b).length)[0] ?? null;
}

/** The path of a file below the folder that another one lies in; null outside of it. */
export function belowRoot(file: File, root: File): string | null {
  const [own, folder] = [file, root].map((one) => folderOf(one).replace(/\/?$/, '/'));
  return own!.startsWith(folder!) ? own!.slice(folder!.length) + file.name : null;
}

/** Deeper folders, and more files, are not what the user means to open at once. */
const limits = { depth: 6, files: 20_000 };
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
    const { name } = entry;
    const isWanted = isKnown(name) || isSide.test(name) || isAboutSet.test(name) || isText(name);
    if (!entry.isFile || !isWanted) continue;
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
