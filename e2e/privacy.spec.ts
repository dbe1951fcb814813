import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  classify,
  epochRows,
  everythingIsHere,
  openFile,
  openPage,
  privacy,
  requestLog,
  saveResults,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

test('nothing is requested after a recording is opened', async ({ page }) => {
  await openPage(page);
  await everythingIsHere(page);
  const requests = requestLog(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64 }) });
  await classify(page);
  await saveResults(page, 'CSV table');
  await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 });
  await expect(page.getByRole('region', { name: 'Model and fit' })).toContainText('8 channels');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).not.toHaveCount(0);
  expect(requests).toEqual([]);
  await expect(privacy(page)).toContainText(
    '0 requests have left this page since the recording was opened',
  );
});

test('a request to another place is blocked by the policy, and shown', async ({ page }) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  const outcome = await page.evaluate(() =>
    fetch('https://elsewhere.example/steal').then(
      () => 'sent',
      () => 'blocked',
    ),
  );
  expect(outcome).toBe('blocked');
  await expect(privacy(page)).toContainText('One attempt was blocked');
  await expect(privacy(page)).toContainText('https://elsewhere.example/steal');
  await expect(privacy(page)).toContainText('0 requests');
});

test('once a recording is open, not even its own server can be asked', async ({ page }) => {
  await openPage(page);
  await expect(privacy(page)).toContainText('closes its connections for good');
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  await expect(privacy(page)).toContainText('Connections are closed');
  const answered: string[] = []; // Playwright tells of requests that the policy stops, but nothing answers them
  page.on('response', (response) => answered.push(response.url()));
  const outcomes = await page.evaluate(async () => {
    const settled = (target: EventTarget) =>
      new Promise<string>((resolve) => {
        target.addEventListener('load', () => resolve('sent'));
        target.addEventListener('open', () => resolve('sent'));
        target.addEventListener('error', () => resolve('blocked'));
      });
    const element = <K extends 'img' | 'script' | 'link'>(
      tag: K,
      change: (e: HTMLElementTagNameMap[K]) => void,
    ) => {
      const it = document.createElement(tag);
      change(it);
      const outcome = settled(it);
      document.body.append(it);
      return outcome;
    };
    const tried = async (body: () => Promise<unknown> | unknown) => {
      try {
        await body();
        return 'sent';
      } catch {
        return 'blocked';
      }
    };
    return {
      fetch: await tried(() => fetch('/icon.svg?fetch')),
      beacon: navigator.sendBeacon('/icon.svg?beacon', 'x'), // its answer says nothing; the log does
      image: await element('img', (e) => (e.src = '/icon.svg?image')),
      script: await element('script', (e) => (e.src = '/page.js?script')),
      imported: await tried(() => import(`/page.js?${'import'}`)),
      style: await element('link', (e) =>
        Object.assign(e, { rel: 'stylesheet', href: '/page.css?style' }),
      ),
      socket: await settled(new WebSocket(`ws://${location.host}/socket`)).catch(() => 'blocked'),
      events: await settled(new EventSource('/icon.svg?events')),
      worker: await tried(
        () =>
          new Promise((resolve, reject) => {
            const worker = new Worker('/eegate-worker.js?worker');
            worker.onerror = reject;
            setTimeout(resolve, 500);
          }),
      ),
      peer: await tried(() => new RTCPeerConnection()),
    };
  });
  expect(outcomes).toMatchObject({
    fetch: 'blocked',
    image: 'blocked',
    script: 'blocked',
    imported: 'blocked',
    style: 'blocked',
    socket: 'blocked',
    events: 'blocked',
    worker: 'blocked',
    peer: 'blocked',
  });
  for (const what of [
    '?fetch',
    '?beacon',
    '?image',
    '?script',
    '?style',
    '/socket',
    '?events',
    '?worker',
    'RTCPeerConnection',
  ])
    await expect(privacy(page)).toContainText(what);
  expect(answered.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59); // the page itself needs none of all this
});

