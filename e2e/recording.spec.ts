import { readFileSync } from 'node:fs';
import { expect, test } from './support/test.js';
import {
  chooseModel,
  chosenModel,
  classify,
  details,
  epochRows,
  fit,
  goTo,
  offences,
  openFile,
  openLong,
  openPage,
  openPicker,
  realRecording,
  results,
  saveResults,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

test('a real recording is opened, classified and saved in every format', async ({ page }) => {
  const path = realRecording('S001/S001R02.edf');
  await openPage(page);
  await openFile(page, path);
  const about = details(page);
  await expect(about).toContainText('EDF+C');
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(about.getByText('64 channels')).toBeVisible();
  await expect(about.getByRole('columnheader', { name: 'Filters before' })).toHaveCount(1);
  await expect(about.getByRole('cell', { name: 'HP:0Hz LP:0Hz N:0Hz' })).toHaveCount(64);
  await page.keyboard.press('Escape');
  await classify(page);
  const n = await epochRows(page).count();
  expect(n).toBeGreaterThan(50);
  const closed = (await epochRows(page).allInnerTexts()).filter((row) =>
    row.includes('eyes closed'),
  ).length;
  expect(closed / n).toBeGreaterThan(0.7); // the person's eyes are closed in this run

  const csv = await saveResults(page, 'CSV table');
  expect(csv.name).toBe('S001R02_eegate.csv');
  const lines = csv.bytes
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  expect(lines[0]).toContain('onset_s');
  expect(lines.length).toBe(n + 1);

  const json = await saveResults(page, 'JSON');
  expect(JSON.stringify(JSON.parse(json.bytes.toString()))).toContain('eyes closed');

  const tsv = await saveResults(page, 'BIDS events.tsv');
  expect(tsv.name).toBe('S001R02_eegate.tsv');
  const events = tsv.bytes.toString().trim().split('\n');
  expect(events[0]?.split('\t').slice(0, 2)).toEqual(['onset', 'duration']);
  expect(events.length).toBe(n + 1);

  const edf = await saveResults(page, 'EDF+ annotations');
  expect(edf.name).toBe('S001R02_eegate.edf');
  expect(edf.bytes.toString('latin1', 192, 197)).toBe('EDF+C');
  expect(edf.bytes.toString('latin1')).toContain('eyes closed');
});

test('several recordings stay open side by side; another model is looked at on the window that was chosen', async ({
  page,
}) => {
  await openPage(page);
  const files = ['one.edf', 'two.edf'].map((name) => ({
    name,
    mimeType: '',
    buffer: edfFile({ labels: labels64 }),
  }));
  await page.getByLabel('Open recording').setInputFiles(files);
  await openPicker(page, 'Recordings');
  await expect(page.getByRole('button', { name: 'two.edf', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await classify(page);
  await expect(epochRows(page)).not.toHaveCount(0);
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'one.edf', exact: true }).click();
  await expect(results(page)).toContainText('Nothing is classified yet');
  await expect(results(page).getByRole('button', { name: /^Classify with “/ })).toBeEnabled();
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'Close one.edf' }).click();
  await expect(page.getByRole('heading', { name: 'two.edf' })).toBeVisible();
  await expect(epochRows(page)).not.toHaveCount(0);

  // Another model is looked at on the window that was chosen; Classify keeps the focus.
  const buffer = edfFile({ labels: labels64, nRecords: 20 });
  await openFile(page, { name: 'a.edf', buffer });
  await classify(page);
  await page.getByRole('button', { name: 'Show window 9 in the traces' }).click();
  await chooseModel(page, { label: 'Eyes open or closed, 8 channels' });
  const button = page.getByRole('banner').getByRole('button', { name: 'Classify', exact: true });
  await expect(page.getByRole('note').filter({ hasText: 'The chosen model is' })).toBeVisible();
  await expect(button).toBeEnabled(); // recording and model have been compared
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(results(page)).toContainText('by “Eyes open or closed, 8 channels”');
  await expect(results(page).getByLabel('True class of window 9')).toBeVisible();
  await expect(button).toBeFocused();
});

