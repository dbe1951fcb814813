// npm test: sets up, builds, and runs what must hold before a change lands. A suite that passed and whose inputs are the same since is
// not run again (test_records.mjs), but for npm test -- --fresh. npm run test:all runs every suite, npm test -- NAME... those named.
// The last line is "N passed, N failed, N skipped".
//   EEGATE_DATA, EEGATE_GOLDEN   folders of recordings and golden cases; tests that need them are skipped without them
// Every suite leaves JUnit XML in build/reports; the counts come from there. A suite that crashes, or has no tests, fails.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { build, cmakeBuild } from './build.mjs';
import { check } from './check.mjs';
import { fuzzEach } from './fuzz.mjs';
import { gallery } from './gallery.mjs';
import { compareBuilds } from './reproducible.mjs';
import { setup } from './setup.mjs';
import { Failure, atRoot, main, output, status } from './shared.mjs';
import {
  everyFile,
  ofCommandStories,
  ofCore,
  ofLibraryStories,
  ofPrograms,
  ofStories,
  testsOfPrograms,
  unitTests,
} from './test_inputs.mjs';
import { inputsOf, records } from './test_records.mjs';
import { countsOf, judged, junit, report, summarise } from './test_reports.mjs';
import { twoAtATime } from './two_at_a_time.mjs';
import { weighReaders } from './weigh_readers.mjs';

/** Tests of many seconds whose results the bits of the kernels decide, which other tests compare between systems. */
const isLight = '~[heavy]';

/** Tests of the package that bundlers have built. */
const bundled = 'unconfigured|a worker of another build';

