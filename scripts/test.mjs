// npm test: sets up, builds, and runs what must hold before a change lands. npm run test:all runs every suite, npm test -- NAME...
// those named. The last line is "N passed, N failed, N skipped".
//   EEGATE_DATA, EEGATE_GOLDEN   folders of recordings and golden cases; tests that need them are skipped without them
// Every suite leaves JUnit XML in build/reports; the counts come from there. A suite that crashes, or has no tests, fails.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { build, cmakeBuild } from './build.mjs';
import { check } from './check.mjs';
import { gallery } from './gallery.mjs';
import { compareBuilds } from './reproducible.mjs';
import { setup } from './setup.mjs';
import { Failure, atRoot, main, output, status } from './shared.mjs';
import { countsOf, junit, report, summarise } from './test_reports.mjs';
import { weighReaders } from './weigh_readers.mjs';

/** Tests of many seconds whose results the bits of the kernels decide, which other tests compare between systems. */
const isLight = '~[heavy]';

/** Tests of the package that bundlers have built. */
const bundled = 'unconfigured|a worker of another build';

// Each suite builds what it needs (`compile`), runs (`run`, which resolves to an exit code), and leaves its report. `lane` tells
// what it may run beside: suites of other lanes; what drives a browser has the machine to itself.
const suites = {
  checks: {
    lane: 'core',
    async run() {
      return told('checks', await check());
    },
  },
  /** The core and the command, optimised, on every instruction set of this machine. */
  native: {
    lane: 'core',
    compile: () => cmakeBuild('native-tests'),
    run: () => native('native', 'native-tests'),
  },
  /** Tests of TypeScript that need no browser; some run the native command. */
  web: {
    lane: 'core',
    compile: () => cmakeBuild('native-tests'),
    run: () => vitest('web'),
  },
  /** What reads bytes that nobody vouches for, under sanitizers. */
  sanitizers: {
    lane: 'other',
    compile: () => cmakeBuild('native-bytes', 'eegate_tests'),
    run: () => native('sanitizers', 'native-bytes', [isLight]),
  },
  /** The core in WebAssembly with relaxed SIMD, and where the kernels decide the bits with plain SIMD. */
  wasm: {
    lane: 'other',
    compile: () => cmakeBuild('wasm', 'eegate_tests_relaxed'),
    run: () => inNode('wasm', 'wasm', 'relaxed', [isLight]),
  },
  'wasm-simd': {
    lane: 'other',
    compile: () => cmakeBuild('wasm', 'eegate_tests_simd'),
    run: () => inNode('wasm-simd', 'wasm', 'simd', ['[kernels],[bits]']),
  },
  package: {
    browsers: ['browser'],
    run: () => playwright('tests/package', [`--grep-invert=${bundled}`], 'package'),
  },
  e2e: {
    browsers: ['browser'],
    run: () =>
      playwright('e2e', ['--project=chromium', '--project=headless', '--project=alone'], 'e2e'),
  },

  // From here on: test:all and by name.
  'e2e-more': {
    more: true,
    browsers: ['browser'],
    run: () => playwright('e2e', ['--project=more'], 'e2e-more'),
  },
  firefox: {
    more: true,
    browsers: ['browser', 'firefox'],
    run: () => playwright('e2e', ['--project=firefox'], 'firefox'),
  },
  webkit: { more: true, run: webkit },
  bundlers: {
    more: true,
    browsers: ['browser'],
    run: () => playwright('tests/package', [`--grep=${bundled}`], 'bundlers'),
  },
  /** The documentation site is built, its links are followed, its elements run. */
  docs: { more: true, browsers: ['browser'], run: docs },
  /** The public benchmark, beside the libraries of bench/package.json. */
  benchmark: { more: true, browsers: ['browser'], run: benchmark },
  /** Components in their states: pictures, and axe in every look. */
  gallery: {
    more: true,
    browsers: ['browser'],
    run: () => gallery({ report: report('gallery') }),
  },
  /** All of the core's tests under sanitizers. */
  'sanitizers-all': {
    more: true,
    compile: () => cmakeBuild('native-asan'),
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
    compile: () => cmakeBuild('wasm', 'eegate_tests_relaxed'),
    run: () => inNode('wasm-all', 'wasm', 'relaxed'),
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
    browsers: ['browser'],
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
  /** Faults that the tests have to catch; half an hour. */
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
  await cmakeBuild('wasm-xnnpack', 'eegate_tests_relaxed');
  return inNode('wasm-xnnpack', 'wasm-xnnpack', 'relaxed');
}

/** A minute of all fuzz targets together, from the kept corpus. */
async function fuzzAll() {
  const { fuzzer } = await setup({ fuzz: true });
  if (!fuzzer)
    return skipped('fuzz', 'clang-19 with libFuzzer (Debian: libclang-rt-19-dev) is not here');
  await cmakeBuild('native-fuzz');
  const results = {};
  for (const target of fuzzTargets()) results[target] = (await fuzz(target)) === 0;
  return told('fuzz', results);
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

/** The core's tests in WebAssembly, with plain or relaxed SIMD. */
function inNode(suite, preset, kind, tests = []) {
  const program = `build/${preset}/eegate_tests_${kind}.cjs`;
  return status(
    'node',
    [...(kind === 'relaxed' ? relaxedFlag() : []), ...[program, ...tests, ...catch2(suite)]],
    { env: { EEGATE_TEST_DATA: atRoot('tests/data') } },
  );
}

/** Those that were built: not each has a corpus of its own. */
const fuzzTargets = () =>
  readdirSync(atRoot('build/native-fuzz')).flatMap((name) => /^fuzz_(\w+)$/.exec(name)?.[1] ?? []);
const fuzzSeconds = 60;

/** What it finds stays in build/fuzz: an input that fails, and inputs that reach something new. */
function fuzz(target) {
  const found = atRoot('build/fuzz', target);
  mkdirSync(found, { recursive: true });
  const seconds = Math.max(1, Math.floor(fuzzSeconds / fuzzTargets().length));
  const options = [
    `-max_total_time=${seconds}`,
    '-max_len=2048',
    '-entropic_scale_per_exec_time=1', // slow inputs less often
    '-timeout=10',
    '-rss_limit_mb=1024',
  ];
  const seeds = [atRoot('tests/fuzz/corpus', target), atRoot('tests/data', target)];
  const folders = [found, ...seeds.filter((folder) => existsSync(folder))];
  return status(
    atRoot('build/native-fuzz', `fuzz_${target}`),
    [...options, '-verbosity=0', '-print_final_stats=1', `-artifact_prefix=${found}-`, ...folders],
    {
      env: {
        ASAN_OPTIONS: 'quarantine_size_mb=8:malloc_context_size=2',
        UBSAN_OPTIONS: 'print_stacktrace=1',
      },
    },
  );
}

main(async () => {
  const names = chosen(process.argv.slice(2));
  const browsers = Object.fromEntries(
    names.flatMap((name) => suites[name].browsers ?? []).map((b) => [b, true]),
  );
  const setUp = setup(browsers); // goes on while the core is compiled
  setUp.catch(() => undefined); // awaited below
  await build();
  mkdirSync(atRoot('build/reports'), { recursive: true });
  const results = new Map();
  const run = async (name, problem) => results.set(name, await runSuite(name, problem));
  await inLanes(
    names.filter((name) => suites[name].lane),
    run,
  );
  await setUp;
  for (const name of names.filter((name) => !suites[name].lane))
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

/**
 * Compilers use all cores, one preset after the other; what is compiled runs on one core while the next is compiled, one suite of a
 * lane at a time. None of these tests depends on a clock.
 */
async function inLanes(names, run) {
  const lanes = {};
  for (const name of names) {
    const { lane } = suites[name];
    const problem = await compiled(name);
    lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(() => run(name, problem));
  }
  await Promise.all(Object.values(lanes));
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

async function runSuite(name, problem) {
  console.log(`\n--- ${name}`);
  rmSync(report(name), { force: true });
  const start = Date.now();
  const outcome = problem
    ? problem.message
    : await suites[name].run().catch((error) => error.message);
  const counts = { ...countsOf(report(name)), seconds: Math.round((Date.now() - start) / 1000) };
  const fail = (problem) => ({ ...counts, failed: counts.failed + 1, problem: `  (${problem})` });
  if (counts.passed + counts.failed + counts.skipped === 0) return fail(`no tests ran: ${outcome}`);
  const allSkipped = counts.passed + counts.failed === 0; // which Catch2 reports by an exit code of its own
  if (outcome !== 0 && counts.failed === 0 && !allSkipped) return fail(`ended with ${outcome}`);
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
