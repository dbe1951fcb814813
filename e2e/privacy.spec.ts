import { readFileSync } from 'node:fs';
import { expect, inFrame, shellOf, test } from './support/test.js';
import {
  chooseModel,
  classify,
  details,
  epochRows,
  everythingIsHere,
  fit,
  openFile,
  openPage,
  openPicker,
  privacy,
  requestLog,
  saveResults,
  toggleStored,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';
import { Outside } from './support/outside.js';

test('nothing is requested after a recording is opened, and the page breaks its own policy nowhere', async ({
  page,
  browserName,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await everythingIsHere(page);
  const requests = requestLog(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64 }) });
  await classify(page);
  if (browserName !== 'firefox') await saveResults(page, 'CSV table'); // its protocol tells of no download
  await chooseModel(page, { index: 1 });
  await expect(fit(page)).toContainText('8 channels');
  await openPicker(page, 'Recordings');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).not.toHaveCount(0);
  expect(requests).toEqual([]);
  await expect(privacy(page)).toContainText(
    '0 requests have left this page since the recording was opened',
  );
  expect(complaints).toEqual([]);
});

test('requests of the frame, of its workers and of the shell are blocked by the policy, and shown', async ({
  page,
  browserName,
}) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  const attempt = (address: string) =>
    fetch(address).then(
      () => 'sent',
      () => 'blocked',
    );
  expect(await page.evaluate(attempt, 'https://elsewhere.example/steal')).toBe('blocked');
  await expect(privacy(page)).toContainText('One attempt was blocked');
  await expect(privacy(page)).toContainText('https://elsewhere.example/steal');
  await expect(privacy(page)).toContainText('0 requests');

  // The protocol with Firefox reaches no worker of a frame.
  if (browserName !== 'firefox') {
    const [worker] = page.workers();
    expect(await worker!.evaluate(attempt, 'https://elsewhere.example/worker')).toBe('blocked');
    await expect(privacy(page)).toContainText('https://elsewhere.example/worker (connect-src)');
  }

  // The shell has closed its own connections, and gives no file.
  await expect(privacy(page)).toContainText('Connections are closed');
  expect(await shellOf(page).evaluate(attempt, '/icon.svg')).toBe('blocked');
  await expect(privacy(page)).toContainText('/icon.svg (connect-src)');
});

test('the frame has an opaque origin, no rights but scripts and dialogs, no storage, and no way into its shell', async ({
  page,
}) => {
  await openPage(page);
  const inside = await page.evaluate(() => ({
    origin,
    policy: document.head.firstElementChild?.outerHTML,
  }));
  expect(inside.origin).toBe('null');
  expect(inside.policy).toContain("connect-src 'none'");
  expect(inside.policy).not.toMatch(
    /'self'|https?:|unsafe-inline|'unsafe-eval'|script-src[^;]*blob:/,
  );
  const outside = await shellOf(page).evaluate(() => ({
    nFrames: window.length,
    opener: window.opener as unknown,
  }));
  expect(outside).toEqual({ nFrames: 0, opener: null });
  const frame = shellOf(page).locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-modals');
  expect(await frame.getAttribute('allow')).toBeNull();

  // There is nothing to store in, no way into the shell, and nothing that no policy governs.
  const found = await page.evaluate(async () => {
    const answer = async (ask: () => unknown) => {
      try {
        return String(await ask());
      } catch (thrown) {
        return (thrown as Error).name;
      }
    };
    const inner = document.body.appendChild(document.createElement('iframe')).contentWindow!;
    const asked = {
      cookie: () => document.cookie,
      localStorage: () => localStorage,
      sessionStorage: () => sessionStorage,
      indexedDB: () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('x');
          opening.onsuccess = () => resolve('opened');
          opening.onerror = () => reject(opening.error!);
        }),
      caches: () => caches.keys(),
      'service worker': () => navigator.serviceWorker.getRegistration(),
      'document of the shell': () => parent.document,
      'name in the shell': () => (parent as Window & { isSecureContext: unknown }).isSecureContext,
      'realm of an inner frame': () => (inner as Window & typeof globalThis).RTCPeerConnection,
    };
    const entries = Object.entries(asked).map(async ([name, ask]) => [name, await answer(ask)]);
    const ungoverned = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'speechSynthesis'];
    return {
      answers: Object.fromEntries(await Promise.all(entries)) as Record<string, string>,
      ungoverned: [...ungoverned, 'SpeechRecognition', 'webkitSpeechRecognition'].filter(
        (name) => name in globalThis,
      ),
    };
  });
  expect(found.ungoverned).toEqual([]);
  for (const [name, answer] of Object.entries(found.answers))
    expect(answer, name).toMatch(/^(SecurityError|TypeError|InvalidStateError|NotSupportedError)$/);
});

test('where something navigates the frame, the shell says what happened, and what was open is closed', async ({
  page,
  browserName,
}) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  await page.evaluate(() => void setTimeout(() => location.assign('https://elsewhere.example/')));
  if (browserName === 'firefox') {
    // It refuses the address, and leaves the frame as it is.
    await expect(privacy(page)).toContainText('elsewhere.example');
    await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
    return;
  }
  await expect(shellOf(page).getByRole('alert')).toContainText(
    'The browser blocked it and closed what was open here',
  );
  await expect(shellOf(page).locator('iframe')).toHaveCount(0);
});

