// Stories of the playground: the truth is known.
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from './support/test.js';
import {
  details,
  everythingIsHere,
  goTo,
  offences,
  offencesInBoth,
  openFile,
  openPage,
  requestLog,
} from './support/app.js';
import { labels64 } from './support/edf.js';

test.describe.configure({ timeout: 120_000 });

/** A recording of 64 channels in three files. */
function brainVision(seconds: number) {
  const common =
    'DataFile=a.eeg\nMarkerFile=a.vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=64\nSamplingInterval=6250';
  const channels = labels64.map((label, i) => `Ch${i + 1}=${label},,1,µV`).join('\n');
  const samples = Int16Array.from({ length: 64 * 160 * seconds }, (_, i) => 20 * Math.sin(i));
  const file = (name: string, buffer: Buffer) => ({ name, buffer, mimeType: '' });
  return [
    file(
      'a.vhdr',
      Buffer.from(
        `Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nCodepage=UTF-8\n${common}\n[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\n${channels}\n`,
      ),
    ),
    file('a.eeg', Buffer.from(samples.buffer)),
    file(
      'a.vmrk',
      Buffer.from(
        'Brain Vision Data Exchange Marker File, Version 1.0\n[Common Infos]\nDataFile=a.eeg\n[Marker Infos]\nMk1=New Segment,,1,1,0\n',
      ),
    ),
  ];
}

const playground = (page: Page): Locator =>
  page.getByRole('region', { name: 'Playground with known ground truth' });
const slider = (page: Page, name: string): Locator =>
  playground(page).getByRole('slider', { name: new RegExp(`^${name}`) });

async function unfold(page: Page): Promise<void> {
  await openPage(page);
  await everythingIsHere(page);
  await goTo(page, 'Learn');
}

async function accuracy(page: Page): Promise<number> {
  const result = playground(page).locator('.playground-result');
  await expect(result).toBeVisible({ timeout: 90_000 });
  return Number(/^\s*([\d.]+)\s%/.exec((await result.textContent()) ?? '')?.[1]);
}

