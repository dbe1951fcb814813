// How the page feels, measured in Chromium on the built page: node bench/page_use.mjs
// First screen, answers to key and click while classifying, frames while an 8-hour night of 64 channels scrolls by.
// Prints a table and writes it to bench/results/page_use.md. Reports only; no test depends on it.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';

const root = new URL('..', import.meta.url).pathname;
const tools = join(root, '.eegate-tools.json');
const executablePath = existsSync(tools)
  ? JSON.parse(readFileSync(tools, 'utf8')).chromium
  : undefined;
const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];
const ms = (value) => `${Number(value.toFixed(1))} ms`;
const rows = [];

async function firstScreens(browser, address) {
  const times = { paint: [], largest: [], ready: [] };
  for (let i = 0; i < 7; i++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      window.largest = 0;
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) window.largest = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.goto(address);
    await page.getByRole('heading', { name: 'EEG transformers that run in this page' }).waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    times.ready.push(await page.evaluate(() => performance.now()));
    times.paint.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ),
    );
    times.largest.push(await page.evaluate(() => window.largest));
    await page.close();
  }
  rows.push([
    'first contentful paint',
    ms(quantile(times.paint, 0.5)),
    `7 fresh pages, slowest ${ms(Math.max(...times.paint))}`,
  ]);
  rows.push([
    'largest contentful paint: the whole first screen',
    ms(quantile(times.largest, 0.5)),
    `slowest ${ms(Math.max(...times.largest))}`,
  ]);
  rows.push([
    'ready to classify',
    ms(quantile(times.ready, 0.5)),
    'engine, models and all places loaded',
  ]);
}

/** Keys and clicks while epochs arrive: from the event to the next paint. */
async function interactions(browser, address, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    window.events = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) window.events.push([name, duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  await page.goto(address);
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByLabel('Open recording').setInputFiles(file);
  await page.locator('canvas#traces').waitFor();
  await page.waitForTimeout(800);
  await page.getByRole('button', { name: 'Classify' }).click();
  await page.evaluate(() => (window.events = []));
  let isRunning = true;
  let n = 0;
  const scope = page.getByRole('group', { name: 'Traces' });
  const begin = Date.now();
  while (isRunning && Date.now() - begin < 15_000) {
    await scope.focus();
    for (const key of ['ArrowRight', 'PageDown', '+', '-', 'ArrowDown', 'ArrowUp']) {
      await page.keyboard.press(key);
      n++;
    }
    await page.getByRole('button', { name: 'Head map' }).click();
    n++;
    isRunning = (await page.getByRole('button', { name: 'Cancel' }).count()) > 0;
  }
  const done = await page.getByRole('status').innerText();
  const events = await page.evaluate(() => window.events);
  const isInteraction = (name) => ['keydown', 'pointerdown', 'click'].includes(name);
  const durations = events.filter(([name]) => isInteraction(name)).map(([, duration]) => duration);
  const worst = durations.length ? Math.max(...durations) : 16;
  const note = `${n} interactions in ${((Date.now() - begin) / 1e3).toFixed(1)} s while classifying ("${done}"); ${durations.length} took longer than 16 ms`;
  rows.push(['interaction to next paint while classifying, slowest', ms(worst), note]);
  const all = [...durations, ...Array(Math.max(0, n - durations.length)).fill(16)];
  rows.push([
    'interaction to next paint while classifying, 98th percentile',
    ms(quantile(all, 0.98)),
    'as the web vital is defined',
  ]);
  await page.close();
}

/** Frames while a wheel moves through the night; how much of the picture was there in each. */
async function scrolling(browser, address, file, spanS, pxPerFrame) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}#span=${spanS}&rows=64&t=14000`);
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByLabel('Open recording').setInputFiles(file);
  await page.locator('canvas#traces').waitFor();
  await page.waitForTimeout(1500);
  const { gaps, seconds } = await page.evaluate(async (px) => {
    const canvas = document.querySelector('canvas#traces');
    const gaps = [];
    const from = Number(document.querySelector('[aria-label="Time in the recording"]').value);
    await new Promise((resolve) => {
      let last = 0;
      const frame = (now) => {
        if (last) gaps.push(now - last);
        last = now;
        if (gaps.length >= 600) return resolve();
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaX: px, cancelable: true }));
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const to = Number(document.querySelector('[aria-label="Time in the recording"]').value);
    return { gaps, seconds: to - from };
  }, pxPerFrame);
  const late = gaps.filter((gap) => gap > 25).length;
  rows.push([
    `frame while 64 channels scroll, ${spanS} s in view: median`,
    ms(quantile(gaps, 0.5)),
    `99th percentile ${ms(quantile(gaps, 0.99))}, longest ${ms(Math.max(...gaps))}, ${late} of ${gaps.length} later than 25 ms; ${Math.round(seconds)} s of EEG passed`,
  ]);
  await page.close();
}

