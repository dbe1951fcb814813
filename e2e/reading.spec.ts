// Reading EEG as people do: reference, filter, channels, spectrum, annotations, keys, and the way back.
import { expect, test, type Page, inFrame, shellOf } from './support/test.js';
import {
  chosenModel,
  everythingIsHere,
  goTo,
  offencesInBoth,
  openAllDetails,
  openFile,
  openPage,
  privacy,
  requestLog,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

const signals = (page: Page) => page.getByRole('region', { name: 'Signals' });
const summary = (page: Page) => page.locator('#view-summary');
const tool = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true });

/** Every channel holds 10 Hz; C3 also a strong 25 Hz. */
const rhythm = {
  name: 'rhythm.edf',
  buffer: edfFile({
    labels: labels64,
    nRecords: 20,
    sample: (c, i) =>
      Math.round(
        60 * Math.sin((2 * Math.PI * 10 * i) / 160) +
          (labels64[c] === 'C3' ? 200 * Math.sin((2 * Math.PI * 25 * i) / 160) : 0),
      ),
  }),
};

test('channels are picked on the head, reference and filter are said, and the spectrum tells which rhythm is where', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, rhythm);
  await tool(page, 'Head map');
  const map = page.locator('canvas#head-map');
  await expect(map).toBeVisible();
  const box = (await map.boundingBox())!;
  await map.click({ position: { x: box.width / 2, y: box.height / 2 } }); // Cz
  await expect(summary(page)).toContainText('Cz (1 channel)');
  await panel(page, 'Head map').getByText('The same as a list').click();
  await panel(page, 'Head map').getByRole('button', { name: 'C3', exact: true }).press('Enter');
  await expect(summary(page)).toContainText('C3 to Cz (2 channels)');
  // One stop of Tab for all of them; arrows go from one to the next.
  const inList = (name: string) =>
    panel(page, 'Head map').getByRole('list').getByRole('button', { name, exact: true });
  await page.keyboard.press('ArrowRight');
  await expect(inList('C1')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(inList('FC5')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(inList('FC5')).toBeFocused();
  await expect(panel(page, 'Head map').locator('.picks button[tabindex="0"]')).toHaveCount(1);
  await expect(page).toHaveURL(/ch=Cz,C3/);
  await panel(page, 'Head map').getByRole('button', { name: 'Show all' }).click();
  await expect(summary(page)).toContainText('16 channels');

  // Reference and filter change what is seen, and say so.
  const reference = signals(page).getByLabel('Montage');
  await expect(reference.locator('option')).toContainText([
    'as recorded',
    'average',
    'longitudinal bipolar',
    'transverse bipolar',
  ]);
  await reference.selectOption('bipolar');
  await expect(summary(page)).toContainText('Fp1–F7 to');
  await reference.selectOption('average');
  await expect(summary(page)).toContainText('reference: average');

  await signals(page).getByLabel('Filter', { exact: true }).selectOption({ label: 'own edges' });
  const filter = signals(page).getByRole('group', { name: 'Filter edges' });
  await filter.getByLabel('Low-pass').selectOption('15');
  await filter.getByLabel('Notch').selectOption('50');
  await expect(filter).toContainText('Passes 0.5 Hz to 15 Hz');
  await expect(summary(page)).toContainText('high-pass 0.5 Hz, low-pass 15 Hz, notch 50 Hz');
  await filter.getByLabel('High-pass').selectOption({ label: 'Other …' });
  const field = filter.getByLabel('High-pass in Hz');
  await expect(field).toBeFocused();
  await page.keyboard.type('15');
  await signals(page).locator('canvas#traces').hover(); // the page is drawn anew, and what is typed stays
  await expect(field).toHaveValue('15');
  await page.keyboard.press('Enter');
  await expect(filter.getByRole('alert')).toContainText('below the low-pass of 15 Hz');
  await field.fill('1.6');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(filter.getByLabel('High-pass')).toHaveValue('1.6');
  await expect(filter.getByLabel('High-pass')).toBeFocused();
  await expect(summary(page)).toContainText('high-pass 1.6 Hz, low-pass 15 Hz');
  await expect(page).toHaveURL(/hp=1\.6/);
  await expect(filter.getByRole('img')).toBeVisible();

  // The spectrum tells which rhythm is where.
  await signals(page).getByLabel('Montage').selectOption('as recorded');
  await filter.getByLabel('Notch').selectOption('off');
  await signals(page).getByLabel('Filter', { exact: true }).selectOption({ index: 0 });
  await tool(page, 'Spectrum');
  const spectrum = panel(page, 'Spectrum');
  const words = page.locator('#spectrum-summary');
  await expect(words).toContainText('At 10 Hz: mean');
  const cursor = spectrum.getByRole('group', { name: /Left and right move the cursor/ });
  await cursor.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
  await expect(words).toContainText('At 25 Hz');
  await expect(words).toContainText('strongest in C3');
  await spectrum.getByText('Power in the bands, as a table').click();
  // The mean square of 0, 23, 42, 55, 60, ...: a sine of amplitude 60, rounded to whole microvolts.
  const alpha = await spectrum
    .getByRole('row', { name: /^FC5/ })
    .getByRole('cell')
    .nth(2)
    .innerText();
  expect(Number(alpha)).toBe(1780);

  // Without what is slower than 12 Hz nothing is left but in C3.
  await signals(page).getByLabel('Filter', { exact: true }).selectOption({ label: 'own edges' });
  await filter.getByLabel('Low-pass').selectOption('off');
  await filter.getByLabel('High-pass').selectOption('10');
  await expect
    .poll(async () =>
      Number(
        await spectrum.getByRole('row', { name: /^FC5/ }).getByRole('cell').nth(2).innerText(),
      ),
    )
    .toBeLessThan(520); // a quarter of the power at the edge
  await expect(spectrum).toContainText('high-pass 10 Hz; Welch’s method, Hann windows of 2 s');
});

