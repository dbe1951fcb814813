// What must remain when something breaks: what was open stays open, the reason is told, and trying again works.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, inFrame, shellOf, type Page, type Worker } from './support/test.js';
import {
  classify,
  epochRows,
  chooseEpoch,
  goTo,
  openFile,
  openPage,
  openPicker,
  privacy,
  results,
  saveResults,
  toggleStored,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';
import {
  button,
  copyBox,
  finished,
  nPasses,
  openPair,
  setPasses,
  train,
  trainPanel,
} from './support/training.js';

type Library = typeof import('../web/api/index.js');

let folder: string;
test.beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'eegate-faults-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, options: Partial<Parameters<typeof edfFile>[0]> = {}): string {
  writeFileSync(join(folder, name), edfFile({ labels: labels64, ...options }));
  return join(folder, name);
}

/** Ends or silences engine workers in the middle of a run of about 90 messages, however fast it is; returns them. */
async function stopLater(page: Page, how: 'close' | 'silence'): Promise<Worker[]> {
  const workers = page.workers();
  for (const worker of workers)
    await worker.evaluate((how) => {
      const post = self.postMessage.bind(self) as (...message: unknown[]) => void;
      Object.assign(self, { nLeft: 30 });
      self.postMessage = (...message: unknown[]) => {
        if ((self as unknown as { nLeft: number }).nLeft-- > 0) post(...message);
        else if (how === 'close') self.close();
      };
    }, how);
  return workers;
}

test('an engine worker that dies while it classifies loses the run and nothing else', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, put('short.edf'));
  await classify(page);
  await openFile(page, put('long.edf', { nRecords: 600 }));
  await expect(page.getByRole('heading', { name: 'long.edf' })).toBeVisible();
  const ofRun = await stopLater(page, 'close');
  await page.getByRole('button', { name: 'Classify', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('ENGINE_LOST');
  await expect(results(page)).toContainText('Classification failed');
  await expect(page.getByRole('button', { name: 'Save results' })).toBeDisabled();
  for (const worker of page.workers().filter((one) => ofRun.includes(one)))
    await worker.evaluate(() => void Object.assign(self, { nLeft: Infinity }));
  await classify(page); // with a new engine
  await expect(page.getByRole('alert')).toHaveText('');
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'short.edf', exact: true }).click();
  await expect(epochRows(page)).toHaveCount(9);
});

test('engine workers that fail before the page has started are replaced', async ({ page }) => {
  const workers: Worker[] = [];
  page.on('worker', (worker) => workers.push(worker));
  const nEngines = Math.min(4, await shellOf(page).evaluate(() => navigator.hardwareConcurrency));
  let startPage = () => {};
  const mayStart = new Promise<void>((resolve) => (startPage = resolve));
  await page.route('**/page.js', async (route) => {
    await mayStart;
    await route.continue();
  });
  const opened = openPage(page);
  await expect.poll(() => workers.length).toBe(nEngines);
  await workers[0]!.evaluate(() => {
    setTimeout(() => {
      throw new Error('It fails early');
    });
  });
  startPage();
  await opened;
  await openFile(page, put('short.edf'));
  await classify(page);
  expect(workers.length).toBe(nEngines + 1);
});

test(
  'engine workers that are killed while they explain lose the explanation, and another one follows',
  { tag: '@more' },
  async ({ page }) => {
    await openPage(page);
    await page.getByRole('button', { name: 'Try the sample recording' }).click();
    await expect(epochRows(page)).toHaveCount(59, { timeout: 20_000 });
    const explain = page.getByRole('region', { name: 'Explain', exact: true });
    await goTo(page, 'Explain');
    await expect(explain.locator('.explain-verdict')).toBeVisible();
    await explain.getByRole('button', { name: /Compare with the average/ }).click(); // which takes seconds with this method
    await expect(explain.getByRole('progressbar')).toBeVisible();
    // All at once: after one that is busy, the others would have done its work.
    await Promise.all(
      page.workers().map((worker) => worker.evaluate(() => self.close()).catch(() => undefined)),
    );
    await expect(explain.getByRole('alert')).toContainText(
      'An engine worker ended without an error',
    );
    await goTo(page, 'Signals');
    await expect(epochRows(page)).toHaveCount(59);
    await chooseEpoch(page, 50, 'Explain');
    await expect(explain).toContainText('Window 50');
    await expect(explain.locator('.explain-verdict')).toBeVisible();
  },
);

