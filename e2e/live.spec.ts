// Stories of the Live panel.
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from './support/test.js';
import {
  epochRows,
  everythingIsHere,
  goTo,
  offencesInBoth,
  openAllDetails,
  openPage,
  openPicker,
  privacy,
  requestLog,
} from './support/app.js';

const live = (page: Page): Locator => page.getByRole('region', { name: 'Live', exact: true });
const start = (page: Page): Locator => live(page).getByRole('button', { name: 'Start live' });
const stop = (page: Page): Locator => live(page).getByRole('button', { name: 'Stop live' });
const table = (page: Page): Locator => live(page).getByRole('group', { name: 'Latest decisions' });

async function trySample(page: Page): Promise<void> {
  await openPage(page);
  await everythingIsHere(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
}

test(
  'the sample is played, paused and stopped, and nothing leaves the page',
  { tag: '@alone' },
  async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await trySample(page);
    const requests = requestLog(page);
    await goTo(page, 'Live');
    const begin = live(page).getByLabel('Begin at');
    await begin.fill('20'); // ten seconds before the eyes are closed
    await begin.press('Tab');
    await live(page).getByLabel('Speed').selectOption({ label: '8 times faster' });
    await start(page).click();
    await expect(live(page).locator('.decision-label')).toHaveText(/eyes (open|closed)/);
    await expect(live(page)).toContainText('zero-phase filter');
    await expect(live(page).locator('.live-latency')).toContainText(/\d\sms median/);
    await expect(live(page)).toContainText('Annotated in the recording: eyes open');
    await live(page).getByRole('button', { name: 'Pause' }).click();
    const facts = live(page).locator('.facts');
    await expect(async () => {
      const before = await facts.textContent(); // samples that had come are still decided on
      await page.waitForTimeout(500); // two windows at this speed
      expect(await facts.textContent()).toBe(before);
    }).toPass();
    await goTo(page, 'Explain');
    await expect(page.getByRole('status')).toContainText('Live is paused; “Resume” is in Live');
    await goTo(page, 'Live');
    await live(page).getByRole('button', { name: 'Resume' }).click();
    // It goes on while another workspace is shown, which says so.
    await goTo(page, 'Explain');
    await expect(page.getByRole('status')).toContainText('Live goes on');
    const rail = page.getByRole('navigation', { name: 'Workspaces' });
    await expect(rail.getByRole('img', { name: 'running' })).toBeVisible();
    await goTo(page, 'Live');
    await live(page).locator('.live-toggle').focus();
    await expect(live(page)).toContainText('Annotated in the recording: eyes closed');
    await expect(live(page).locator('.decision-label')).toHaveText('eyes closed');
    await expect(page.getByRole('status')).toContainText(/Live has ended after \d+ decisions/);
    await expect(start(page)).toBeFocused();
    await openAllDetails(page);
    expect(await table(page).locator('tbody').getByRole('row').count()).toBe(10);
    expect(requests).toEqual([]);
    expect(problems).toEqual([]);
    await expect(privacy(page)).toContainText('0 requests');
  },
);

test('what is below a decision stays where it is, however long the name of the class is', async ({
  page,
}) => {
  await trySample(page);
  await goTo(page, 'Live');
  await start(page).click();
  const label = live(page).locator('.decision-label');
  await expect(label).toHaveText(/eyes (open|closed)/);
  await stop(page).click();
  const heights = await label.evaluate((box) => {
    box.style.width = '6em'; // “eyes closed” takes two lines, “open” one
    const shown = box.querySelector('span')!;
    return ['open', 'eyes closed'].map((text) => {
      shown.textContent = text;
      return box.clientHeight;
    });
  });
  expect(heights[0]).toBe(heights[1]);
});

test('as fast as possible nothing is dropped, and every window is decided', async ({ page }) => {
  await trySample(page);
  await goTo(page, 'Live');
  await live(page).getByLabel('Speed').selectOption({ label: 'as fast as possible' });
  await live(page).getByLabel('A decision every').selectOption({ label: '1 s' });
  await start(page).click();
  await expect(page.getByRole('status')).toContainText('Live has ended after 59 decisions');
  await expect(live(page).locator('.live-dropped')).toHaveText('0');
});

