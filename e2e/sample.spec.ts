import { expect, test } from './support/test.js';
import { closedShares, firstWindowS } from '../web/page/start/simulation.js';
import { edfFile } from './support/edf.js';
import {
  chooseModel,
  epochRows,
  goTo,
  fit,
  modelList,
  offences,
  openPage,
  privacy,
  results,
  openFile,
} from './support/app.js';

test('a newcomer sees after one click what the model tells of the sample, and a row of it leads to its place in the traces', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  await expect(epochRows(page)).toHaveCount(59);
  await expect(page.getByText('This recording is simulated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'simulated-eeg.edf' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');

  // The model tells open from closed eyes.
  const rows = await epochRows(page).locator('.swatch').allInnerTexts();
  const share = (part: string[], label: string) =>
    part.filter((row) => row.includes(label)).length / part.length;
  expect(share(rows.slice(0, 28), 'eyes open')).toBeGreaterThan(0.8);
  expect(share(rows.slice(31), 'eyes closed')).toBeGreaterThan(0.8);
  const isRight = (row: string, i: number) => row === (i < 29 ? 'eyes open' : 'eyes closed');
  const nRight = rows.filter((row, i) => i !== 29 && isRight(row, i)).length; // window 29 has half of each
  await expect(results(page)).toContainText(`Right in ${nRight} of 58 windows`);
  await expect(results(page)).toContainText(/\(95\s% interval \d+\s% to \d+\s%\)/);

  // A row of the table leads to its place in the traces.
  await epochRows(page).nth(50).click();
  const slider = page.getByRole('slider', { name: 'Time in the recording' });
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(40);
  await expect(epochRows(page).nth(50)).toHaveAttribute('aria-current', 'true');
});

test('all landmarks have their names, and every bundled model passes its own exam', async ({
  page,
}) => {
  await openPage(page);
  await expect(page.getByLabel('Open recording')).toHaveAttribute('multiple', '');
  await expect(page.getByLabel('Open model')).toHaveAttribute('type', 'file');
  await expect(modelList(page).locator('[role=option]')).toContainText([
    'Eyes open or closed, 64 channels',
    'Eyes open or closed, 8 channels',
    'Imagined left or right fist, 21 channels',
    'Imagined left or right fist by rhythm, 21 channels',
  ]);
  await expect(page.locator('button:disabled:visible, [aria-disabled=true]:visible')).toHaveCount(
    0,
  );
  await openFile(page, { name: 'one.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(page.getByRole('button', { name: 'Classify', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save results' })).toHaveCount(0); // there are none
  await expect(results(page)).toBeVisible();
  await expect(privacy(page)).toContainText(
    '0 requests have left this page since the recording was opened',
  );

  // Every bundled model passes its own exam.
  for (const title of [
    'Eyes open or closed, 8 channels',
    'Imagined left or right fist, 21 channels',
    'Imagined left or right fist by rhythm, 21 channels',
    'Eyes open or closed, 64 channels',
  ]) {
    await chooseModel(page, { label: title });
    await expect(fit(page)).toContainText(/Self-test\s*passed, (max. difference|no difference)/);
  }
});

test('the start plays what the model says of the sample, and opens three doors', async ({
  page,
}) => {
  await openPage(page);
  await goTo(page, 'Train');
  await goTo(page, 'Signals'); // it goes on where it would be
  await expect(page.locator('#start-figure')).toHaveText('eyes closed99 %');
  const start = page.getByRole('region', { name: 'Start' });
  await expect(
    start.getByRole('button', { name: /Eyes open or closed, 64 channels/ }),
  ).toContainText('90 % right on people it was not trained on');
  await start.getByRole('button', { name: /Learn to read EEG/ }).click();
  await expect(page.getByRole('region', { name: 'Lessons' })).toBeVisible();
  await goTo(page, 'Signals');
  await start.getByRole('button', { name: /Hide a rhythm/ }).click();
  await expect(page.getByRole('region', { name: /Playground/ })).toBeVisible();

  // Explain and Sleep say what they are for while no recording is open.
  const title = start.getByRole('heading', { level: 2 });
  await goTo(page, 'Sleep');
  await expect(title).toHaveText('Score a night of sleep');
  await expect(page.getByRole('button', { name: 'Try the sample recording' })).toHaveCount(0);
  await goTo(page, 'Explain');
  await expect(title).toHaveText('See why the model decided');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('region', { name: 'Explain' })).toContainText(
    'The strongest evidence for',
    {
      timeout: 20_000,
    },
  );

  // What was played is what comes of it.
  await goTo(page, 'Signals');
  await expect(epochRows(page)).toHaveCount(59);
  for (const [i, share] of closedShares.entries()) {
    const row = epochRows(page).nth(firstWindowS + i);
    await expect(row.getByRole('cell').last()).toHaveText(Math.max(share, 1 - share).toFixed(3));
  }
});

test(
  'the windows that are wrong can be listed alone, and point at the traces',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await page.getByRole('button', { name: 'Try the sample recording' }).click();
    await expect(epochRows(page)).toHaveCount(59);
    await expect(results(page).getByRole('group', { name: 'Confusion matrix' })).toBeVisible();
    const [, right] = /Right in (\d+) of 58/.exec(await results(page).innerText())!;
    await results(page).getByLabel('Wrong only').check();
    await expect(epochRows(page)).toHaveCount(58 - Number(right));
    await epochRows(page).first().hover();
    await expect(page.locator('#cursor-values')).toContainText('At 0:');
    await epochRows(page).first().click();
    await expect(epochRows(page).first()).toHaveAttribute('aria-current', 'true');

    await results(page).getByLabel('Wrong only').uncheck();
    await results(page)
      .getByLabel('Second model')
      .selectOption({ label: 'Eyes open or closed, 8 channels' });
    await expect(results(page)).toContainText(/Both models agree in \d+ of 59 windows/);
    const [, same] = /agree in (\d+) of 59/.exec(await results(page).innerText())!;
    await expect(page.locator('canvas#second')).toBeVisible();
    await results(page).getByLabel('Differs only').check();
    await expect(epochRows(page)).toHaveCount(59 - Number(same));
    expect(await offences(page)).toEqual([]);
    await results(page).getByLabel('Second model').selectOption({ label: 'none' });
    await expect(page.locator('canvas#second')).toHaveCount(0);
    await expect(epochRows(page)).toHaveCount(59);
  },
);

test('while windows are classified their number is told, and no accuracy of the first ones', async ({
  page,
}) => {
  await openPage(page);
  await page.evaluate(() => {
    const told = new Set<string>();
    const look = () => told.add(document.querySelector('.inspector')?.textContent ?? '');
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { told });
  });
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(results(page)).toContainText(/Right in \d+ of 58 windows/);
  const all = await page.evaluate(() => [...(globalThis as unknown as { told: Set<string> }).told]);
  const unfinished = all.filter((text) => text.includes('so far'));
  expect(unfinished.length).toBeGreaterThan(1);
  expect(unfinished.filter((text) => text.includes('Right in'))).toEqual([]);
});