test('a planted rhythm is found; without one, the result is a guess and says so', async ({
  page,
}) => {
  await unfold(page);
  const requests = requestLog(page);
  await playground(page).getByLabel('O2', { exact: true }).check();
  await slider(page, 'Strength').fill('1');
  await slider(page, 'Epochs').fill('20');
  await playground(page).getByRole('button', { name: 'Hide and train' }).click();
  expect(await accuracy(page)).toBeGreaterThan(80);
  await expect(page.getByRole('status').last()).toHaveText(
    /Playground: \d+ of 100 new trials right/,
    { timeout: 30_000 },
  );
  // Each epoch would be read out otherwise.
  await expect(
    page.locator('[aria-live] .playground-outcome, .playground-outcome[aria-live]'),
  ).toHaveCount(0);
  await expect(playground(page)).toContainText('Better than chance');
  await expect(playground(page)).toContainText('10 Hz at C3, O2');
  // The trained network points at C3 and O2. Random weights see no more than where the signal is strong, which a rhythm of
  // twice the noise would be.
  const maps = playground(page).getByRole('figure');
  await expect(maps).toHaveCount(2, { timeout: 30_000 });
  const [trained, random] = (await maps.locator('strong').allTextContents()).map(Number);
  console.log(`electrode AUC ${trained} trained, ${random} with random weights`);
  expect(trained).toBeGreaterThanOrEqual(0.9);
  expect(random).toBeLessThan(trained!);
  await page.setViewportSize({ width: 1280, height: 500 }); // a part is scrolled out of sight
  await playground(page).locator('summary[aria-label="Save figure: Playground result"]').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    playground(page).getByRole('button', { name: 'SVG' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved.match(/<circle /g), 'two heads').toHaveLength(2);
  const rings = saved.match(/<rect [^>]*fill="none"[^>]*stroke-width="(1|3)"\/>/g) ?? [];
  expect(rings, 'each electrode, and what was planted').toHaveLength(2 * (19 + 2));
  const height = Number(/height="(\d+)"/.exec(saved)![1]);
  const lines = [...saved.matchAll(/<text x="[^"]*" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(Math.max(...lines), 'no line is cut off').toBeLessThan(height);
  expect(saved).not.toContain('A stronger colour'); // it is folded
  // From now on a change of a setting trains again by itself.
  await slider(page, 'Strength').fill('0');
  await slider(page, 'Epochs').fill('5');
  await expect(playground(page)).toContainText('nothing is hidden', { timeout: 90_000 });
  await expect(playground(page)).not.toContainText('Hidden:');
  await expect(page).toHaveURL(/pg=C3,O2,strength:0,epochs:5/);
  const guess = await accuracy(page);
  expect(guess).toBeGreaterThan(30);
  expect(guess).toBeLessThan(70);
  expect(requests).toEqual([]);
  await expect(page.getByRole('alert')).toHaveText('');
});

test(
  'the trials can be looked at, and a run can be stopped, by keyboard',
  { tag: '@more' },
  async ({ page }) => {
    await unfold(page);
    const electrode = (name: string) => playground(page).getByLabel(name, { exact: true });
    await electrode('C3').focus();
    await page.keyboard.press('ArrowUp');
    await expect(electrode('F3')).toBeFocused();
    await page.keyboard.press('Tab'); // one of the head is a stop
    await expect(slider(page, 'Rhythm')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(electrode('F3')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(electrode('C3')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(playground(page)).toContainText('Choose at least one electrode');
    await expect(playground(page).getByRole('button', { name: 'Hide and train' })).toBeDisabled();
    await page.keyboard.press('Space');
    await expect(playground(page).getByRole('button', { name: 'Hide and train' })).toBeEnabled();
    await playground(page).getByRole('button', { name: 'Hide and train' }).focus();
    await page.keyboard.press('Enter');
    const stop = playground(page).getByRole('button', { name: 'Stop the playground' });
    await expect(stop).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(playground(page).getByRole('button', { name: 'Hide and train' })).toBeFocused();
    await playground(page).getByRole('button', { name: 'Show the trials as signals' }).click();
    await expect(page.getByRole('region', { name: 'Signals' })).toBeVisible();
    await expect(details(page)).toContainText('planted');
    await expect(page.getByText('no person was measured')).toBeVisible();
  },
);

test('the drill asks windows of the sample, answered by key, and counts both scores', async ({
  page,
}) => {
  await unfold(page);
  const requests = requestLog(page);
  await page.getByRole('button', { name: 'Drill: you against the model' }).click();
  await expect(playground(page)).toBeHidden();
  const drill = page.getByRole('region', { name: 'Drill' });
  await expect(drill).toContainText('Which is it: eyes open or eyes closed?');
  await drill.getByRole('button', { name: 'Begin' }).click();
  for (const k of [1, 2]) {
    await expect(drill.getByRole('heading', { name: `Window ${k} of 20` })).toBeVisible();
    await page.keyboard.press('1');
    await expect(drill).toContainText(/(Right|No: it was).*The model says eyes/s);
    await expect(drill).toContainText(/weighed most for the model.*need not be those where/s);
    await page.keyboard.press('Enter');
  }
  await expect(drill.getByRole('img', { name: /^You: [012] of 2 right/ })).toBeVisible();
  await expect(drill.getByRole('img', { name: /^Model: [012] of 2 right/ })).toBeVisible();
  expect(requests).toEqual([]);
  expect(await offences(page)).toEqual([]);
});

test('the drill does not begin with a recording that the model cannot read', async ({ page }) => {
  await unfold(page);
  await openFile(page, 'tests/data/gdf/good_events.gdf');
  await goTo(page, 'Learn');
  await page.getByRole('button', { name: 'Drill: you against the model' }).click();
  const drill = page.getByRole('region', { name: 'Drill' });
  const misfit = 'This recording does not fit this model';
  await expect(drill).toContainText(misfit);
  await expect(drill.getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await drill.getByRole('button', { name: 'Practise on the built-in sample instead' }).click();
  await expect(drill.getByRole('button', { name: 'Begin' })).toBeVisible();
  await expect(drill).not.toContainText(misfit);
});

test('the drill asks about a recording of several files, with the annotations made on the page', async ({
  page,
}) => {
  await unfold(page);
  await page.getByLabel('Open recording').setInputFiles(brainVision(20));
  await goTo(page, 'Learn');
  await page.getByRole('button', { name: 'Drill: you against the model' }).click();
  const drill = page.getByRole('region', { name: 'Drill' });
  await drill.getByRole('button', { name: 'Begin' }).click();
  await expect(drill).toContainText('do not tell windows of two classes');
  await expect(drill.getByRole('button', { name: 'Practise on the built-in' })).toBeVisible();
  await goTo(page, 'Signals');
  await page.getByRole('tab', { name: 'Annotations' }).click();
  const add = page.getByRole('group', { name: 'Add an annotation' });
  for (const [text, onset] of [
    ['eyes open', '0'],
    ['eyes closed', '10'],
  ] as const) {
    await add.getByLabel('Text of the annotation').fill(text);
    await add.getByLabel('Onset').fill(onset);
    await add.getByLabel('Duration').fill('10');
    await add.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Annotations' })).toContainText(text);
  }
  await goTo(page, 'Learn');
  await expect(drill.getByRole('button', { name: 'Practise on the built-in' })).toBeHidden();
  await drill.getByRole('button', { name: 'Begin' }).click();
  await expect(drill.getByRole('heading', { name: /^Window 1 of / })).toBeFocused();
});

test('axe finds nothing, light and dark', { tag: '@more' }, async ({ page }) => {
  await unfold(page);
  expect(await offencesInBoth(page)).toEqual([]);
});