test('the sensitivity suits the number of channels until one is chosen', async ({ page }) => {
  await openPage(page);
  await openFile(page, { name: 'many.edf', buffer: edfFile({ labels: labels64, nRecords: 10 }) });
  const choose = (label: string) => signals(page).getByLabel(label, { exact: true });
  const sensitivity = async () => Number(await choose('Sensitivity').inputValue());
  await choose('Channels').selectOption('8');
  await expect.poll(sensitivity).not.toBe(20); // which is that of a view without samples
  const ofFew = await sensitivity();
  await choose('Channels').selectOption('64');
  await expect.poll(sensitivity).toBeGreaterThan(ofFew);
  const width = async () => (await choose('Sensitivity').boundingBox())!.width;
  const before = await width();
  await choose('Sensitivity').selectOption({ index: 0 });
  await choose('Sensitivity').selectOption({ index: 0 }); // the list goes on beyond what is chosen
  await expect.poll(width).toBe(before);
  await choose('Sensitivity').selectOption('7');
  await choose('Channels').selectOption('8');
  await expect(summary(page)).toContainText('8 channels');
  expect(await sensitivity()).toBe(7);
});

test('the address holds the view, gives it back, and asks for nothing', async ({ page }) => {
  await openPage(page);
  await everythingIsHere(page);
  const requests = requestLog(page);
  await openFile(page, rhythm);
  const slider = page.getByRole('slider', { name: 'Time in the recording' });
  const scope = page.getByRole('group', { name: 'Traces' });
  await scope.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await signals(page).getByLabel('Sensitivity').selectOption('100');
  await expect(page).toHaveURL(/t=2&span=10&gain=100/);
  await expect(privacy(page)).toContainText('0 requests');
  expect(requests).toEqual([]);
  await goTo(page, 'Live');
  await expect(page).toHaveURL(/p=live/);
  await expect(scope).toBeVisible(); // the traces stay
  await shellOf(page).evaluate(() => history.back());
  const back = page.getByRole('link', { name: 'Signals', exact: true });
  await expect(back).toHaveAttribute('aria-current', 'page');
  await expect(page).not.toHaveURL(/p=/);
  await tool(page, 'Spectrum');
  await expect(page).toHaveURL(/tools=spectrum/);
  await scope.focus();
  const length = await shellOf(page).evaluate(() => history.length);

  const url = page.url();
  const other = inFrame(await page.context().newPage());
  await other.goto(url);
  await expect(other.getByRole('status')).toHaveText('Ready');
  await expect(other.getByText('This address shows 0:02 to 0:12 of a recording')).toBeVisible();
  await openFile(other, rhythm);
  await expect(summary(other)).toContainText('0:02 to 0:12');
  await expect(summary(other)).toContainText('100 µV/mm');
  await expect(panel(other, 'Spectrum')).toBeVisible();
  await shellOf(other).evaluate(() => (location.hash = '#p=results'));
  await expect(other.getByRole('region', { name: 'Results' })).toBeFocused();
  await shellOf(other).evaluate(() => (location.hash = '#t=5'));
  await expect(summary(other)).toContainText('0:05 to 0:15');
  await other.close();

  await page.keyboard.press('Control+z'); // outside a text field: the gain
  await expect(summary(page)).not.toContainText('100 µV/mm');
  await expect(slider).toHaveValue('2');
  await signals(page).getByRole('button', { name: 'Undo' }).click(); // both keys at once
  await expect(slider).toHaveValue('0');
  await signals(page).getByRole('button', { name: 'Redo' }).click();
  await expect(slider).toHaveValue('2');
  expect(await shellOf(page).evaluate(() => history.length)).toBe(length);
});

