import { expect, test, type Page } from './support/test.js';
import { epochRows, goTo, openPage, openSample } from './support/app.js';

/** Presses Tab until the focus is on what `name` names; fails after a full round. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (
        element?.getAttribute('aria-label') ??
        element?.labels?.[0]?.textContent?.trim() ??
        element?.textContent?.trim() ??
        ''
      );
    });
    if (focused.startsWith(name)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('the whole story works with the keyboard alone', async ({ page }) => {
  await openPage(page);
  await tabTo(page, 'Try the sample recording');
  await page.keyboard.press('Enter');
  await expect(epochRows(page)).toHaveCount(59);

  await expect(page.getByRole('group', { name: 'Traces' })).toBeFocused();
  const slider = page.getByRole('slider', { name: 'Time in the recording' });
  await page.keyboard.press('PageDown');
  await expect(slider).toHaveValue('35');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('36');
  await page.keyboard.press('End');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(45);
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  const summary = page.locator('#view-summary');
  const before = await summary.textContent();
  await page.keyboard.press('+');
  await expect(summary).not.toHaveText(before ?? '');
  await expect(summary).toContainText('PO3 to Iz'); // the sample begins at the back of the head
  await page.keyboard.press('ArrowUp');
  await expect(summary).toContainText('PO7 to O2');

  await tabTo(page, 'Classify');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Classified');

  // One stop of Tab for all epochs; arrows go from row to row.
  await tabTo(page, 'Show window');
  for (let i = 0; i < 6; i++) await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(epochRows(page).nth(2)).toHaveAttribute('aria-current', 'true');
  await tabTo(page, 'File format');
  await expect(page.getByLabel('File format')).toBeFocused();
  await tabTo(page, 'Save results');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('simulated-eeg_eegate.csv');

  await page.getByRole('button', { name: 'Recordings: ' }).press('Enter');
  await page.getByRole('button', { name: 'Close simulated-eeg.edf' }).press('Enter');
  await expect(page.locator('#recordings input[type=file]').first()).toBeFocused();
});

test('the first stop skips the bar, and no stop is hidden by a bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openPage(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try the sample recording' })).toBeFocused();
  for (let i = 0; i < 12; i++) {
    const hidden = await page.evaluate(() => {
      const { top, bottom } = document.activeElement!.getBoundingClientRect();
      const bar = document.querySelector('.status')!.getBoundingClientRect();
      return document.activeElement !== document.body && (bottom > bar.top || top < 0);
    });
    expect(hidden).toBe(false);
    await page.keyboard.press('Tab');
  }
});

test('what a command opens has the focus, what Inside covers has none, and at 400 % the bars scroll away', async ({
  page,
}) => {
  await openSample(page);
  const traces = page.getByRole('group', { name: 'Traces' });
  const command = async (name: string) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByLabel('Type what you want to do')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  await traces.focus();
  await command('Show Help');
  await expect(page.getByRole('region', { name: 'Help' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(traces).toBeFocused();
  await command('Go to Train');
  await expect(page.getByRole('region', { name: 'Train a model' })).toBeFocused();
  await command('Show Annotations');
  await expect(page.getByRole('tab', { name: 'Annotations' })).toBeFocused();

  await command('Show Inside');
  await page.getByRole('button', { name: 'Full height' }).click();
  await expect(page.getByRole('button', { name: 'Half height' })).toBeVisible(); // the page is drawn anew before Tab
  await page.locator('#main').focus();
  await page.keyboard.press('Tab');
  const inside = page.getByRole('region', { name: 'Inside the model' });
  await expect(inside.locator(':focus')).toHaveCount(1);
  await page.getByRole('button', { name: 'Half height' }).click();
  await page.getByRole('button', { name: 'Inside the model' }).click();

  await page.setViewportSize({ width: 320, height: 180 });
  await traces.focus();
  await traces.evaluate((node) => node.scrollIntoView());
  await expect
    .poll(() => page.locator('.top').evaluate((node) => node.getBoundingClientRect().bottom))
    .toBeLessThan(0);
  const place = await page.locator('#traces').boundingBox();
  expect(place!.y).toBeLessThan(20);
  await goTo(page, 'Train'); // below what scrolls
  await expect(page.getByRole('region', { name: 'Train a model' })).toBeVisible();
});