test('a script cannot leave for another address, or open one, once a recording is open', async ({
  page,
}) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(privacy(page)).toContainText('Connections are closed');
  const requests = requestLog(page);
  await page.evaluate(() => {
    window.open('https://elsewhere.example/?window');
    const form = document.createElement('form');
    form.action = '/icon.svg';
    document.body.append(form);
    form.submit();
  });
  await page.evaluate(
    () => void setTimeout(() => location.assign('https://elsewhere.example/?leave')),
  );
  // Playwright waits for ever for a navigation that the page has cancelled, so the page is asked without it.
  const told = () => page.evaluate(() => document.querySelector('#privacy')?.textContent);
  await expect.poll(told).toContain('https://elsewhere.example/?window (opening a window)');
  await expect.poll(told).toContain('https://elsewhere.example/?leave (leaving the page)');
  await expect.poll(told).toContain('/icon.svg');
  expect(requests.filter((url) => url.includes('elsewhere'))).toEqual([]);
  expect(await page.evaluate(() => document.querySelector('h2')?.isConnected)).toBe(true);
});

test('a copy without identity differs in three fields of the header, and is named after none', async ({
  page,
}) => {
  await openPage(page);
  const buffer = edfFile({ labels: ['Cz', 'Harry-light'] });
  buffer.write('MCH-0234567 F 02-MAY-1951 Haagse_Harry'.padEnd(80), 8, 'latin1');
  await openFile(page, { name: 'Haagse_Harry.edf', buffer });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a copy without identity' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('without_identity.edf');
  const copy = readFileSync(await download.path());
  expect(copy.length).toBe(buffer.length);
  expect(copy.toString('latin1', 8, 176)).toBe(
    `${'X'.padEnd(80)}${'Startdate X X X X'.padEnd(80)}01.01.85`,
  );
  expect(copy.subarray(0, 8).equals(buffer.subarray(0, 8))).toBe(true);
  expect(copy.subarray(176).equals(buffer.subarray(176))).toBe(true);
  const card = page.getByRole('region', { name: 'Recording details' });
  await expect(card).toContainText('patient, recording, start date are replaced');
  await expect(card).toContainText('signal "Harry-light" holds a word of the removed fields');
});

test('what is stored is listed with its size, and erased once that is confirmed; what others stored stays', async ({
  page,
}) => {
  await openPage(page);
  await page.getByText('Stored on this machine').click();
  await expect(privacy(page)).toContainText('Nothing is stored in this browser');
  await page.getByText('Stored on this machine').click();
  await page.evaluate(async () => {
    localStorage.setItem('of another page', 'of the same host');
    await caches.open('of-another-page');
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('of another page', 1);
      opening.onerror = reject;
      opening.onsuccess = () => resolve(opening.result.close());
    });
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('eegate-training', 2);
      opening.onupgradeneeded = () =>
        ['key', 'values'].forEach((name) => opening.result.createObjectStore(name));
      opening.onerror = reject;
      opening.onsuccess = () => {
        const writing = opening.result.transaction('values', 'readwrite');
        writing.objectStore('values').put(new Blob([new Uint8Array(2 ** 20)]), 'file 0');
        writing.oncomplete = () => resolve(opening.result.close());
      };
    });
  });
  await page.getByText('Stored on this machine').click();
  await expect(privacy(page)).toContainText(
    'An unfinished training run: its recordings and last checkpoint: 1',
  );
  await expect(privacy(page)).not.toContainText('of another page');
  await page.getByRole('button', { name: 'Erase all of it' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  const databases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort());
  expect(await databases()).toEqual(['eegate-training', 'of another page']);
  await page.getByRole('button', { name: 'Erase all of it' }).click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(privacy(page)).toContainText('Nothing is stored in this browser');
  expect(await databases()).toEqual(['of another page']);
  expect(await page.evaluate(() => localStorage.length)).toBe(1);
  expect(await page.evaluate(() => caches.keys())).toEqual(['of-another-page']);
});

test('the page breaks its own policy nowhere', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  expect(complaints).toEqual([]);
});
