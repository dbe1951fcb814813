// A tab that nobody sees: another one stands in front, timers come once a second, and the browser freezes it for a while.
// Playwright's own browsers show every page as visible: this one is started by hand and left as it is.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  expect,
  test,
  type Browser,
  type Page,
  inFrame,
  shellOf,
} from './support/test.js';
import { classify, openLong, results } from './support/app.js';
import { button, finished, nPasses, openPair, setPasses, train } from './support/training.js';
import { chromiumOptions } from './playwright.config.js';

test.describe.configure({ timeout: 60_000 });

let browser: Browser;
let child: ChildProcess;
let profile: string;

test.beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'eegate-hidden-'));
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const program = chromiumOptions.executablePath ?? chromium.executablePath();
  child = spawn(program, [...chromiumOptions.args, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL')); // should this process be ended early
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
  // Its children hold its stderr too: once that is closed, nobody writes into the profile any more.
  const allEnded = new Promise((resolve) => child.once('close', resolve));
  const session = await browser?.newBrowserCDPSession();
  await session?.send('Browser.close').catch(() => {}); // it may be gone before it answers
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await allEnded;
  clearTimeout(late);
  rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
});

async function openTab(address: string): Promise<Page> {
  const page = inFrame(await browser.contexts()[0]!.newPage());
  await page.bringToFront();
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText('Ready');
  return page;
}

/** Another tab in front of it, and for a while not even time. */
async function hideAndFreeze(page: Page, whileHidden = async () => {}): Promise<void> {
  const front = inFrame(await page.context().newPage());
  await front.bringToFront();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
  await whileHidden();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await front.waitForTimeout(1500);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await page.bringToFront();
  await front.close();
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
}

test(
  'a tab that is hidden and frozen while it trains goes on with training, and loses nothing',
  { tag: '@alone' },
  async ({ baseURL }) => {
    const page = await openTab(baseURL!);
    await openPair(page);
    await setPasses(page, 3000);
    await train(page);
    await expect.poll(() => nPasses(page), { timeout: 20_000 }).toBeGreaterThan(0);
    await hideAndFreeze(page);
    const before = await nPasses(page);
    await expect.poll(() => nPasses(page), { timeout: 20_000 }).toBeGreaterThan(before);
    await button(page, 'Stop').click();
    await expect(finished(page)).toBeVisible({ timeout: 30_000 });
    await button(page, 'Classify').click();
    await expect(page.getByRole('status')).toContainText('Classified');
    await expect(page.getByRole('alert')).toHaveText('');
    await page.close();
  },
);

test(
  'a tab that is hidden and frozen while it classifies ends with the same results as one in front',
  { tag: '@alone' },
  async ({ baseURL }) => {
    const page = await openTab(baseURL!);
    const saved = await catchSaved(page);
    await openLong(page, 'hour.edf', 3600);
    await page.getByRole('button', { name: 'Classify', exact: true }).click();
    await expect(results(page)).toContainText('so far');
    await hideAndFreeze(page, () => expect(results(page)).toContainText('so far'));
    await expect(page.getByRole('status')).toContainText('Classified', { timeout: 60_000 });
    const hidden = await saved();
    await classify(page); // the whole time in front
    expect(hidden.split('\n').length).toBeGreaterThan(3600);
    expect(await saved()).toBe(hidden);
    await expect(page.getByRole('alert')).toHaveText('');
    await page.close();
  },
);

/** The table of results as it would be saved: this browser keeps its downloads to itself. */
async function catchSaved(page: Page): Promise<() => Promise<string>> {
  await shellOf(page).evaluate(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      if (object instanceof Blob)
        void object.text().then((text) => (document.body.dataset['saved'] = text));
      return make(object);
    };
  });
  return async () => {
    await shellOf(page).evaluate(() => delete document.body.dataset['saved']);
    await page.getByLabel('File format').selectOption({ label: 'CSV table' });
    await page.getByRole('button', { name: 'Save results' }).click();
    const text = () => shellOf(page).evaluate(() => document.body.dataset['saved']);
    await expect.poll(text).toBeTruthy();
    return (await text())!;
  };
}