test('many recordings are grouped by person, searched, sorted, and classified one after the other', async ({
  page,
}) => {
  await openPage(page);
  const files = ['S002R01.edf', 'S001R10.edf', 'S001R02.edf'].map((name) => ({
    name,
    mimeType: '',
    buffer: edfFile({ labels: labels64 }),
  }));
  await page.getByLabel('Open recording').setInputFiles(files);
  await expect(page.getByRole('status')).toHaveText('Opened 3 recordings');
  await expect(page.getByRole('heading', { name: 'S001R02.edf' })).toBeVisible();
  await openPicker(page, 'Recordings');
  await page.locator('#recordings').getByRole('button', { name: 'Try the sample' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  const list = page.getByRole('group', { name: 'Recordings', exact: true });
  await openPicker(page, 'Recordings');
  await list.getByRole('button', { name: 'Recording', exact: true }).click();
  await expect(list.getByRole('rowheader')).toHaveText([
    'Person 1, 2 recordings',
    /S001R02/,
    /S001R10/,
    'Person 2, 1 recording',
    /S002R01/,
    /simulated-eeg/,
  ]);
  await expect(list.getByRole('row', { name: /simulated-eeg/ })).toContainText('59 windows');
  const classifyAll = page.getByRole('banner').getByRole('button', { name: 'Classify all 4' });
  await classifyAll.press('Enter');
  await expect(page.getByRole('status')).toContainText('Classified all 4 recordings');
  await expect(classifyAll).toBeFocused();
  await openPicker(page, 'Recordings');
  await expect(list.getByText(/^\d+ windows$/)).toHaveCount(4);
  await expect(list.getByRole('row', { name: /simulated-eeg/ })).toContainText('98 %');
  expect(await offences(page)).toEqual([]);
  await page.getByLabel('Search recordings').fill('s001 10');
  await expect(list.getByRole('button', { name: /^S/ })).toHaveText(['S001R10.edf']);
});

test('Classify all stays with what is shown, and one Cancel stops it', async ({ page }) => {
  await openPage(page);
  const eyes = [0, 1].map((i) => ({
    name: `S00${i + 1}R01.edf`,
    mimeType: '',
    buffer: edfFile({ labels: labels64, nRecords: 20 }),
  }));
  await page.getByLabel('Open recording').setInputFiles(eyes);
  await expect(page.getByRole('heading', { name: 'S002R01.edf' })).toBeVisible();
  await openLong(page, 'S003R01.edf', 6000); // long enough to be stopped on the way
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'S001R01.edf', exact: true }).click();
  await page.keyboard.press('Escape');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Classify all 3' }).click();
  await expect(bar.getByText('2 of 3 recordings')).toBeVisible();
  const during = await bar.ariaSnapshot();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  expect(during).toContain('button "Recordings: S001R01.edf +2"');
  expect(during).toContain('button "Classify" [disabled]');
  expect(during).not.toContain('Classify all');
  await expect(page.getByRole('status')).toHaveText('Stopped: classified 2 of 3 recordings');
  await expect(epochRows(page)).not.toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Classify all 3' })).toBeEnabled();
});

test('how often the model was right in two recordings is known after two clicks, unless several models classified them', async ({
  page,
}) => {
  await openPage(page);
  const paths = ['S040/S040R01.edf', 'S040/S040R02.edf'].map(realRecording);
  await page.getByLabel('Open recording').setInputFiles(paths);
  await page.getByRole('banner').getByRole('button', { name: 'Classify all 2' }).click();
  const all = results(page).getByRole('region', { name: 'All recordings' });
  await expect(all).toContainText(/right in \d+ of 118 windows/);
  await expect(all.getByRole('rowheader')).toHaveText(['Person 40, 2 recordings', /R01/, /R02/]);
  await expect(all).toContainText('Model: Eyes open or closed');
  await expect(all).toContainText('The training data contain 2 of these 2 recordings');
  await expect(results(page)).toContainText('All annotated windows have the same class');
  const download = page.waitForEvent('download');
  await all.getByRole('button', { name: 'Save this table as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('all_recordings_eegate.csv');
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    ...['recording', 'S040R01.edf', 'S040R02.edf', 'all_recordings'],
  ]);
  expect(lines[3]).toMatch(/,118,\d+,0\.\d+/);
  await chooseModel(page, { label: 'Eyes open or closed, 8 channels' });
  await classify(page);
  await expect(all).toContainText('so there is no figure for all of them');
  await expect(all).not.toContainText('All together');
});