// Each suite builds what it needs (`compile`), runs (`run`, which resolves to an exit code), and leaves its report. `inputs` is what
// its result depends on; without it the suite always runs. Two suites that are `parallel` run at the same time, in this order, which
// has the longest first; most of what drives a browser has the machine to itself.
const suites = {
  checks: {
    parallel: true,
    inputs: { reads: () => true },
    async run() {
      return told('checks', await check());
    },
  },
  /** What reads bytes that nobody vouches for, under sanitizers. */
  sanitizers: {
    parallel: true,
    needs: ['clang'],
    inputs: ofCore('build/native-bytes/eegate_tests'),
    compile: () => ready.then(() => cmakeBuild('native-bytes', 'eegate_tests')),
    run: () => native('sanitizers', 'native-bytes', [isLight], { EEGATE_SEMANTIC_INPUTS: '60' }), // of each kind
  },
  /** The core and the command, optimised, on every instruction set of this machine. */
  native: {
    parallel: true,
    inputs: ofCore('build/native-tests/eegate_tests', 'build/native-tests/eegate'),
    compile: () => cmakeBuild('native-tests'),
    run: () => native('native', 'native-tests'),
  },
  /** Tests of TypeScript that need neither a browser nor the native command. */
  web: {
    parallel: true,
    inputs: everyFile,
    run: () => vitest('web', unitTests),
  },
  /** The command, the bindings and the package in Node: a change of the page does not run them again. */
  programs: {
    parallel: true,
    inputs: ofPrograms,
    compile: () => cmakeBuild('native-tests'),
    run: () => vitest('programs', testsOfPrograms),
  },
  /** The core without its sessions in WebAssembly with relaxed SIMD, and where the kernels decide the bits with plain SIMD. */
  wasm: {
    parallel: true,
    inputs: ofCore('build/wasm/eegate_tests_relaxed.cjs', 'build/wasm/eegate_tests_relaxed.wasm'),
    compile: () => cmakeBuild('wasm', 'eegate_tests_relaxed'),
    run: () => inNode('wasm', 'wasm', 'tests_relaxed', [isLight]),
  },
  'wasm-simd': {
    parallel: true,
    inputs: ofCore('build/wasm/eegate_tests_simd.cjs', 'build/wasm/eegate_tests_simd.wasm'),
    compile: () => cmakeBuild('wasm', 'eegate_tests_simd'),
    run: () => inNode('wasm-simd', 'wasm', 'tests_simd', ['[kernels],[bits]']),
  },
  package: {
    parallel: true,
    inputs: everyFile,
    needs: ['browser'],
    compile: () => ready, // it may open a page, but is not timed
    run: () => playwright('tests/package', [`--grep-invert=${bundled}`], 'package'),
  },
  /** Stories that compare with the native command; none of them is timed. */
  'e2e-command': {
    parallel: true,
    inputs: ofCommandStories,
    needs: ['browser'],
    compile: () => Promise.all([ready, cmakeBuild('native-tests')]),
    run: () => playwright('e2e', ['--project=command'], 'e2e-command'),
  },
  'e2e-library': {
    inputs: ofLibraryStories,
    needs: ['browser'],
    run: () => playwright('e2e', ['--project=library', '--project=library-alone'], 'e2e-library'),
  },
  e2e: {
    inputs: ofStories,
    needs: ['browser'],
    run: () =>
      playwright('e2e', ['--project=chromium', '--project=headless', '--project=alone'], 'e2e'),
  },

  // From here on: test:all and by name.
  'e2e-more': {
    more: true,
    needs: ['browser'],
    run: () => playwright('e2e', ['--project=more'], 'e2e-more'),
  },
  firefox: {
    more: true,
    needs: ['browser', 'firefox'],
    run: () => playwright('e2e', ['--project=firefox'], 'firefox'),
  },
  webkit: { more: true, run: webkit },
  bundlers: {
    more: true,
    needs: ['browser'],
    run: () => playwright('tests/package', [`--grep=${bundled}`], 'bundlers'),
  },
  /** The documentation site is built, its links are followed, its elements run. */
  docs: { more: true, needs: ['browser'], run: docs },
  /** The public benchmark, beside the libraries of bench/package.json. */
  benchmark: { more: true, needs: ['browser'], run: benchmark },
  /** Components in their states: pictures, and axe in every look. */
  gallery: {
    more: true,
    needs: ['browser'],
    run: () => gallery({ report: report('gallery') }),
  },
  /** All of the core's tests under sanitizers. */
  'sanitizers-all': {
    more: true,
    needs: ['clang'],
    compile: () => ready.then(() => cmakeBuild('native-asan')),
    run: () => native('sanitizers-all', 'native-asan', [], { EEGATE_MUTATIONS: '20000' }),
  },
  /** What runs in several threads, under ThreadSanitizer. */
  threads: {
    more: true,
    compile: () => cmakeBuild('native-tsan'),
    run: () => native('threads', 'native-tsan'),
  },
  /** All of the core's tests in WebAssembly. */
  'wasm-all': {
    more: true,
    compile: () => cmakeBuild('wasm', 'eegate_all_tests_relaxed'),
    run: () => inNode('wasm-all', 'wasm', 'all_tests_relaxed'),
  },
  /** What takes minutes: networks of tens of millions of weights learn. */
  slow: {
    more: true,
    compile: () => cmakeBuild('native-tests'),
    run: () => native('slow', 'native-tests', ['[slow]']),
  },
  /** Memory stays level over ten thousand openings and closings, which takes minutes. */
  cycles: {
    more: true,
    run: () => vitest('cycles', ['tests/closing'], { EEGATE_CYCLES: '10000' }),
  },
  'cycles-page': {
    more: true,
    needs: ['browser'],
    run: () =>
      playwright('e2e', ['--project=more', '--grep=stays level'], 'cycles-page', {
        EEGATE_CYCLES: '10000',
      }),
  },
  /** Two builds in different folders come to the same bytes. */
  reproducible: { more: true, run: reproducible },
  /** What is published is made, complete, and runs alone. */
  release: { more: true, run: releaseAll },
  /** What the readers of formats add to the module of recordings. */
  readers: { more: true, run: async () => told('readers', await weighReaders()) },
  fuzz: { more: true, run: fuzzAll },
  /** Faults that the tests have to catch; 20 minutes. */
  mutants: { more: true, run: () => status('node', ['scripts/mutants.mjs']) },
  xnnpack: { more: true, run: xnnpack },
  'wasm-xnnpack': { more: true, run: wasmXnnpack },
};

