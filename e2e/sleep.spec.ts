// Sleep: a recording is scored by keys, counted, compared with a file, and saved; all without a network of any kind.
import { expect, test, type Locator, type Page } from './support/test.js';
import { goTo, offencesInBoth, openLong, openPage, openPicker, openSample } from './support/app.js';
import { night, savedStages } from './support/sleep.js';

async function openNight(page: Page): Promise<void> {
  await openPage(page);
  await openLong(page, 'night.edf', 300); // ten epochs of 30 s
  await goTo(page, 'Sleep');
}

async function choose(page: Page, button: string, name: string, text: string): Promise<void> {
  const files = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
  await night(page).getByLabel(button).setInputFiles(files);
}

const row = (page: Page, name: string) =>
  night(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

test('a night is scored by keys, undone, counted, and saved', async ({ page }) => {
  await openNight(page);
  await night(page).getByRole('button', { name: 'Compute the spectrogram' }).press('Enter');
  await expect(night(page).locator('[data-picture=spectrogram]')).toBeVisible();
  await expect(
    night(page).getByRole('img', { name: /^Multitaper spectrogram of .*9 tapers/ }),
  ).toBeVisible();
  await expect(night(page).locator(':focus')).toHaveText('Compute the spectrogram');
  await night(page).getByRole('button', { name: 'Epochs: 30 s' }).press('Enter');
  await expect(night(page).getByText('Epoch 1 of 10')).toBeVisible();
  await expect(night(page).getByRole('button', { name: 'Previous epoch' })).toBeFocused();
  await expect(night(page)).toContainText('No epoch has a stage yet'); // and no figures of it
  await expect(night(page).getByRole('button', { name: 'Report' })).toBeDisabled();
  // On a phone, too, the stages and the ways to the epochs beside them are one row.
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = () =>
    night(page)
      .locator('.scoring button:not(.night-fold)')
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  await expect.poll(tops).toBe(1);
  await page.setViewportSize({ width, height });
  for (const key of ['w', 'w', '1', '2', '2', '3', '2', 'r', 'r', 'w'])
    await page.keyboard.press(key);
  await expect(night(page).getByText('Epoch 10 of 10, at 12:04:30: W')).toBeVisible();
  await expect(row(page, 'Total sleep time (TST)')).toContainText('3.5 min');
  await expect(row(page, 'Sleep efficiency')).toContainText('70.0 %');
  await expect(row(page, 'REM latency')).toContainText('2.5 min');
  await page.keyboard.press('Control+z');
  await expect(night(page).getByText('Epoch 10 of 10, at 12:04:30: no stage')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(row(page, 'Without a stage')).toContainText('0.0 min');
  await page.getByRole('group', { name: 'Traces' }).focus();
  await page.keyboard.press('PageUp'); // the keys score what the traces show
  await page.keyboard.press('PageUp');
  await expect(night(page).getByText('Epoch 8 of 10, at 12:03:30: R')).toBeVisible();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('3');
  await night(page).getByRole('button', { name: 'N3', exact: true }).focus(); // or wherever the focus is
  await page.keyboard.press('ArrowLeft');
  await expect(night(page).getByText('Epoch 7 of 10')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(night(page).getByText('Epoch 8 of 10')).toBeVisible();
  await page.getByRole('group', { name: 'Traces' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+z'); // of the traces
  await page.keyboard.press('Control+z');
  await expect(night(page).getByText('Epoch 7 of 10, at 12:03:00: N2')).toBeVisible();
  await expect(page.getByRole('status')).toContainText(/Epoch\s7: N2/);
  expect(await savedStages(page, 'CSV')).toContain('10,270,30,W');
  expect(await savedStages(page, 'BIDS events')).toContain('240\t30\tSleep stage R');
  expect(await savedStages(page, 'EDF+ annotations')).toContain('Sleep stage N3');
  const report = await savedStages(page, 'Report');
  expect(report).toContain('Not a medical device');
  expect(report).toContain('data:image/png');
  await page.setViewportSize({ width: 390, height: 844 }); // the stages are one row between the arrows
  const topOf = async (name: string) =>
    (await night(page).getByRole('button', { name }).boundingBox())!.y;
  expect(await topOf('Next epoch')).toBe(await topOf('Previous epoch'));
});

test('a night that is scored here is bounded by the lights among its annotations, and comes back with its stages after it was closed', async ({
  page,
}) => {
  await openNight(page);
  await goTo(page, 'Signals');
  await page.getByLabel('Time', { exact: true }).selectOption('5');
  await page.getByRole('tab', { name: 'Annotations' }).click();
  const annotations = page.getByRole('tabpanel', { name: 'Annotations' });
  await annotations.getByLabel('Text of the annotation').fill('Lights off');
  await page.keyboard.press('Enter');
  await goTo(page, 'Sleep');
  await night(page).getByRole('button', { name: 'Epochs: 30 s' }).click();
  await expect(night(page).getByRole('textbox', { name: 'Lights off' })).not.toHaveValue('');
  await page.keyboard.press('w');
  await goTo(page, 'Signals');
  await page.getByLabel('Time', { exact: true }).selectOption('5');
  await goTo(page, 'Sleep');
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('30');

  // A recording that is closed comes back with the stages that were set by hand, and with its annotations.
  for (const key of ['1', '2']) await page.keyboard.press(key);
  await goTo(page, 'Signals');
  await annotations.getByLabel('Text of the annotation').fill('arousal');
  await page.keyboard.press('Enter');
  await expect(annotations.getByRole('row', { name: /arousal/ })).toBeVisible();
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'Close night.edf' }).click();
  await expect(page.getByRole('status')).toContainText('Closed night.edf; Undo opens it again');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('status')).toContainText('Opened night.edf again');
  await expect(annotations.getByRole('row', { name: /arousal/ })).toBeVisible();
  await goTo(page, 'Sleep');
  await expect(night(page).getByText('Epoch 4 of 10, at 12:01:30: no stage')).toBeVisible();
  expect(await savedStages(page, 'CSV')).toContain('2,30,30,N1');
});

test('a scoring is dropped, another one is closed, opened again by Undo, and untouched by the one after it; spindles become annotations', async ({
  page,
}) => {
  await openNight(page);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['W\nN2\nsnoring\n'], 'stages.txt'));
    return transfer;
  });
  await page.dispatchEvent('html', 'drop', { dataTransfer: dropped });
  await night(page).getByText('Details').first().click();
  await expect(night(page).getByText('HYP_WORD')).toBeVisible();
  await expect(night(page).getByText('Epoch 1 of 3')).toBeVisible();

  // A closed scoring is opened again by Undo, until another one is opened, whose stages it does not touch.
  await night(page).getByRole('button', { name: 'Close the scoring' }).click();
  await choose(page, 'Open a hypnogram', 'mine.csv', 'stage\nW\nW\nN1\nN2\nN2\nN3\nN2\nR\nR\nW\n');
  const epoch = night(page).getByText('Epoch 1 of 10, at 12:00:00: N3');
  await expect(night(page).getByText('Epoch 1 of 10')).toBeVisible();
  await page.keyboard.press('3');
  await night(page).getByRole('button', { name: 'Previous epoch' }).click();
  await expect(epoch).toBeVisible();
  await night(page).getByRole('button', { name: 'Close the scoring' }).click();
  await expect(page.getByRole('status')).toContainText('Undo opens it again');
  await page.keyboard.press('Control+z');
  await expect(night(page).getByText('of 10, at')).toContainText('N3');
  await night(page).getByRole('button', { name: 'Close the scoring' }).click();
  await choose(page, 'Open a hypnogram', 'theirs.csv', 'stage\nN2\nN2\nN2\n');
  await expect(night(page).getByText('Epoch 1 of 3, at 12:00:00: N2')).toBeVisible();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Control+Shift+z');
  await expect(night(page).getByText('Epoch 1 of 3, at 12:00:00: N2')).toBeVisible();

  // Spindles and slow waves are looked for, and become annotations.
  await night(page).getByRole('button', { name: 'Close the scoring' }).click();
  await choose(page, 'Open a hypnogram', 'n2.txt', 'N2\n'.repeat(10));
  await night(page).getByRole('button', { name: 'Find spindles and slow waves' }).click();
  await expect(page.getByRole('status')).toContainText(/Found \d+ spindles? and \d+ slow waves?/);
  const found = row(page, 'Slow waves').getByRole('cell').first();
  const n = Number((await found.innerText()).replace(',', ''));
  expect(n).toBeGreaterThan(0); // the sines of this recording swing by 100 uV
  await night(page).getByRole('button', { name: 'Add to the annotations' }).click();
  await expect(page.getByRole('status')).toContainText('the file is not changed');
});

