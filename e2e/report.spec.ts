// The methods report, and figures that are saved. command.spec.ts compares the report with that of the command.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from './support/test.js';
import { goTo, openPage, openSample, saveReport } from './support/app.js';
import { finished, openFigures, setPasses, train } from './support/training.js';

test('a report prints on light paper, holds what was classified, and asks for nothing', async ({
  page,
}) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
  const html = await saveReport(page);
  const asked: string[] = [];
  const sheet = await page.context().newPage();
  sheet.on('request', (request) => asked.push(request.url()));
  await sheet.setContent(html);
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('Methods report');
  await expect(sheet.getByRole('row')).not.toHaveCount(0);
  await expect(sheet.locator('table').last().locator('tbody tr')).toHaveCount(59);
  await expect(sheet.getByText('not a medical device').first()).toBeVisible();
  expect(asked).toEqual([]);
});

function figures(page: Page) {
  return async (title: string, format: string) => {
    const summary = page.locator(`summary[aria-label="Save figure: ${title}"]`);
    await summary.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      summary.locator('..').getByRole('button', { name: format }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
}

test(
  'so are those of Start, of the playground, of Live and of the checks',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    const saved = figures(page);
    const svg = async (title: string) => (await saved(title, 'SVG')).bytes.toString();
    await expect(page.locator('#start-figure strong')).toHaveText('eyes closed');
    expect(await svg('Eyes closing in the sample')).toContain('>Oz</text>');
    await page.getByRole('button', { name: 'Try the sample recording' }).click();
    await expect(page.getByRole('status')).toContainText('Classified');
    await goTo(page, 'Learn');
    expect(await svg('Playground trials')).toContain('>C3</text>');
    await goTo(page, 'Explain');
    const explain = page.getByRole('region', { name: 'Explain', exact: true });
    await expect(explain.locator('.explain-verdict')).toBeVisible({ timeout: 30_000 });
    await explain.getByText('Advanced: methods, baselines, checks and tables').click();
    await explain.getByText('The checks', { exact: true }).click();
    expect(await svg('Deletion curve')).toContain('% of the signal removed');
    await goTo(page, 'Train');
    await setPasses(page, 2);
    await train(page);
    await expect(finished(page)).toBeVisible({ timeout: 60_000 });
    const verdict = await svg('Result of training');
    expect(verdict).toContain('right of');
    expect(verdict.split('<svg')).toHaveLength(3); // the figure, and the drawing in it: not the button's icon
    await openFigures(page);
    expect(await svg('Training curves')).toMatch(/<line [^>]*stroke-dasharray="6 3"\/>/); // the legend
    await goTo(page, 'Live');
    await page.getByLabel('Speed').selectOption({ label: 'as fast as possible' });
    await page.getByRole('button', { name: 'Start live' }).click();
    await expect(page.getByRole('status')).toContainText('Live has ended');
    const live = await svg('Live signal and decisions');
    expect(live).toContain('Signal of the last');
  },
);

test('figures are saved as SVG, with lines and letters, and as PNG', async ({ page }) => {
  await openSample(page);
  const saved = figures(page);
  const signals = await saved('Signals', 'SVG');
  expect(signals.name).toBe('signals.svg');
  const svg = signals.bytes.toString();
  for (const text of ['<svg xmlns=', '>eyes open</text>', '>Oz</text>', '<image '])
    expect(svg).toContain(text);
  expect(svg).toMatch(/xmlns:xlink=[^]*<image [^>]*xlink:href="data:image\/png/);
  const swatches = svg.match(/<rect [^>]*height="11"[^>]*>/g) ?? [];
  expect(swatches, 'a colour for each class').toHaveLength(2); // one of them without blue
  await page.getByRole('tab', { name: 'Spectrum' }).click();
  expect((await saved('Spectrum', 'SVG')).bytes.toString()).toContain('µV²/Hz');
  await page.getByRole('tab', { name: 'Head map' }).click();
  const map = (await saved('Head map', 'SVG')).bytes.toString();
  for (const text of ['Power of alpha 8–13 Hz', 'µV² (dark blue)']) expect(map).toContain(text);
  await page.getByRole('tab', { name: 'Result' }).click();
  const table = (await saved('Confusion matrix', 'SVG')).bytes.toString();
  expect(table).toContain('>Recall</text>');
  expect(table, 'colours of CSS alone').not.toMatch(/(fill|stroke)="(color|rgba?)\(/);
  expect(table).not.toContain('<image');
  const { name, bytes } = await saved('Confusion matrix', 'PNG');
  expect(name).toBe('confusion.png');
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(400); // twice as many pixels as on the screen
});
