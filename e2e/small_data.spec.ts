// What helps with little data: methods are compared.
import { expect, test } from './support/test.js';
import { goTo, openPage } from './support/app.js';
import { rhythmFile, trainPanel } from './support/training.js';

test('methods are compared on what is open, and the best can be chosen', async ({ page }) => {
  await openPage(page);
  const files = [rhythmFile('awake open.edf', 0), rhythmFile('awake closed.edf', 6)];
  await page.getByLabel('Open recording').setInputFiles(files);
  await goTo(page, 'Train');
  await expect(trainPanel(page)).toContainText('from 2 recordings');
  await trainPanel(page).getByRole('button', { name: 'Compare methods' }).click();
  const table = trainPanel(page).getByRole('group', { name: 'Methods compared' });
  await expect(table).toBeVisible({ timeout: 60_000 });
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(4);
  await expect(table.locator('tbody').getByRole('row').last()).toBeInViewport({ ratio: 1 }); // without scrolling
  await expect(table).toContainText('the best');
  await expect(trainPanel(page)).toContainText('segments of time, each left out once');
  await expect(table.getByRole('cell', { name: '8 to 32 Hz' })).toHaveCount(4);
  await table.getByRole('button', { name: 'Choose Common spatial patterns' }).click();
  const chosen = trainPanel(page).getByRole('radio', { name: 'Common spatial patterns' });
  await expect(chosen).toBeChecked();
  await expect(
    table.getByRole('button', { name: 'Choose Common spatial patterns' }),
  ).toBeDisabled();
  await expect(trainPanel(page)).not.toContainText('These results belong to earlier settings');
  await expect(trainPanel(page)).toContainText('Common spatial patterns');
});