for (const [what, change] of [
  ['changed', (path: string) => appendFileSync(path, Buffer.alloc(512, 1))],
  ['removed', (path: string) => rmSync(path)],
] as const)
  test(`a file that is ${what} while it is open is told, and what was open stays`, async ({
    page,
  }) => {
    await openPage(page);
    await openFile(page, put('steady.edf'));
    await classify(page);
    const path = put('fleeting.edf', { nRecords: 120 });
    await openFile(page, path);
    await expect(page.getByRole('heading', { name: 'fleeting.edf' })).toBeVisible();
    change(path);
    await page.getByRole('button', { name: 'Classify', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('IO_READ');
    await expect(page.getByRole('alert')).toContainText('changed, moved or removed');
    await openPicker(page, 'Recordings');
    await page.getByRole('button', { name: 'steady.edf', exact: true }).click();
    await expect(epochRows(page)).toHaveCount(9);
    expect((await saveResults(page, 'CSV table')).bytes.length).toBeGreaterThan(100);
    await openFile(page, put('fleeting.edf', { nRecords: 20 }));
    await expect(page.getByRole('heading', { name: 'fleeting.edf' })).toBeVisible(); // until then steady.edf is shown
    await classify(page);
    await expect(epochRows(page)).toHaveCount(19);
  });

test('a reload while it classifies leaves nothing behind, and the page starts anew', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await openFile(page, put('long.edf', { nRecords: 600 }));
  await stopLater(page, 'silence');
  await page.getByRole('button', { name: 'Classify', exact: true }).click();
  await expect(results(page)).toContainText('so far');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Ready');
  await expect(page.getByRole('heading', { name: 'long.edf' })).toHaveCount(0);
  await toggleStored(page);
  await expect(privacy(page)).toContainText('Nothing is stored in this browser');
  await openFile(page, put('short.edf'));
  await classify(page);
  expect(complaints).toEqual([]);
});

test(
  'storage that is full while it trains costs the copy, and nothing else',
  { tag: '@more' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      let n = 0;
      IDBObjectStore.prototype.put = function (...args) {
        if (++n > 5) throw new DOMException('full', 'QuotaExceededError'); // key, plan, progress and two files still fit
        return put.apply(this, args);
      };
    });
    await openPage(page);
    await openPair(page);
    await setPasses(page, 3000);
    await copyBox(page).check();
    await train(page);
    await expect(trainPanel(page)).toContainText('its storage is full', { timeout: 30_000 });
    const before = await nPasses(page);
    await expect.poll(() => nPasses(page)).toBeGreaterThan(before);
    await button(page, 'Stop').click();
    await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  },
);

test('two tabs at once come to the same results', { tag: '@more' }, async ({ page, context }) => {
  const path = put('both.edf', { nRecords: 60 });
  const pages = [page, inFrame(await context.newPage())];
  const files = await Promise.all(
    pages.map(async (one) => {
      await openPage(one);
      await openFile(one, path);
      await classify(one);
      return saveResults(one, 'CSV table');
    }),
  );
  expect(files[0]!.bytes.equals(files[1]!.bytes)).toBe(true);
});

test('300 openings and closings of a recording and of a model take no more memory than ten', async ({
  page,
}) => {
  await page.goto('/');
  const recording = edfFile({ labels: labels64, nRecords: 4 }).toString('base64');
  const weights = readFileSync(
    new URL('../dist/models/eyes8.safetensors', import.meta.url),
  ).toString('base64');
  const bytes = await shellOf(page).evaluate(
    async ([edf, model]) => {
      const address = '/eegate.js';
      const { createEngine } = (await import(address)) as Library;
      const bytesOf = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const [file, weights] = [new Blob([bytesOf(edf!)]), bytesOf(model!)];
      const engine = await createEngine({ workers: 1 });
      const seen: number[] = [];
      for (let i = 1; i <= 300; i++) {
        const open = await engine.openRecording(file);
        const loaded = await engine.loadModel(weights.slice());
        await loaded.close();
        await open.close();
        if (i === 10 || i === 300) seen.push((await engine.engines())[0]!.wasmBytes);
      }
      await engine.close();
      return seen;
    },
    [recording, weights],
  );
  expect(bytes[1]).toBe(bytes[0]);
});
