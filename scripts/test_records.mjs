// npm test does not run a suite again that passed and whose inputs are the same since. The inputs of a suite: the programs and
// pages that were built for it, all files of the checkout that it may read, data folders, environment, and the machine's programs.
// What passed with which inputs is recorded in build/passed, which a fresh checkout does not have.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, release } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { output, root as checkout, sha256, which } from './shared.mjs';
import { countsOf } from './test_reports.mjs';

/** Folders and files of a checkout that are installed, built or written by tests. */
const isNotSource = (path) =>
  /(^|\/)(node_modules|__pycache__)$|^(\.git|\.data|\.eegate-tools\.json|build|dist|test-results)$/.test(
    path,
  );

/** All entries below a folder but folders themselves, sorted, relative to `root`; folders that `leaveOut` names are not entered. */
export function entriesBelow(root, folder = '.', leaveOut = () => false) {
  const found = [];
  const visit = (path) => {
    for (const entry of entriesOf(path)) {
      const inner = join(path, entry.name);
      if (leaveOut(relative(root, inner))) continue;
      if (entry.isDirectory()) visit(inner);
      else found.push(relative(root, inner));
    }
  };
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  if (statSync(top).isDirectory()) visit(top);
  else found.push(relative(root, top));
  return found.sort();
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone since its name was read
  }
}

export const sourcesOf = (root) => entriesBelow(root, '.', isNotSource);

/** Names and contents. */
export function digestOfContents(root, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0${contentOf(join(root, file))}\0`);
  return hash.digest('hex');
}

/** A link counts as the place to which it leads; of what is neither link nor file only the name counts. */
function contentOf(path) {
  try {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    return entry.isFile() ? sha256(readFileSync(path)) : 'other';
  } catch {
    return 'gone'; // a temporary file of a test that runs at the same time
  }
}

/** Names, sizes and times of change, of folders whose contents take long to read. */
export function digestOfListing(folder) {
  const hash = createHash('sha256');
  for (const file of entriesBelow(folder)) {
    const { size, mtimeMs } = statSync(join(folder, file), { throwIfNoEntry: false }) ?? {};
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** Variables on which tests, compilers and browsers may depend, and the folders that ours name. EEGATE_TOOLS holds downloads. */
export function digestOfEnvironment(environment) {
  const names = Object.keys(environment)
    .filter((name) => /^(EEGATE_(?!TOOLS$)|LC_)|^(LANG|NODE_OPTIONS|PATH|TZ)$/.test(name))
    .sort();
  const lines = names.map((name) => {
    const value = environment[name];
    const isFolder = name.startsWith('EEGATE_') && value && isDirectory(resolve(checkout, value));
    return [name, value, isFolder ? digestOfListing(resolve(checkout, value)) : ''];
  });
  return sha256(JSON.stringify(lines));
}

const isDirectory = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What runs the tests. */
const machine = () => [process.version, process.arch, release(), cpus()[0]?.model, cpus().length];

/** Installed programs and packages that suites of TypeScript call: browsers, Python with its packages, what npm installed. */
function installed() {
  const stamp = (path) => {
    const found = path ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return found ? [realpathSync(path), found.size, found.mtimeMs] : [path, null];
  };
  const tools = join(checkout, '.eegate-tools.json');
  const found = existsSync(tools) ? JSON.parse(readFileSync(tools, 'utf8')) : {};
  const python = output('python3', ['-c', 'import sys; print(*sys.path, sys.version, sep="\\n")']);
  return [
    ...[found.chromium, found.headless, which('python3'), which('node')].map(stamp),
    ...python.split('\n').map((line) => (line.startsWith('/') ? stamp(line) : line)),
    stamp('/var/lib/dpkg/status'), // each package of the system
    stamp(join(checkout, 'node_modules/.eegate-lock')),
    stamp(join(checkout, 'node_modules/.package-lock.json')),
  ];
}

/**
 * Digests of all inputs of a suite by kind. `built`: files and folders; `reads(file)`: whether it may read a file of the checkout;
 * `programs`: whether it calls installed programs.
 */
export function inputsOf({ built = [], reads, programs = true }, root = checkout) {
  const isOfTheBuild = built.flatMap((path) => entriesBelow(root, path));
  return {
    sources: digestOfContents(root, sourcesOf(root).filter(reads)),
    built: digestOfContents(root, isOfTheBuild),
    environment: digestOfEnvironment(process.env),
    machine: sha256(JSON.stringify([machine(), programs ? installed() : []])),
  };
}

/** Kinds of inputs that differ. */
export const changed = (before, now) =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (kind) => before[kind] !== now[kind],
  );

/** What counts as passed: some tests did, and none failed or was lost. */
export const passed = (counts) => counts.passed > 0 && counts.failed === 0 && !counts.problem;

/** The records of one folder; `reportOf(suite)` is the JUnit file from which the counts of a suite come. */
export function records(folder, reportOf) {
  const fileOf = (suite) => join(folder, `${suite}.json`);
  return {
    forget: (suite) => rmSync(fileOf(suite), { force: true }),

    /** Only if nothing changed while the suite ran. */
    remember(suite, before, after, counts) {
      if (!passed(counts) || changed(before, after).length > 0) return;
      mkdirSync(folder, { recursive: true });
      const report = sha256(readFileSync(reportOf(suite)));
      writeFileSync(fileOf(suite), `${JSON.stringify({ inputs: before, report }, null, 2)}\n`);
    },

    /** The counts of a suite that passed with the same inputs, or why there are none. */
    find(suite, inputs) {
      const record = readRecord(fileOf(suite));
      if (!record) return { why: 'it has not passed here' };
      const kinds = changed(record.inputs, inputs);
      if (kinds.length > 0) return { why: `changed since it passed: ${kinds.join(', ')}` };
      const report = reportOf(suite);
      if (!existsSync(report) || sha256(readFileSync(report)) !== record.report)
        return { why: 'its report is another one' };
      const counts = countsOf(report);
      return passed(counts) ? { counts } : { why: 'its report counts a failure' };
    },
  };
}

/** A file that was cut off counts as none. */
function readRecord(file) {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8'));
    return record?.inputs && record.report ? record : null;
  } catch {
    return null;
  }
}
