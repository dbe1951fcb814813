// Stories of a reader and of a teacher.
import { expect, test, type Locator, type Page, inFrame, shellOf } from './support/test.js';
import {
  epochRows,
  everythingIsHere,
  goTo,
  offencesInBoth,
  openPage,
  privacy,
  requestLog,
} from './support/app.js';

const lessons = (page: Page): Locator => page.getByRole('region', { name: 'Lessons' });
const button = (page: Page, name: string | RegExp): Locator =>
  lessons(page).getByRole('button', { name });
const step = (page: Page): Locator => lessons(page).getByRole('heading', { level: 3 });

async function openLesson(page: Page, title: string): Promise<void> {
  await openPage(page);
  await everythingIsHere(page);
  await goTo(page, 'Learn');
  await button(page, title).click();
}

test('a reader opens the sample from the lesson, predicts, reveals, and nothing is requested', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLesson(page, 'The alpha rhythm');
  const requests = requestLog(page);
  await expect(step(page)).toBeFocused();
  await expect(page.locator('#view-summary')).toContainText('0:00 to 0:10'); // by itself
  await button(page, 'Open the sample and show its first seconds').click();
  await expect(epochRows(page)).toHaveCount(59);
  await button(page, 'Next').click();
  await expect(page.locator('#view-summary')).toContainText('0:20 to 0:30');
  await expect(step(page)).toHaveText('Close the eyes');
  await expect(button(page, 'Reveal')).toBeDisabled();
  await lessons(page).getByLabel('Fast, spiky activity').check();
  await button(page, 'Reveal').press('Enter');
  await expect(lessons(page).getByRole('group', { name: 'Answer' })).toBeFocused();
  await expect(lessons(page).getByRole('group', { name: 'Answer' })).toContainText(
    'Not what you predicted.',
  );
  await expect(lessons(page)).toContainText('Hans Berger');
  await button(page, 'Show the moment at which the eyes close').click();
  await expect(page).toHaveURL(/t=26/);
  expect(requests).toEqual([]);
  expect(problems).toEqual([]);
  await expect(privacy(page)).toContainText('0 requests');
});

test(
  'what a step shows opens the sample where nothing is open; a lesson of her own asks for its recording',
  { tag: '@more' },
  async ({ page }) => {
    await openLesson(page, 'The alpha rhythm');
    await button(page, 'Next').click();
    await lessons(page).getByLabel('Regular waves').check();
    await button(page, 'Reveal').click();
    await button(page, 'Show the moment at which the eyes close').click();
    await expect(epochRows(page)).toHaveCount(59);
    await expect(page.locator('#view-summary')).toContainText('0:26 to 0:36');

    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Lesson: The alpha rhythm');
    await button(page, 'All lessons').click();
    const text = '# Mine\n\nAbout it.\n\n## One\n\n[There](#p=signals&t=3)\n';
    await lessons(page)
      .getByLabel('Open a lesson')
      .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
    await button(page, 'There').click();
    await expect(page.getByRole('status')).toHaveText(/^Open the recording of this lesson/);
    await expect(page.getByRole('region', { name: 'Signals' })).toHaveCount(0);
  },
);

test('the pane is beside the traces on a desk, and below them on a phone; never over them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLesson(page, 'How to fool yourself');
  await button(page, 'Next').click();
  await goTo(page, 'Signals');
  await expect(lessons(page)).toBeVisible();
  const overlap = () =>
    page.evaluate(() => {
      const pane = document.querySelector('.lesson-pane')!.getBoundingClientRect();
      return [...document.querySelectorAll('.stage, .status, .rail')].filter((one) => {
        const box = one.getBoundingClientRect();
        const apart =
          box.right <= pane.left + 1 ||
          box.left >= pane.right - 1 ||
          box.bottom <= pane.top + 1 ||
          box.top >= pane.bottom - 1;
        return box.width > 0 && box.height > 0 && !apart;
      }).length;
    });
  expect(await overlap()).toBe(0);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overlap()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('beside a lesson no button of the heading is cut off, and on a phone a link shows what it opens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLesson(page, 'The alpha rhythm');
  await button(page, 'Open the sample and show its first seconds').click();
  await expect(epochRows(page)).toHaveCount(59);
  await goTo(page, 'Live');
  const rightOf = (one: Locator) =>
    one.evaluate((element) => element.getBoundingClientRect().right);
  const head = page.locator('.stage-head');
  const details = head.getByRole('button', { name: 'Details' });
  expect(await rightOf(details)).toBeLessThanOrEqual(await rightOf(head));
  for (const width of [990, 720]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await rightOf(details)).toBeLessThanOrEqual(await rightOf(head));
    const traces = await page.getByRole('group', { name: 'Traces' }).boundingBox();
    expect(traces!.width).toBeGreaterThan(320);
    expect(traces!.height).toBeGreaterThan(100);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const isWhole = (name: Element) => name.scrollWidth <= name.clientWidth;
  expect(await head.getByRole('heading').evaluate(isWhole)).toBe(true);

  await goTo(page, 'Signals');
  await page.setViewportSize({ width: 390, height: 844 });
  for (let i = 0; i < 4; i++) await button(page, 'Next').click();
  await button(page, 'Open Live').click();
  await expect(page.getByRole('button', { name: 'Start live' })).toBeInViewport();
});

test('a lesson is printed above the traces that it speaks of', async ({ page }) => {
  await openLesson(page, 'How to fool yourself');
  await page.emulateMedia({ media: 'print' });
  await expect(lessons(page)).toBeVisible();
  await expect(step(page)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Model card' })).toBeHidden();
});

test('a link reproduces the step and the view', { tag: '@more' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLesson(page, 'The alpha rhythm');
  await button(page, 'Open the sample and show its first seconds').click();
  await expect(epochRows(page)).toHaveCount(59);
  await button(page, 'Next').click();
  await lessons(page).getByLabel('Regular waves').check();
  await button(page, 'Reveal').click();
  await button(page, 'Show the moment at which the eyes close').click();
  await expect(page).toHaveURL(/t=26/);
  await button(page, 'Copy a link to this step').click();
  const link = await shellOf(page).evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/lesson=alpha\.2/);
  const other = inFrame(await context.newPage());
  await other.goto(link);
  await expect(step(other)).toHaveText('Close the eyes');
  await other.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(other)).toHaveCount(59);
  await expect(other).toHaveURL(/t=26&span=10/);
});

test('a teacher opens a lesson of her own; what it holds stays text', async ({ page }) => {
  await openPage(page);
  await goTo(page, 'Learn');
  const text =
    '# Mine\n\nAbout it.\n\n## One\n\n<img src=x onerror=alert(1)> [away](https://example.org) ![p](https://example.org/p.png)\n\n```question\nWhy?\n```\n';
  await lessons(page)
    .getByLabel('Open a lesson')
    .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await expect(step(page)).toHaveText('One');
  await expect(lessons(page)).toContainText('Line 9: A question has no answer');
  await expect(lessons(page)).toContainText('<img src=x onerror=alert(1)>');
  await expect(lessons(page)).toContainText('away (https://example.org)');
  await expect(lessons(page).locator('img, a')).toHaveCount(0);
});

test('axe finds nothing in a lesson, light and dark', { tag: '@more' }, async ({ page }) => {
  await openLesson(page, 'What attention does');
  await button(page, 'Next').click();
  await lessons(page).getByRole('radio').first().check();
  await button(page, 'Reveal').click();
  expect(await offencesInBoth(page)).toEqual([]);
});
