import { expect, test } from './support/test.js';
import { chosenModel, details, openFile, openPage } from './support/app.js';
import { edfFile, edfHeader } from './support/edf.js';

const good = edfFile({ labels: ['Cz', 'Oz'], nRecords: 4 });
const changed = (at: number, text: string): Buffer => {
  const copy = Buffer.from(good);
  copy.write(text, at, 'latin1');
  return copy;
};

const refused: [string, Buffer, RegExp][] = [
  ['empty.edf', Buffer.alloc(0), /FORMAT_EMPTY/],
  [
    'page.edf',
    Buffer.from('<!DOCTYPE html><html><head><title>Not found</title></head></html>'.padEnd(600)),
    /FORMAT_HTML/,
  ],
  ['cut_header.edf', good.subarray(0, 400), /EDF_TRUNCATED_HEADER/],
  ['no_records.edf', edfHeader({ labels: ['Cz'], nRecords: 0 }), /EDF_/],
  ['signals.edf', changed(252, 'x0  '), /EDF_BAD_NS/],
];

test('what is no recording is refused with a code and a reason, and what was open stays open', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, { name: 'good.edf', buffer: good });
  await expect(page.getByRole('heading', { name: 'good.edf' })).toBeVisible();
  const alert = page.getByRole('alert');
  for (const [name, buffer, code] of refused) {
    const isInSheet = name === 'no_records.edf';
    if (isInSheet) await page.getByRole('button', { name: 'Details', exact: true }).click();
    await openFile(page, { name, buffer });
    await expect(alert).toContainText(name);
    if (isInSheet) {
      await page.setViewportSize({ width: 390, height: 844 }); // where a sheet covers the page
      await page.getByRole('button', { name: 'Dismiss' }).click({ trial: true });
      await page.setViewportSize({ width: 1280, height: 720 });
      // Playwright's pointer may have closed the sheet: Escape would then close the message.
      if (await page.locator('#recording').isVisible()) await page.keyboard.press('Escape');
    }
    await expect(alert).toContainText(code);
    if (name === 'signals.edf') {
      await expect(alert).toContainText(/252/); // the place, and what stood there
      await expect(alert).toContainText('x0');
    }
    await expect(page.getByRole('heading', { name: 'good.edf' })).toBeVisible();
    if (name === 'empty.edf') {
      const place = (await page.getByRole('group', { name: 'Traces' }).boundingBox())!;
      expect((await alert.boundingBox())!.y).toBeGreaterThanOrEqual(place.y + place.height);
    }
    const before = page.getByRole('button', { name: 'Details', exact: true });
    await before.focus();
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    if (name === 'empty.edf') {
      await page.setViewportSize({ width: 320, height: 256 }); // a desk at four times the size
      const bottomOf = (one: typeof alert) =>
        one.evaluate((element) => element.getBoundingClientRect().bottom);
      const hint = await bottomOf(alert.locator('.hint'));
      expect((await dismiss.boundingBox())!.y).toBeGreaterThan(hint);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    if (name === 'signals.edf') await page.getByRole('group', { name: 'Traces' }).focus();
    else await dismiss.focus();
    await page.keyboard.press(name === 'signals.edf' ? 'Escape' : 'Enter');
    await expect(alert).toHaveText('');
    if (name !== 'signals.edf') await expect(before).toBeFocused();
  }
});

test('a file that is no model is refused, and the model before stays chosen; a wrong number of records is a warning', async ({
  page,
}) => {
  await openPage(page);
  await page.getByLabel('Open model').setInputFiles({
    name: 'weights.safetensors',
    mimeType: '',
    buffer: Buffer.from('\x89HDF\r\n\x1a\n'.padEnd(64), 'latin1'),
  });
  await expect(page.getByRole('alert')).toContainText('weights.safetensors');
  await expect(chosenModel(page)).toContainText('Eyes open or closed, 64 channels');

  // A wrong number of records is a warning, not a refusal.
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await openFile(page, { name: 'records.edf', buffer: changed(236, '9       ') });
  await expect(details(page)).toContainText('EDF_SIZE_MISMATCH');
  await expect(page.getByRole('alert')).toHaveText('');
});
