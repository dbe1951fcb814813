// Attributes of the elements that are taken away or mistaken, and the traits of the anywidget.
import { expect, test } from '@playwright/test';
import { edfFile, labels64 } from './support/edf.js';
import { open, toldOf, type Any } from './support/elements.js';

test('an attribute that is taken away has its default again', async ({ page }) => {
  await open(page, '<eeg-classifier sample model="eyes8"></eeg-classifier>');
  await expect.poll(() => toldOf(page)).toEqual(['open', 'compatibility']);
  const classifier = page.locator('eeg-classifier');
  await classifier.evaluate((one) => one.removeAttribute('model'));
  expect(await classifier.evaluate((one) => (one as Any)['model'])).toBe('eyes');
  await expect.poll(() => toldOf(page)).toEqual(['open', 'compatibility', 'compatibility']);
  await page.setContent('<eeg-drill windows="6" seed="5"></eeg-drill>');
  const windows = await page.locator('eeg-drill').evaluate((one) => {
    one.removeAttribute('windows');
    return (one as Any)['windows'];
  });
  expect(windows).toBe(20);
});

test('an attribute that cannot be is read back as what is shown, and a recording in several files is explained', async ({
  page,
}) => {
  await open(page, '<eeg-viewer start="3" duration="2"></eeg-viewer><eeg-lesson></eeg-lesson>');
  const own = [...edfFile({ labels: labels64 })];
  const viewer = page.locator('eeg-viewer');
  await viewer.evaluate((one, bytes) => {
    (one as Any)['file'] = new File([new Uint8Array(bytes)], 'own.edf');
  }, own);
  await expect(viewer.locator('canvas')).toHaveAttribute('aria-label', /from 3.0 to 5.0/);
  const read = (name: string, given: string) =>
    viewer.evaluate(
      (one, [attribute, value]) => {
        one.setAttribute(attribute!, value!);
        return (one as Any)[attribute!];
      },
      [name, given],
    );
  expect(await read('start', 'abc')).toBe(0);
  expect(await read('start', '-5')).toBe(0);
  expect(await read('start', '1e9')).toBe(8);
  expect(await read('duration', 'abc')).toBe(10);
  expect(await read('duration', '0')).toBe(10);
  expect(await read('duration', '4')).toBe(4);
  expect(await read('start', '1e9')).toBe(6);
  await expect(viewer.locator('canvas')).toHaveAttribute('aria-label', /from 6.0 to 10.0/);
  const steps = await page.locator('eeg-lesson').evaluate(async (one) => {
    const lesson = one as Any & { updateComplete: Promise<void> };
    const seen: unknown[] = [];
    lesson['text'] = '# Own\n\n## One\n\nA\n\n## Two\n\nB\n';
    for (const step of ['2', '99', 'abc']) {
      one.setAttribute('step', step);
      await lesson.updateComplete;
      await lesson.updateComplete;
      seen.push(lesson['step']);
    }
    return seen;
  });
  expect(steps).toEqual([2, 2, 1]);
  await page.locator('eeg-lesson').evaluate((one) => one.remove());
  await viewer.evaluate((one) => {
    const header = `Brain Vision Data Exchange Header File Version 1.0
[Common Infos]
DataFile=x.eeg
DataFormat=BINARY
DataOrientation=MULTIPLEXED
NumberOfChannels=1
SamplingInterval=10000
[Binary Infos]
BinaryFormat=INT_16
[Channel Infos]
Ch1=Cz,,0.1
`;
    (one as Any)['file'] = new File([header], 'x.vhdr');
  });
  await expect(viewer.getByRole('alert')).toContainText('x.eeg');
  await expect(viewer.getByRole('alert')).toContainText(
    'This element opens recordings of one file',
  );
  expect((await toldOf(page)).at(-1)).toBe('error BV_DATA_MISSING');
});

