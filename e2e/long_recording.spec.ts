// Long recordings: nothing is hidden, and the document stays small.
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from './support/test.js';
import { classify, epochRows, openFile, openLong, openPage, results } from './support/app.js';
import { edfHeader } from './support/edf.js';

const wholeNight = { title: 'all of them in view', startS: 0, spanS: 8 * 3600 };
for (const { title, startS, spanS } of [
  { title: 'five minutes to a screen', startS: 14_400, spanS: 300 },
  wholeNight,
])
  test(`a spike of one sample in eight hours is seen, ${title}`, async ({ page }) =>
    seesSpike(page, startS, spanS));

async function seesSpike(page: Page, startS: number, spanS: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'eegate-'));
  try {
    const [labels, sfreq, nRecords] = [['C3', 'C4', 'O1', 'O2'], 256, 8 * 3600];
    const header = edfHeader({ labels, sfreq, nRecords });
    const bytesPerRecord = labels.length * sfreq * 2;
    const path = join(folder, 'night.edf');
    const file = openSync(path, 'w');
    writeSync(file, header);
    ftruncateSync(file, header.length + nRecords * bytesPerRecord); // sparse
    const spike = Buffer.alloc(2);
    spike.writeInt16LE(2000);
    writeSync(file, spike, 0, 2, header.length + 14_500 * bytesPerRecord + 100 * 2);
    closeSync(file);

    await page.goto(`/#t=${startS}&span=${spanS}&gain=100`);
    await expect(page.getByRole('status')).toHaveText('Ready');
    await openFile(page, path);
    const shown = spanS === 300 ? '4:00:00 to 4:05:00 of 8:00:00' : '0:00 to 8:00:00 of 8:00:00';
    await expect(page.locator('#view-summary')).toContainText(shown);
    const place = { startS, spanS };
    const height = () =>
      page.locator('canvas#traces').evaluate((canvas: HTMLCanvasElement, place) => {
        const ratio = devicePixelRatio;
        const [left, width] = [64 * ratio, canvas.width - 65 * ratio];
        const x = Math.round(left + (width * (14_500 + 100 / 256 - place.startS)) / place.spanS);
        const color = getComputedStyle(document.documentElement).getPropertyValue('--trace').trim();
        const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
        const { data } = canvas.getContext('2d')!.getImageData(x - 2, 0, 5, canvas.height / 4);
        const rows = new Set<number>();
        for (let i = 0; i < data.length; i += 4) {
          const isTrace = [r, g, b].every((one, k) => Math.abs(one! - data[i + k]!) < 40);
          if (isTrace) rows.add(Math.floor(i / 4 / 5));
        }
        return rows.size / ratio;
      }, place);
    // 2000 µV at 100 µV/mm are 20 mm, 75 pixels; the flat line beside it is one or two.
    await expect.poll(height).toBeGreaterThan(40);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('of a thousand epochs and more, only those in view are in the document', async ({ page }) => {
  await openPage(page);
  await openLong(page, 'long.edf', 1101);
  await classify(page);
  const table = results(page).locator('table');
  await expect(table).toHaveAttribute('aria-rowcount', '1101'); // 1100 epochs and the head
  expect(await epochRows(page).count()).toBeLessThan(400);
  const scroller = results(page).getByRole('group', { name: 'Windows' });
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = results(page).getByRole('button', { name: 'Show window 1100 in the traces' });
  await expect(last).toBeVisible();
  await last.click();
  await expect(results(page).locator('tr[aria-current=true]')).toHaveAttribute(
    'aria-rowindex',
    '1101',
  );
  await expect(page.locator('#view-summary')).toContainText('18:');
});
