// A tab that nobody sees: another one stands in front, timers come once a second, and the browser freezes it for a while.
// Playwright's own browsers show every page as visible: this one is started by hand and left as it is.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test, type Browser } from '@playwright/test';
import { button, finished, nPasses, openPair, setPasses } from './support/training.js';
import { chromiumOptions } from './playwright.config.js';

let browser: Browser;
let child: ChildProcess;
const profile = mkdtempSync(join(tmpdir(), 'eegate-hidden-'));

test.beforeAll(async () => {
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const program = chromiumOptions.executablePath ?? chromium.executablePath();
  child = spawn(program, [...chromiumOptions.args, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.on('close', () => reject(new Error(said)));
    child.stderr!.on('data', (text) => {
      said += text;
      const found = /ws:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
  });
  browser = await chromium.connectOverCDP(address, { noDefaults: true });
});

test.afterAll(async () => {
  await browser?.close();
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

test('a tab that is hidden and frozen while it trains goes on with training, and loses nothing', async ({
  baseURL,
}) => {
  const context = browser.contexts()[0]!;
  const page = await context.newPage();
  await page.bringToFront();
  await page.goto(baseURL!);
  await expect(page.getByRole('status')).toHaveText('Ready');
  await openPair(page);
  await setPasses(page, 3000);
  await button(page, 'Train').click();
  await expect.poll(() => nPasses(page), { timeout: 20_000 }).toBeGreaterThan(0);

  const front = await context.newPage();
  await front.bringToFront();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
  const session = await context.newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await front.waitForTimeout(1500);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await page.bringToFront();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
  const before = await nPasses(page);
  await expect.poll(() => nPasses(page), { timeout: 20_000 }).toBeGreaterThan(before);
  await button(page, 'Stop').click();
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  await button(page, 'Classify').click();
  await expect(page.getByRole('status')).toContainText('Classified');
  await expect(page.getByRole('alert')).toHaveText('');
});