test('elements have a width wherever they stand, their own colours, and their own direction', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(
    page,
    `<style>* { color: #222; font-family: serif; font-size: 9px; color-scheme: light; }</style>
    <div dir="rtl">
      <div style="display: flex"><eeg-viewer sample></eeg-viewer><p>beside it</p></div>
      <div style="display: inline-block"><eeg-classifier sample></eeg-classifier></div>
      <table><tr><td><eeg-lesson src="alpha"></eeg-lesson></td><td>beside it</td></tr></table>
      <div style="position: absolute"><eeg-drill></eeg-drill></div>
      <div style="display: flex; width: 130px"><eeg-drill></eeg-drill></div>
    </div>`,
  );
  await expect(page.locator('eeg-viewer canvas').first()).toBeVisible();
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('eeg-viewer, eeg-classifier, eeg-lesson, eeg-drill')].map(
      (one) => {
        const base = one.shadowRoot!.querySelector('.base')!;
        const { color, direction, fontFamily, fontSize, colorScheme } = getComputedStyle(base);
        const width = Math.round(one.getBoundingClientRect().width);
        const drawn = [...base.querySelectorAll('canvas, input')].map(
          (inner) => getComputedStyle(inner).direction,
        );
        const font = fontFamily.split(',')[0];
        return { width, color, font, fontSize, colorScheme, all: [direction, ...drawn] };
      },
    ),
  );
  expect(seen.map(({ width }) => width)).toEqual([expect.any(Number), 560, 560, 560, 130]);
  expect(seen[0]!.width).toBeGreaterThan(500);
  for (const { color, font, fontSize, colorScheme, all } of seen) {
    expect(color).toBe('rgb(229, 234, 240)');
    expect([font, fontSize, colorScheme]).toEqual(['-apple-system', '16px', 'dark']);
    expect(new Set(all)).toEqual(new Set(['ltr']));
  }
});

test('without src a recording is closed, or opened no more', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/slow.edf', async (route) => {
    await asked;
    await route.fulfill({ body: Buffer.from(edfFile({ labels: labels64 })) });
  });
  const request = page.waitForRequest('**/slow.edf');
  await open(page, '<eeg-viewer src="slow.edf"></eeg-viewer>');
  const viewer = page.locator('eeg-viewer');
  await expect(viewer.getByRole('status')).toHaveText('Opening');
  await request; // it opens the recording once the engine has started
  await viewer.evaluate((one) => one.removeAttribute('src'));
  const done = page.waitForResponse('**/slow.edf');
  answer();
  await done;
  await expect(viewer).toContainText('No recording is open');
  await viewer.evaluate((one) => one.setAttribute('src', 'slow.edf'));
  await expect(viewer.locator('canvas')).toBeVisible();
  await expect.poll(() => toldOf(page)).toEqual(['open', 'view']);
  await viewer.evaluate((one) => one.removeAttribute('src'));
  await expect(viewer).toContainText('No recording is open');
  await expect(viewer.locator('canvas')).toHaveCount(0);
  expect(await viewer.evaluate((one) => (one as Any)['recording'])).toBeNull();
});

test('a recording that lacks channels of the model is not classified, and it is said why', async ({
  page,
}) => {
  const few = [...edfFile({ labels: labels64.slice(8, 40) })];
  await open(page, '<eeg-classifier autorun model="leftright"></eeg-classifier>');
  const classifier = page.locator('eeg-classifier');
  await classifier.evaluate((one, bytes) => {
    (one as Any)['file'] = new File([new Uint8Array(bytes)], 'few.edf');
  }, few);
  await expect.poll(() => toldOf(page)).toEqual(['open', 'compatibility']);
  const verdict = () =>
    classifier.evaluate((one) => ((one as Any)['compatibility'] as { verdict: string }).verdict);
  expect(await verdict()).toBe('missing');
  await expect(classifier.getByRole('button', { name: 'Classify' })).toBeDisabled();
  await expect(classifier.locator('[part=compatibility]')).toContainText('does not suit the model');
  expect(await toldOf(page)).toEqual(['open', 'compatibility']);
});

test('what is asked for while nothing is open is reported', async ({ page }) => {
  await open(page, '<eeg-classifier></eeg-classifier><eeg-drill></eeg-drill>');
  const told = await page.evaluate(async () => {
    await customElements.whenDefined('eeg-drill');
    const find = (name: string) => document.querySelector(name) as unknown as Any;
    const classify = find('eeg-classifier')['classify'] as () => Promise<unknown[]>;
    const code = await classify.call(find('eeg-classifier')).catch((error: Any) => error['code']);
    await (find('eeg-drill')['begin'] as () => Promise<void>)();
    return code;
  });
  expect(told).toBe('ELEMENT_EMPTY');
  expect(await toldOf(page)).toEqual(['error ELEMENT_EMPTY', 'error ELEMENT_EMPTY']);
});

