// The place Explain: from a classified window to what decided, its bands, head and map, its checks, without a mouse and with axe.
import { expect, test, type Locator, type Page } from './support/test.js';
import {
  chooseEpoch,
  chooseModel,
  classify,
  epochRows,
  everythingIsHere,
  goTo,
  offences,
  openAllDetails,
  openPage,
  requestLog,
} from './support/app.js';

const place = (page: Page): Locator => page.getByRole('region', { name: 'Explain', exact: true });
const verdict = (page: Page): Locator => place(page).locator('.explain-verdict');

async function opened(page: Page): Promise<void> {
  await openPage(page);
  await everythingIsHere(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  await goTo(page, 'Explain');
  await expect(verdict(page)).toBeVisible();
}

/** Methods, baselines, checks and tables are folded up. */
const openAdvanced = (page: Page): Promise<void> =>
  place(page)
    .getByText(/^Advanced/)
    .click();

test('a window that passes its checks is explained, Inside looks at the same, and another window and model follow', async ({
  page,
}) => {
  await opened(page);
  await expect(verdict(page)).toContainText('Passed all reliability checks');
  const summary = place(page).locator('#explain-summary');
  await expect(summary).toContainText(/^\s*eyes closed, [\d.]+\s%/);
  await expect(summary).toContainText(
    /The strongest evidence for eyes closed is the alpha band \(8 to 13\sHz\): without it the score falls from/,
  );
  await bandsAgree(page);
  await chooseEpoch(page, 50, 'Explain');
  await expect(place(page)).toContainText('Window 50');
  await expect(place(page).getByRole('progressbar')).toHaveCount(0);
  const first = await place(page).locator('#explain-summary').textContent();
  await chooseEpoch(page, 5, 'Explain');
  await expect(place(page)).toContainText('Window 5,');
  await expect(place(page).locator('#explain-summary')).not.toHaveText(first!);

  // Inside looks at the same window.
  const window = /Window (\d+)/.exec(await place(page).innerText())![1];
  const inside = page.getByRole('region', { name: 'Inside the model' });
  await inside.getByRole('button', { name: 'Inside the model' }).click();
  await expect(inside.getByText(`Window ${window} of 59`)).toBeVisible();

  // A classifier of covariances, which has no value for a signal of zeros, is explained too.
  await inside.getByRole('button', { name: 'Inside the model' }).click();
  await goTo(page, 'Signals');
  await chooseModel(page, { label: 'Eyes open or closed by covariance, 64 channels' });
  await classify(page);
  await goTo(page, 'Explain');
  await expect(place(page).locator('#explain-summary')).toContainText('The strongest evidence for');
  await expect(place(page)).not.toContainText('not finite');
});

/** Five bars; that of the band in the sentence is the longest, and in bold. */
async function bandsAgree(page: Page): Promise<void> {
  const rows = place(page).getByRole('table', { name: 'Frequency bands' }).getByRole('row');
  await expect(rows.locator('th')).toHaveText(['delta', 'theta', 'alpha', 'beta', 'gamma']);
  const falls = (await rows.locator('.number').allTextContents()).map((text) =>
    Number(text.replace('−', '-')),
  );
  expect(falls.indexOf(Math.max(...falls))).toBe(2);
  await expect(rows.nth(2)).toHaveAttribute('data-most', 'true');
  const [name] = await place(page).locator('#explain-summary strong').allTextContents();
  expect(name).toContain('eyes closed');
}

test('every method draws, and routing is called routing', { tag: '@more' }, async ({ page }) => {
  await opened(page);
  await openAdvanced(page);
  for (const method of ['gradient × input', 'remove electrodes', 'remove moments']) {
    await place(page).getByLabel('Explained by').selectOption({ label: method });
    await expect(verdict(page)).toBeVisible();
    await expect(place(page).getByRole('progressbar')).toHaveCount(0);
    expect(await inkOf(place(page).locator('#explain-map'))).toBeGreaterThan(20);
    // A removed electrode has one value, for the whole window.
    const hasTime = method !== 'remove electrodes';
    const times = hasTime ? /Strongest from \d:\d\d\.\d\d to/ : /electrodes: [^:]+\.\s*$/;
    await expect(place(page).locator('#explain-summary')).toHaveText(times);
    await expect(place(page).locator('#explain-cursor')).toHaveText(
      hasTime ? /\ss: [−+\d]/ : /^\w+: [−+\d]/,
    );
  }
  // Both replacements of what is removed, and how alike they are.
  await expect(place(page)).toContainText('Replaced by surrogate EEG');
  await expect(place(page).locator('#explain-fills')).toHaveCount(0);
  await place(page).getByLabel('Replace with').selectOption({ label: 'zeros' });
  await expect(place(page)).toContainText('Replaced by a flat line');
  await expect(place(page).locator('#explain-fills')).toContainText(
    /With zeros and with surrogate EEG the result is .* rank correlation −?-?[01]\.\d\d/,
  );
  await expect(place(page).locator('#explain-moved')).toContainText(
    'Compared with an empty window',
  );
  await place(page).getByLabel('Replace with').selectOption({ label: 'surrogate EEG' });
  await expect(place(page).locator('#explain-moved')).toContainText('Compared with surrogate EEG');
  await place(page)
    .getByLabel('Explained by')
    .selectOption({ label: 'attention rollout (routing)' });
  await expect(place(page).locator('.explain-routing')).toContainText('Routing, not importance.');
  await expect(place(page).getByRole('progressbar')).toHaveCount(0);
  await expect(place(page)).toContainText('Where attention reads from (routing)');
  await expect(place(page).locator('#explain-summary')).toContainText('Attention reads most from');
  expect(await inkOf(place(page).locator('#explain-map'))).toBeGreaterThan(20);
  await expect(place(page).locator('#explain-map')).toHaveAttribute('data-rows', 'one');
  // It tells neither electrodes apart nor classes: no head, and no average of a class.
  await expect(place(page).locator('#explain-scalp')).toBeHidden();
  await expect(place(page).getByRole('button', { name: /Compare with the average/ })).toHaveCount(
    0,
  );
});

/** Different colours in a picture. */
function inkOf(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement)
      .getContext('2d')!
      .getImageData(0, 0, width, height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4)
      seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
    return seen.size;
  });
}

