// How the page feels, measured in Chromium on the built page: node bench/page_use.mjs [--short] [--before=DIST] [RECORDING ...]
// First screen, answers to key and click while classifying and while training, frames while an 8-hour night of 64 channels
// scrolls by. With --before the folder of another build is measured in the same run, one after the other. What is trained on are
// the recordings given, else three of EEGATE_DATA. Prints a table and writes it to bench/results/page_use.md, with --short
// without the night; no test depends on it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import {
  appOf,
  undisturbedMs,
  watchReady,
  whileClassifying,
  whileTraining,
} from './interactions.mjs';
import { writeNight } from './night.mjs';
import { openedWindow } from './shared.mjs';

const root = new URL('..', import.meta.url).pathname;
const tools = join(root, '.eegate-tools.json');
const executablePath = existsSync(tools)
  ? JSON.parse(readFileSync(tools, 'utf8')).chromium
  : undefined;
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const given = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const before = options.find((word) => word.startsWith('--before='))?.slice('--before='.length);
const isShort = options.includes('--short');
const data = process.env.EEGATE_DATA ?? '';
const ofS001 = ['04', '08', '12'].map((run) => join(data, `eegmmidb/S001/S001R${run}.edf`));
const trainedOn = given.length ? given : ofS001.filter((file) => existsSync(file));
const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];
const ms = (value) => `${Number(value.toFixed(1))} ms`;

/** Of one document, in milliseconds since it began. */
const screenTimes = () => ({
  origin: performance.timeOrigin,
  ready: window.readyMs,
  paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  largest: window.largest,
});

async function firstScreens(browser, address, rows) {
  const times = { paint: [], largest: [], working: [], ready: [] };
  for (let i = 0; i < 7; i++) {
    const page = await openedWindow(browser, { viewport: { width: 1440, height: 900 } });
    await page.addInitScript(() => {
      window.largest = 0;
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) window.largest = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await page.addInitScript(watchReady);
    await page.goto(address);
    const app = await appOf(page);
    await app.waitForFunction(() => window.readyMs);
    const shell = await page.evaluate(screenTimes);
    const inFrame = await app.evaluate(screenTimes);
    const later = inFrame.origin - shell.origin;
    const { paint, largest } = shell;
    const seen = { paint, largest, working: later + inFrame.paint, ready: later + inFrame.ready };
    for (const name of Object.keys(times)) times[name].push(seen[name]);
    await page.close();
  }
  rows.push([
    'first contentful paint',
    ms(quantile(times.paint, 0.5)),
    `7 fresh pages in windows that were open before, slowest ${ms(Math.max(...times.paint))}`,
  ]);
  rows.push([
    'largest contentful paint: the whole first screen',
    ms(quantile(times.largest, 0.5)),
    `slowest ${ms(Math.max(...times.largest))}`,
  ]);
  rows.push([
    'the working page stands in its frame',
    ms(quantile(times.working, 0.5)),
    `slowest ${ms(Math.max(...times.working))}`,
  ]);
  rows.push([
    'ready to classify',
    ms(quantile(times.ready, 0.5)),
    'engine, models and all places loaded',
  ]);
}

async function interactions(browser, address, rows, hour) {
  const alone = await undisturbedMs(browser, address, hour);
  const told = (what, { n, seconds, status, ms: times }) => {
    const slow = times.filter((time) => time > 16).length;
    const note = `${n} in ${seconds.toFixed(1)} s ("${status}"); ${slow} took longer than 16 ms`;
    rows.push([
      `interaction to next paint while ${what}: 98th percentile`,
      ms(quantile(times, 0.98)),
      note,
    ]);
    rows.push([`the slowest of these`, ms(Math.max(...times)), '']);
  };
  told('classifying', await whileClassifying(browser, address, hour));
  rows.push(['the same classification when nobody touches anything', `${alone} ms`, '']);
  if (trainedOn.length) told('training', await whileTraining(browser, address, trainedOn));
}

/** Frames while a wheel moves through the night; how much of the picture was there in each. */
async function scrolling(browser, address, rows, file, spanS, pxPerFrame = 8) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}#span=${spanS}&rows=64&t=14000`);
  const app = await appOf(page);
  await app.getByText('Ready', { exact: true }).waitFor();
  await app.getByLabel('Open recording').setInputFiles(file);
  await app.locator('canvas#traces').waitFor();
  await app.waitForTimeout(1500);
  const { gaps, seconds } = await app.evaluate(async (px) => {
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

/** All rows of one build. */
async function measured(browser, dist, files) {
  const rows = [];
  const server = await serve({ port: 0, folder: dist });
  const address = `http://localhost:${server.address().port}/`;
  try {
    await firstScreens(browser, address, rows);
    await interactions(browser, address, rows, files.hour);
    if (files.night) {
      await scrolling(browser, address, rows, files.night, 10);
      await scrolling(browser, address, rows, files.night, 30);
    }
  } finally {
    server.close();
  }
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'eegate-use-'));
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const files = {
    hour: join(folder, 'hour.edf'),
    night: isShort ? null : join(folder, 'night.edf'),
  };
  writeNight(files.hour, { hours: 1 });
  if (files.night) writeNight(files.night, { hours: 8 });
  const earlier = before ? await measured(browser, resolve(before), files) : null;
  const rows = await measured(browser, join(root, 'dist'), files);
  const shown = earlier
    ? rows.map(([what, value, note], i) => [what, earlier[i][1], value, note])
    : rows;
  const head = earlier ? ['what', 'before', 'after', 'note'] : ['what', 'measured', 'note'];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...shown.map(line)].join('\n');
  const machine = `${cpus().length} cores, ${cpus()[0].model.trim()}; Chromium ${browser.version()}, headless, without a graphics card.`;
  const text = `# Using the page\n\n${machine}\n\n${table}\n\nMeasured with \`bench/page_use.mjs\`. The night is an EDF file of 8 hours, 64 channels at 256 Hz; the hour that is classified has the same properties. Recordings\nfor training: ${trainedOn.map((file) => file.split('/').pop()).join(', ')}.\n`;
  console.log(text);
  writeFileSync(join(root, 'bench/results/page_use.md'), text);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
