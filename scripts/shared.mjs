// What every script here needs: the root of the checkout, running a command, finding a program, hashing files.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
export const atRoot = (...parts) => join(root, ...parts);

/** An expected failure: scripts print its message alone and end with code 1. */
export class Failure extends Error {}

/** Whether a script (its import.meta.url) is the one that was started, not one that was imported. */
export const isMain = (url) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

export function main(action) {
  action().catch((error) => {
    console.error(error instanceof Failure ? `eegate: ${error.message}` : error);
    process.exit(1);
  });
}

const environment = (extra) => ({
  ...process.env,
  PATH: atRoot('node_modules/.bin') + delimiter + process.env.PATH,
  ...extra,
});

/** Runs a command with its output on ours (quiet: errors alone) and resolves to its exit code; a signal counts as 1. */
export function status(command, args, { env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['inherit', quiet ? 'ignore' : 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: root, env: environment(env), stdio });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

export async function run(command, args, options) {
  const code = await status(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args.slice(0, 4).join(' ')} failed (${code})`);
}

/** What a command prints, or '' where it cannot run. */
export function output(command, args) {
  return spawnSync(command, args, { cwd: root, env: environment(), encoding: 'utf8' }).stdout ?? '';
}

/** Full path of a program on PATH, or null. */
export function which(program) {
  for (const folder of process.env.PATH.split(delimiter)) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // not here
    }
  }
  return null;
}

/** Files below a folder (or the file itself) whose path passes the test, sorted, relative to the root. */
export function filesBelow(folder, keep = () => true) {
  const path = atRoot(folder);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [folder];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(keep)
    .sort();
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(atRoot(file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** What setup found (see setup.mjs). */
export const tools = () => JSON.parse(readFileSync(atRoot('.eegate-tools.json'), 'utf8'));
