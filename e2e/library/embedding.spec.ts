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

for (const place of places) {
  test(place.title, async ({ browserName }) => {
    await page.goto(served.urlOf(place));
    await expect(page).toHaveTitle(/^\{/, { timeout: 15_000 });
    const told = JSON.parse(await page.title()) as Told;
    const engine = engines.find((name) => name.toLowerCase() === browserName)!;
    expect(judge(engine, place, told)).toEqual([]);
  });
}
