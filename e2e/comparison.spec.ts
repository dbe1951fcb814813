// Two networks on the same data: what each is worth, and that no finished model is lost.
import { expect, test } from './support/test.js';
import { chosenModel, fit, modelList, offences, openPage, openPicker } from './support/app.js';
import {
  button,
  chooseNetwork,
  copyBox,
  finished,
  interrupted,
  openFigures,
  openPair,
  rhythmFile,
  runRows,
  runsTable,
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
  const judged = /of (\d+) windows that it was not/.exec(await trainPanel(page).innerText())![1];
  expect(counts.length).toBe(4);
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(judged));
  await expect(
    comparison
      .getByRole('group', { name: 'Figures of both networks' })
      .getByRole('row', { name: 'Epochs' }),
  ).toContainText('12');
  const models = modelList(page);
  await expect(models).toContainText('Small gated model');
  await expect(models).toContainText('Small standard model');
  expect(await offences(page)).toEqual([]);
});

test(
  'after a comparison the better model is in use and saved, and the other one can be',
  { tag: '@more' },
  async ({ page }) => {
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
    const names = ['small-gated-model', 'eegnet'].map(
      (network) => `awake-open_awake-closed_${network}.safetensors`,
    );
    expect((await saveModel(page)).name).toBe(names[isSecond ? 1 : 0]);
    const networks = ['Small gated model', 'EEGNet'];
    const inUse = chosenModel(page);
    await expect(inUse).toContainText(networks[isSecond ? 1 : 0]!);
    const other = isSecond ? 0 : 1;
    const download = page.waitForEvent('download');
    await runsTable(page)
      .getByRole('button', { name: `Save ${networks[other]}`, exact: true })
      .click();
    expect((await download).suggestedFilename()).toBe(names[other]);
    await runsTable(page)
      .getByRole('button', { name: `Use ${networks[other]}`, exact: true })
      .click();
    await expect(inUse).toContainText(networks[other]!);
  },
);

test(
  'a reload in a comparison brings the finished model back',
  { tag: '@more' },
  async ({ page }) => {
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
    const models = modelList(page);
    await expect(models).toContainText('Small gated model');
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible({ timeout: 60_000 });
    await expect(models).toContainText('Small standard model');
  },
);

/** Both states of three people, whose names tell the person and the state. */
const threePeople = [1, 2, 3].flatMap((person) => [
  rhythmFile(`S00${person}R01.edf`, 0.01 * person, 30),
  rhythmFile(`S00${person}R02.edf`, 20 + person, 30),
]);

test('each person is left out in turn; every run stays in the table, and any two are compared', async ({
  page,
}) => {
  await openPage(page);
  await page.getByLabel('Open recording').setInputFiles(threePeople);
  const panel = trainPanel(page);
  await setPasses(page, 8);
  await panel.getByLabel('Validate on').selectOption({ label: 'each person in turn' });
  await expect(panel).toContainText('Each of the 3 people is left out in turn');
  await train(page);
  await expect(panel).toContainText(/Without person \d \(\d of 3\)/, { timeout: 60_000 });
  await expect(finished(page)).toBeVisible({ timeout: 90_000 });
  await expect(panel.getByRole('img', { name: /mean of 3 people/ })).toBeVisible();
  await openFigures(page);
  await expect(panel.getByRole('group', { name: 'Each person' }).getByRole('row')).toHaveCount(4);
  const runs = runsTable(page);
  const rows = runRows(page);
  await expect(runs).toContainText('each of 3 people');
  expect(await offences(page, '#train')).toEqual([]);

  await chooseNetwork(page, 'Band power, logistic regression');
  await setPasses(page, 8);
  await train(page);
  await expect(rows).toHaveCount(3, { timeout: 90_000 });
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText('Band power, logistic regression had');
  await runs.getByRole('checkbox', { name: 'Compare Small gated model' }).uncheck();
  await expect(runs).toContainText('Tick one more run');

  await panel.getByLabel('Validate on').selectOption({ label: 'the last part of each recording' });
  await train(page);
  await expect(rows).toHaveCount(4, { timeout: 90_000 });
  await runs.getByRole('checkbox', { name: 'Compare Small gated model' }).check();
  await runs.getByRole('checkbox', { name: 'Compare Band power, logistic regression (2)' }).check();
  await expect(runs).toContainText('they were validated in different ways');

  const name = runs.getByLabel('Name of Small gated model');
  await name.fill(' ');
  await name.press('Enter');
  await expect(name).toHaveValue('Small gated model'); // a run is never without a name
  await name.fill('Of three people');
  await name.press('Enter');
  await runs.getByRole('button', { name: 'Network' }).click();
  await expect(runs.getByRole('columnheader', { name: 'Network' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(runs.getByRole('textbox').last()).toHaveValue('Of three people');
  const download = page.waitForEvent('download');
  await runs.getByRole('button', { name: 'Save Of three people' }).click();
  expect((await download).suggestedFilename()).toBe('of-three-people.safetensors');
  const saved = await (await download).path();
  await runs.getByRole('button', { name: 'Show Of three people' }).click();
  await expect(panel.getByRole('img', { name: /mean of 3 people/ })).toBeVisible();

  const accuracy = await panel.locator('.verdict .figure').innerText();
  await page.getByLabel('Open model').setInputFiles(saved);
  await openPicker(page, 'Chosen model');
  await fit(page).getByRole('button', { name: 'Model card' }).click();
  const sheet = page.locator('#model');
  await expect(sheet).toContainText(`${accuracy} on people who were not in training`);
  await expect(sheet).toContainText('Cross-validated: each of 3 people was left out in turn');
  await expect(sheet).not.toContainText('Nothing was set aside');
});

test(
  'at chance two other networks are advised, and compared by one button',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    const same = [rhythmFile('one.edf', 0, 40), rhythmFile('two.edf', 0.01, 40)];
    await page.getByLabel('Open recording').setInputFiles(same);
    await setPasses(page, 2);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    const panel = trainPanel(page);
    await expect(panel).toContainText('Not shown to be better than always predicting');
    await expect(panel).toContainText('Band power, logistic regression and EEGNet may suit');
    await button(page, 'Train and compare both').click();
    await expect(runRows(page)).toHaveCount(4, { timeout: 120_000 });
    await expect(button(page, 'Train')).toBeEnabled({ timeout: 60_000 });
    await expect(page.getByRole('alert')).toHaveText('');
  },
);
