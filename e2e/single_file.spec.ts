// dist/eegate.html, opened from a folder: no server, no request, and the numbers of the hosted page to the last bit.
import { copyFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page, shellOf } from './support/test.js';
import { epochRows, goTo, privacy, requestLog } from './support/app.js';
import { button, finished, openPair, setPasses, train } from './support/training.js';

test.describe.configure({ timeout: 120_000 });

/** Alone in a folder, under a name that needs escapes. */
function doubleClicked(): string {
  const file = test.info().outputPath('my page (1) é.html');
  copyFileSync(new URL('../dist/eegate.html', import.meta.url), file);
  return pathToFileURL(file).href;
}

/** What one visit gives: probabilities of the sample to nine digits, which name a float32, and a model trained here. */
async function visit(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText('Ready');
  await button(page, 'Try the sample recording').click();
  await expect(epochRows(page)).toHaveCount(59);
  await expect(page.getByRole('status')).toContainText('Classified');
  await page.getByLabel('File format').selectOption({ label: 'CSV table' });
  const results = (await saved(page, 'Save results')).toString();
  const explain = page.getByRole('region', { name: 'Explain', exact: true });
  await goTo(page, 'Explain');
  await expect(explain.locator('.explain-verdict')).toBeVisible({ timeout: 30_000 });
  const explanation = await explain.locator('#explain-summary').textContent();
  const lessons = page.getByRole('region', { name: 'Lessons' });
  await goTo(page, 'Learn');
  await lessons.getByRole('button', { name: 'The alpha rhythm' }).click();
  await expect(lessons.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  await expect(privacy(page)).toContainText('0 requests');

  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText('Ready');
  await openPair(page);
  await setPasses(page, 2);
  await train(page);
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  const model = await saved(page, 'Save model'); // with its self-test: an input and its logits
  await expect(privacy(page)).toContainText('0 requests');
  await expect(page.getByRole('alert')).toHaveText('');
  return { results, explanation, model };
}

test('opens, classifies, explains and trains from a folder as the hosted page does, bit for bit', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const requests = requestLog(page);
  await keepSavedFiles(page);
  const address = doubleClicked();
  const here = await visit(page, address);
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => url !== address)).toEqual([]);

  const hosted = await visit(page, '/');
  expect(here.results).toBe(hosted.results);
  expect(here.results.split('\n').length).toBeGreaterThan(59);
  expect(here.explanation).toContain('The strongest evidence for');
  expect(here.explanation).toBe(hosted.explanation);
  expect(withoutDates(here.model)).toBe(withoutDates(hosted.model));
});

/** Not every browser tells the tests of its downloads, but each is a Blob that got an address. */
async function keepSavedFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = URL.createObjectURL;
    URL.createObjectURL = (blob: Blob) => {
      Object.assign(globalThis, { lastBlob: blob });
      return original.call(URL, blob);
    };
  });
}

async function saved(page: Page, name: string): Promise<Buffer> {
  await shellOf(page).evaluate(() => Object.assign(globalThis, { lastBlob: null }));
  await button(page, name).click();
  await shellOf(page).waitForFunction(() => (globalThis as { lastBlob?: Blob | null }).lastBlob);
  const base64 = await shellOf(page).evaluate(async () => {
    const { lastBlob } = globalThis as unknown as { lastBlob: Blob };
    const bytes = new Uint8Array(await lastBlob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(base64, 'base64');
}

/** Latin-1 keeps every byte; the card of a model says when it was trained. */
const withoutDates = (model: Buffer) =>
  model.toString('latin1').replace(/\d{4}-\d\d-\d\dT?[\d:.]*Z?/g, '');

test('its policy names every script and allows no connection at all', async ({ page }) => {
  await page.goto(doubleClicked());
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  const ofShell = await shellOf(page)
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .first()
    .getAttribute('content');
  for (const text of [policy, ofShell])
    expect(text).not.toMatch(/unsafe-inline|'unsafe-eval'|connect-src (?!'none')|'self'|https?:/);
  const outcome = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => 'sent',
      () => 'blocked',
    ),
  );
  expect(outcome).toBe('blocked');
});
