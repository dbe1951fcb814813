// npm run bench:covariances [-- --no-build] [--native=PRESET]: classifiers of covariances, natively and in Chromium, and what
// Train's "Compare methods" asks of the built package -> bench/results/covariances.md
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { atRoot, main } from '../scripts/shared.mjs';
import { setupCompilers } from '../scripts/setup.mjs';
import {
  buildBenchmark,
  installedChromium,
  jsonLines,
  machine,
  median,
  printedBy,
  printedInPage,
  serveFolders,
  table,
  writeResults,
} from './shared.mjs';

const { values: options } = parseArgs({
  options: {
    'no-build': { type: 'boolean', default: false },
    native: { type: 'string', default: 'native-release' },
  },
});
const builds = ['relaxed', 'simd'];
const data = join(process.env.EEGATE_DATA ?? atRoot('.data'), 'eegmmidb/S001');
/** Runs of left or right fists: the imagined ones, and those with the real movements. */
const dataSets = [
  ['04', '08', '12'],
  ['03', '04', '07', '08', '11', '12'],
].map((runs) => runs.map((run) => `S001R${run}.edf`));
const figure = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));

/** Runs in a page: milliseconds of a comparison, as the page asks for it. */
async function compareInPage({ runs, workers, recipe }) {
  const { createEngine } = await import('/dist/eegate.js');
  const engine = await createEngine({ workers });
  const recordings = [];
  for (const run of runs) {
    const bytes = await (await fetch(`/data/${run}`)).arrayBuffer();
    recordings.push(await engine.openRecording(new File([bytes], run)));
  }
  const start = performance.now();
  let prepared = 0;
  const { models } = await engine.compare({
    data: recordings.map((recording) => ({ recording, recipe })),
    onPreparing: () => (prepared = performance.now() - start),
  });
  const all = performance.now() - start;
  const fits = Object.fromEntries(models.map(({ preset, seconds }) => [preset, 1000 * seconds]));
  await engine.close();
  return { prepared, all, fits };
}

/** Processor time of a process and all its descendants, in ms; Linux counts it in steps of 10 ms. */
function processorMs(pid) {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ');
        return {
          pid: Number(name),
          parent: Number(fields[1]),
          ms: 10 * (+fields[11] + +fields[12]),
        };
      } catch {
        return []; // it ended
      }
    });
  const isOfTree = (one) =>
    one.pid === pid || stats.some((other) => other.pid === one.parent && isOfTree(other));
  return stats.filter(isOfTree).reduce((sum, { ms }) => sum + ms, 0);
}

async function comparisons() {
  const server = await serveFolders({ '/dist/': atRoot('dist'), '/data/': data });
  const browser = await chromium.launchServer({
    executablePath: installedChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  const recipe = {
    version: 1,
    bandpass: { low_hz: 0.5, high_hz: 55, order: 2, mode: 'zero_phase' },
    epochs: { by: 'annotation', labels: { T1: 'left', T2: 'right' }, tmin_s: 0, tmax_s: 3 },
  };
  const rows = [];
  const cases = dataSets.flatMap((runs) => [1, 2].map((workers) => ({ runs, workers })));
  for (const { runs, workers } of cases) {
    const found = [];
    for (let i = 0; i < 5; i++) {
      const connected = await chromium.connect(browser.wsEndpoint());
      const page = await connected.newPage();
      await page.goto(server.url);
      const before = processorMs(browser.process().pid);
      const one = await page.evaluate(compareInPage, { runs, workers, recipe });
      found.push({ ...one, processor: processorMs(browser.process().pid) - before });
      await connected.close();
    }
    const of = (value) => figure(Math.min(...found.map(value)));
    const fit = (name) => of(({ fits }) => fits[name]);
    rows.push([
      `${runs.length} runs, ${workers} worker${workers > 1 ? 's' : ''}`,
      ...[of((one) => one.prepared), fit('tangent_space'), fit('fgmdm'), fit('mdm'), fit('csp')],
      ...[of((one) => one.all), figure(median(found.map(({ all }) => all)))],
      of((one) => one.processor),
    ]);
  }
  await browser.close();
  server.close();
  return rows;
}

main(async () => {
  if (!options['no-build']) {
    await setupCompilers();
    await buildBenchmark(options.native, 'eegate_bench_covariances');
    await buildBenchmark('wasm', ...builds.map((build) => `eegate_bench_covariances_${build}`));
  }
  const native = atRoot('build', options.native, 'eegate_bench_covariances');
  const columns = [jsonLines(printedBy(native))];
  let version = '';
  for (const build of builds) {
    const printed = await printedInPage('wasm', `eegate_bench_covariances_${build}`);
    columns.push(jsonLines(printed.text));
    version = printed.version;
  }
  const goals = {
    'eigenproblem of 64': ['0.4', ''],
    'fit: tangent space, logistic regression': ['500', '1500'],
    'fit: common spatial patterns': ['20', ''],
    'comparison of these four, five folds': ['2000', '2000'],
  };
  const rows = columns[0].map(({ name }, i) => [
    name,
    ...columns.map((column) => figure(column[i].ms)),
    ...(goals[name] ?? (name.startsWith('a window') ? ['1', '1'] : ['', ''])),
  ]);
  const text = [
    '# Classifiers of covariances',
    '',
    `90 trials of 64 channels, 3 s at 160 Hz, made up; one thread; ${machine()}; Chromium ${version}. Made by \`npm run bench:covariances\`.`,
    'Milliseconds, the fastest of several.',
    '',
    table(
      [
        ...['', 'native', 'Chromium, relaxed SIMD', 'Chromium, plain SIMD'],
        ...['goal, native', 'goal, Chromium'],
      ],
      rows,
    ),
    '',
    ...(existsSync(data) && existsSync(atRoot('dist/eegate.js')) ? await ofPackage() : []),
  ].join('\n');
  console.log(text);
  writeResults('covariances.md', text);
});

async function ofPackage() {
  return [
    '## A comparison by the package',
    '',
    'What "Compare methods" does: three or six runs of one person (S001, runs 4, 8, 12, or also 3, 7, 11; 64 channels of 125 s) are read and filtered',
    'from 0.5 to 55 Hz, 45 or 90 windows of 3 s are cut and filtered from 8 to 32 Hz, and four methods are fitted with each run left out in turn. From the call to',
    'the answer, with the start of the training engine; the fastest of five in milliseconds. Processor time is that of all processes of the browser, start of',
    'the engines and opening of the recordings included; it depends less on what else runs.',
    '',
    table(
      [
        ...['', 'read, filter and cut', 'tangent_space', 'fgmdm', 'mdm', 'csp'],
        ...['whole', 'whole, median', 'processor time'],
      ],
      await comparisons(),
    ),
    '',
  ];
}
