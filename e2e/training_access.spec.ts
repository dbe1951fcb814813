// The Train panel for keyboards and screen readers, and what controls a run.
import { expect, test } from './support/test.js';
import { goTo, offencesInBoth, openAllDetails, openPage, openPicker } from './support/app.js';
import {
  button,
  closed,
  finished,
  interrupted,
  nPasses,
  openPair,
  saveModel,
  setPasses,
  startLong,
  train,
  trainPanel,
} from './support/training.js';

test.describe.configure({ timeout: 150_000 });

test(
  'light and dark: axe finds nothing while it trains, when it is done, and after a reload',
  { tag: '@more' },
  async ({ page }) => {
    await startLong(page, 5000, true);
    await openAllDetails(page);
    expect(await offencesInBoth(page)).toEqual([]);
    await button(page, 'Stop').click();
    await expect(finished(page)).toBeVisible({ timeout: 30_000 });
    expect(await offencesInBoth(page)).toEqual([]);
    await train(page);
    await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(3);
    await page.reload();
    await expect(interrupted(page)).toBeVisible();
    expect(await offencesInBoth(page)).toEqual([]);
  },
);

test('the panel works with the keyboard alone', { tag: '@more' }, async ({ page }) => {
  await openPage(page);
  await openPair(page);
  await setPasses(page, 4000);
  await button(page, 'Train').focus();
  await page.keyboard.press('Enter');
  const heading = trainPanel(page).locator('#training-state');
  await expect(heading).toBeFocused();
  await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await page.keyboard.press('Shift+Tab'); // past the wish to keep a copy, which can no longer be made
  await expect(button(page, 'Stop')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Pause')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button(page, 'Resume')).toBeVisible();
  await button(page, 'Stop').focus();
  await page.keyboard.press('Enter');
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab'); // the menu of the figure
  await expect(trainPanel(page).locator('.figure-button summary').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Save model')).toBeFocused();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe(
    'awake-open_awake-closed_small-gated-model.safetensors',
  );
  await page.keyboard.press('Tab'); // it is in use already
  await expect(button(page, 'Try live')).toBeFocused();
});

test('a run can be paused, resumed and stopped, and keeps what it reached', async ({ page }) => {
  await openPage(page);
  await openPair(page);
  await setPasses(page, 5000);
  await train(page);
  await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await button(page, 'Pause').click();
  await expect(trainPanel(page).getByRole('heading', { name: /^Paused/ })).toBeVisible();
  await page.waitForTimeout(300);
  const before = await nPasses(page);
  await page.waitForTimeout(700);
  expect(await nPasses(page)).toBe(before);
  await button(page, 'Resume').click();
  await expect.poll(() => nPasses(page)).toBeGreaterThan(before);

  // It goes on, and can be stopped, when its recordings are closed; what controls it stays where it was.
  const place = await button(page, 'Stop').boundingBox();
  await openPicker(page, 'Recordings');
  await button(page, 'Close awake open.edf').click();
  await button(page, 'Close awake closed.edf').click();
  await expect(trainPanel(page)).toContainText('from one with annotations of two kinds');
  expect(await button(page, 'Stop').boundingBox()).toEqual(place);
  await page.keyboard.press('Escape');
  await button(page, 'Pause').click();
  await expect(trainPanel(page).getByRole('heading', { name: /^Paused/ })).toBeVisible();
  await goTo(page, 'Signals');
  await expect(page.getByRole('status')).toHaveText('Training is paused; “Resume” is in Train');
  await goTo(page, 'Train');
  const commands = page.getByRole('region', { name: 'Commands' });
  for (const [typed, command] of [
    ['resume', 'Resume the training'],
    ['stop', 'Stop the training'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await expect(commands.getByRole('combobox')).toBeFocused();
    await commands.getByRole('combobox').fill(typed);
    await expect(commands.getByRole('option')).toHaveText([command]);
    await page.keyboard.press('Enter');
  }
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  await expect(trainPanel(page)).toContainText('You stopped it after');
  expect((await saveModel(page)).buffer.length).toBeGreaterThan(1000);
});

test('on a small desk choices stand in line, and on a phone the end of a run is in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPage(page);
  await openPair(page);
  const panel = trainPanel(page);
  const slant = await panel.locator('.radios .check, .network .check').evaluateAll((all) =>
    all.map((label) => {
      const circle = label.querySelector('input')!.getBoundingClientRect();
      const line = label.querySelector('span')!.getClientRects()[0]!;
      return Math.abs((circle.top + circle.bottom - line.top - line.bottom) / 2);
    }),
  );
  expect(slant.length).toBeGreaterThan(4);
  expect(Math.max(...slant)).toBeLessThanOrEqual(1.5);
  const fields = panel.locator('.train-column').first().locator('.fields > .field');
  await expect(fields).toHaveCount(4);
  const tops = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  expect(tops[2]).toBe(tops[3]);
  const name = `${'a_very_long_name_without_spaces_'.repeat(4)}.edf`;
  await page.getByLabel('Open recording').setInputFiles({ ...closed, name });
  await expect(panel.getByRole('checkbox', { name })).toBeVisible();
  const excess = await panel
    .locator('.train-scroll')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(excess).toEqual([0, 0, 0]);

  await page.setViewportSize({ width: 390, height: 844 });
  await setPasses(page, 2);
  await train(page);
  await expect(finished(page)).toBeInViewport({ timeout: 60_000 });
  const status = page.getByRole('status');
  await expect(status).toContainText('epochs are done');
  expect((await status.boundingBox())!.height).toBeLessThanOrEqual(40); // two lines: it must not move the navigation
  await goTo(page, 'Explain');
  await expect(status).not.toContainText('epochs are done');
});
