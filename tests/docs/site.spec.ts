// The documentation site: every link leads somewhere, it is searched and shown without another origin, and its elements run.
import { existsSync, symlinkSync, mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { problemsOfSite } from '../../scripts/docs/check_site.mjs';
import { serve } from '../../scripts/serve.mjs';

const site = 'build/docs/site';
const base = process.env['EEGATE_DOCS_BASE'] ?? '/docs/';
const root = `${process.cwd()}/build/docs/served`;

let server: Server;
let origin: string;

test.beforeAll(async () => {
  expect(existsSync(`${site}/index.html`), 'npm run docs comes first').toBe(true);
  const folder = root + base.slice(0, -1);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(folder.slice(0, folder.lastIndexOf('/')), { recursive: true });
  symlinkSync(`${process.cwd()}/${site}`, folder);
  server = await serve({ port: 0, folder: root });
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('every link leads to a page and an anchor, and nothing is fetched from elsewhere', () => {
  expect(problemsOfSite(site, base)).toEqual([]);
});

test('search finds a heading of the command line and opens it', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
      foreign.push(request.url());
  });
  await page.goto(`${origin}${base}index.html`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('prepare');
  await page
    .getByRole('option')
    .filter({ hasText: /prepare/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /prepare/ }).first()).toBeVisible();
  expect(foreign).toEqual([]);
});

test('a lesson and the elements run in it', async ({ page }) => {
  await page.goto(`${origin}${base}teach/alpha.html`);
  await expect(page.locator('eeg-lesson').getByRole('button', { name: 'Next' })).toBeVisible();
  await page.goto(`${origin}${base}teach/elements.html`);
  await expect(page.locator('eeg-viewer canvas').first()).toBeVisible();
});
