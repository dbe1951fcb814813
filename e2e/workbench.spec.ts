// The frame: nothing scrolls but what is meant to, in any workspace, on any screen; and whatever is shown, axe accepts.
import { expect, test, type Page } from './support/test.js';
import { edfFile } from './support/edf.js';
import {
  chooseModel,
  goTo,
  offences,
  openPage,
  openPicker,
  openSample,
  type Workspace,
} from './support/app.js';

const workspaces: Workspace[] = ['Signals', 'Explain', 'Sleep', 'Train', 'Live', 'Learn'];

/** By how much the page is larger than the screen. */
function overflow(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { x: scrollWidth - innerWidth, y: scrollHeight - innerHeight };
  });
}

const screens = [
  [1440, 900],
  [1280, 720],
  [390, 844],
  [320, 640],
] as const;

test('the page scrolls in no direction on any screen, and the traces stay in view', async ({
  page,
}) => {
  const expectNoScroll = async (where: string) => {
    await expect.poll(() => overflow(page), where).toEqual({ x: 0, y: 0 });
  };
  const onEachScreen = async (where: string, check: () => Promise<void>) => {
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      await expectNoScroll(`${where}, ${width} x ${height}`);
      await test.step(`${where}, ${width} x ${height}`, check);
    }
  };
  await openPage(page);
  await onEachScreen('Start', () => Promise.resolve());
  await openSample(page);
  for (const workspace of workspaces) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, workspace);
    const hasTraces = workspace !== 'Train' && workspace !== 'Learn';
    const traces = page.getByRole('group', { name: 'Traces' });
    await onEachScreen(workspace, async () => {
      await expect(traces).toBeVisible({ visible: hasTraces });
      if (hasTraces)
        await expect
          .poll(async () => (await traces.boundingBox())!.height, workspace)
          .toBeGreaterThan(100);
    });
  }
});

test('long names of classes leave room for what is below the traces with them', async ({
  page,
}) => {
  await openSample(page);
  for (const [width, height] of [
    [320, 568],
    [640, 360], // a desk at twice its size
  ] as const) {
    await page.setViewportSize({ width, height });
    const table = (await page.getByText('What is in view, as a table').boundingBox())!;
    expect(table.x + table.width, `${width}`).toBeLessThanOrEqual(width);
  }
});