function native(suite, preset, tests = [], env = {}) {
  return status(atRoot('build', preset, 'eegate_tests'), [...tests, ...catch2(suite)], {
    env: {
      EEGATE_CLI: atRoot('build', preset, 'eegate'),
      EEGATE_TEST_DATA: atRoot('tests/data'),
      ASAN_OPTIONS: 'detect_stack_use_after_return=1',
      UBSAN_OPTIONS: 'print_stacktrace=1',
      ...env,
    },
  });
}

function vitest(suite, files = [], env = {}) {
  const reporters = ['--reporter=dot', '--reporter=junit', `--outputFile.junit=${report(suite)}`];
  return status('vitest', ['run', ...reporters, ...files], { env });
}

async function playwright(config, options, suite, more = {}) {
  return status('playwright', ['test', `--config=${config}`, ...options], {
    env: {
      EEGATE_E2E_PORT: await freePort(),
      EEGATE_REPORT: report(suite),
      ...more,
    },
  });
}

async function docs() {
  await cmakeBuild('native-tests', 'eegate');
  const { buildDocs } = await import('./docs.mjs');
  await buildDocs({ asBuilt: true }); // what is wrong with its links is a test's to tell
  return playwright('tests/docs', [], 'docs');
}

async function benchmark() {
  await installed('bench');
  const { buildBenchmarkPage } = await import('./build-benchmark.mjs');
  await buildBenchmarkPage();
  return playwright('tests/benchmark', [], 'benchmark');
}

/** Packages that only a part of the checkout needs. */
async function installed(folder) {
  if (existsSync(atRoot(folder, 'node_modules'))) return;
  const code = await status('npm', ['ci', '--prefix', folder, '--ignore-scripts']);
  if (code !== 0) throw new Failure(`npm ci --prefix ${folder} failed`);
}

async function xnnpack() {
  if (!existsSync('/usr/include/xnnpack.h'))
    return skipped('xnnpack', 'XNNPACK (Debian: libxnnpack-dev, libpthreadpool-dev) is not here');
  await cmakeBuild('native-xnnpack', 'eegate', 'eegate_tests');
  return native('xnnpack', 'native-xnnpack');
}

async function wasmXnnpack() {
  const { sources } = await setup();
  if (!existsSync(`${sources}/xnnpack`))
    return skipped('wasm-xnnpack', 'the sources of XNNPACK are not here (see CONTRIBUTING.md)');
  await cmakeBuild('wasm-xnnpack', 'eegate_all_tests_relaxed');
  return inNode('wasm-xnnpack', 'wasm-xnnpack', 'all_tests_relaxed');
}

/** A minute of all fuzz targets together, from the kept corpus. */
async function fuzzAll() {
  const { clang } = await setup({ clang: true });
  if (!clang)
    return skipped('fuzz', 'clang-19 with libFuzzer (Debian: libclang-rt-19-dev) is not here');
  await cmakeBuild('native-fuzz');
  return told('fuzz', await fuzzEach());
}

async function reproducible() {
  await setup();
  return told('reproducible', await compareBuilds());
}

/** The exit code of a suite that answers with what held. */
function told(suite, results) {
  writeFileSync(report(suite), junit(results));
  return Object.values(results).every(Boolean) ? 0 : 1;
}

async function releaseAll() {
  await setup();
  const { checkRelease, release } = await import('./release.mjs'); // which needs packages
  const first = await release();
  const second = await release();
  const results = {
    'a second release has the same bytes': first === second,
    ...(await checkRelease()),
  };
  writeFileSync(report('release'), junit(results));
  return Object.values(results).includes(false) ? 1 : 0;
}