test('classify() waits for what is loading, is shared, and rejects when it is cut short', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const long = [...edfFile({ labels: labels64, nRecords: 30 })];
  await open(page, '<eeg-classifier></eeg-classifier>');
  const classifier = page.locator('eeg-classifier');
  const seen = await classifier.evaluate(async (one, bytes) => {
    await customElements.whenDefined('eeg-classifier');
    const element = one as Any & { classify(): Promise<unknown[]>; stop(): void };
    const file = (name: string) => new File([new Uint8Array(bytes)], name);
    const ends = (call: Promise<unknown[]>) =>
      call.then(
        (all) => all.length,
        (error: Any) => (error['name'] === 'AbortError' ? 'AbortError' : error['code']),
      );
    const predicted = () =>
      new Promise((heard) => one.addEventListener('eegate-prediction', heard, { once: true }));
    const begun = () => new Promise((resolve) => setTimeout(resolve)); // a change is taken up in a later task
    element['file'] = file('a.edf');
    const loading = await Promise.all([ends(element.classify()), ends(element.classify())]);
    const shown = (element['predictions'] as unknown[]).length;
    const cut: unknown[] = [];
    for (const [isDue, cutShort] of [
      [predicted, () => element.stop()],
      [begun, () => void (element['file'] = file('b.edf'))],
      [begun, () => void (element['model'] = 'eyes8')],
      [predicted, () => one.remove()],
    ] as const) {
      await element.classify(); // all is loaded
      const call = ends(element.classify());
      await isDue();
      cutShort();
      cut.push(await call);
    }
    return { loading, shown, cut, after: await ends(element.classify()) };
  }, long);
  expect(seen.loading[0]).toBeGreaterThan(20);
  expect(seen.loading).toEqual([seen.shown, seen.shown]);
  expect(seen.cut).toEqual(Array(4).fill('AbortError'));
  expect(seen.after).toBe('ELEMENT_EMPTY');
  const errors = async () => (await toldOf(page)).filter((name) => name.startsWith('error'));
  expect(await errors()).toEqual([]);

  await page.evaluate(() => document.body.append(document.createElement('eeg-classifier')));
  const failed = await page.locator('eeg-classifier').evaluate(async (one) => {
    (one as Any)['file'] = new File([new Uint8Array(10)], 'broken.edf');
    const classify = (one as unknown as { classify(): Promise<unknown> }).classify();
    return classify.catch((error: Any) => error['code']);
  });
  expect(failed).toMatch(/^(EDF|FORMAT)_/);
  expect(await errors()).toEqual([`error ${failed}`]);
  expect(complaints).toEqual([]);
});

test('a drill begins as soon as its recording is open, with as many windows as there can be', async ({
  page,
}) => {
  await open(page, '<eeg-drill windows="4"></eeg-drill>');
  const drill = page.locator('eeg-drill');
  await drill.evaluate(async (one) => {
    await customElements.whenDefined('eeg-drill');
    const begin = () => (one as unknown as { begin(): Promise<void> }).begin();
    const begun = new Promise<void>((resolve) =>
      one.addEventListener('eegate-open', () => void begin().then(resolve)),
    );
    (one as Any)['sample'] = true;
    await begun;
  });
  await expect(drill.getByRole('heading')).toHaveText('Window 1 of 4. Which is it?');
  for (const wrong of ['-3', '1', 'abc']) {
    await drill.evaluate((one, windows) => one.setAttribute('windows', windows), wrong);
    await drill.evaluate((one) => (one as unknown as { begin(): Promise<void> }).begin());
    await expect(drill.getByRole('alert')).toContainText(
      `Found: ${Number(wrong)}. Expected: 2 windows or more`,
    );
  }
  expect((await toldOf(page)).slice(1)).toEqual(Array(3).fill('error ENGINE_ARGUMENT'));
});

