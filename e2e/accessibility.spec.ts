import { expect, test } from './support/test.js';
import {
  epochRows,
  goTo,
  offencesInBoth,
  openAllDetails,
  openFile,
  openPage,
} from './support/app.js';

test(
  'light and dark: axe finds nothing: at the start, with results, with an error',
  { tag: '@more' },
  async ({ page }) => {
    test.slow(); // axe reads the whole page three times
    await openPage(page);
    expect(await offencesInBoth(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try the sample recording' }).click();
    await expect(epochRows(page)).toHaveCount(59);
    await openAllDetails(page);
    expect(await offencesInBoth(page)).toEqual([]);
    await openFile(page, { name: 'empty.edf', buffer: Buffer.alloc(0) });
    await expect(page.getByRole('alert')).toContainText('empty.edf');
    expect(await offencesInBoth(page)).toEqual([]);
  },
);

test('the picture is told in words, and in a table', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  await expect(page.locator('#view-summary')).toContainText('0:25 to 0:35 of 1:00');
  await page.getByText('What is in view, as a table').click();
  const table = page.getByRole('group', { name: 'Values in view' });
  await expect(table.getByRole('row')).toHaveCount(9);
  // It stays while the traces are drawn anew, in what is left, and its values are computed again.
  await table.evaluate((node) => {
    new MutationObserver(() => {
      if (!node.isConnected) document.body.dataset['left'] = 'true';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.waitForTimeout(1500);
  await expect(page.locator('body')).not.toHaveAttribute('data-left', 'true');
  // The traces give room to it, and are drawn in what is left.
  const stretched = () =>
    page
      .locator('#traces')
      .evaluate((node: HTMLCanvasElement) => node.height - node.clientHeight * devicePixelRatio);
  await expect.poll(stretched).toBeCloseTo(0, -1);
  await goTo(page, 'Sleep');
  await expect.poll(stretched).toBeCloseTo(0, -1);
});
