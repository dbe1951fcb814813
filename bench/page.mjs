// What a user waits for, measured in Chromium on the built page: npm run bench:page [-- RECORDING.edf]
// Prints a table and writes it to bench/results/page.md, where notes stay. Reports only; no test depends on it.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { appOf } from './interactions.mjs';
import { median, writeResults } from './shared.mjs';

const repeats = 9;
const root = new URL('..', import.meta.url).pathname;
const tools = join(root, '.eegate-tools.json');
const executablePath = existsSync(tools)
  ? JSON.parse(readFileSync(tools, 'utf8')).chromium
  : undefined;
const recording =
  process.argv[2] ?? join(process.env.EEGATE_DATA ?? '', 'eegmmidb/S001/S001R02.edf');
if (!existsSync(recording)) {
  console.error('Give a recording, or set EEGATE_DATA.');
  process.exit(2);
}

const range = (values) =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
const rows = [];

/** What a page asks for until it is ready, compressed as a server would. */
async function measureSizes(browser, port) {
  const gzip = (name) => gzipSync(readFileSync(join(root, 'dist', name)), { level: 9 }).length;
  const predicting = ['eegate.js', 'eegate-worker.js', 'eegate-predict-relaxed.wasm'];
  rows.push([
    'engine that predicts, gzip KB',
    (predicting.reduce((sum, name) => sum + gzip(name), 0) / 1e3).toFixed(1),
    predicting.map((name) => `${name} ${(gzip(name) / 1e3).toFixed(1)}`).join(', '),
  ]);
  for (const name of ['eegate-simd.wasm', 'eegate-relaxed.wasm']) {
    rows.push([
      `${name}, gzip KB`,
      (gzip(name) / 1e3).toFixed(1),
      `${statSync(join(root, 'dist', name)).size} bytes raw`,
    ]);
  }
  const names = new Set();
  const page = await browser.newPage();
  page.on('response', (response) => {
    const { protocol, pathname } = new URL(response.url());
    if (protocol === 'http:') names.add(pathname.slice(1));
  });
  await page.goto(`http://localhost:${port}/`);
  await (await appOf(page)).getByText('Ready', { exact: true }).waitFor();
  await page.waitForTimeout(1000);
  await page.close();
  const total = [...names].reduce((sum, name) => sum + gzip(name || 'index.html'), 0);
  rows.push([
    'everything the page loads, gzip KB',
    (total / 1e3).toFixed(1),
    `${names.size} files, the bundled models among them`,
  ]);
}

/** The frame that the page runs in. */
async function open(browser, port) {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  const app = await appOf(page);
  await app.getByText('Ready', { exact: true }).waitFor();
  return app;
}

async function measureRecording(browser, port) {
  const toTable = [],
    again = [];
  for (let i = 0; i < repeats; ++i) {
    const app = await open(browser, port);
    const start = performance.now();
    await app.getByLabel('Open recording').setInputFiles(recording);
    const classify = app.getByRole('button', { name: 'Classify', exact: true });
    await classify.click(); // waits until it is enabled
    await app.getByRole('region', { name: 'Results' }).locator('tbody tr').first().waitFor();
    toTable.push(performance.now() - start);
    await app
      .getByRole('status')
      .getByText(/^Classified/)
      .waitFor();
    await classify.click();
    await app.waitForTimeout(400);
    const text = await app.getByRole('status').innerText();
    const took = /in ([\d.]+)\s(m?s)/.exec(text);
    if (!took) throw new Error(`no time in ${JSON.stringify(text)}`);
    again.push(Number(took[1]) * (took[2] === 's' ? 1000 : 1));
    await app.page().close();
  }
  rows.push([
    'file chosen to first row of the table, ms',
    range(toTable),
    `${repeats} fresh pages`,
  ]);
  rows.push([
    'classify the whole recording, ms',
    range(again),
    'reading, filtering and the model, as the page reports it',
  ]);
}

async function measureHuge(browser, port) {
  const folder = mkdtempSync(join(tmpdir(), 'eegate-'));
  const header = Buffer.from(readFileSync(recording).subarray(0, 256 * 66));
  const recordBytes = (64 * 160 + 80) * 2;
  const nRecords = Math.ceil(2 ** 31 / recordBytes);
  header.write(String(nRecords).padEnd(8), 236, 'latin1');
  const file = openSync(join(folder, 'huge.edf'), 'w');
  writeSync(file, header);
  ftruncateSync(file, header.length + nRecords * recordBytes); // sparse
  closeSync(file);
  const app = await open(browser, port);
  const start = performance.now();
  await app.getByLabel('Open recording').setInputFiles(join(folder, 'huge.edf'));
  await app
    .getByText(/read so far/)
    .first()
    .waitFor({ state: 'attached' });
  rows.push([
    '2 GiB recording to its first traces, ms',
    Math.round(performance.now() - start),
    'sparse file',
  ]);
  const heap = await app.evaluate(() => performance.memory.usedJSHeapSize);
  const wasm = await app.evaluate(
    () => /workers · ([\d.]+)\sMB/.exec(document.querySelector('.engine')?.textContent ?? '')?.[1],
  );
  rows.push([
    'memory with it open, MiB',
    `${(heap / 2 ** 20).toFixed(0)} + ${wasm} MB`,
    'JavaScript heap of the page + WebAssembly of all engines at start',
  ]);
  await app.page().close();
  rmSync(folder, { recursive: true });
}

const server = await serve({ port: 0 });
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-quic',
  ],
});
try {
  await measureSizes(browser, server.address().port);
  await measureRecording(browser, server.address().port);
  await measureHuge(browser, server.address().port);
  const text = [
    '# The page',
    '',
    `${cpus().length} cores, ${cpus()[0].model.trim()}; Chromium ${browser.version()}; recording ${recording.split('/').pop()}; median (range).`,
    '',
    '| what | measured | note |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
  console.log(text);
  writeResults('page.md', text);
} finally {
  await browser.close();
  server.close();
}
