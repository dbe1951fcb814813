// What fingers do on the traces of a phone, sent as a screen sends them.
import { expect, test, shellOf, type Page } from './support/test.js';
import { openFile, openPage, openSample } from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Touches of one finger, in pixels of the screen. */
async function fingerOf(page: Page) {
  const tab = shellOf(page);
  const session = await tab.context().newCDPSession(tab);
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      for (const share of [0.1, 0.25, 0.5, 0.75, 1])
        await send('touchMove', [
          { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
        ]);
    },
    lift: () => send('touchEnd', []),
  };
}

test('a long touch on the name of a channel opens its menu, which stays when the finger is lifted; a tool is closed in itself', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64, nRecords: 20 }) });
  await expect(page.locator('#view-summary')).toContainText('FC5 to FCz (4');
  const traces = (await page.locator('#traces').boundingBox())!;
  const middleOf = (row: number) => traces.y + ((row + 0.5) / 4) * traces.height;
  const finger = await fingerOf(page);
  const menu = page.locator('#channel-menu');
  await finger.down(traces.x + 12, middleOf(2));
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('combobox')).toHaveValue('FC1');
  await finger.lift();
  await page.waitForTimeout(300); // what the lifted finger closes is closed by now
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Hide' }).tap();
  await expect(menu).toBeHidden();
  await expect(page.locator('#view-summary')).toContainText('FC5 to FC2 (4');

  // A tool above the traces, which has no button of its own in the bar there, is closed in itself.
  await page.getByLabel('Filter', { exact: true }).selectOption('own');
  const tool = page.getByRole('group', { name: 'Filter edges' });
  await expect(tool).toBeVisible();
  await tool.getByRole('button', { name: 'Hide Filter edges' }).tap();
  await expect(tool).toBeHidden();
});

test('the narrow frame of the overview is dragged by a finger, which changes no length', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64, nRecords: 200 }) });
  await expect(page.locator('#view-summary')).toContainText('0:00.0 to 0:05.0');
  const overview = (await page.locator('#overview').boundingBox())!;
  const y = overview.y + overview.height / 2;
  const finger = await fingerOf(page);
  const across = async (fromX: number, toX: number) => {
    await finger.down(fromX, y);
    await finger.move({ x: fromX, y }, { x: toX, y });
    await finger.lift();
  };
  const left = overview.x + 64;
  await across(left + 5, left + 160); // half of the recording
  await expect(page.locator('#view-summary')).toContainText(/1:3\d\.\d to 1:4\d\.\d/);
  await expect(page).toHaveURL(/span=5&/);
});

test('Inside has the whole height of a phone, and no button for it', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Inside the model' }).tap();
  await expect(page.getByText(/Window \d+ of 59/)).toBeVisible();
  const height = page.getByRole('button', { name: 'Full height' });
  await expect(height).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(height).toBeVisible();
});
