import { expect, test } from './support/test.js';
import { epochRows, goTo, openPage } from './support/app.js';
import { confusion, finished, openFigures, setPasses, train } from './support/training.js';

// 320 CSS pixels are what is left of a screen of 1280 at four times its size (WCAG 2.2, reflow).
const widths = { phone: { width: 320, height: 740 }, desk: { width: 1440, height: 900 } };

test('nothing is wider than the screen, and the canvases are painted, light and dark', async ({
  page,
}, info) => {
  const look = async (name: string, check: () => Promise<void>) => {
    for (const [device, size] of Object.entries(widths))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const picture = `${name}_${device}_${colorScheme}.png`;
        await page.screenshot({ path: info.outputPath(picture), fullPage: true });
        await test.step(picture, check);
      }
  };
  const isAsWideAsTheScreen = () =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
  await openPage(page);
  await look('start', isAsWideAsTheScreen);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  await look('result', async () => {
    await isAsWideAsTheScreen();
    expect(await covered(page, '.results .shares .swatch', '.results .shares .bar')).toBe(0);
    for (const id of ['traces', 'strip', 'overview'])
      await expect.poll(() => nColors(page, id)).toBeGreaterThan(3);
  });
  await page.setViewportSize({ width: 1280, height: 720 }); // the table of windows has all its columns
  const windows = page.locator('.results .table:has(tbody .swatch)');
  const missingPx = () => windows.evaluate((table) => table.scrollWidth - table.clientWidth);
  await expect.poll(missingPx).toBe(0);
});

/** How many elements of one kind lie under one of another. */
function covered(page: import('@playwright/test').Page, below: string, above: string) {
  return page.evaluate(
    ([below, above]) => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return one.textContent ? text.getBoundingClientRect() : one.getBoundingClientRect();
        });
      return boxes(below!).filter((a) =>
        boxes(above!).some(
          (b) => a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom,
        ),
      ).length;
    },
    [below, above],
  );
}

/** How many different colours a canvas shows; a blank one shows one. */
function nColors(page: import('@playwright/test').Page, id: string): Promise<number> {
  return page.locator(`canvas#${id}`).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
}

test('the choices above the traces stay on one line on a small screen, beside Live too, and no montage is cut off', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  const toolbar = page.locator('.toolbar');
  const montage = toolbar.getByLabel('Montage');
  await montage.selectOption({ label: 'longitudinal bipolar' });
  const spare = (select: HTMLSelectElement) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = getComputedStyle(select).font;
    const arrow = 22;
    const { width } = pen.measureText(select.selectedOptions[0]!.text);
    return select.clientWidth - arrow - width;
  };
  for (const workspace of ['Signals', 'Live'] as const) {
    await goTo(page, workspace);
    const lines = () =>
      toolbar
        .locator('select')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(await lines()).size).toBe(1);
    for (const name of ['Time', 'Sensitivity', 'Montage', 'Filter'])
      expect(await toolbar.getByLabel(name, { exact: true }).evaluate(spare), name).toBeGreaterThan(
        0,
      );
  }
});

test('with colours of their own, readers still see which class and what is chosen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  await epochRows(page).nth(3).click();
  const shown = await page.evaluate(() => {
    const style = (selector: string, part?: string) =>
      getComputedStyle(document.querySelector(selector)!, part);
    return {
      classes: [1, 2].map(
        (k) => style(`.results .swatch[data-class='${k}']`, '::before').backgroundColor,
      ),
      paper: style('body').backgroundColor,
      fit: style('.top .fit-dot').backgroundColor,
      selected: style('.results tbody tr.selected').outlineStyle,
      other: style('.results tbody tr:not(.selected)').outlineStyle,
    };
  });
  expect(new Set([...shown.classes, shown.paper]).size).toBe(3);
  expect(shown.fit).not.toBe(shown.paper);
  expect(shown).toMatchObject({ selected: 'solid', other: 'none' });
});

test('the theme can be chosen by hand', async ({ page }) => {
  await openPage(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Theme: auto' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await paper()).not.toBe(light);
});

test('on a phone the mark of the page, which gives way to names, is seen when it has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  const mark = page.getByRole('banner').getByRole('link', { name: /eegate/ });
  await mark.focus();
  const isOnTop = () =>
    mark.evaluate((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
});

test('long texts and many classes scroll by themselves, and not the panel that they are in', async ({
  page,
}) => {
  const names = Array.from(
    { length: 16 },
    (_, n) => `class ${n} ${'with a long name '.repeat(12)}`,
  );
  const text = {
    'many.vhdr': `Brain Vision Data Exchange Header File Version 1.0
[Common Infos]
DataFile=many.eeg
MarkerFile=many.vmrk
DataFormat=BINARY
DataOrientation=MULTIPLEXED
NumberOfChannels=2
SamplingInterval=10000
[Binary Infos]
BinaryFormat=INT_16
[Channel Infos]
Ch1=C3,,1
Ch2=C4,,1
`,
    'many.vmrk': `Brain Vision Data Exchange Marker File, Version 1.0
[Marker Infos]
${Array.from({ length: 160 }, (_, n) => `Mk${n + 1}=Comment,${names[n % 16]},${100 * n + 1},80,0`).join('\n')}
`,
  };
  const samples = Int16Array.from({ length: 2 * 100 * 161 }, (_, n) => 50 * Math.sin(n * n));
  await openPage(page);
  await page.getByLabel('Open recording').setInputFiles(
    Object.entries({ ...text, 'many.eeg': Buffer.from(samples.buffer) }).map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );
  await page.getByRole('tab', { name: 'Annotations' }).click();
  await expect(page.locator('.inspector')).toContainText('class 3');
  const excess = (places: string) =>
    page.locator(places).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(await excess('.inspector')).toEqual([0]);
  await setPasses(page, 1);
  await train(page);
  await expect(finished(page)).toBeVisible({ timeout: 60_000 });
  await openFigures(page);
  await expect(confusion(page)).toBeVisible();
  expect(await excess('.train-scroll')).toEqual([0, 0, 0]);
});
