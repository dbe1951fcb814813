// Attempts to send something away, planted into the frame of the page, and watched from outside the browser. Those that cost the page its
// frame have a tab of their own; the others share one. A few tabs are open at a time, and one wait is for all that they do.
import type { BrowserContext } from '@playwright/test';
import { expect, inFrame, shellOf, type Page } from './test.js';
import { openFile } from './app.js';
import type { Attempt } from './attempt.js';
import { edfFile } from './edf.js';
import type { Listener, Outside } from './outside.js';

const tabsAtOnce = 4;
const late_ms = 1500;
/** Firefox asks for it at any time, without data, because of the page before in the tab's history. */
const pageIcon = 'own server: /favicon.ico';
const isThere = `document.querySelector('#privacy') !== null`;
/** Nothing is timed here, and several tabs start at once. */
const patience = { timeout: 120_000 };

interface Planted {
  attempt: Attempt;
  listener: Listener;
}

/** Plants all of them, each once; expects that nothing of any arrives. */
export async function expectNothingArrives(
  context: BrowserContext,
  attempts: Attempt[],
  outside: Outside,
): Promise<void> {
  const lanes = [
    attempts.filter((one) => !one.leaves),
    ...attempts.filter((one) => one.leaves).map((one) => [one]),
  ].filter((lane) => lane.length > 0);
  const planted: Planted[] = [];
  const isFirefox = context.browser()?.browserType().name() === 'firefox';
  for (let first = 0; first < lanes.length; first += tabsAtOnce) {
    const some = lanes.slice(first, first + tabsAtOnce);
    const tabs = await Promise.all(some.map(async () => inFrame(await context.newPage())));
    await Promise.all(tabs.map((tab) => openRecordingAt(tab, outside.address)));
    const downloads: string[] = [];
    for (const tab of tabs)
      shellOf(tab).on('download', (one) => downloads.push(one.suggestedFilename()));
    outside.forget();
    const nTabs = context.pages().length;
    const all = await Promise.all(tabs.map((tab, i) => plantLane(tab, some[i]!, outside)));
    planted.push(...all.flat());
    await tabs[0]!.waitForTimeout(late_ms); // for what comes late; that nothing comes has no event to wait for
    const names = all.flat().map(({ attempt }) => attempt.name);
    const arrived = outside.arrived.filter((one) => one !== pageIcon);
    expect.soft(arrived, names.join('; ')).toEqual([]);
    expect.soft(context.pages().length, names.join('; ')).toBe(nTabs);
    expect.soft(downloads, names.join('; ')).toEqual([]);
    for (const [i, tab] of tabs.entries()) {
      const mayGoBack = isFirefox && some[i]!.some((one) => one.mayGoBack);
      const places = [outside.address, ...(mayGoBack ? [`${outside.address}icon.svg`] : [])];
      expect.soft(places, names.join('; ')).toContain(shellOf(tab).url().split('#')[0]);
    }
    await Promise.all(tabs.map((tab) => shellOf(tab).close()));
  }
  expect(planted.length).toBe(attempts.length);
  for (const { attempt, listener } of planted) {
    expect.soft(listener.arrived, attempt.name).toEqual([]);
    if (!attempt.mayConnect) expect.soft(listener.connections, attempt.name).toBe(0);
  }
}

async function openRecordingAt(tab: Page, address: string): Promise<void> {
  await shellOf(tab).goto(`${address}icon.svg`, patience); // a page that lies before it in the tab's history
  await tab.goto(address, patience);
  await expect(tab.getByRole('status')).toHaveText('Ready', patience);
  await openFile(tab, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(tab.getByRole('heading', { name: 'own.edf' })).toBeVisible(patience);
}

async function plantLane(tab: Page, lane: Attempt[], outside: Outside): Promise<Planted[]> {
  const planted: Planted[] = [];
  for (const attempt of lane) {
    const listener = await outside.listen();
    await plant(tab, attempt, listener, `${planted.at(-1)?.attempt.name} before it`);
    planted.push({ attempt, listener });
  }
  const last = lane.at(-1)!;
  if (!last.leaves) expect(await runs(tab, isThere), `the frame after ${last.name}`).toBe(true);
  return planted;
}

/** What becomes of an attempt is seen outside: no answer of the page is trusted, but that it was there to run it. */
async function plant(
  tab: Page,
  attempt: Attempt,
  { targets }: Listener,
  before: string,
): Promise<void> {
  const run = `(async () => { await (${attempt.source(targets)}); })().catch(() => 0)`;
  const id = JSON.stringify(attempt.name);
  const planted = attempt.needsClick
    ? `addEventListener('click', () => { globalThis.clicked = ${id}; void ${run} }, { once: true, capture: true })`
    : `void ${run}`;
  const isPlanted = await runs(tab, `(${isThere} && (${planted}, true))`);
  if (!attempt.leaves || attempt.needsClick)
    expect(isPlanted, `${attempt.name}: no frame, ${before}`).toBe(true);
  if (!attempt.needsClick) return;
  await shellOf(tab).mouse.click(300, 12);
  if (!attempt.leaves) expect(await runs(tab, `clicked === ${id}`), attempt.name).toBe(true);
}

/** False where no frame answers: it is gone, or goes as it answers. */
async function runs(tab: Page, expression: string): Promise<boolean> {
  const [, frame] = shellOf(tab).frames();
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 10_000));
  const answer = frame!.evaluate<boolean>(expression).catch(() => false);
  return Promise.race([answer, late]);
}
