// npm test [suite...]: sets up, builds, runs every suite (or those named) and ends with one line "N passed, N failed, N skipped".
//   EEGATE_DATA, EEGATE_GOLDEN   folders of recordings and golden cases; tests that need them are skipped without them
// Every suite leaves JUnit XML in build/reports; the counts come from there. A suite that crashes, or has no tests, fails.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { build, cmakeBuild } from './build.mjs';
import { checkFloors } from './check_floors.mjs';
import { setup } from './setup.mjs';
import { Failure, atRoot, main, output, status } from './shared.mjs';

const report = (suite) => atRoot('build/reports', `${suite}.xml`);

// Each suite builds what it needs, runs, and leaves its report; it resolves to an exit code.
const suites = {
  async checks() {
    const types = await status('tsc', ['--noEmit']);
    const results = { floors: checkFloors() === 0, types: types === 0 };
    writeFileSync(report('checks'), junit(results));
    return Object.values(results).every(Boolean) ? 0 : 1;
  },
  async native() {
    await cmakeBuild('native-asan');
    return status(atRoot('build/native-asan/eegate_tests'), catch2('native'), {
      env: { ASAN_OPTIONS: 'detect_stack_use_after_return=1', UBSAN_OPTIONS: 'print_stacktrace=1' },
    });
  },
  'wasm-simd': () => inNode('wasm-simd'),
  'wasm-relaxed': () => inNode('wasm-relaxed'),
  async 'wasm-xnnpack'() {
    const { sources } = await setup();
    if (!existsSync(`${sources}/xnnpack`)) {
      console.log('skipped: the sources of XNNPACK are not here (see CONTRIBUTING.md)');
      writeFileSync(report('wasm-xnnpack'), junit({ xnnpack: null }));
      return 0;
    }
    return inNode('wasm-xnnpack');
  },
  async xnnpack() {
    if (!existsSync('/usr/include/xnnpack.h')) {
      console.log('skipped: XNNPACK (Debian: libxnnpack-dev, libpthreadpool-dev) is not here');
      writeFileSync(report('xnnpack'), junit({ xnnpack: null }));
      return 0;
    }
    await cmakeBuild('native-xnnpack', 'eegate', 'eegate_tests');
    return status(atRoot('build/native-xnnpack/eegate_tests'), catch2('xnnpack'));
  },
  /** What takes minutes: networks of tens of millions of weights learn. */
  async slow() {
    await cmakeBuild('native-tests', 'eegate_tests');
    return status(atRoot('build/native-tests/eegate_tests'), ['[slow]', ...catch2('slow')]);
  },
  async web() {
    return status('vitest', [
      'run',
      '--reporter=default',
      '--reporter=junit',
      `--outputFile.junit=${report('web')}`,
    ]);
  },
  async package() {
    await setup({ browser: true });
    return status('playwright', ['test', '--config=tests/package']);
  },
  /** A minute of all fuzz targets together, from the kept corpus. */
  async fuzz() {
    const { fuzzer } = await setup({ fuzz: true });
    if (!fuzzer) {
      console.log('skipped: clang-19 with libFuzzer (Debian: libclang-rt-19-dev) is not here');
      writeFileSync(report('fuzz'), junit(Object.fromEntries(fuzzTargets().map((t) => [t, null]))));
      return 0;
    }
    await cmakeBuild('native-fuzz');
    const results = {};
    for (const target of fuzzTargets()) results[target] = (await fuzz(target)) === 0;
    writeFileSync(report('fuzz'), junit(results));
    return Object.values(results).every(Boolean) ? 0 : 1;
  },
  async webkit() {
    const missing = await setup({ webkit: true }).then(
      () => null,
      (error) => error.message,
    );
    if (missing) {
      console.log(
        `skipped: WebKitGTK and its driver are not here and could not be installed (${missing})`,
      );
      writeFileSync(report('webkit'), junit({ stories: null }));
      return 0;
    }
    return status('node', ['e2e/webkit/stories.mjs']);
  },
  async e2e() {
    await setup({ browser: true });
    return status('playwright', ['test', '--config=e2e'], {
      env: { EEGATE_E2E_PORT: await freePort() },
    });
  },
};

