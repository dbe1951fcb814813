// Memory that runs out while an engine works: how much was needed is told, what was open stays, and less works at once.
import { expect, test, type Page } from './support/test.js';
import { classify, epochRows, goTo, openLong, openPage, openPicker } from './support/app.js';
import {
  button,
  copyBox,
  finished,
  interrupted,
  nPasses,
  openAdvanced,
  openPair,
  setPasses,
  train,
  trainPanel,
} from './support/training.js';

/** Engines, those that start later as well, are given no memory beside what they have then, while the page is short of it. */
async function openShortPage(page: Page): Promise<(isShort: boolean) => Promise<void>> {
  const script = `
    const grow = WebAssembly.Memory.prototype.grow;
    let isShort = false;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (isShort) throw new RangeError('out of memory');
      return grow.call(this, pages);
    };
    addEventListener('message', (event) => {
      if (!('isShort' in event.data)) return;
      isShort = event.data.isShort;
      event.stopImmediatePropagation();
      postMessage({ isTold: true });
    });
  `;
  await page.addInitScript((script) => {
    const workers = new Map<Worker, () => void>(); // what is called when one has been told
    let isShort = false;
    const { Blob: OwnBlob, Worker: OwnWorker } = globalThis;
    globalThis.Blob = class extends OwnBlob {
      static override [Symbol.hasInstance](one: unknown) {
        return one instanceof OwnBlob;
      }
      constructor(parts?: BlobPart[], options?: BlobPropertyBag) {
        super(options?.type === 'text/javascript' ? [script, ...(parts ?? [])] : parts, options);
      }
    };
    globalThis.Worker = class extends OwnWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.set(this, () => undefined);
        this.addEventListener('message', (event) => {
          if (!event.data?.isTold) return;
          event.stopImmediatePropagation();
          workers.get(this)?.();
        });
        this.postMessage({ isShort });
      }
      override terminate() {
        super.terminate();
        workers.get(this)?.(); // it answers nothing any more
        workers.delete(this);
      }
    };
    const tellOfShortage = async (now: boolean) => {
      isShort = now;
      const told = (worker: Worker) =>
        new Promise<void>((resolve) => {
          workers.set(worker, resolve);
          worker.postMessage({ isShort });
        });
      await Promise.all([...workers.keys()].map(told));
    };
    Object.assign(globalThis, { tellOfShortage });
  }, script);
  await openPage(page);
  return (isShort) =>
    page.evaluate(
      (short) =>
        (globalThis as unknown as { tellOfShortage(short: boolean): Promise<void> }).tellOfShortage(
          short,
        ),
      isShort,
    );
}

test('while it classifies: the next run has it again', async ({ page }) => {
  const beShort = await openShortPage(page);
  await openLong(page, 'wide.edf', 900);
  await beShort(true);
  await page.getByRole('button', { name: 'Classify', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('ENGINE_LOST');
  await expect(alert).toContainText('more memory than there is');
  await expect(alert).toContainText(/at least \d+ MiB for one engine/);
  await expect(alert).toContainText(/what this device gives now, \d+ MiB/);
  await beShort(false);
  await classify(page);
  await expect(alert).toHaveText('');
  await expect(page.getByRole('heading', { name: 'wide.edf' })).toBeVisible();
});

test(
  'while it explains: another way of explaining needs less',
  { tag: '@more' },
  async ({ page }) => {
    const beShort = await openShortPage(page);
    await page.getByRole('button', { name: 'Try the sample recording' }).click();
    await expect(epochRows(page)).toHaveCount(59, { timeout: 20_000 });
    await beShort(true);
    const explain = page.getByRole('region', { name: 'Explain', exact: true });
    await goTo(page, 'Explain');
    const alert = explain.getByRole('alert');
    await expect(alert).toContainText('more memory than there is');
    await expect(alert).toContainText(/at least \d+ MiB for one engine/);
    await expect(alert).toContainText('Less is: gradient x input');
    await explain.getByText(/^Advanced/).click();
    await explain.getByLabel('Explained by').selectOption({ label: 'gradient × input' });
    await expect(explain.locator('.explain-verdict')).toBeVisible();
    await expect(alert).toHaveCount(0);
    await beShort(false);
    await explain.getByLabel('Explained by').selectOption({ label: 'integrated gradients' });
    await expect(explain.locator('.explain-verdict')).toBeVisible();
    await goTo(page, 'Signals');
    await expect(epochRows(page)).toHaveCount(59);
  },
);

test('before it trains: the batch that would fit does', async ({ page }) => {
  const beShort = await openShortPage(page);
  await openPair(page);
  await setPasses(page, 2);
  await beShort(true);
  await train(page);
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('TRAIN_MEMORY');
  await expect(alert).toContainText(/\d+ MiB \(\d+ MiB of epochs, \d+ MiB for the model/);
  await expect(alert).toContainText(/what this device gives now, \d+ MiB/);
  await openAdvanced(page);
  const [, fits] = /A batch of (\d+) instead of \d+ would fit/.exec((await alert.textContent())!)!;
  await trainPanel(page).getByLabel('Batch size').fill(fits!);
  await trainPanel(page).getByLabel('Batch size').press('Tab');
  await train(page);
  await expect(finished(page)).toBeVisible();
  await expect(alert).toHaveText('');
});

test(
  'while it trains: what was reached is kept, and goes on when there is memory again',
  { tag: '@more' },
  async ({ page }) => {
    const beShort = await openShortPage(page);
    await openPair(page);
    await setPasses(page, 3000);
    await copyBox(page).check();
    await train(page);
    await expect(trainPanel(page)).toContainText('An encrypted copy is kept in this browser');
    await expect.poll(() => nPasses(page), { timeout: 60_000 }).toBeGreaterThan(1);
    await page.waitForTimeout(6_000); // a checkpoint is at most 5 s old
    const before = await nPasses(page);
    await beShort(true);
    for (const one of page.workers()) await one.evaluate(() => self.close()).catch(() => undefined);
    const alert = page.getByRole('alert').first();
    await expect(alert).toContainText(/TRAIN_MEMORY|ENGINE_LOST/, { timeout: 30_000 });
    await expect(alert).toContainText(/\d+ MiB/);
    await expect(interrupted(page)).toContainText('awake open / awake closed');
    await openPicker(page, 'Recordings');
    await expect(button(page, 'awake closed.edf')).toBeVisible();
    await page.getByRole('button', { name: /^Recordings: / }).click(); // closes the list
    await beShort(false);
    const shown = await nPasses(page);
    await button(page, 'Continue training').click();
    // What is shown is not from before: the run has really gone on, from a checkpoint or beyond it.
    const reached = async () => ((await nPasses(page)) === shown ? 0 : nPasses(page));
    await expect.poll(reached, { timeout: 60_000 }).toBeGreaterThan(before / 4);
    await button(page, 'Stop').click();
    await expect(finished(page)).toBeVisible({ timeout: 30_000 });
  },
);
