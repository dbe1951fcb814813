// The Train panel as its users meet it, and recordings that can be told apart within seconds.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { goTo, openPage } from './app.js';
import { edfFile } from './edf.js';
import { shellOf } from './test.js';

export const trainPanel = (page: Page): Locator =>
  page.getByRole('region', { name: 'Train a model', includeHidden: true });
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const interrupted = (page: Page): Locator =>
  page.getByRole('region', { name: 'Interrupted training' });

const labels = ['Fp1', 'Fp2', 'C3', 'C4', 'P7', 'P8', 'O1', 'O2'];

/** A file of eight channels: noise, and a rhythm of 10 Hz as strong as `rhythmUv`. */
export function rhythmFile(name: string, rhythmUv: number, nRecords = 60) {
  let state = 7 + rhythmUv;
  const noise = () => ((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31 - 0.5) * 40;
  const sample = (c: number, i: number) =>
    Math.round(noise() + rhythmUv * Math.sin((2 * Math.PI * 10 * i) / 160 + c / 3));
  const buffer = edfFile({ labels, nRecords, sample });
  return { name, mimeType: 'application/octet-stream', buffer };
}

export const open = rhythmFile('awake open.edf', 0);
export const closed = rhythmFile('awake closed.edf', 25);

export async function openPair(page: Page): Promise<void> {
  await page.getByLabel('Open recording').setInputFiles([open, closed]);
  await goTo(page, 'Train');
  await expect(trainPanel(page)).toContainText('from 2 recordings');
}

/** Unfolds the settings that most people leave alone. */
export async function openAdvanced(page: Page): Promise<void> {
  await goTo(page, 'Train');
  const advanced = trainPanel(page).locator('details', { hasText: 'Advanced' });
  if (await trainPanel(page).getByLabel('Epochs', { exact: true }).isVisible()) return;
  await advanced.locator('summary').click();
}

async function setNumber(page: Page, label: string, value: number): Promise<void> {
  await openAdvanced(page);
  const box = trainPanel(page).getByLabel(label, { exact: true });
  await box.fill(String(value));
  await box.press('Tab');
}

export const setPasses = (page: Page, passes: number): Promise<void> =>
  setNumber(page, 'Epochs', passes);

/** A network by its title: one of those in view, or of all. */
export async function chooseNetwork(page: Page, title: string): Promise<void> {
  const card = trainPanel(page).getByRole('radio', { name: title, exact: true });
  if (!(await card.isVisible()))
    await trainPanel(page)
      .getByText(/^All \d+ networks$/)
      .click();
  await card.check();
}

/** The note below the chosen network. */
export const networkNote = (page: Page): Locator =>
  trainPanel(page).locator('.network[data-chosen=true] .note');

export const finished = (page: Page): Locator => trainPanel(page).locator('.run[data-phase=ended]');

export const confusion = (page: Page): Locator =>
  trainPanel(page).getByRole('group', { name: 'Confusion matrix' });

export async function openFigures(page: Page): Promise<void> {
  await trainPanel(page).getByText('Figures and confusion matrix').click();
}

/** The table of the runs of this visit. */
export const runsTable = (page: Page): Locator =>
  trainPanel(page).getByRole('region', { name: 'Runs of this visit' });

/** Its rows, the head among them. */
export const runRows = (page: Page): Locator =>
  runsTable(page).getByRole('group', { name: 'Runs of this visit' }).getByRole('row');

/** Presses Train in its workspace. */
export async function train(page: Page): Promise<void> {
  await goTo(page, 'Train');
  await button(page, 'Train').click();
}

export async function saveModel(page: Page): Promise<{ name: string; buffer: Buffer }> {
  await goTo(page, 'Train');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    trainPanel(page).getByRole('button', { name: 'Save model', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), buffer: readFileSync(await download.path()) };
}

/** How many epochs are done, as the panel says. */
export async function nPasses(page: Page): Promise<number> {
  const text = (await trainPanel(page).locator('.summary').textContent()) ?? '';
  return Number(/After ([\d,]+) epoch/.exec(text)?.[1]?.replace(',', '') ?? 0);
}

export const copyBox = (page: Page): Locator =>
  trainPanel(page).getByRole('checkbox', { name: /^Keep a copy/ });

/** A run that goes on for long, and has begun. */
export async function startLong(page: Page, passes: number, isKept = false): Promise<void> {
  await openPage(page);
  await openPair(page);
  // The run must not end, which erases its copy, before the story does: thousands of epochs of the recommended network take seconds.
  if (isKept) await chooseNetwork(page, 'EEGNet');
  await setPasses(page, passes);
  if (isKept) await setNumber(page, 'Patience epochs', 0);
  if (isKept) await copyBox(page).check();
  await train(page);
  await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(3);
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: of the clock, and of the processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * The tasks of the page's main thread within so many seconds, every one of them, in time of the processor: what another program
 * took meanwhile does not count.
 */
export async function tasksWithin(
  page: Page,
  seconds: number,
): Promise<{ longestMs: number; nTasks: number }> {
  const browser = page.context().browser()!;
  const categories = ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await page.waitForTimeout(1000 * seconds);
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const threads = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    (event) => /RunTask$/.test(event.name) && event.ph === 'X' && threads.has(threadOf(event)),
  );
  const ms = tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
  return { longestMs: ms.reduce((a, b) => Math.max(a, b), 0), nTasks: ms.length };
}

/** What keeps a browser from keeping a copy; to be run before the page is. */
export const denials: Record<string, () => void> = {
  'without storage': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
  'without https, where browsers encrypt nothing,': () =>
    void Reflect.deleteProperty(Crypto.prototype, 'subtle'),
};

/** What IndexedDB holds of a run: how many keys, whether one can be read, and all else as text. */
export function storedRun(page: Page): Promise<{ nKeys: number; nReadable: number; text: string }> {
  return shellOf(page).evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const db = await answered(indexedDB.open('eegate-training'));
    const all = (store: string) => answered(db.transaction(store).objectStore(store).getAll());
    const keys = (await all('key')) as CryptoKey[];
    const values = (await all('values')) as Blob[];
    db.close();
    const exported = await Promise.allSettled(
      keys.map((key) => crypto.subtle.exportKey('raw', key)),
    );
    const nReadable = exported.filter(({ status }) => status === 'fulfilled').length;
    const texts = await Promise.all(values.map((value) => value.text()));
    return { nKeys: keys.length, nReadable, text: texts.join('') };
  });
}