/** The core's tests of a WebAssembly preset. */
async function inNode(preset) {
  await cmakeBuild(preset, 'eegate_tests');
  const tests = [`build/${preset}/eegate_tests.cjs`, ...catch2(preset)];
  return status('node', preset === 'wasm-simd' ? tests : [...relaxedFlag(), ...tests]);
}

const onlyByName = ['xnnpack', 'wasm-xnnpack', 'slow'];
const fuzzTargets = () => readdirSync(atRoot('tests/fuzz/corpus'));
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
  const folders = [found, atRoot('tests/fuzz/corpus', target)];
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
  const usual = Object.keys(suites).filter((name) => !onlyByName.includes(name));
  const names = process.argv.length > 2 ? process.argv.slice(2) : usual;
  const unknown = names.filter((name) => !suites[name]);
  if (unknown.length > 0)
    throw new Failure(`no suite ${unknown}; there are ${Object.keys(suites).join(', ')}`);
  await build();
  mkdirSync(atRoot('build/reports'), { recursive: true });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const results = new Map();
  for (const lanes of plan(names)) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane) results.set(name, await runSuite(name));
      }),
    );
  }
  for (const name of names) {
    const counts = results.get(name);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
    lines.push(`${name.padEnd(14)}${counted(counts)}${counts.problem ?? ''}`);
    lines.push(...counts.failures.map((failure) => `    failed: ${failure}`));
  }
  console.log(`\n${lines.join('\n')}\n${counted(sum)}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
});

/**
 * Steps after each other, each of lanes that run at the same time. The core's tests natively, in WebAssembly and under the fuzzer
 * depend on no clock and use one core each; what drives a browser has the machine to itself.
 */
function plan(names) {
  const lanes = [['native'], ['wasm-simd', 'wasm-relaxed', 'wasm-xnnpack', 'fuzz']];
  const wanted = lanes.map((lane) => lane.filter((name) => names.includes(name)));
  const others = (names) =>
    names.filter((name) => !lanes.flat().includes(name)).map((name) => [[name]]);
  const [first, ...rest] = others(names);
  return [...(first ? [first] : []), wanted, ...rest];
}

const counted = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

async function runSuite(name) {
  console.log(`\n--- ${name}`);
  rmSync(report(name), { force: true });
  const outcome = await suites[name]().catch((error) => error.message);
  const counts = countsOf(report(name));
  const fail = (problem) => ({ ...counts, failed: counts.failed + 1, problem: `  (${problem})` });
  if (counts.passed + counts.failed + counts.skipped === 0) return fail(`no tests ran: ${outcome}`);
  const allSkipped = counts.passed + counts.failed === 0; // which Catch2 reports by an exit code of its own
  if (outcome !== 0 && counts.failed === 0 && !allSkipped) return fail(`ended with ${outcome}`);
  return counts;
}

/** Counts test cases, not the totals that the reporters write: Catch2's are totals of assertions. */
function countsOf(file) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [, attributes, body = ''] of xml.matchAll(
    /<testcase\b((?:"[^"]*"|[^">])*?)(?:\/>|>([^]*?)<\/testcase>)/g,
  )) {
    if (/<(failure|error)\b/.test(body)) {
      counts.failed++;
      counts.failures.push(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? 'a test without a name');
    } else if (/<skipped\b/.test(body) || /status="skipped"/.test(attributes)) counts.skipped++;
    else counts.passed++;
  }
  return counts;
}

function junit(results) {
  const cases = Object.entries(results).map(
    ([name, passed]) =>
      `<testcase name="${name}">${passed === null ? '<skipped/>' : passed ? '' : '<failure/>'}</testcase>`,
  );
  return `<testsuite name="checks">${cases.join('')}</testsuite>\n`;
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
