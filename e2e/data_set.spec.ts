// A folder that is a data set of BIDS: it is looked through, and what is chosen of it is opened and trained on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from './support/test.js';
import { offencesInBoth, openPage, openPicker } from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

let folder: string;
const longLabel = 'a_label_that_is_longer_than_the_screen_of_a_phone_is_wide';

test.beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'eegate-set-')), 'moves');
  mkdirSync(folder);
  const put = (path: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, path), content);
  put('dataset_description.json', '{"Name": "Moves of a fist", "BIDSVersion": "1.8.0"}');
  put('participants.tsv', 'participant_id\tage\nsub-01\t34\nsub-02\t27\nsub-03\t41\n');
  put('README', 'Made up');
  for (const participant of ['01', '02', '03']) {
    mkdirSync(join(folder, `sub-${participant}/eeg`), { recursive: true });
    for (const task of ['move', 'rest']) {
      const stem = `sub-${participant}/eeg/sub-${participant}_task-${task}`;
      const person = Number(participant);
      const sample = (c: number, i: number) =>
        Math.round((38 + person) * Math.sin((i * (c + 3)) / 40)); // no copies of each other
      put(`${stem}_eeg.edf`, edfFile({ labels: labels64.slice(0, 16), nRecords: 24, sample }));
      const labels = task === 'move' ? ['left', 'right'] : ['open', longLabel];
      const rows = Array.from(
        { length: 12 },
        (_, i) => `${2 * i}\t1\t${labels[i % labels.length]}`,
      );
      put(`${stem}_events.tsv`, `onset\tduration\ttrial_type\n${rows.join('\n')}\n`);
    }
  }
});
test.afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const sheet = (page: Page) => page.getByRole('region', { name: 'Data set' });
const rows = (page: Page) => sheet(page).locator('tbody').getByRole('row');

async function openFolder(page: Page): Promise<void> {
  await openPage(page);
  await openPicker(page, 'Recordings');
  await page.getByLabel('Open a folder').setInputFiles(folder);
  await expect(sheet(page)).toBeVisible();
}

test('a data set is shown and searched before anything is opened', async ({ page }) => {
  await openFolder(page);
  await expect(sheet(page)).toContainText('Moves of a fist');
  await expect(sheet(page)).toContainText('6 recordings · 3 participants · 2 tasks');
  await expect(rows(page)).toHaveCount(6);
  // No column of sessions or runs, of which there are none.
  const heads = sheet(page).locator('thead th');
  await expect(heads).toHaveText(['Participant', 'Task', 'Labels']);
  await expect(rows(page).first()).toContainText('age 34');
  await expect(rows(page).first()).toContainText('left (6), right (6)');
  await sheet(page).getByRole('searchbox').fill('age 27');
  await expect(rows(page)).toHaveCount(2);
  await sheet(page).getByLabel('Task', { exact: true }).selectOption('rest');
  await expect(rows(page)).toHaveCount(1);
  await sheet(page).getByRole('searchbox').fill('');
  await sheet(page).getByLabel('Task', { exact: true }).selectOption('');
  await sheet(page).getByLabel('Label', { exact: true }).selectOption('open');
  await expect(rows(page)).toHaveCount(3);
  expect(await offencesInBoth(page)).toEqual([]);
  const isIn = (one: Locator, of: Locator) =>
    expect
      .poll(async () => {
        const [inner, outer] = [await one.boundingBox(), await of.boundingBox()];
        return inner!.x + inner!.width <= outer!.x + outer!.width;
      })
      .toBe(true);
  await isIn(rows(page).first().getByRole('button'), sheet(page).locator('.table'));
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await isIn(sheet(page).getByLabel('Label', { exact: true }), sheet(page));
  await page.setViewportSize({ width, height });
  await expect(page.locator('#main')).toHaveAttribute('data-state', 'empty');
});

test('one recording of a data set is opened with its events', async ({ page }) => {
  await openFolder(page);
  await sheet(page).getByRole('button', { name: 'Open sub-02_task-move_eeg.edf' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(
    page.getByRole('button', { name: 'Recordings: sub-02_task-move_eeg.edf' }),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Annotations', exact: true }).click();
  await expect(page.getByRole('tabpanel', { name: 'Annotations' })).toContainText('all 12');
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'Data set: Moves of a fist' }).click();
  await expect(rows(page)).toHaveCount(6);
});

test('training on a data set is judged by participants', async ({ page }) => {
  await openFolder(page);
  await sheet(page).getByLabel('Task', { exact: true }).selectOption('move');
  await sheet(page).getByLabel('All 3 matches').check();
  await sheet(page)
    .getByRole('button', { name: 'Train on 3 recordings of 3 participants' })
    .click();
  const train = page.getByRole('region', { name: 'Train a model' });
  await expect(train).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recordings', exact: true })).toBeHidden();
  for (const name of ['sub-01', 'sub-02', 'sub-03'])
    await expect(train.getByText(`${name}_task-move_eeg.edf`).first()).toBeVisible();
  await expect(train.getByText('sub-01_task-rest_eeg.edf')).toHaveCount(0);
  await expect(train).toContainText('from 3 recordings of 3 people');
});
