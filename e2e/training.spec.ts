// Stories of the Train panel: from recordings to a model that classifies, and everything that may come in between.
import { expect, test, inFrame, type Page } from './support/test.js';
import { edfFile } from './support/edf.js';
import {
  classify,
  epochRows,
  everythingIsHere,
  fit,
  goTo,
  offences,
  openFile,
  openPage,
  openPicker,
  privacy,
  requestLog,
  toggleStored,
} from './support/app.js';
import {
  button,
  chooseNetwork,
  confusion,
  copyBox,
  finished,
  interrupted,
  networkNote,
  nPasses,
  openAdvanced,
  openFigures,
  openPair,
  runsTable,
  saveModel,
  setPasses,
  startLong,
  storedRun,
  train,
  trainPanel,
  denials,
} from './support/training.js';

test.describe.configure({ timeout: 150_000 });

/** Whether closing or reloading the tab would be asked about. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('two recordings become a model in one click, and it classifies at once', async ({ page }) => {
  await openPage(page);
  await everythingIsHere(page);
  const requests = requestLog(page);
  await openPair(page);
  await train(page);
  await expect(page.getByRole('status')).toContainText(/Preparing|Training/);
  const rail = page.getByRole('navigation', { name: 'Workspaces' });
  const running = rail.getByRole('link', { name: 'Train running' });
  await expect(running).toBeVisible();
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  await expect(running).toHaveCount(0);
  expect(await asksBeforeLeaving(page)).toBe(true); // the model is not saved
  await openFigures(page);
  await expect(confusion(page).getByRole('row')).toHaveCount(4); // "Predicted", the classes, and a row of each
  await expect(confusion(page).getByRole('rowheader')).toHaveText(['awake open', 'awake closed']);
  await expect(
    trainPanel(page).getByRole('img', { name: /\d+\s% right of \d+ windows/ }),
  ).toBeVisible();
  await expect(page.getByLabel('Model', { exact: true })).toContainText('Trained here');
  await classify(page);
  const rows = (await epochRows(page).allInnerTexts()).filter((row) => row.includes('awake'));
  const right = rows.filter((row) => row.includes('awake closed')).length; // opened last, so it is shown
  expect(right / rows.length).toBeGreaterThan(0.9);
  expect(requests).toEqual([]);
  await expect(privacy(page)).toContainText('0 requests');
  await expect(page.getByRole('alert')).toHaveText('');
});

test('the sample becomes a model whose file opens again and classifies', async ({ page }) => {
  await openPage(page);
  await button(page, 'Try the sample recording').click();
  await expect(epochRows(page)).toHaveCount(59);
  await setPasses(page, 12);
  await train(page);
  await expect(trainPanel(page).locator('canvas#loss-chart')).toBeVisible({ timeout: 60_000 });
  await expect(trainPanel(page).locator('canvas#accuracy-chart')).toBeVisible();
  await expect(finished(page)).toBeVisible({ timeout: 120_000 });
  await openFigures(page);
  await expect(confusion(page)).toContainText('eyes closed');
  expect(await asksBeforeLeaving(page)).toBe(true);
  const model = await saveModel(page);
  expect(model.name).toBe('eyes-closed_eyes-open_small-gated-model.safetensors');
  expect(await asksBeforeLeaving(page)).toBe(false);

  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(interrupted(page)).toHaveCount(0);
  await goTo(page, 'Signals');
  await button(page, 'Try the sample recording').click();
  await expect(epochRows(page)).toHaveCount(59);
  await page.getByLabel('Open model').setInputFiles({ ...model, mimeType: '' });
  await expect(fit(page)).toContainText(/Self-test\s*passed/);
  await classify(page);
  expect(await epochRows(page).count()).toBeGreaterThan(20);
  await expect(page.getByRole('alert')).toHaveText('');
});

test(
  'what is saved opens again, passes its self-test and classifies',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await openPair(page);
    await setPasses(page, 12);
    await train(page);
    await expect(trainPanel(page).locator('canvas#loss-chart')).toBeVisible({ timeout: 60_000 });
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    const model = await saveModel(page);
    expect(model.name).toBe('awake-open_awake-closed_small-gated-model.safetensors');
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('Ready');
    await expect(interrupted(page)).toHaveCount(0);
    await openPair(page);
    await page.getByLabel('Open model').setInputFiles({ ...model, mimeType: '' });
    await expect(fit(page)).toContainText(/Self-test\s*passed/);
    await classify(page);
    expect(await epochRows(page).count()).toBeGreaterThan(20);
    await expect(page.getByRole('alert')).toHaveText('');
  },
);

test('the choices have sensible defaults, and can be changed', async ({ page }) => {
  await openPage(page);
  await openPair(page);
  const panel = trainPanel(page);
  await expect(panel.getByRole('radio', { name: 'whole recordings' })).toBeChecked();
  await expect(panel.getByLabel('Class of awake open.edf')).toHaveValue('awake open');
  await panel.getByLabel('Class of awake open.edf').fill('open');
  await panel.getByLabel('Class of awake open.edf').press('Tab');
  await expect(panel).toContainText('open (59)');
  await panel.getByRole('checkbox', { name: 'awake closed.edf' }).uncheck();
  await expect(panel).toContainText('There is only one class, “open”');
  await panel.getByRole('checkbox', { name: 'awake closed.edf' }).check();
  await chooseNetwork(page, 'Small patch model');
  await expect(networkNote(page)).toContainText('segments of 32 samples');
  await openAdvanced(page);
  await expect(panel.getByLabel('Learning rate')).toHaveValue('0.001');
  await panel.getByLabel('Validate on').selectOption({ label: 'nothing: train on everything' });
  await setPasses(page, 1);
  await train(page);
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  await expect(panel).toContainText('the accuracy was not measured');
  await expect(panel.getByText('Figures and confusion matrix')).toHaveCount(0);
});

test(
  'every network tells what it does, its size and its cost',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await openPair(page);
    const panel = trainPanel(page);
    await expect(networkNote(page)).toContainText(
      /[\d,]+ parameters; measured here on one core: .+\sms/,
    );
    await chooseNetwork(page, 'GRU gate');
    await expect(networkNote(page)).toContainText(/199,362 parameters/);
    const networks = panel.getByRole('group', { name: 'Network', exact: true });
    const nAll = Number(/All (\d+) networks/.exec(await networks.innerText())![1]);
    await expect(networks.getByRole('radio')).toHaveCount(nAll + 1); // and the opened model
    await page.setViewportSize({ width: 400, height: 800 });
    const box = (await networks.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(400);
    expect(await offences(page)).toEqual([]);
  },
);

test(
  'a network that came before the transformer trains, and one that does not fit says why',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await openPair(page);
    const panel = trainPanel(page);
    await chooseNetwork(page, 'CRAM');
    await panel.getByLabel('Window length').fill('1');
    await panel.getByLabel('Window length').press('Tab');
    await expect(networkNote(page)).toContainText(/cannot be used with these windows.*160.*257/s);
    await chooseNetwork(page, 'EEGNet');
    await expect(networkNote(page)).toContainText('parameters');
    await setPasses(page, 10);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    await expect(runsTable(page).getByLabel('Name of EEGNet')).toHaveValue('EEGNet');
    await classify(page);
    const { name } = await saveModel(page);
    expect(name).toMatch(/\.safetensors$/);
  },
);

test('one recording of one state is refused with what to do', async ({ page }) => {
  await openPage(page);
  await goTo(page, 'Train');
  await expect(button(page, 'Train')).toHaveCount(0); // there is nothing to learn from
  await expect(trainPanel(page)).toContainText('from one with annotations of two kinds');
  await openFile(page, { name: 'alone.edf', buffer: edfFile({ labels: ['Cz', 'Oz'] }) });
  await train(page);
  await expect(page.getByRole('alert')).toContainText('TRAIN_ONE_CLASS');
  await expect(page.getByRole('alert')).toContainText('Open a recording of another state as well');
  await expect(button(page, 'Train')).toBeEnabled();
  await expect(button(page, 'Save model')).toHaveCount(0);
});

test('recordings that are too short are refused', async ({ page }) => {
  await openPage(page);
  await goTo(page, 'Train');
  const files = ['a.edf', 'b.edf'].map((name, k) => ({
    name,
    mimeType: '',
    buffer: edfFile({ labels: ['Cz', 'Oz'], nRecords: 3, sample: (c, i) => c + i + k }),
  }));
  await page.getByLabel('Open recording').setInputFiles(files);
  await expect(trainPanel(page)).toContainText('too few windows');
  await train(page);
  await expect(page.getByRole('alert')).toContainText('TRAIN_TOO_FEW');
});

test('a reload half-way loses a few seconds at most', async ({ page }) => {
  await page.clock.install();
  await startLong(page, 5000, true);
  await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
  const [first, before] = [await storedRun(page), await nPasses(page)];
  await page.clock.fastForward(6_000); // a checkpoint is at most 5 s old
  await expect.poll(async () => (await storedRun(page)).text === first.text).toBe(false);
  expect(await storedRun(page)).toMatchObject({ nKeys: 1 }); // the run has not ended, which erases its copy
  await page.reload();
  await expect(interrupted(page)).toContainText('awake open / awake closed');
  await button(page, 'Continue training').click();
  await expect(interrupted(page)).toHaveCount(0);
  await expect.poll(() => nPasses(page), { timeout: 30_000 }).toBeGreaterThan(before / 4);
  await openPicker(page, 'Recordings');
  await expect(button(page, 'awake closed.edf')).toBeVisible();
  await page.getByRole('button', { name: /^Recordings: / }).click(); // closes the list
  await button(page, 'Stop').click();
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  await saveModel(page);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(interrupted(page)).toHaveCount(0);
});

test('what a reload left behind can be discarded', { tag: '@more' }, async ({ page }) => {
  await startLong(page, 5000, true);
  await page.reload();
  await button(page, 'Discard').click();
  await expect(interrupted(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(interrupted(page)).toHaveCount(0);
});

test('nothing is kept without the wish to', async ({ page }) => {
  await openPage(page);
  await openPair(page);
  await expect(copyBox(page)).not.toBeChecked();
  await expect(copyBox(page)).toHaveAccessibleName(/complete recordings, including the names/);
  await expect(copyBox(page)).toBeVisible();
  await setPasses(page, 5000);
  await train(page);
  await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(2);
  expect(await storedRun(page)).toEqual({ nKeys: 0, nReadable: 0, text: '' });
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(interrupted(page)).toHaveCount(0);
});

/** What the status says from now on; the progress of training soon follows each message. */
async function allThatIsSaid(page: Page): Promise<() => Promise<string>> {
  const status = page.getByRole('status');
  await status.evaluate((one) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => said.push(one.textContent ?? '')).observe(one, options);
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.join('\n'));
}