test('it begins where the reader is, and both pictures can be read by keys and as tables', async ({
  page,
}) => {
  await trySample(page);
  await goTo(page, 'Live');
  const begin = live(page).getByLabel('Begin at');
  await begin.fill('soon');
  await begin.press('Tab');
  await expect(begin).toHaveValue('soon');
  await expect(live(page).getByRole('alert')).toContainText('This is not a time');
  await expect(start(page)).toBeDisabled();
  await begin.fill('2:00');
  await begin.press('Tab');
  await expect(start(page)).toBeDisabled();
  await expect(live(page)).toContainText('the recording ends at 1:00. Begin earlier.');
  // The reading cursor of the traces: the middle of the view, and a step of a two hundredth of it.
  await page.getByRole('group', { name: 'Traces' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await live(page)
    .getByRole('button', { name: /^From the cursor, 0:05/ })
    .press('Enter');
  await expect(begin).toHaveValue(/^0:05/);
  await begin.fill('30');
  await begin.press('Tab');
  await expect(begin).toHaveValue('0:30');
  await live(page).getByLabel('Speed').selectOption({ label: 'as fast as possible' });
  await live(page).getByLabel('A decision every').selectOption({ label: '1 s' });
  await start(page).click();
  await expect(page.getByRole('status')).toContainText('Live has ended after 29 decisions');
  await expect(live(page).locator('#live-summary')).toContainText(
    /Signal from 0:52.0 to 1:00.0 · 6 channels · 29 decisions in the last 40\ss: eyes open \d+, eyes closed \d+/,
  );
  const pictures = live(page).getByRole('group', { name: 'Live signal and decisions' });
  const cursor = live(page).locator('#live-cursor');
  await pictures.focus();
  await page.keyboard.press('End');
  await expect(cursor).toContainText(/At 0:59.99: .*µV.*; decision eyes (open|closed), \d+\s%/);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowLeft');
  await expect(cursor).toContainText('At 0:58.89');
  await openAllDetails(page);
  await expect(table(page).locator('tbody').getByRole('row').first()).toContainText('1:00.00');
  const signal = live(page).getByRole('group', { name: 'Signal of the last 8 s' });
  await expect(signal.locator('tbody').getByRole('row')).toHaveCount(6);
  const told = /: \S+ ([^,]+\sµV)/.exec((await cursor.textContent())!)![1]!;
  await expect(signal.locator('tbody').getByRole('cell').first()).toHaveText(told);
  await pictures.focus();
  await page.keyboard.press('Home');
  await expect(cursor).toContainText('At 0:30.00: no decision at this time');
  await page.keyboard.press('Escape');
  await expect(cursor).toHaveText('');
  // A recording that is closed ends its replay, and can be opened again.
  await live(page).getByLabel('Speed').selectOption({ label: 'real time' });
  await start(page).click();
  await expect(stop(page)).toBeVisible();
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'Close simulated-eeg.edf' }).click();
  await expect(start(page)).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Undo opens it again');
  await expect(page.getByRole('alert')).toHaveText('');
});

test(
  'the simulated headset needs no recording, and its losses are counted',
  { tag: '@alone' },
  async ({ page }) => {
    await openPage(page);
    await goTo(page, 'Live');
    await expect(start(page)).toBeEnabled();
    await expect(live(page).getByLabel('Samples from').locator('option')).toHaveText([
      'simulated headset',
    ]);
    await live(page).getByLabel('Speed').selectOption({ label: '8 times faster' });
    await live(page).getByLabel('Packets lost').selectOption({ label: '1 in 200' });
    await start(page).click();
    await expect(live(page)).toContainText(/Packets\s*\d+, [1-9]\d* lost/, { timeout: 15_000 });
    await expect(live(page)).toContainText(/Battery\s*8\d\s%/);
    await expect(live(page).locator('.decision-label')).toHaveText(/eyes (open|closed)/);
    await stop(page).click();
    await expect(start(page)).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveText('');
    const download = page.waitForEvent('download');
    await live(page).getByRole('button', { name: 'Save all decisions (CSV)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('headset_live.csv');
    const rows = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(rows[0]).toBe(
      'start_s,end_s,class,probability_eyes open,probability_eyes closed,windows_skipped_before',
    );
    expect(rows.length).toBeGreaterThan(1);
  },
);

test(
  'where samples are lost no earlier decision is shown as that of now',
  { tag: '@alone' },
  async ({ page }) => {
    await openPage(page);
    await goTo(page, 'Live');
    await live(page).getByLabel('Speed').selectOption({ label: '8 times faster' });
    await live(page).getByLabel('Packets lost').selectOption({ label: '1 in 50' });
    await start(page).click();
    await expect(live(page)).toContainText(
      /No decision: samples were lost\. The last one, eyes (open|closed), is \d+\.\d\ss old/,
      { timeout: 30_000 },
    );
    await expect(live(page)).toContainText(/Without a decision, samples lost\s*[1-9]\d*/);
    await stop(page).click();
  },
);

test('by keyboard alone; announcements do not chatter', { tag: '@alone' }, async ({ page }) => {
  await trySample(page);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const status = document.querySelector('[role=status]')!;
    new MutationObserver(() => said.push(status.textContent ?? '')).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await page.getByRole('link', { name: 'Live', exact: true }).focus();
  await page.keyboard.press('Enter');
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab');
    if (await live(page).locator(':focus').count()) break;
  }
  await expect(start(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stop(page)).toBeFocused();
  await expect(live(page).locator('.decision-label')).toHaveText(/eyes/);
  await page.waitForTimeout(2000);
  await page.keyboard.press('Enter');
  await expect(start(page)).toBeFocused();
  const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  expect(said.filter((text) => text.startsWith('Live')).length).toBeLessThanOrEqual(3);
});

test('axe finds nothing while it runs, light and dark', { tag: '@more' }, async ({ page }) => {
  await trySample(page);
  await goTo(page, 'Live');
  await start(page).click();
  await expect(live(page).locator('.decision-label')).toHaveText(/eyes/);
  await openAllDetails(page);
  expect(await offencesInBoth(page)).toEqual([]);
});