test('a hypnogram has its statistics: compared with another one, bounded by lights; one of other epochs is refused', async ({
  page,
}) => {
  await openNight(page);
  await choose(page, 'Open a hypnogram', 'mine.csv', 'stage\nW\nW\nN1\nN2\nN2\nN3\nN2\nR\nR\nW\n');
  const csv = night(page).getByRole('button', { name: 'CSV' });
  const before = await csv.boundingBox();
  await expect(row(page, 'Time in bed (TIB)')).toContainText('5.0 min');
  expect(await csv.boundingBox()).toEqual(before);

  // A second hypnogram is compared with kappa and confusion, and ambiguous numbers are asked about.
  await choose(page, 'Compare with another', 'theirs.txt', '0\n0\n2\n2\n2\n3\n2\n4\n4\n0\n');
  await expect(
    night(page).getByRole('group', { name: /^The numbers in theirs.txt/ }),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(''); // a question is no error
  await night(page).getByRole('button', { name: /^YASA/ }).click();
  const comparison = night(page).getByRole('region', {
    name: 'mine.csv, compared with theirs.txt',
  });
  await expect(comparison).toContainText('Same stage in 90');
  await expect(comparison).toContainText('kappa 0.86');

  // Lights bound the time in bed: typed, taken from an epoch, undone, and said by the report.
  const off = night(page).getByRole('textbox', { name: 'Lights off' });
  await off.fill('+0:30');
  await off.press('Enter');
  await expect(row(page, 'Time in bed (TIB)')).toContainText('4.5 min');
  await expect(row(page, 'Sleep onset latency (SOL)')).toContainText('0.5 min');
  await night(page).getByRole('button', { name: 'Next epoch' }).click();
  await night(page).getByRole('button', { name: 'Off before this epoch' }).click();
  await expect(off).toHaveValue('12:00:30'); // the recording starts at noon
  await off.fill('12:01');
  await off.press('Enter');
  await expect(row(page, 'Time in bed (TIB)')).toContainText('4.0 min');
  await off.fill('+0:30'); // after the start
  await off.press('Enter');
  await expect(row(page, 'Time in bed (TIB)')).toContainText('4.5 min');
  await off.fill('soon');
  await off.press('Enter');
  await expect(page.getByRole('status')).toContainText('such as +1:02:05');
  const complaint = (field: Locator) =>
    field.evaluate((input) => (input as HTMLInputElement).validationMessage);
  expect(await complaint(off)).toContain('such as +1:02:05');
  await expect(off).toHaveValue('soon');
  await off.fill('12:00:30');
  await off.press('Enter');
  expect(await complaint(off)).toBe('');
  const on = night(page).getByRole('textbox', { name: 'Lights on' });
  await on.fill('11:55'); // before the recording, so of the next day
  await on.press('Enter');
  await expect(page.getByRole('status')).toContainText('goes from 12:00:00 to 12:05:00');
  await expect(on).toHaveValue('11:55');
  await on.fill('+0:10');
  await on.press('Enter');
  await expect(page.getByRole('status')).toContainText('There would be no epoch between');
  expect(await complaint(on)).toContain('There would be no epoch between');
  await on.fill('12.04:30');
  await on.press('Enter');
  await expect(row(page, 'Wake after sleep onset (WASO)')).toContainText('0.0 min');
  const report = await savedStages(page, 'Report');
  expect(report).toContain('Lights off: 12:00:30; lights on: 12:04:30 (times of the clock).');
  await night(page).getByText('Epoch 2 of 10').click();
  await page.keyboard.press('Control+z');
  await expect(on).toHaveValue('');
  await expect(row(page, 'Time in bed (TIB)')).toContainText('4.5 min');
  expect(await offencesInBoth(page)).toEqual([]);

  // A scoring of other epochs is refused with its name, once.
  const twenty = Array.from({ length: 15 }, (_, i) => `${20 * i},20,N2`);
  await choose(
    page,
    'Compare with another',
    'theirs.csv',
    `onset,duration,stage\n${twenty.join('\n')}`,
  );
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('theirs.csv: This hypnogram has epochs of 20');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('main').focus();
  await page.keyboard.press('2');
  await expect(night(page).getByText('Epoch 3 of 10')).toBeVisible();
  await expect(alert).toHaveText('');
  await night(page).getByLabel('Compare with another').focus(); // as after a dialog of files
  await page.keyboard.press('3');
  await expect(night(page).getByText('Epoch 4 of 10')).toBeVisible();
});

test('the epoch gets the height: predictions are not shown, and tools and statistics can be folded', async ({
  page,
}) => {
  await openSample(page); // is classified
  await expect(page.locator('#strip')).toBeVisible();
  await goTo(page, 'Sleep');
  await expect(page.locator('#strip')).toHaveCount(0);
  await night(page).getByRole('button', { name: 'Epochs: 30 s' }).click();
  const heightOf = async () => (await page.locator('#traces').boundingBox())!.height;
  const tools = night(page).getByRole('button', { name: 'Tools and statistics' });
  const close = night(page).getByRole('button', { name: 'Close the scoring' });
  await expect(close).toBeVisible();
  const before = await heightOf();
  await tools.click();
  await expect(tools).toHaveAttribute('aria-expanded', 'false');
  await expect(close).toBeHidden();
  await expect.poll(heightOf).toBeGreaterThan(before + 50);
  await tools.click();
  await expect(close).toBeVisible();
  await goTo(page, 'Signals');
  await expect(page.locator('#strip')).toBeVisible();
});

test('a simulated night can be tried: its stages are those of its annotations', async ({
  page,
}) => {
  await openPage(page);
  await goTo(page, 'Sleep');
  await page.getByRole('button', { name: 'Try a simulated night' }).click();
  await expect(night(page).getByText('Epoch 1 of 960')).toBeVisible();
  await expect(
    page.getByText('This recording is simulated: no person was measured.'),
  ).toBeVisible();
  await expect(row(page, 'Time in bed (TIB)')).toContainText('480.0 min');
  await expect(row(page, 'Total sleep time (TST)')).toContainText('436.5 min');
  await expect(page.locator('#traces')).toBeVisible();
});
