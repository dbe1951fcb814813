// npm run bench:versions -- --before=DIST -> bench/results/versions.md
// Two builds of eegate in one run: the time to the first prediction in a fresh browser, and the cost of calls in one page, in turn.
//   --before=DIST   a folder dist/ of another version; dist/ of this checkout is what it is compared with
import { parseArgs } from 'node:util';
import { Failure, atRoot, main } from '../scripts/shared.mjs';
import { launchChromium, machine, median, serveFolders, table, writeResults } from './shared.mjs';

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, repeats: { type: 'string', default: '15' } },
});
const versions = ['before', 'after'];

const opened = (version) => `await (async () => {
  const { createEngine } = await import('/${version}/eegate.js');
  const engine = await createEngine({ workers: 'none' });
  const bytes = await (await fetch('/after/models/eyes8.safetensors')).arrayBuffer();
  const network = await engine.loadModel(bytes.slice(0));
  const x = new Float32Array(8 * (network.card?.config ?? network.config).n_times).map((_, i) => Math.sin(i));
  return { engine, network, bytes, x };
})()`;

const firstPage = (version) => `
const { network, x } = ${opened(version)};
const logits = await network.predict(x, { batch: 1 });
globalThis.measured = { first: performance.now(), logits: [...(logits.data ?? logits)] };`;

/** Blocks of calls of the two versions take turns; a block's figure is its mean. */
const callsPage = `
const sides = { before: ${opened('before')}, after: ${opened('after')} };
const calls = {
  'predict() of one trial': [200, ({ network, x }) => network.predict(x, { batch: 1 })],
  'a call without work': [200, ({ engine }) => engine.engines()],
  'loadModel() and close()': [20, async ({ engine, bytes }) => (await engine.loadModel(bytes.slice(0))).close()],
};
const meanOf = async (n, call, side) => {
  const start = performance.now();
  for (let i = 0; i < n; i++) await call(side);
  return (performance.now() - start) / n;
};
const measured = {};
for (const [title, [n, call]] of Object.entries(calls)) {
  measured[title] = { before: [], after: [] };
  for (let block = 0; block < 42; block++) {
    for (const version of block % 2 ? ['before', 'after'] : ['after', 'before']) {
      const ms = await meanOf(n, call, sides[version]);
      if (block > 1) measured[title][version].push(ms);
    }
  }
}
globalThis.measured = measured;`;

async function measuredIn(url, place) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const failed = new Promise((_, reject) => page.once('pageerror', reject));
    await page.goto(`${url}/${place}`);
    const done = page.waitForFunction(() => globalThis.measured, null, { timeout: 300_000 });
    await Promise.race([done, failed]);
    return { ...(await page.evaluate(() => globalThis.measured)), browser: browser.version() };
  } finally {
    await browser.close();
  }
}

/** The median of the ratios of neighbours in time, which share what else the machine does. */
function row(title, { before, after }) {
  const ratio = median(after.map((ms, i) => ms / before[i])).toFixed(3);
  return [title, median(before).toPrecision(4), median(after).toPrecision(4), ratio];
}

async function firstPredictions(url) {
  const runs = { before: [], after: [] };
  for (let i = 0; i < Number(options.repeats); i++)
    for (const version of i % 2 === 0 ? versions : [...versions].reverse())
      runs[version].push(await measuredIn(url, version));
  return runs;
}

main(async () => {
  if (!options.before)
    throw new Failure('--before=DIST is needed: a folder dist/ of another version');
  const folders = { '/before/': `${options.before}/`, '/after/': atRoot('dist/') };
  const pages = {
    '/before': firstPage('before'),
    '/after': firstPage('after'),
    '/calls': callsPage,
  };
  const html = (path) =>
    pages[path] &&
    `<!doctype html><title>bench</title><script type="module">${pages[path]}</script>`;
  const server = await serveFolders(folders, (path) => html(path) ?? null);
  const runs = await firstPredictions(server.url);
  const { browser, ...calls } = await measuredIn(server.url, 'calls');
  server.close();
  const [a, b] = versions.map((version) => runs[version][0].logits);
  const apart = Math.max(...b.map((value, i) => Math.abs(value - a[i])));
  const first = Object.fromEntries(versions.map((v) => [v, runs[v].map((run) => run.first)]));
  const rows = [['first prediction after navigation', first], ...Object.entries(calls)];
  const lines = [
    '# Two versions in one run',
    '',
    `The first prediction: a fresh browser for each of ${options.repeats} runs; calls: 40 blocks in one page; always alternating, on one thread. The bundled model of 8 electrodes; logits ${apart === 0 ? 'the same' : `different by ${apart.toExponential(0)}`}; ${machine()}; Chromium ${browser}. Made by \`npm run bench:versions\`.`,
    '',
    table(
      ['', 'before, ms', 'after, ms', 'ratio'],
      rows.map((args) => row(...args)),
    ),
    '',
  ].join('\n');
  console.log(lines);
  writeResults('versions.md', lines);
});