/** Noise and a rhythm, the same ten seconds again and again: what is drawn is as dense as EEG. */
function writeNight(path, { hours, nChans = 64, sfreq = 256 }) {
  const nRecords = hours * 3600;
  const pad = (text, width) => String(text).padEnd(width).slice(0, width);
  const names =
    'Fc5 Fc3 Fc1 Fcz Fc2 Fc4 Fc6 C5 C3 C1 Cz C2 C4 C6 Cp5 Cp3 Cp1 Cpz Cp2 Cp4 Cp6 Fp1 Fpz Fp2 Af7 Af3 Afz Af4 Af8 F7 F5 F3 F1 Fz F2 F4 F6 F8 Ft7 Ft8 T7 T8 T9 T10 Tp7 Tp8 P7 P5 P3 P1 Pz P2 P4 P6 P8 Po7 Po3 Poz Po4 Po8 O1 Oz O2 Iz'
      .split(' ')
      .slice(0, nChans);
  const each = (text, width) => names.map((name) => pad(text ?? name, width)).join('');
  const header = [
    pad('0', 8),
    pad('X X X X', 80),
    pad('Startdate 01-JAN-2020 X X X', 80),
    '01.01.2012.00.00',
    pad(256 * (nChans + 1), 8),
    pad('', 44),
    pad(nRecords, 8),
    pad('1', 8),
    pad(nChans, 4),
    each(undefined, 16),
    each('', 80),
    each('uV', 8),
    each('-32768', 8),
    each('32767', 8),
    each('-32768', 8),
    each('32767', 8),
    each('', 80),
    each(sfreq, 8),
    each('', 32),
  ].join('');
  const block = Buffer.alloc(10 * nChans * sfreq * 2);
  let [at, seed] = [0, 1];
  for (let record = 0; record < 10; record++)
    for (let c = 0; c < nChans; c++)
      for (let i = 0; i < sfreq; i++) {
        seed = (seed * 1103515245 + 12345) % 2 ** 31;
        const rhythm = 25 * Math.sin((2 * Math.PI * 10 * (record * sfreq + i)) / sfreq + c);
        at = block.writeInt16LE(Math.round((seed / 2 ** 31 - 0.5) * 50 + rhythm), at);
      }
  const file = openSync(path, 'w');
  writeSync(file, Buffer.from(header, 'latin1'));
  for (let i = 0; i < nRecords / 10; i++) writeSync(file, block);
  closeSync(file);
}

const folder = mkdtempSync(join(tmpdir(), 'eegate-use-'));
const server = await serve({ port: 0 });
const address = `http://localhost:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const [night, hour] = [join(folder, 'night.edf'), join(folder, 'hour.edf')];
  writeNight(hour, { hours: 1 });
  await firstScreens(browser, address);
  await interactions(browser, address, hour);
  if (!process.argv.includes('--short')) {
    writeNight(night, { hours: 8 });
    await scrolling(browser, address, night, 10, 8);
    await scrolling(browser, address, night, 30, 8);
  }
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const head = `${cpus().length} cores, ${cpus()[0].model.trim()}; Chromium ${browser.version()}, headless, without a graphics card.`;
  const text = `# Using the page\n\n${head}\n\n| what | measured | note |\n|---|---|---|\n${table}\n\nMeasured with \`bench/page_use.mjs\`. The night is an EDF file of 8 hours, 64 channels at 256 Hz; the hour is like it.\n`;
  console.log(text);
  if (!process.argv.includes('--short'))
    writeFileSync(join(root, 'bench/results/page_use.md'), text);
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
