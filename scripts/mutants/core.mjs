// Plants the faults of tests/mutants/core one at a time into a copy of the sources, builds the tests with each, and runs
// those that should catch it.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure, atRoot, filesBelow } from '../shared.mjs';
import { filterOf, testFolders } from './list.mjs';

// As deep as a checkout and its presets, so that a compiler cache knows what it has compiled before.
const copy = atRoot('build/mutants/core');
const built = join(copy, 'build/native-tests');
const program = join(built, 'eegate_tests');
const runs = atRoot('build/mutants/runs');

const options = [
  ...['-DCMAKE_BUILD_TYPE=Debug', '-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g0', '-DCMAKE_C_FLAGS_DEBUG=-O1'],
  ...['-DEEGATE_ONE_TARGET=ON', '-DEEGATE_WERROR=OFF', '-DEEGATE_JOIN_SOURCES=OFF'],
  `-DEEGATE_TEST_FOLDERS=${testFolders.join(';')}`,
];

const allSkipped = 4; // Catch2's exit code
const shortestLimit_s = 60;

/** The mutants with what became of them: caught, survived, skipped or "does not compile". */
export async function runCore(mutants) {
  console.log(`core: ${mutants.length} faults; building without any`);
  copySources();
  await mustPass('cmake', ['--preset', 'native-tests', ...options]);
  await mustPass('cmake', buildArguments);
  const limits = await checkUnmutated(mutants);
  rmSync(runs, { recursive: true, force: true });
  mkdirSync(runs, { recursive: true });
  const results = [];
  let last = Promise.resolve(); // while the tests of one run, the next is compiled
  for (const mutant of inOrder(mutants)) {
    const limit_s = limits.get(filterOf(mutant));
    const planted = limit_s === null ? {} : await plant(mutant);
    await last;
    last = judge(mutant, planted, limit_s).then((result) => {
      results.push(result);
      tell(result, `${results.length}/${mutants.length}`);
    });
  }
  await last;
  return results;
}

/** Those of one file follow each other: it is compiled without a fault less often. */
const inOrder = (mutants) =>
  mutants.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));

function tell({ outcome, area, id, said, seconds, accepted }, count) {
  console.log(`${outcome.padEnd(10)} ${count.padEnd(8)} ${area}: ${id} (${seconds} s)`);
  if (outcome === 'survived') console.log(accepted ? `  accepted: ${accepted}` : `  ${said}`);
  if (outcome === 'does not compile') console.log(said.split('\n').slice(-20).join('\n'));
}

/** Sources and tests that differ from those of the copy, which may hold a fault of a run that was interrupted. */
function copySources() {
  const wanted = new Set([
    ...['CMakeLists.txt', 'CMakePresets.json', '.eegate-tools.json'],
    ...filesBelow('cmake'),
    ...filesBelow('src'),
    ...filesBelow('tests', (file) => /(\.cc|\.h|CMakeLists\.txt)$/.test(file)),
  ]);
  for (const file of wanted) {
    const [from, to] = [atRoot(file), join(copy, file)];
    if (!existsSync(from)) continue;
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  for (const folder of ['cmake', 'src', 'tests']) {
    for (const entry of readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })) {
      const file = relative(copy, join(entry.parentPath ?? entry.path, entry.name));
      if (entry.isFile() && !wanted.has(file)) rmSync(join(copy, file));
    }
  }
}

const buildArguments = ['--build', '--preset', 'native-tests', '--target', 'eegate_tests'];

/** Every filter finds tests and passes without a fault; how long that took sets the limit with one. Filter -> seconds. */
async function checkUnmutated(mutants) {
  const limits = new Map();
  for (const filter of new Set(mutants.map(filterOf))) {
    const { code, seconds, said } = await execute(program, testArguments(filter));
    if (code !== 0 && code !== allSkipped)
      throw new Failure(`without any fault these tests fail: ${filter}\n${said}`);
    limits.set(filter, code === allSkipped ? null : Math.max(shortestLimit_s, 10 * seconds));
  }
  return limits;
}

const testArguments = (filter) => [filter, '--abort', '--colour-mode', 'none'];

/** The program with the fault in it, or what the compiler said. The copy is whole again afterwards. */
async function plant({ id, file, from, to }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const { code, said } = await execute('cmake', buildArguments);
  writeFileSync(path, source);
  if (code !== 0) return { said };
  const mutated = join(runs, id);
  copyFileSync(program, mutated);
  return { mutated };
}

/** A test that fails, crashes or does not come to an end has caught it. */
async function judge(mutant, { mutated, said }, limit_s) {
  if (limit_s === null) return { ...mutant, outcome: 'skipped', said: 'no data', seconds: 0 };
  if (!mutated) return { ...mutant, outcome: 'does not compile', said, seconds: 0 };
  const { code, seconds } = await execute(mutated, testArguments(filterOf(mutant)), limit_s);
  rmSync(mutated);
  const survived = code === 0 || code === allSkipped;
  return {
    ...mutant,
    outcome: survived ? 'survived' : 'caught',
    said: `${mutant.what} (${mutant.file})`,
    seconds: Math.round(seconds),
  };
}

async function mustPass(command, args) {
  const { code, said } = await execute(command, args);
  if (code !== 0) throw new Failure(`${command} failed (${code})\n${said}`);
}

/** Runs a command in the copy; one that takes longer than its limit is ended. Resolves to its code, output and time. */
function execute(command, args, limit_s) {
  return new Promise((resolve, reject) => {
    const start = Date.now();
    const child = spawn(command, args, {
      cwd: copy,
      env: {
        ...process.env,
        EEGATE_TEST_DATA: atRoot('tests/data'),
        EEGATE_CLI: join(built, 'eegate'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = limit_s && setTimeout(() => child.kill('SIGKILL'), limit_s * 1000);
    let said = '';
    const keep = (text) => (said = (said + text).slice(-20_000));
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, said, seconds: (Date.now() - start) / 1000 });
    });
  });
}
