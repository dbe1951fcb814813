// Files and folders of npx eegate: which recordings are read, and how results are written.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { EegateError } from '../dist/eegate.js';
import { endingsOfFormats } from './recording_endings.mjs';

/** Throws what the system says, as the native command does. */
const cannot = (done, found) => (cause) => {
  const reason = cause.message.replace(/^[A-Z]+: |, \w+( '.*)?$/g, '');
  const message = `The file cannot be ${done}: ${reason}`;
  const code = done === 'opened' ? 'IO_OPEN' : 'IO_WRITE';
  throw new EegateError({ code, message, found }, cause);
};

/** Nothing for what is not there or leads nowhere, such as a link to itself. */
function statOf(path, options) {
  try {
    return statSync(path, options);
  } catch {
    return undefined;
  }
}

export const isFolder = (path) => statOf(path)?.isDirectory() ?? false;

export const madeFolder = (path) => mkdir(path, { recursive: true }).catch(cannot('written', path));

/**
 * A recording, or those of a folder and the folders in it but for that of results, by name; `name` is that in the folder of
 * results.
 */
export function recordingsOf(path, results = '') {
  if (!isFolder(path)) return [{ path, name: path === '-' ? 'standard input' : basename(path) }];
  const left = results && `${relative(path, results)}${sep}`;
  const isResult = (name) => left.length > 1 && name.startsWith(left);
  const files = namesBelow(path)
    .filter((name) => isNamedAsRecording(name) && !isLaterFif(path, name) && !isResult(name))
    .sort()
    .map((name) => ({ path: join(path, name), name }));
  if (files.length > 0) return files;
  throw new EegateError({
    code: 'NO_RECORDINGS',
    message: 'There is no recording in this folder',
    found: path,
    expected: `files that end in ${endingsOfFormats.join(', ')}`,
  });
}

/** None of a folder that may not be read. */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * Files, and links to files that are not there, which would be missing without a word. Links to folders are followed after the
 * folders themselves, each once, so that no circle of links is endless.
 */
function namesBelow(path) {
  const names = [];
  const seen = new Set();
  const walk = (folder, links) => {
    const known = realpathSync(join(path, folder));
    if (seen.has(known)) return;
    seen.add(known);
    for (const entry of entriesOf(join(path, folder))) {
      const name = join(folder, entry.name);
      const found = statOf(join(path, name));
      if (found?.isDirectory()) entry.isSymbolicLink() ? links.push(name) : walk(name, links);
      else if (found?.isFile() || (!found && entry.isSymbolicLink())) names.push(name);
    }
  };
  for (let links = ['']; links.length > 0;) {
    const now = links.sort();
    links = [];
    for (const link of now) walk(link, links);
  }
  return names;
}

/** Text files have no ending of their own; they are named one by one. */
const isNamedAsRecording = (name) =>
  endingsOfFormats.some((ending) => name.toLowerCase().endsWith(ending));

/** Of a FIF recording in several files, which is opened by its first. */
const isLaterFif = (folder, name) => {
  const first = name.replace(/-\d+(\.fif(?:\.gz)?)$/i, '$1').replace(/_split-\d+_/, '_split-01_');
  return /\.fif(\.gz)?$/i.test(name) && first !== name && existsSync(join(folder, first));
};

/** A file that is named twice, or with its folder, is taken once. */
export function once(files) {
  const seen = new Set();
  return files.filter(({ path }) => {
    const known = existsSync(path) ? realpathSync(path) : path;
    const isNew = !seen.has(known);
    seen.add(known);
    return isNew;
  });
}

/** Fails before anything is computed if there is no folder for an output. */
export async function checkPlace(output) {
  if (output && output !== '-') await access(dirname(output)).catch(cannot('written', output));
}

/** No output takes the place of an input, under any name or link. */
export function checkOutputs(outputs, inputs) {
  const identity = (name) => {
    const found = statOf(name, { bigint: true });
    return found?.isFile() ? `${found.dev} ${found.ino}` : null;
  };
  const read = new Set(inputs.map(identity).filter(Boolean));
  const lost = outputs.find((name) => read.has(identity(name)));
  if (lost === undefined) return;
  throw new EegateError({
    code: 'IO_SAME_FILE',
    message: 'An output would take the place of another file of this command',
    found: lost,
    expected: 'another name or folder',
  });
}

/**
 * Written next to its place and moved there when it is complete, so that nothing half-written is left. "-" and no name: standard
 * output.
 */
export async function replaced(output, bytes) {
  if (!output || output === '-') return written(bytes);
  await moved(output, bytes).catch(cannot('written', output));
}

async function moved(output, bytes) {
  const found = statOf(output);
  if (found && !found.isFile()) return writeFile(output, bytes); // a device or a pipe
  const partial = `${output}.${process.pid}.part`;
  try {
    await writeFile(partial, bytes, { flag: 'wx' });
    await rename(partial, found ? realpathSync(output) : output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Its first bytes. */
export async function beginningOf(file, nBytes) {
  const opened = await open(file).catch(cannot('opened', file));
  try {
    return (await opened.read(new Uint8Array(nBytes))).buffer;
  } finally {
    await opened.close();
  }
}

export const bytesOf = (file) => readFile(file).catch(cannot('opened', file));

export const written = (bytes) =>
  new Promise((resolve, reject) => {
    process.stdout.once('error', reject); // a full disk, or a pipe that was closed
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  }).catch(cannot('written', 'standard output'));