test('a part of the page that the build did not make is not run', async ({ page }) => {
  const other = 'globalThis.isOther = true; document.body.textContent = "other";';
  await page.route('**/page.js', (route) =>
    route.fulfill({ body: other, contentType: 'text/javascript' }),
  );
  const complaint = shellOf(page).waitForEvent('pageerror');
  await page.goto('/');
  expect((await complaint).message).toContain('page.js is not of this build');
  await expect(shellOf(page).getByRole('alert')).toContainText('belongs to another version');
  for (const frame of shellOf(page).frames())
    expect(await frame.evaluate(() => 'isOther' in globalThis)).toBe(false);
});

test('the shell is handed no recording, only what is saved', async ({ page, browserName }) => {
  await page.addInitScript(() => {
    const handed: string[] = [];
    Object.assign(globalThis, { handed });
    const start = MessagePort.prototype.start;
    const filesIn = (value: unknown): void => {
      if (value instanceof Blob) handed.push(`a file of ${value.size} bytes`);
      else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        handed.push(`${value.byteLength} bytes`);
      else if (typeof value === 'string' && value.length > 200) handed.push(value.slice(0, 200));
      else if (typeof value === 'object' && value) Object.values(value).forEach(filesIn);
    };
    MessagePort.prototype.start = function (this: MessagePort) {
      this.addEventListener('message', ({ data }) => filesIn(data));
      start.call(this);
    };
  });
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64 }) });
  await classify(page);
  const handed = () =>
    shellOf(page).evaluate(() => (globalThis as unknown as { handed: string[] }).handed);
  expect(await handed()).toEqual([]);
  if (browserName === 'firefox') return; // the protocol with Firefox tells of no download
  const { bytes } = await saveResults(page, 'CSV table');
  expect(await handed()).toEqual([`a file of ${bytes.length} bytes`]);
});

test('a page that opened this one is not reached from it', async ({ page, baseURL }) => {
  const opener = shellOf(page);
  await opener.goto('/icon.svg');
  const [tab] = await Promise.all([
    opener.waitForEvent('popup'),
    opener.evaluate((address) => {
      addEventListener(
        'message',
        ({ data }) => (document.documentElement.dataset['got'] = String(data)),
      );
      Object.assign(globalThis, { tab: window.open(address) });
    }, baseURL!),
  ]);
  const opened = inFrame(tab);
  await expect(opened.getByRole('status')).toHaveText('Ready');
  await opened.evaluate(() => {
    (top!.opener as Window | null)?.postMessage('stolen', '*');
    parent.postMessage('stolen', '*');
  });
  const seen = await opener.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { tab } = globalThis as unknown as { tab: Window };
    return { got: document.documentElement.dataset['got'] ?? null, nFrames: tab.length };
  });
  expect(seen).toEqual({ got: null, nFrames: 0 });
});

test('opened at once on a first visit, nothing of the service worker is fetched after it', async ({
  browser,
}) => {
  const outside = await Outside.open();
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  try {
    const page = inFrame(await context.newPage());
    await page.goto(outside.address);
    await expect(page.getByRole('status')).toHaveText('Ready');
    await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
    await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
    outside.forget();
    await page.waitForTimeout(4000);
    expect(outside.arrived).toEqual([]);
  } finally {
    await context.close();
    outside.close();
  }
});

test('a copy without identity differs in three fields of the header, and is named after none', async ({
  page,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'the protocol with Firefox tells of no download');
  await openPage(page);
  const buffer = edfFile({ labels: ['Cz', 'Harry-light'] });
  buffer.write('MCH-0234567 F 02-MAY-1951 Haagse_Harry'.padEnd(80), 8, 'latin1');
  await openFile(page, { name: 'Haagse_Harry.edf', buffer });
  await page.getByRole('button', { name: 'Details' }).click();
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
  const card = details(page);
  await expect(card).toContainText('patient, recording, start date are replaced');
  await expect(card).toContainText('signal "Harry-light" holds a word of the removed fields');
});

test('what is stored is listed with its size, and erased once that is confirmed; what others stored stays', async ({
  page,
}) => {
  await openPage(page);
  await toggleStored(page);
  await expect(privacy(page)).toContainText('Nothing is stored in this browser');
  await toggleStored(page);
  await shellOf(page).evaluate(async () => {
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
  await toggleStored(page);
  await expect(privacy(page)).toContainText(
    'An unfinished training run: its recordings and last checkpoint: 1',
  );
  await expect(privacy(page)).not.toContainText('of another page');
  await page.getByRole('button', { name: 'Erase all of it' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  const databases = () =>
    shellOf(page).evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name).sort(),
    );
  expect(await databases()).toEqual(['eegate-training', 'of another page']);
  await page.getByRole('button', { name: 'Erase all of it' }).click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(privacy(page)).toContainText('Nothing is stored in this browser');
  expect(await databases()).toEqual(['of another page']);
  expect(await shellOf(page).evaluate(() => localStorage.length)).toBe(1);
  expect(await shellOf(page).evaluate(() => caches.keys())).toEqual(['of-another-page']);
});