test('a copy is noise without its key, which goes when the box is cleared or the run ends', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await startLong(page, 5000, true);
  await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
  const { text, ...keys } = await storedRun(page);
  expect(keys).toEqual({ nKeys: 1, nReadable: 0 });
  expect(text.length).toBeGreaterThan(100_000);
  expect(text).not.toMatch(/awake|Fp1 {5}|trainLoss|gate/);
  await goTo(page, 'Signals');
  await expect(page.getByRole('status')).toContainText('Training goes on');
  const rail = page.getByRole('navigation', { name: 'Workspaces' });
  await expect(rail.getByRole('link', { name: 'Train running' })).toBeVisible();
  await goTo(page, 'Train');
  await copyBox(page).uncheck();
  await expect(trainPanel(page)).toContainText('The copy in this browser was erased');
  expect(await storedRun(page)).toEqual({ nKeys: 0, nReadable: 0, text: '' });
  await page.clock.fastForward(6_000); // the next checkpoint would be due
  const before = await nPasses(page);
  await expect.poll(() => nPasses(page)).toBeGreaterThan(before + 3);
  await page.waitForTimeout(500); // it would have been encrypted and stored
  expect(await storedRun(page)).toEqual({ nKeys: 0, nReadable: 0, text: '' });
  await button(page, 'Stop').click();
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });

  await copyBox(page).check();
  await train(page);
  await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
  await expect.poll(() => nPasses(page)).toBeGreaterThan(0); // before the first epoch there is no model to end with
  await button(page, 'Stop').click();
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => storedRun(page)).toEqual({ nKeys: 0, nReadable: 0, text: '' });

  // Another tab erases it: the training says so, and does not promise a copy any more.
  await copyBox(page).check();
  await train(page);
  await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
  const other = inFrame(await context.newPage());
  await openPage(other);
  await toggleStored(other);
  await other.getByRole('button', { name: 'Erase all of it' }).click();
  await other.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(privacy(other)).toContainText('Nothing is stored in this browser');
  await other.close();
  const said = await allThatIsSaid(page);
  await page.clock.fastForward(6_000); // the next checkpoint is due
  await expect(trainPanel(page)).toContainText('was erased, perhaps by another tab');
  await expect.poll(said).toContain('was erased, perhaps by another tab');
  await expect(copyBox(page)).not.toBeChecked();
  await button(page, 'Stop').click();
  await expect(finished(page)).toBeVisible({ timeout: 30_000 });
});

