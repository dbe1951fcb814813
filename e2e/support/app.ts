// The page as its users meet it: by landmarks, labels and roles.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { expect, frameOf, shellOf, test, type Locator, type Page } from './test.js';
import { edfFile, edfHeader, labels64 } from './edf.js';

export async function openPage(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Ready');
}

export const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' });

/** Sheets and popovers are there, and tell the truth, before somebody opens them. */
const closed = { includeHidden: true };
export const privacy = (page: Page): Locator =>
  page.getByRole('region', { name: 'Privacy', ...closed });
export const fit = (page: Page): Locator =>
  page.getByRole('region', { name: 'Model and compatibility', ...closed });
export const details = (page: Page): Locator =>
  page.getByRole('region', { name: 'Recording details', ...closed });

/** The part of the sheet about privacy that lists what is stored; opens or closes it. */
export async function toggleStored(page: Page): Promise<void> {
  if (!(await privacy(page).isVisible()))
    await page.locator('button[popovertarget="privacy"]:not(.close-sheet)').first().click();
  await page.getByText('Stored on this device').click();
}

export type Workspace = 'Signals' | 'Explain' | 'Sleep' | 'Train' | 'Live' | 'Learn';

export async function goTo(page: Page, workspace: Workspace): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Workspaces' });
  await rail.getByRole('link', { name: workspace }).click();
  await expect(rail.getByRole('link', { name: workspace })).toHaveAttribute('aria-current', 'page');
}

/** Opens what is below a button of the top bar. */
export async function openPicker(page: Page, name: 'Recordings' | 'Chosen model'): Promise<void> {
  const section = name === 'Recordings' ? page.locator('#recordings') : fit(page);
  if (await section.isVisible()) return;
  await page.getByRole('button', { name: `${name}: ` }).click();
  await expect(section).toBeVisible();
}

export async function chooseModel(page: Page, choice: { label: string } | { index: number }) {
  await openPicker(page, 'Chosen model');
  const models = page.getByRole('listbox', { name: 'Model' });
  const wanted =
    'label' in choice
      ? models.getByText(choice.label, { exact: true })
      : models.getByRole('option').nth(choice.index);
  await wanted.click();
  await expect(fit(page)).toBeHidden();
}

/** The list of models, and the one of it that is chosen, whether or not it is open. */
export const modelList = (page: Page): Locator => page.locator('#model-list');
export const chosenModel = (page: Page): Locator =>
  modelList(page).locator('[role=option][aria-selected=true]');

/** Chooses an epoch in the table of results, and comes back. */
export async function chooseEpoch(page: Page, n: number, back: Workspace): Promise<void> {
  await goTo(page, 'Signals');
  await page.getByRole('button', { name: `Show window ${n} in the traces` }).click();
  await goTo(page, back);
}

export async function openSample(page: Page): Promise<void> {
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
}

/** Rows of the results without the head. */
export const epochRows = (page: Page): Locator =>
  results(page)
    .getByRole('group', { name: /^Windows/ })
    .locator('tbody')
    .getByRole('row');

export async function openFile(
  page: Page,
  file: string | { name: string; buffer: Buffer },
): Promise<void> {
  const payload =
    typeof file === 'string' ? file : { ...file, mimeType: 'application/octet-stream' };
  await page.getByLabel('Open recording').setInputFiles(payload);
}

/** A long recording of 64 channels, put together in the page from one second: nothing large goes over the wire. */
export async function openLong(page: Page, name: string, nRecords: number): Promise<void> {
  const second = edfFile({ labels: labels64, nRecords: 1 });
  const parts = {
    header: edfHeader({ labels: labels64, nRecords }).toString('latin1'),
    record: second.subarray(edfHeader({ labels: labels64 }).length).toString('latin1'),
  };
  await page.getByLabel('Open recording').evaluate(
    (input: HTMLInputElement, { header, record, name, nRecords }) => {
      const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      const files = new DataTransfer();
      const records = new Array<Uint8Array<ArrayBuffer>>(nRecords).fill(bytes(record));
      files.items.add(new File([bytes(header), ...records], name));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { ...parts, name, nRecords },
  );
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

export async function classify(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Classify', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Classified');
}

export async function saveResults(
  page: Page,
  format: string,
): Promise<{ name: string; bytes: Buffer }> {
  await page.getByLabel('File format').selectOption({ label: format });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save results' }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The files that the page will ever need: those that the page as one file contains. */
function everyFile(): string[] {
  const oneFile = readFileSync(join(import.meta.dirname, '../../dist/eegate.html'), 'utf8');
  return [...oneFile.matchAll(/ id="file:([^"]+)"/g)].map(([, name]) => name!);
}

/** The page has fetched all that it will ever need: it does so in its first idle moment, or before it opens a recording. */
export async function everythingIsHere(page: Page): Promise<void> {
  const missing = async (names: string[]) => {
    const fetched = await shellOf(page).evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    return names.filter((name) => !fetched.some((path) => path.endsWith(`/${name}`)));
  };
  const names = everyFile();
  expect(names).toContain('page.js');
  await expect.poll(() => missing(names)).toEqual([]);
}

/** Everything that goes over the wire from now on. */
export function requestLog(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) urls.push(request.url());
  });
  return urls;
}

/** A recording of the EEG Motor Movement/Imagery set, e.g. "S001/S001R02.edf". Without the set the test is skipped. */
export function realRecording(name: string): string {
  const folder = process.env['EEGATE_DATA'] ?? '';
  const path = [join(folder, 'eegmmidb', name), join(folder, name)].find(
    (candidate) => folder && existsSync(candidate),
  );
  test.skip(!path, `EEGATE_DATA holds no ${name}`);
  return path ?? '';
}

export function goldenFolder(): string {
  const folder = process.env['EEGATE_GOLDEN'] ?? '';
  test.skip(!existsSync(join(folder, 'model', 'index.json')), 'EEGATE_GOLDEN is not set');
  return folder;
}

/** Opens everything that unfolds in its place. The menus of figures float, and one person opens one at a time. */
export async function openAllDetails(page: Page): Promise<void> {
  await page.evaluate(() =>
    document
      .querySelectorAll<HTMLElement>('details:not([open], .figure-button) > summary')
      .forEach((summary) => summary.click()),
  );
}

type RunOnly = axe.RunOnly;
const everyTag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ofColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds wrong with the page as it is now, or with a part of it. */
export async function offences(
  page: Page,
  part = 'html',
  runOnly: RunOnly = { type: 'tag', values: everyTag },
): Promise<string[]> {
  const frame = await frameOf(page);
  await frame.evaluate(axe.source);
  return frame.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(part, { runOnly });
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return [
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ...ids.filter((id, i) => ids.indexOf(id) < i).map((id) => `a second element with id ${id}`),
      ];
    },
    { part, runOnly },
  );
}

/** The same in light, and in dark what colours decide; what is shown stays. */
export async function offencesInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const rules = colorScheme === 'dark' ? ofColours : undefined;
    const offending = await offences(page, 'html', rules);
    found.push(...offending.map((offence) => `${colorScheme}: ${offence}`));
  }
  return found;
}

/** The methods report, as text. */
export async function saveReport(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^.+_.+_report\.html$/);
  return readFileSync(await download.path(), 'utf8');
}