test('a link may name a model that comes after the others', async ({ page }) => {
  await page.route('**/models/eyes_standard.safetensors', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto('/#model=eyes_standard');
  const chosen = chosenModel(page);
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(chosen).toHaveId('model-option-eyes.safetensors');
  await expect(chosen).toHaveId('model-option-eyes_standard.safetensors');
  await expect(page).toHaveURL(/model=eyes_standard/);
});

test('the traces are read by keys and by the pointer: cursor, zoom, channel menu, times, pairs of channels', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, rhythm);
  await page.getByRole('group', { name: 'Traces' }).focus();
  const values = page.locator('#cursor-values');
  await page.keyboard.press('Shift+ArrowRight'); // from the middle of the screen
  await expect(values).toContainText('At 0:05.05: FC5 0.0 µV'); // half a period of 10 Hz after a whole one
  await page.keyboard.press('Escape');
  await expect(values).toBeEmpty();
  // The ring of the focus is above the pictures.
  const ring = (traces: Element) => getComputedStyle(traces, '::after').borderTopWidth;
  expect(await page.getByRole('group', { name: 'Traces' }).evaluate(ring)).toBe('2px');

  // The traces keep their height when the pointer enters them beside a measurement.
  const traces = page.locator('#traces');
  const { x, y, height } = (await traces.boundingBox())!;
  await page.keyboard.down('Shift');
  await page.mouse.move(x + 200, y + 100);
  await page.mouse.down();
  await page.mouse.move(x + 320, y + 160);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(page.locator('#cursor-values')).toContainText('Hz');
  await page.mouse.move(x + 260, y + 120);
  await expect(page.locator('#cursor-values')).toContainText(' · At 0:');
  expect((await traces.boundingBox())!.height).toBe(height);
  await page.mouse.move(5, 5);
  await expect(page.locator('#cursor-values')).not.toContainText('At 0:');
  expect((await traces.boundingBox())!.height).toBe(height);

  // Ctrl with the wheel zooms in time, where the pointer is.
  const { width } = (await traces.boundingBox())!;
  await traces.hover({ position: { x: width / 2, y: height / 2 } });
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -231); // e to the power of 0.693: half of the time
  await page.keyboard.up('Control');
  await expect(summary(page)).toContainText(/0:02\.\d+ to 0:07\.\d+ of/);
  await page.keyboard.press('Control+z');
  await expect(summary(page)).toContainText('0:00 to 0:10');

  await traces.click({ button: 'right', position: { x: 30, y: 30 } }); // on the name of the first channel
  const menu = page.getByRole('region', { name: 'Channel menu' });
  await expect(menu.getByLabel('Channel')).toHaveValue('FC5');
  expect(await offencesInBoth(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Bad channel' }).click();
  await expect(menu.getByRole('button', { name: 'Bad channel' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Traces' }).focus();
  await page.keyboard.press('c');
  await menu.getByLabel('Channel').selectOption('FC3');
  await menu.getByRole('button', { name: 'Hide it' }).click();
  await expect(summary(page)).toContainText('hidden: FC3; bad: FC5');
  await page.keyboard.press('Control+z');
  await expect(summary(page)).not.toContainText('hidden');
  await expect(page).toHaveURL(/bad=FC5/);

  const end = page.getByRole('slider', { name: 'End of what is shown' });
  await end.focus();
  await page.keyboard.press('PageDown'); // half of what is shown
  await expect(summary(page)).toContainText('0:00.0 to 0:05.0');
  const edge = (await end.boundingBox())!;
  await page.mouse.move(edge.x + 5, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x + 5 + 0.2 * (width - 65), edge.y + edge.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(end).toHaveAttribute('aria-valuetext', /^0:0[6-9]/);
  await expect(summary(page)).toContainText(/0:00(\.0)? to 0:0[6-9]/);

  // A time is gone to, also by the clock; pairs of channels are typed.
  await signals(page).getByLabel('Time', { exact: true }).selectOption('10');
  const field = page.locator('#go-to');
  await field.fill('0:0');
  await signals(page).locator('canvas#traces').hover(); // drawn anew, and what is typed stays
  await expect(field).toHaveValue('0:0');
  await page.getByRole('group', { name: 'Traces' }).focus();
  await page.keyboard.press('g');
  await expect(field).toBeFocused();
  await page.keyboard.type('0:07');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('0:07 to 0:17');
  await page.getByRole('button', { name: 'Clock', exact: true }).click();
  await expect(field).toHaveValue('12:00:07');
  await expect(page).toHaveURL(/clock=1/);
  await field.fill('12:00:03');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('0:03 to 0:13');
  await field.fill('11:00');
  await page.keyboard.press('Enter');
  const said = await field.evaluate((one: HTMLInputElement) => one.validationMessage);
  expect(said).toBe('Enter a time from 12:00:00 to 12:00:20.');
  await signals(page).getByLabel('Montage', { exact: true }).selectOption('own pairs');
  const pairs = signals(page).getByLabel('Pairs of channels, such as F3-A2, C3-A2');
  await pairs.fill('c3 - Cz, C4-Cz');
  await pairs.press('Enter');
  await expect(summary(page)).toContainText('C3–Cz to C4–Cz (2 channels)');
  await expect(page).toHaveURL(/ref=own:C3-Cz,C4-Cz|ref=own:c3-Cz,C4-Cz/);
});

test(
  'light and dark: axe finds nothing with every tool open',
  { tag: '@more' },
  async ({ page }) => {
    test.slow(); // axe reads the whole page three times
    await page.goto('/#tools=filter,spectrum,ruler&filter=own&ch=C3,C4');
    await expect(page.getByRole('status')).toHaveText('Ready');
    await openFile(page, rhythm);
    await expect(page.locator('#spectrum-summary')).toContainText('At 10 Hz');
    for (const name of ['Spectrum', 'Head map', 'Annotations']) {
      await tool(page, name);
      await openAllDetails(page);
      expect(await offencesInBoth(page)).toEqual([]);
    }
  },
);

test('on paper there is the recording, the model and the result, in ink on white', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  await page.getByRole('group', { name: 'Traces' }).press('Shift+ArrowRight'); // the cursor's values are in place of the scales
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  for (const name of ['Recording details', 'Model card', 'Results', 'Signals'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Train a model' })).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(summary(page)).toContainText('µV/mm');
  await expect(summary(page)).toHaveCSS('clip-path', 'none');
  const traces = (await page.locator('#traces').boundingBox())!;
  expect(traces.height).toBeGreaterThanOrEqual(8 * 22); // of eight channels
  await page.setViewportSize({ width: 688, height: 1017 }); // A4 within its margins
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeLessThanOrEqual(1017);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
    .toBe('dark');

  // On the screen again, annotations are filtered and jumped to.
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await tool(page, 'Annotations');
  const marks = panel(page, 'Annotations');
  await expect(marks.locator('tbody tr')).toHaveCount(9);
  await marks.getByLabel('Text', { exact: true }).selectOption('eyes closed');
  await expect(marks.locator('tbody tr')).toHaveCount(1);
  await marks.getByRole('button', { name: 'Next' }).click();
  await expect(summary(page)).toContainText('eyes closed at 0:30.0');
});
