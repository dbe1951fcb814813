// Fine-tuning in the Train panel: an opened model goes on learning.
import { expect, test } from './support/test.js';
import { openPage } from './support/app.js';
import {
  chooseNetwork,
  finished,
  openAdvanced,
  openPair,
  saveModel,
  setPasses,
  train,
  trainPanel,
} from './support/training.js';

test.describe.configure({ timeout: 150_000 });

test(
  'an opened model that is no transformer is trained further from its own weights',
  { tag: '@more' },
  async ({ page }) => {
    const losses = async () => {
      const text = (await trainPanel(page).locator('.summary').textContent()) ?? '';
      const found = /training loss ([\d.]+) \(([\d.]+) after the first\)/.exec(text)!;
      return { last: Number(found[1]), first: Number(found[2]) };
    };
    await openPage(page);
    await openPair(page);
    const panel = trainPanel(page);
    await chooseNetwork(page, 'Plain convolution');
    await setPasses(page, 8);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    const before = await losses();
    const model = await saveModel(page);

    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ready');
    await openPair(page);
    await page.getByLabel('Open model').setInputFiles({ ...model, mimeType: '' });
    await panel.getByRole('radio', { name: /^Go on from/ }).check();
    await openAdvanced(page);
    await expect(panel.getByLabel('Learning rate')).toHaveValue('0.0005');
    await setPasses(page, 2);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    await expect(panel).toContainText('the opened model, trained further');
    expect((await losses()).first).toBeLessThan((before.first + before.last) / 2);
  },
);
