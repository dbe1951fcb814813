// Where engines run under which policy and in which frame: the table of docs/EMBEDDING.md, cell by cell.
import { expect, test, type Page } from '@playwright/test';
import { engines, judge, openPlaces, places, type Told } from '../support/policies.mjs';

test.use({ trace: 'off' }); // it would keep every engine that is fetched

let page: Page;
let served: Awaited<ReturnType<typeof openPlaces>>;

test.beforeAll(async ({ browser }, { project }) => {
  served = await openPlaces(project.use.baseURL!);
  page = await browser.newPage();
});

test.afterAll(async () => {
  await page.close();
  served.close();
});

test('a page that demands trusted types has workers if it allows the policy', async ({
  browser,
  browserName,
}, { project }) => {
  test.skip(browserName !== 'chromium', 'trusted types are of Chromium');
  const own = await browser.newPage({ baseURL: project.use.baseURL! });
  for (const [list, found] of [
    ['eegate', 'worker'],
    ["'none'", 'page'],
  ] as const) {
    const policy = `require-trusted-types-for 'script'; trusted-types ${list}`;
    const headers = { 'content-security-policy': policy };
    await own.route('**/trusted.html', (route) =>
      route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
    );
    await own.goto('trusted.html');
    const place = await own.evaluate(async () => {
      const library = './eegate.js';
      const { createEngine } = (await import(library)) as typeof import('../../web/api/index.js');
      const engine = await createEngine({ workers: 1 });
      await engine.close();
      return engine.info.place;
    });
    expect(place, list).toBe(found);
  }
  await own.close();
});

for (const place of places) {
  test(place.title, async ({ browserName }) => {
    await page.goto(served.urlOf(place));
    await expect(page).toHaveTitle(/^\{/, { timeout: 15_000 });
    const told = JSON.parse(await page.title()) as Told;
    const engine = engines.find((name) => name.toLowerCase() === browserName)!;
    expect(judge(engine, place, told)).toEqual([]);
  });
}
