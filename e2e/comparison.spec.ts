// Two networks on the same data: what each is worth, and that no finished model is lost.
import { expect, test } from './support/test.js';
import { offences, openPage } from './support/app.js';
import {
  button,
  copyBox,
  interrupted,
  openPair,
  saveModel,
  setPasses,
  train,
  trainPanel,
} from './support/training.js';

test.describe.configure({ timeout: 150_000 });

test('two networks learn from the same and are compared window by window', async ({ page }) => {
  await openPage(page);
  await openPair(page);
  await setPasses(page, 12);
  await trainPanel(page).getByLabel('Compare with').selectOption('small_standard');
  await train(page);
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toBeVisible({ timeout: 60_000 });
  await expect(comparison).toContainText('Small standard model had');
  const counts = await comparison
    .getByRole('group', { name: 'Window by window' })
    .locator('td')
    .allInnerTexts();
  const judged = /of (\d+) windows/.exec(await trainPanel(page).innerText())![1];
  expect(counts.length).toBe(4);
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(judged));
  await expect(
    comparison
      .getByRole('group', { name: 'Figures of both networks' })
      .getByRole('row', { name: 'Passes' }),
  ).toContainText('12');
  const models = page.getByLabel('Model', { exact: true });
  await expect(models).toContainText('Small gated model');
  await expect(models).toContainText('Small standard model');
  expect(await offences(page)).toEqual([]);
});

test('after a comparison the better model is in use and saved, and the other one can be', async ({
  page,
}) => {
  await openPage(page);
  await openPair(page);
  await setPasses(page, 20);
  await trainPanel(page).getByLabel('Compare with').selectOption('eegnet');
  await train(page);
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toBeVisible({ timeout: 90_000 });
  const right = await comparison
    .getByRole('row', { name: /^Right/ })
    .locator('td')
    .allInnerTexts();
  const isSecond = parseFloat(right[1]!) > parseFloat(right[0]!); // of equals the first is taken
  const names = ['awake-open_awake-closed.safetensors', 'awake-open_awake-closed_2.safetensors'];
  expect((await saveModel(page)).name).toBe(names[isSecond ? 1 : 0]);
  const networks = ['Small gated model', 'EEGNet'];
  const inUse = page.getByLabel('Model', { exact: true }).locator('option:checked');
  await expect(inUse).toContainText(networks[isSecond ? 1 : 0]!);
  const other = isSecond ? 0 : 1;
  const download = page.waitForEvent('download');
  await button(page, `Save ${networks[other]}`).click();
  expect((await download).suggestedFilename()).toBe(names[other]);
  await button(page, `Use ${networks[other]}`).click();
  await expect(inUse).toContainText(networks[other]!);
});

test('a reload in a comparison brings the finished model back', async ({ page }) => {
  await openPage(page);
  await openPair(page);
  await setPasses(page, 60);
  await trainPanel(page).getByLabel('Compare with').selectOption('small_standard');
  await copyBox(page).check();
  await train(page);
  const heading = trainPanel(page).locator('#training-state');
  await expect(heading).toHaveText(/Training: .*Small standard model/, { timeout: 60_000 });
  await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
  await page.reload();
  await expect(interrupted(page)).toContainText('Small gated model, with which it is compared');
  await button(page, 'Continue training').click();
  const models = page.getByLabel('Model', { exact: true });
  await expect(models).toContainText('Small gated model');
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible({ timeout: 60_000 });
  await expect(models).toContainText('Small standard model');
});