test('the bar holds what it says on one line, with several recordings and a model that none of them fits', async ({
  page,
}) => {
  await openPage(page);
  const buffer = edfFile({ labels: ['X1', 'X2'], sample: (c, i) => (i * (c + 1)) % 90 });
  const files = ['first.edf', 'second.edf', 'third.edf'].map((name) => ({ name, buffer }));
  const mimeType = 'application/octet-stream';
  await page
    .getByLabel('Open recording')
    .setInputFiles(files.map((file) => ({ ...file, mimeType })));
  await expect(page.getByRole('button', { name: /^Classify all/ }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('why?');
  for (const width of [1440, 1280, 1100, 1000, 860, 720]) {
    await page.setViewportSize({ width, height: 720 });
    const bar = page.getByRole('banner');
    const { excess, heights } = await bar.evaluate((one) => ({
      excess: one.scrollWidth - one.clientWidth,
      heights: [...one.querySelectorAll('button')].map((button) => button.offsetHeight),
    }));
    expect(excess, String(width)).toBe(0);
    expect(Math.max(...heights), String(width)).toBeLessThan(40);
  }
});

test('a low screen, as at twice the size, keeps the traces and scrolls the bench alone', async ({
  page,
}) => {
  await openSample(page);
  for (const [width, height] of [
    [720, 450],
    [844, 390], // a phone on its side
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await overflow(page), `${width}`).toEqual({ x: 0, y: 0 });
    const learn = await page.getByRole('link', { name: 'Learn' }).boundingBox();
    expect(learn!.y + learn!.height, `${width}`).toBeLessThanOrEqual(height);
    if (width > 700) {
      const status = await page.getByRole('status').boundingBox();
      expect(learn!.y + learn!.height, `${width}`).toBeLessThanOrEqual(status!.y);
    }
    const traces = page.getByRole('group', { name: 'Traces' });
    const px = async () => (await traces.locator('#traces').boundingBox())!.height;
    await expect.poll(px).toBeGreaterThan(0.4 * height);
    await page.getByRole('tab', { name: 'Spectrum' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('tab', { name: 'Spectrum' })).toBeInViewport();
  }
});

test('a page that is opened on a phone scrolls in no direction either', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSample(page);
  for (const workspace of workspaces) {
    await goTo(page, workspace);
    expect(await overflow(page), workspace).toEqual({ x: 0, y: 0 });
    if (workspace === 'Train')
      await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeInViewport();
    if (workspace === 'Learn') {
      const lower = page.getByRole('region', { name: 'Lessons' });
      const playground = page.getByRole('region', { name: 'Playground with known ground truth' });
      const end = (await playground.boundingBox())!;
      expect((await lower.boundingBox())!.y).toBeGreaterThanOrEqual(end.y + end.height - 1);
      expect(end.height).toBeGreaterThan(800); // all of it
      const tabs = page.locator('.learn-tabs');
      expect(await tabs.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      await tabs.getByRole('button', { name: 'Lessons', exact: true }).click();
      await expect(page.getByRole('button', { name: 'The alpha rhythm' })).toBeInViewport();
    }
  }
});

test('Classify is among the first five stops of Tab', async ({ page }) => {
  await openSample(page);
  const first = page.locator('a[href], button, input, select, [tabindex="0"]').first();
  await expect(first).toHaveText('Skip to the content');
  await first.focus(); // the first stop
  const classify = page.getByRole('button', { name: 'Classify', exact: true });
  for (let i = 1; i < 5 && (await classify.and(page.locator(':focus')).count()) === 0; i++)
    await page.keyboard.press('Tab');
  await expect(classify).toBeFocused();
});

test('axe finds nothing in any workspace', async ({ page }) => {
  test.slow(); // axe reads the whole page many times
  await openSample(page);
  for (const workspace of workspaces) {
    await goTo(page, workspace);
    expect(await offences(page), workspace).toEqual([]);
  }
});

test('axe finds nothing in any sheet or popover', { tag: '@more' }, async ({ page }) => {
  await openSample(page);
  for (const name of ['Recordings', 'Chosen model'] as const) {
    await openPicker(page, name);
    expect(await offences(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
  for (const name of ['Details', 'Help']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect(await offences(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('what an address names is shown, also where the address is older than the workspaces', async ({
  page,
}) => {
  for (const [fragment, name] of [
    ['#train', 'Train'],
    ['#p=live&open=live', 'Live'],
    ['#p=playground&open=playground', 'Learn'],
    ['#open=explain', 'Explain'],
  ] as const) {
    await page.goto(`/${fragment}`);
    await page.reload(); // another fragment alone is no new page
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.goto('/#privacy');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible();
});

test(
  'a page whose first frame comes late, as in a tab in the background, has all its sections',
  { tag: '@more' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const { requestAnimationFrame: frame } = globalThis;
      globalThis.requestAnimationFrame = (draw) => {
        globalThis.requestAnimationFrame = frame;
        return Number(setTimeout(() => frame(draw), 4000));
      };
    });
    await page.goto('/#learn');
    await expect(page.getByRole('region', { name: 'Lessons' })).toContainText('The alpha rhythm');
    await page.goto('/#train');
    await page.reload();
    await expect(page.getByRole('region', { name: 'Train a model' })).not.toBeEmpty();
  },
);

test('every action is found by its name, with its key, and undone', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await openSample(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Type what you want to do' });
  await expect(field).toBeFocused();
  expect(await offences(page)).toEqual([]);
  await field.fill('forward a screen');
  const commands = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  await expect(commands.first()).toHaveText(/^\s*Forward a screen\s*Page Down\s*$/); // before "Forward a tenth of the screen"
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(page.locator('#view-summary')).toContainText('0:35 to 0:45');
  await page.keyboard.press('Control+k');
  await field.fill('undo');
  await page.keyboard.press('Enter');
  await expect(page.locator('#view-summary')).toContainText('0:25 to 0:35');
  // Text and Enter before the next frame.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'forward a screen';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await expect(page.locator('#view-summary')).toContainText('0:35 to 0:45');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+k');
  await field.fill('go to');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Go to Live' }).click();
  await expect(page.getByRole('region', { name: 'Live', exact: true })).toBeVisible();
  // A list that is closed by the mouse gives the focus back to its button.
  await chooseModel(page, { index: 1 });
  await expect(page.getByRole('button', { name: /^Chosen model/ })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  expect(problems).toEqual([]);
});