test('the class average is computed on request', { tag: '@more' }, async ({ page }) => {
  test.slow(); // some thirty windows, each in many steps
  await opened(page);
  const ask = place(page).getByRole('button', { name: /Compare with the average/ });
  await ask.press('Enter');
  await expect(place(page)).toContainText('rank correlation');
  await expect(place(page).locator('#explain-mean')).toBeVisible({ timeout: 90_000 });
  await expect(place(page).locator(':focus')).toHaveCount(1);
  await openAdvanced(page);
  await page.getByText('The head, as a table').click();
  await expect(place(page).getByRole('columnheader', { name: 'Class average' })).toBeVisible();
});

test(
  'the class average can be cancelled, and asked for again',
  { tag: '@more' },
  async ({ page }) => {
    await opened(page);
    await chooseEpoch(page, 5, 'Explain');
    await expect(place(page)).toContainText('Window 5,');
    await expect(place(page).locator('#explain-summary')).toContainText('eyes open,');
    const ask = place(page).getByRole('button', { name: /Compare with the average/ });
    const progress = place(page).getByRole('progressbar');
    for (let i = 0; i < 2; i++) {
      await ask.click();
      await expect.poll(() => progress.getAttribute('value').then(Number)).toBeGreaterThan(0);
      expect(Number(await progress.getAttribute('value'))).toBeLessThan(1);
      await place(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(progress).toHaveCount(0);
      await expect(ask).toBeVisible();
    }
    // Another window of the class, by the same engines: what was cancelled is not at work any more, and does not come late.
    await chooseEpoch(page, 8, 'Explain');
    await expect(place(page)).toContainText('Window 8,');
    await expect(place(page).locator('#explain-summary')).toContainText('eyes open,');
    await expect(place(page).getByRole('progressbar')).toHaveCount(0);
    await expect(verdict(page)).toBeVisible();
    await expect(place(page).locator('#explain-mean')).toHaveCount(0);
    await expect(ask).toBeVisible();
    await expect(place(page).getByRole('alert')).toHaveCount(0);
  },
);

test(
  'the keyboard alone reads the map, and axe finds nothing',
  { tag: '@more' },
  async ({ page }) => {
    test.slow(); // axe reads every table twice
    const requests = requestLog(page);
    await opened(page);
    const map = place(page).locator('#explain-map');
    await map.focus();
    await page.keyboard.press('Home');
    await expect(place(page).locator('#explain-cursor')).toContainText('at 0.00 s');
    await page.keyboard.press('ArrowRight');
    await expect(place(page).locator('#explain-cursor')).toContainText('at 0.01 s');
    requests.length = 0;
    await openAllDetails(page);
    await headByKeys(page);
    await deletionByKeys(page);
    expect(await offences(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await offences(page)).toEqual([]);
    expect(requests).toEqual([]);
  },
);

async function headByKeys(page: Page): Promise<void> {
  const head = place(page).locator('#explain-scalp');
  await expect(
    place(page).getByText(/need not be those where a rhythm is large: “Head map” in Signals/),
  ).toBeVisible();
  const told = place(page).locator('#explain-electrode');
  const blank = await bytesOf(head);
  await head.focus();
  await page.keyboard.press('End');
  await expect(told).toHaveText(/^\w+: −[\d.]+, rank (\d+) of \1$/);
  await page.keyboard.press('Home');
  await expect(told).toHaveText(/^\w+: \+[\d.]+, rank 1 of \d+$/);
  const [best] = (await told.innerText()).split(':');
  await expect(place(page).locator('#explain-summary')).toContainText(
    new RegExp(`Strongest electrodes: ${best} |No electrode stands out from the others`),
  );
  const table = place(page).getByRole('group', {
    name: 'Relevance of each electrode',
    exact: true,
  });
  const value = await table
    .getByRole('row', { name: new RegExp(`^${best} `) })
    .getByRole('cell')
    .innerText();
  await expect(told).toContainText(`${best}: ${value},`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(told).not.toContainText(`${best}:`);
  await expect.poll(() => bytesOf(head)).not.toBe(blank); // the ring around the electrode has moved
}

async function deletionByKeys(page: Page): Promise<void> {
  const curve = place(page).locator('#explain-deletion');
  const told = place(page).locator('#explain-deletion-cursor');
  await curve.focus();
  await page.keyboard.press('End');
  await expect(told).toContainText('With 100 % of the signal removed');
  await page.keyboard.press('Home');
  await expect(told).toContainText('With 0 % of the signal removed');
  const table = place(page).getByRole('group', { name: 'Deletion curve' });
  const first = await table.getByRole('row').nth(1).getByRole('cell').first().innerText();
  await expect(told).toContainText(`removed: ${first};`);
}

/** What a canvas shows, as text. */
function bytesOf(canvas: Locator): Promise<string> {
  return canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
}
