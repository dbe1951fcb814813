// What helps with little data: calibration without labels, as the command does it, and what works here.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from './support/test.js';
import { classify, goTo, openFile, openPage, results, saveResults } from './support/app.js';
import { rhythmFile, trainPanel } from './support/training.js';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const eegate = ['native-release', 'native-tests']
  .map((preset) => fileOf(`build/${preset}/eegate`))
  .find((path) => existsSync(path));

test('a classification is calibrated without labels, as the command does it', async ({
  page,
}, info) => {
  test.skip(!eegate, 'the native command is not built');
  const recording = info.outputPath('sample.edf');
  execFileSync(eegate!, ['sample', '-o', recording, '--duration-s', '60']);
  const model = fileOf('dist/models/eyes.safetensors');
  const told = execFileSync(eegate!, ['classify', model, recording, '--calibrate', 'median'], {
    encoding: 'utf8',
  });

  await openPage(page);
  await openFile(page, recording);
  await expect(page.getByRole('heading', { name: 'sample.edf' })).toBeVisible();
  const choice = results(page).getByLabel('Calibrate to this person');
  await choice.selectOption({ label: 'Median threshold' });
  await expect(results(page)).toContainText('all states in about equal shares');
  await expect.poll(() => page.url()).toContain('calibrate=median');
  await classify(page);
  await expect(results(page)).toContainText('Calibrated to this person without labels');

  const { bytes } = await saveResults(page, 'CSV table');
  const rows = (text: string) => {
    const lines = text.trim().split('\n');
    const label = lines[0]!.split(',').indexOf('label');
    return lines.map((line) => [line.split(',')[label], line.split(',').at(-1)]);
  };
  expect(rows(bytes.toString())).toEqual(rows(told));
  expect(rows(told)[1]![1]).toBe('median');

  await choice.blur();
  await page.keyboard.press('Control+z');
  await expect(choice).toHaveValue('');
  await expect(results(page)).toContainText('Classify again to apply it.');
  await classify(page);
  await expect(results(page)).not.toContainText('Calibrated to this person');
});

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
