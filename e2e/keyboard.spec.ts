import { expect, test, type Page } from '@playwright/test';
import { epochRows, openPage } from './support/app.js';

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

  await tabTo(page, 'Traces');
  const slider = page.getByRole('slider', { name: 'Time in the recording' });
  await page.keyboard.press('PageDown');
  await expect(slider).toHaveValue('10');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('11');
  await page.keyboard.press('End');
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(45);
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  const summary = page.locator('#view-summary');
  const before = await summary.textContent();
  await page.keyboard.press('+');
  await expect(summary).not.toHaveText(before ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(summary).toContainText('FC3 to');

  await tabTo(page, 'Classify');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Classified');

  await tabTo(page, 'Save results');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('simulated-eeg_eegate.csv');

  await tabTo(page, 'Show epoch 3 in the traces');
  await page.keyboard.press('Enter');
  await expect(epochRows(page).nth(2)).toHaveAttribute('aria-current', 'true');
});