test('an anywidget keeps no predictions of another recording or model', async ({ page }) => {
  await open(page, '<div></div>');
  const bytes = [...edfFile({ labels: labels64 })];
  await page.evaluate(async (content) => {
    const address = '/eegate-anywidget.js';
    const { default: widget } = (await import(
      address
    )) as typeof import('../web/entries/anywidget.js');
    const data = new DataView(new Uint8Array(content).buffer);
    const traits: Record<string, unknown> = { autorun: true, model: 'eyes', data, name: 'a.edf' };
    const heard = new EventTarget();
    const model = {
      get: (name: string) => traits[name],
      set: (name: string, value: unknown) => void (traits[name] = value),
      save_changes: () => undefined,
      on: (event: string, listener: () => void) => heard.addEventListener(event, listener),
      off: (event: string, listener: () => void) => heard.removeEventListener(event, listener),
    };
    widget.render({ model, el: document.querySelector('div')! });
    const change = (name: string, value: unknown) => {
      traits[name] = value;
      heard.dispatchEvent(new Event(`change:${name}`));
      return (traits['predictions'] as unknown[]).length;
    };
    Object.assign(globalThis, { traits, change });
  }, bytes);
  type Page = { traits: Record<string, unknown[]>; change(name: string, value: unknown): number };
  const nNow = () =>
    page.evaluate(() => (globalThis as unknown as Page).traits['predictions']?.length);
  await expect.poll(nNow).toBe(9);
  const change = (name: string, value: unknown) =>
    page.evaluate(
      ([trait, given]) => (globalThis as unknown as Page).change(trait as string, given),
      [name, value],
    );
  expect(await change('model', 'eyes8')).toBe(0);
  await expect.poll(nNow).toBe(9);
  expect(await change('name', 'b.edf')).toBe(0);
  await expect.poll(nNow).toBe(9);
  const chosen = page.locator('eeg-classifier input[type=file]');
  await chosen.setInputFiles({ name: 'c.edf', mimeType: '', buffer: Buffer.from('no recording') });
  await expect.poll(nNow).toBe(0);
});

test('an anywidget opens its data once, closes them, and forgets an error', async ({ page }) => {
  await open(page, '<div></div>');
  const bytes = [...edfFile({ labels: labels64 })];
  await page.evaluate(async (content) => {
    const address = '/eegate-anywidget.js';
    const { default: widget } = (await import(
      address
    )) as typeof import('../web/entries/anywidget.js');
    const data = new DataView(new Uint8Array(content).buffer);
    const traits: Record<string, unknown> = {
      ...{ kind: 'viewer', data, name: 'own.edf', start: 0, theme: 'dark', fixed: true },
    };
    const listeners: Record<string, () => void> = {};
    const model = {
      get: (name: string) => traits[name],
      set: (name: string, value: unknown) => void (traits[name] = value),
      save_changes: () => undefined,
      on: (event: string, listener: () => void) => void (listeners[event] = listener),
      off: () => undefined,
    };
    widget.render({ model, el: document.querySelector('div')! });
    Object.assign(globalThis, {
      traits,
      data,
      change: (name: string, value: unknown) => {
        traits[name] = value;
        listeners[`change:${name}`]!();
      },
    });
  }, bytes);
  type Page = { traits: Any; data: DataView; change(name: string, value: unknown): void };
  const change = (name: string, value: unknown) =>
    page.evaluate(
      ([trait, given]) => {
        const { change: set, data } = globalThis as unknown as Page;
        set(trait as string, given === 'the data' ? data : given);
      },
      [name, value],
    );
  const error = () => page.evaluate(() => (globalThis as unknown as Page).traits['error']);
  await expect.poll(() => toldOf(page)).toEqual(['open', 'view']);
  await expect(page.locator('eeg-viewer[theme=dark] .base label')).toHaveCount(0);
  await change('fixed', false);
  await expect(page.locator('eeg-viewer .base label')).toHaveText('Open recording');
  await change('start', 2);
  await expect.poll(() => toldOf(page)).toEqual(['open', 'view', 'view']);
  await page.evaluate(() => {
    const { change: set } = globalThis as unknown as Page;
    set('data', new DataView(new Uint8Array(9).buffer));
  });
  await expect.poll(error).toMatch(/./);
  await change('data', 'the data');
  await expect(page.locator('eeg-viewer canvas')).toBeVisible();
  expect(await error()).toBe('');
  await change('name', 'other.edf');
  await expect(page.locator('eeg-viewer')).toContainText('other.edf');
  await change('data', null);
  await expect(page.locator('eeg-viewer')).toContainText('No recording is open');
});
