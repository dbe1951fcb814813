// The Train panel for keyboards and screen readers.
import { expect, test } from './support/test.js';
import { offencesInBoth, openAllDetails, openPage } from './support/app.js';
import {
  button,
  finished,
  interrupted,
  nPasses,
  openPair,
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
  expect((await download).suggestedFilename()).toBe('awake-open_awake-closed.safetensors');
  await page.keyboard.press('Tab'); // it is in use already
  await expect(button(page, 'Try live')).toBeFocused();
});
