// Flight mode, new versions, half-emptied caches. Service workers are off in all other tests.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page, shellOf } from './support/test.js';
import { serve } from '../scripts/serve.mjs';
import { epochRows, privacy } from './support/app.js';
import { button, train } from './support/training.js';

test.use({ serviceWorkers: 'allow' });

const dist = fileURLToPath(new URL('../dist', import.meta.url));
let server: Server | null = null;
let folder = '';
test.beforeEach(async () => {
  folder = test.info().outputPath('site');
  cpSync(dist, folder, { recursive: true });
  server = await serve({ port: 0, folder });
});
test.afterEach(() => void server?.close());

const address = () => `http://localhost:${(server!.address() as AddressInfo).port}/`;
const buildOf = (page: Page) =>
  shellOf(page).locator('meta[name="eegate-build"]').getAttribute('content');

async function visit(page: Page): Promise<void> {
  await page.goto(address());
  await expect(page.getByRole('status')).toHaveText('Ready');
}

/** Until the newest version is installed; answers how many of its files are kept. */
async function installed(page: Page): Promise<number> {
  return shellOf(page).evaluate(async () => {
    const registration = await navigator.serviceWorker.ready; // a new one has no worker at first
    const newest = registration.installing ?? registration.waiting ?? registration.active!;
    while (!['installed', 'activating', 'activated', 'redundant'].includes(newest.state))
      await new Promise((resolve) =>
        newest.addEventListener('statechange', resolve, { once: true }),
      );
    const names = (await caches.keys()).filter((name) => name.startsWith('eegate-page-'));
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    );
    return Math.max(0, ...counts);
  });
}

async function classifySample(page: Page): Promise<void> {
  // A page that takes over a new version begins anew, at times between these lines.
  await expect(async () => {
    const sample = button(page, 'Try the sample recording');
    if ((await epochRows(page).count()) === 0) await sample.click({ timeout: 10_000 });
    await expect(epochRows(page)).toHaveCount(59, { timeout: 20_000 });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByRole('alert')).toHaveText('');
}

/** Each of them holds hashes of files that stand before it. */
const last = ['shell.js', 'index.html', 'service-worker.js'];

/** Makes the files of the served folder those of another build: its id everywhere, and the hashes of files that it changes. */
function upgrade(
  from: string,
  to: string,
  names = readdirSync(folder),
  more: [string, string][] = [],
): void {
  const changes: [string, string][] = [[from, to], ...more];
  const all = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  for (const name of all.sort((a, b) => last.indexOf(a) - last.indexOf(b))) {
    const before = readFileSync(join(folder, name));
    let text = before.toString('latin1');
    for (const [old, fresh] of changes) text = text.replaceAll(old, fresh);
    const after = Buffer.from(text, 'latin1');
    for (const encoding of ['hex', 'base64'] as const)
      changes.push([hash(before, encoding), hash(after, encoding)]);
    if (names.includes(name) || name === 'service-worker.js')
      writeFileSync(join(folder, name), after);
  }
}

const hash = (bytes: Buffer, encoding: 'hex' | 'base64') =>
  createHash('sha256').update(bytes).digest(encoding);

test('after one visit the page works in flight mode, and keeps no recording', async ({
  page,
  context,
}) => {
  await visit(page);
  expect(await installed(page)).toBeGreaterThan(12);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await classifySample(page);
  await expect(privacy(page)).toContainText('0 requests');
  await train(page); // the module that trains is there as well
  await expect(page.getByRole('region', { name: 'Train a model' })).toContainText(
    /After \d+ epoch/,
    { timeout: 30_000 },
  );
  const kept = await shellOf(page).evaluate(async () => {
    const keys = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return keys.flat().map(({ url }) => url);
  });
  expect(kept.filter((url) => /\.(edf|bdf)/.test(url))).toEqual([]);
});

test('a new version takes over as a whole, when nothing is open', async ({ page }) => {
  await visit(page);
  await installed(page);
  const old = (await buildOf(page))!;
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  upgrade(old, 'feedfeedfeedfeed');
  await page.reload(); // the old one still: the new one is fetched from now on
  expect(await buildOf(page)).toBe(old);
  await expect(page.getByRole('status')).toHaveText('Ready');
  await classifySample(page);
  await page.reload(); // with a recording open nothing is fetched, no new version either
  await expect(page.getByRole('status')).toHaveText('Ready');
  // On a slow machine the new one may have been fetched by now, and the page begins anew under these very lines; or what had begun was
  // given up when the sample opened, and begins again.
  await expect(async () => {
    await shellOf(page).evaluate(
      async () => void (await (await navigator.serviceWorker.getRegistration())!.update()),
    );
    await installed(page);
    await page.reload();
    await expect.poll(() => buildOf(page), { timeout: 5_000 }).toBe('feedfeedfeedfeed');
  }).toPass();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await classifySample(page);
});

test(
  'a half-uploaded version is not taken; the old one works on',
  { tag: '@more' },
  async ({ page, context }) => {
    await visit(page);
    await installed(page);
    const old = (await buildOf(page))!;
    await page.reload();
    const style: [string, string] = [':root{', ':root {'];
    const before = readFileSync(join(folder, 'page.css'), 'utf8');
    expect(before).toContain(style[0]); // it belongs to the new version, and is not there yet
    upgrade(old, 'feedfeedfeedfeed', ['index.html', 'shell.js'], [style]);
    expect(readFileSync(join(folder, 'page.css'), 'utf8')).toBe(before);
    await shellOf(page).evaluate(async () =>
      (await navigator.serviceWorker.getRegistration())!.update().catch(() => undefined),
    );
    await shellOf(page).waitForFunction(
      async () => !(await navigator.serviceWorker.getRegistration())!.installing,
    );
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ready');
    expect(await buildOf(page)).toBe(old);
    await classifySample(page);
  },
);

test('a cache that lost a file recovers', { tag: '@more' }, async ({ page }) => {
  await visit(page);
  await installed(page);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await shellOf(page).evaluate(async () => {
    for (const name of await caches.keys())
      await (await caches.open(name)).delete(new URL('./page.css', document.baseURI).href);
  });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await classifySample(page);
  await visit(page);
  await expect.poll(() => installed(page)).toBeGreaterThan(12);
});

test('what another script has written into the cache is not served', async ({ page }) => {
  await visit(page);
  await installed(page);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await shellOf(page).evaluate(async () => {
    const poison = 'document.documentElement.dataset.poisoned = "yes"';
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        if (url.endsWith('.js'))
          await cache.put(
            url,
            new Response(poison, { headers: { 'content-type': 'text/javascript' } }),
          );
    }
  });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(page.locator('html')).not.toHaveAttribute('data-poisoned');
  await classifySample(page);
  await visit(page);
  await expect.poll(() => installed(page)).toBeGreaterThan(12);
});
