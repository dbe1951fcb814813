// Fine-tuning in the Train panel: an opened model goes on learning.
import { expect, test, type Locator, type Page } from './support/test.js';
import { goTo, openPage } from './support/app.js';
import {
  chooseNetwork,
  finished,
  openAdvanced,
  openPair,
  rhythmFile,
  saveModel,
  setPasses,
  train,
  trainPanel,
} from './support/training.js';

test.describe.configure({ timeout: 150_000 });

/** Eight epochs on the pair; the panel with what came of it. */
async function trainPlainConvolution(page: Page): Promise<Locator> {
  await openPage(page);
  await openPair(page);
  await chooseNetwork(page, 'Plain convolution');
  await setPasses(page, 8);
  await train(page);
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  return trainPanel(page);
}

test(
  'an opened model that is no transformer is trained further from its own weights',
  { tag: '@more' },
  async ({ page }) => {
    const losses = async () => {
      const text = (await trainPanel(page).locator('.summary').textContent()) ?? '';
      const found = /training loss ([\d.]+) \(([\d.]+) after the first\)/.exec(text)!;
      return { last: Number(found[1]), first: Number(found[2]) };
    };
    const panel = await trainPlainConvolution(page);
    const before = await losses();
    const model = await saveModel(page);

    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ready');
    await openPair(page);
    await page.getByLabel('Open model').setInputFiles({ ...model, mimeType: '' });
    await panel.getByRole('radio', { name: /^Continue from/ }).check();
    await openAdvanced(page);
    await expect(panel.getByLabel('Learning rate')).toHaveValue('0.0005');
    await setPasses(page, 2);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    await expect(panel).toContainText('The opened model, trained further');
    expect((await losses()).first).toBeLessThan((before.first + before.last) / 2);
  },
);

test(
  'fine-tuning is measured for a person whom the model gets wrong, and chosen where it pays',
  { tag: '@more' },
  async ({ page }) => {
    const panel = await trainPlainConvolution(page);
    const model = await saveModel(page);

    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ready');
    // The rhythm comes with open eyes here: the other way round than in what the model has learnt.
    const other = [rhythmFile('other open.edf', 25), rhythmFile('other closed.edf', 0)];
    await page.getByLabel('Open recording').setInputFiles(other);
    await goTo(page, 'Train');
    await expect(panel).toContainText('from 2 recordings');
    for (const state of ['open', 'closed']) {
      const field = panel.getByLabel(`Class of other ${state}.edf`);
      await field.fill(`awake ${state}`);
      await field.press('Tab');
    }
    await page.getByLabel('Open model').setInputFiles({ ...model, mimeType: '' });
    await panel.getByRole('radio', { name: /^Continue from/ }).check();
    await openAdvanced(page);
    await panel.getByLabel('Learning rate').fill('0.005');
    await panel.getByLabel('Learning rate').press('Tab');
    await panel.getByRole('button', { name: 'Does fine-tuning help?' }).click();
    const table = panel.getByRole('group', { name: 'Fine-tuning measured' });
    await expect(table).toBeVisible({ timeout: 100_000 });
    const rowOf = (name: string) => table.locator('tbody').getByRole('row', { name });
    await expect(rowOf('not fine-tuned')).toBeVisible();
    await expect(rowOf('not fine-tuned')).not.toContainText('points');
    for (const part of ['the whole model', 'only its last layer'])
      await expect(rowOf(part)).toContainText('points');
    await expect(panel).toContainText('Fine-tuning helps: this part is chosen.');
    await expect(
      table.getByRole('button', { name: /^Train / }).filter({ hasText: 'Current setting' }),
    ).toHaveCount(1);
    const chosen = await panel.getByLabel('What learns').inputValue();
    expect(['all', 'head', 'norms']).toContain(chosen);
    await panel.getByLabel('What learns').selectOption('head');
    await expect(table.getByRole('button', { name: 'Train only its last layer' })).toBeDisabled();
  },
);
