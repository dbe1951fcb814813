// The methods report: the page and the command write the same from the same files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from './support/test.js';
import { chooseModel, classify, fit, goTo, openFile, openPage, openSample } from './support/app.js';

const eegate = ['native-release', 'native-asan']
  .map((preset) => new URL(`../build/${preset}/eegate`, import.meta.url).pathname)
  .filter((file) => existsSync(file))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];

async function saveReport(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('methods_report.html');
  return readFileSync(await download.path(), 'utf8');
}

/** Cells and paragraphs; numbers are numbers, for their last digits depend on the machine. */
const pieces = (html: string) =>
  [...html.matchAll(/<(td|th|p|li|pre|h1|h2)\b[^>]*>([^<]*)</g)].map(([, , text]) => {
    const number = Number(text);
    return text !== '' && Number.isFinite(number) ? Number(number.toFixed(2)) : text;
  });

test('the page and the command line report the same', async ({ page }) => {
  test.skip(!eegate, 'the native command is not built');
  const folder = mkdtempSync(join(tmpdir(), 'eegate-report-'));
  try {
    const [recording, file] = [join(folder, 'Harry.edf'), join(folder, 'report.html')];
    const model = new URL('../dist/models/eyes8.safetensors', import.meta.url).pathname;
    execFileSync(eegate!, ['sample', '-o', recording, '--duration-s', '20']);
    execFileSync(eegate!, ['report', model, recording, '-o', file]);
    await openPage(page);
    await openFile(page, recording);
    await chooseModel(page, { index: 1 });
    await expect(fit(page)).toContainText('8 channels');
    await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeDisabled();
    await classify(page);
    const [ours, theirs] = [pieces(await saveReport(page)), pieces(readFileSync(file, 'utf8'))];
    const machine = theirs.indexOf('Computed on') + 1;
    expect(ours[machine]).toContain('WebAssembly');
    ours[machine] = theirs[machine];
    expect(ours.length).toBe(theirs.length);
    ours.forEach((piece, i) => {
      if (typeof piece === 'number')
        expect(Math.abs(piece - Number(theirs[i]))).toBeLessThan(0.011);
      else expect(piece).toBe(theirs[i]);
    });
    expect(ours).toContain('eyes8.safetensors');
    expect(ours.join(' ')).not.toContain('Harry');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

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
  const table = (await saved('Confusion matrix', 'SVG')).bytes.toString();
  expect(table).toContain('>Recall</text>');
  expect(table).not.toContain('<image');
  const { name, bytes } = await saved('Confusion matrix', 'PNG');
  expect(name).toBe('confusion.png');
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(400); // twice as many pixels as on the screen
});
