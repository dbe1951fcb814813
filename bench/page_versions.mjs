// node bench/page_versions.mjs --before=DIST [--rounds=15] -> bench/results/page_versions.md
// The page of two builds in one run, taking turns, each time in a context of the browser that has seen nothing before: first screen, ready,
// first prediction of a recording, and the classification of an hour. What is below 1 became faster.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../scripts/serve.mjs';
import { Failure, atRoot, main } from '../scripts/shared.mjs';
import { appOf, watchReady } from './interactions.mjs';
import { writeNight } from './night.mjs';
import { launchChromium, machine, median, openedWindow, table, writeResults } from './shared.mjs';

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '15' } },
});
const patience = { timeout: 60_000 };

async function classified(app, file) {
  const begin = performance.now();
  await app.getByLabel('Open recording').setInputFiles(file);
  await app.getByRole('button', { name: 'Classify', exact: true }).first().click(patience); // once it can be pressed
  await app
    .getByRole('status')
    .getByText(/^Classified/)
    .waitFor(patience);
  return performance.now() - begin;
}

async function measure(browser, address, file) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await openedWindow(context);
    await page.addInitScript(watchReady);
    await page.goto(address);
    await page.waitForTimeout(2000); // looking for the frame would delay its start
    const isFramed = await page.locator('iframe').count();
    const app = isFramed ? await appOf(page) : page;
    await app.waitForFunction(() => window.readyMs, null, patience);
    const { screen, origin } = await page.evaluate(() => ({
      screen: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      origin: performance.timeOrigin,
    }));
    const ready = await app.evaluate(
      (began) => performance.timeOrigin + window.readyMs - began,
      origin,
    );
    await page.waitForTimeout(500);
    return {
      'first contentful paint': screen,
      'ready to classify': ready,
      'an hour of 64 channels: file chosen until classified': await classified(app, file),
    };
  } finally {
    await context.close();
  }
}

main(async () => {
  if (!options.before) throw new Failure('--before=DIST is missing');
  const folder = mkdtempSync(join(tmpdir(), 'eegate-versions-'));
  const file = join(folder, 'hour.edf');
  writeNight(file, { hours: 1 });
  const sides = ['before', 'after'];
  const folders = [resolve(options.before), atRoot('dist')];
  const servers = await Promise.all(folders.map((dist) => serve({ port: 0, folder: dist })));
  const browser = await launchChromium();
  const times = {};
  try {
    for (let round = 0; round < Number(options.rounds) + 1; round++) {
      for (const i of round % 2 ? [1, 0] : [0, 1]) {
        const address = `http://localhost:${servers[i].address().port}/`;
        const found = await measure(browser, address, file);
        if (round === 0) continue; // which starts the browser
        for (const [what, ms] of Object.entries(found)) {
          times[what] ??= { before: [], after: [] };
          times[what][sides[i]].push(ms);
        }
      }
    }
    const rows = Object.entries(times).map(([what, { before, after }]) => {
      const ratios = before.map((ms, i) => after[i] / ms);
      const shown = [median(before).toFixed(0), median(after).toFixed(0)];
      return [
        what,
        ...shown,
        (median(after) / median(before)).toFixed(2),
        median(ratios).toFixed(2),
      ];
    });
    const head = ['', 'before, ms', 'after, ms', 'ratio of medians', 'median of ratios'];
    const text = [
      '# The page of two versions in one run',
      `Medians of ${options.rounds} rounds, alternating, each in a fresh context and a window that was open before; ${machine()}; Chromium ${browser.version()}. Made by \`node bench/page_versions.mjs --before=DIST\`.`,
      table(head, rows),
    ].join('\n\n');
    console.log(text);
    writeResults('page_versions.md', text);
  } finally {
    await browser.close();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  }
});