test('a second model has its own accuracy; a report is named after recording and model', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, realRecording('S001/S001R04.edf'));
  await chooseModel(page, { label: 'Imagined left or right fist, 21 channels' });
  await classify(page);
  const verdict = results(page).locator('figure.verdict'); // S001 was in training
  await expect(verdict).toHaveAttribute('data-standing', 'unclear');
  await expect(verdict).toContainText('No evidence that the model can do this on new recordings');
  await results(page).getByLabel('Second model').selectOption({ index: 1 });
  await expect(results(page)).toContainText(/The second is right in \d+ of 15 windows/);
  const table = (await saveResults(page, 'CSV table')).bytes.toString();
  expect(table).toMatch(/^onset_s,.*,second_model,second_label\n(.*,(left|right) fist\n){15}$/);
  const whole = (await saveResults(page, 'JSON')).bytes.toString();
  const { epochs, second_model: other } = JSON.parse(whole) as Record<string, { epochs: object[] }>;
  expect(other!.epochs).toHaveLength(15);
  expect(epochs).toHaveLength(15);
  const report = page.getByRole('button', { name: 'Report', exact: true });
  await report.focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(
    'S001R04_Imagined-left-or-right-fist-21-channels_report.html',
  );
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text).toMatch(/The second is right in \d+ of 15 windows/);
  await expect(report).toBeFocused();
});

test('a recording is dropped; identity is veiled until asked for; the model is compared first; classification can be cancelled', async ({
  page,
}) => {
  await openPage(page);
  const bytes = [...edfFile({ labels: ['Cz', 'Oz'], nRecords: 2 })];
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], 'dropped.edf'));
    return data;
  }, bytes);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByRole('heading', { name: 'dropped.edf' })).toBeVisible();

  // Identity is veiled until asked for.
  const buffer = edfFile({ labels: ['Cz'] });
  buffer.write('MCH-0234567 F 02-MAY-1951 Haagse_Harry'.padEnd(80), 8, 'latin1');
  await openFile(page, { name: 'named.edf', buffer });
  await expect(page.getByRole('heading', { name: 'named.edf' })).toBeVisible();
  await expect(page.getByText('Haagse_Harry')).toHaveCount(0);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Show identity' }).click();
  await expect(page.getByText('Haagse_Harry')).toBeVisible();

  // A recording without the channels of the model is compared before anything is classified.
  await page.keyboard.press('Escape');
  await openFile(page, { name: 'three.edf', buffer: edfFile({ labels: ['Cz', 'Oz', 'Pz'] }) });
  const compatibility = fit(page);
  await expect(compatibility).toContainText('3 of 64 channels found');
  await expect(page.getByRole('button', { name: 'Classify', exact: true })).toBeDisabled();
  await expect(compatibility).toContainText('This recording is not compatible with this model');
  await expect(results(page).getByLabel('Calibrate to this person')).toHaveCount(0);
  await goTo(page, 'Explain');
  await expect(page.getByRole('region', { name: 'Explain' })).toContainText(
    'Choose a model that fits',
  );
  await goTo(page, 'Signals');

  await openPicker(page, 'Chosen model');
  await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused();
  const models = page.getByRole('listbox', { name: 'Model' }).getByRole('option');
  await expect(models.nth(1)).toContainText(/incomplete.*0 of 8 channels found\. Missing: Fp1/s);
  await page.keyboard.type('rhythm fist');
  await expect(models).toHaveCount(1);
  await expect(models).toContainText('left fist / right fist · 21 channels, 160 Hz');
  await page.keyboard.press('Enter');
  await expect(chosenModel(page)).toContainText('Imagined left or right fist by rhythm');
  await chooseModel(page, { label: 'Eyes open or closed, 64 channels' });
  await expect(compatibility).toContainText('3 of 64 channels found');
  await openPicker(page, 'Chosen model');
  await compatibility.getByRole('checkbox', { name: /Classify anyway/ }).check();
  await classify(page);
  await expect(results(page)).toContainText('Not a valid result');
  const table = await saveResults(page, 'CSV table');
  expect(table.bytes.toString().split('\n')[0]).toContain('fit_override');

  // Classification can be cancelled, and done again.
  // Twenty minutes: long enough to be stopped on the way.
  await openLong(page, 'long.edf', 1200);
  await page.getByRole('button', { name: 'Classify', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).dispatchEvent('click'); // at once: it is there for a second or two
  await expect(page.getByRole('status')).toContainText('Stopped');
  await expect(results(page)).toContainText('Stopped after');
  await expect(page.getByRole('button', { name: 'Save results' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Classify', exact: true })).toBeEnabled();
});