test(
  'a second tab does not take over a run that is going on',
  { tag: '@more' },
  async ({ page, context }) => {
    await startLong(page, 5000, true);
    const second = inFrame(await context.newPage());
    await openPage(second);
    await expect(trainPanel(second)).toContainText('Another tab of this browser is training');
    await expect(interrupted(second)).toHaveCount(0);
    await page.close();
    await expect(interrupted(second)).toBeVisible();
  },
);

test(
  'a run outlives an engine worker that is killed, and later all of them',
  { tag: '@more' },
  async ({ page }) => {
    await startLong(page, 300);
    const worker = page.workers().at(-1); // those that train come last
    await worker!.evaluate(() => self.close()).catch(() => undefined);
    await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(20);
    for (const one of page.workers()) await one.evaluate(() => self.close()).catch(() => undefined);
    await expect(finished(page)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('alert')).toHaveText('');
  },
);

for (const [what, deny] of Object.entries(denials))
  test(
    `${what} training goes on, keeps no copy and says so`,
    { tag: '@more' },
    async ({ page }) => {
      await page.addInitScript(deny);
      await openPage(page);
      await openPair(page);
      await setPasses(page, 3000);
      await copyBox(page).check();
      await train(page);
      await expect(trainPanel(page)).toContainText('does not keep a copy', { timeout: 60_000 });
      await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(0);
      await button(page, 'Stop').click();
      await expect(finished(page)).toBeVisible({ timeout: 30_000 });
    },
  );