async function webkit() {
  const problem = await setup({ webkit: true }).then(
    () => null,
    (error) => error.message,
  );
  if (problem)
    return skipped('webkit', `WebKitGTK and its driver could not be installed (${problem})`);
  return status('node', ['e2e/webkit/stories.mjs']);
}

function skipped(suite, why) {
  console.log(`skipped: ${why}`);
  writeFileSync(report(suite), junit({ [suite]: null }));
  return 0;
}

/** The core's tests in WebAssembly, a program of tests/CMakeLists.txt with plain or relaxed SIMD. */
function inNode(suite, preset, name, tests = []) {
  const program = `build/${preset}/eegate_${name}.cjs`;
  return status(
    'node',
    [...(name.endsWith('relaxed') ? relaxedFlag() : []), ...[program, ...tests, ...catch2(suite)]],
    { env: { EEGATE_TEST_DATA: atRoot('tests/data') } },
  );
}

/** What setup() installs for the suites that were chosen. */
let ready;
const recorded = records(atRoot('build/passed'), report);

main(async () => {
  const words = process.argv.slice(2);
  const names = chosen(words.filter((word) => word !== '--fresh'));
  const reuses = words.length === 0; // suites that were asked for by name run
  const needs = names.flatMap((name) => suites[name].needs ?? []);
  ready = setup(Object.fromEntries(needs.map((need) => [need, true]))); // goes on while the core is compiled
  ready.catch(() => undefined); // awaited below
  await build();
  mkdirSync(atRoot('build/reports'), { recursive: true });
  const results = new Map();
  const run = async (name, problem) => results.set(name, await runSuite(name, problem, reuses));
  await twoAtATime(
    names.filter((name) => suites[name].parallel),
    compiled,
    run,
  );
  await ready;
  for (const name of names.filter((name) => !suites[name].parallel))
    await run(name, await compiled(name));
  summarise(names, results);
});

function chosen(words) {
  const every = Object.keys(suites);
  if (words.length === 0) return every.filter((name) => !suites[name].more);
  if (words[0] === 'all') return every;
  const unknown = words.filter((name) => !suites[name]);
  if (unknown.length > 0) throw new Failure(`no suite ${unknown}; there are ${every.join(', ')}`);
  return words;
}

/** Builds what a suite runs: what went wrong, or null. */
async function compiled(name) {
  return (
    suites[name].compile?.().then(
      () => null,
      (error) => error,
    ) ?? null
  );
}

async function runSuite(name, problem, reuses) {
  const { inputs } = suites[name];
  const before = inputs && !problem ? inputsOf(inputs) : null;
  if (before && reuses) {
    const { counts, why } = recorded.find(name, before);
    console.log(`\n--- ${name}: ${counts ? 'unchanged since it passed' : why}`);
    if (counts) return { ...counts, unchanged: true };
  } else console.log(`\n--- ${name}`);
  recorded.forget(name);
  rmSync(report(name), { force: true });
  const start = Date.now();
  const outcome = problem
    ? problem.message
    : await suites[name].run().catch((error) => error.message);
  const seconds = Math.round((Date.now() - start) / 1000);
  const counts = judged({ ...countsOf(report(name)), seconds }, outcome);
  if (before) recorded.remember(name, before, inputsOf(inputs), counts);
  return counts;
}

const catch2 = (suite) => [
  ...['--reporter', 'console', '--reporter', `junit::out=${report(suite)}`],
  ...['--colour-mode', process.stdout.isTTY ? 'default' : 'none'], // in node Catch2 believes in a terminal always
];

/** Node 20 runs relaxed SIMD behind a flag that later versions do not know. */
function relaxedFlag() {
  const flag = '--experimental-wasm-relaxed-simd';
  return output('node', ['--v8-options']).includes(flag) ? [flag] : [];
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
