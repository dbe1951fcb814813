// The worked examples of docs/examples, each on a page of another origin than the library's, and the elements by themselves.
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { edfFile, labels64 } from './support/edf.js';
import { block, example, secondOrigin, type Origin, type Reply } from './support/origins.js';

let origin: Origin | null = null;
test.afterEach(() => origin?.close());

async function open(page: Page, body: string, more: Record<string, Reply> = {}): Promise<void> {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8" /><title>Another page</title>';
  const html = body.startsWith('<!doctype') ? body : `${head}<main>${body}</main></html>`;
  origin = await secondOrigin({ '/': { body: html }, ...more });
  await page.goto(origin.url);
}

const summary = (page: Page) => page.locator('eeg-classifier').locator('[part=summary] li');

test('a blog page', async ({ page, baseURL }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await open(page, example('blog.html', baseURL!));
  await expect(page.locator('#said')).toHaveText(/Eyes closed in \d\d of 59 windows/);
  await expect(page.locator('eeg-viewer canvas')).toHaveAttribute(
    'aria-label',
    /O1, Oz, O2, Fz from 25.0 to 35.0/,
  );
  await expect(summary(page)).toHaveText([/eyes open\s*\d+ of 59/, /eyes closed\s*\d+ of 59/]);
  expect(complaints).toEqual([]);
});

test('Quarto: raw HTML', async ({ page, baseURL }) => {
  await open(page, block(example('quarto.qmd', baseURL!), '{=html}').body);
  await expect(summary(page)).toHaveCount(2);
});

test('Jupyter Book: the anywidget directive, by its shape', async ({ page, baseURL }) => {
  const { head, body } = block(example('jupyter-book.md', baseURL!), '{anywidget}');
  const address = head.replace('{anywidget}', '').trim();
  await open(
    page,
    `<div id="cell"></div><p id="back"></p><script type="module">
      import widget from ${JSON.stringify(address)};
      const traits = new Map(Object.entries(${body}));
      const model = {
        get: (name) => traits.get(name),
        set: (name, value) => traits.set(name, value),
        save_changes: () => (document.querySelector('#back').textContent = traits.get('predictions')?.length ?? traits.get('error')),
        on() {},
        off() {},
      };
      const end = await widget.render({ model, el: document.querySelector('#cell') });
      globalThis.takeAway = end;
    </script>`,
  );
  await expect(page.locator('#back')).toHaveText('59');
  await page.evaluate(() => (globalThis as unknown as { takeAway(): void }).takeAway());
  await expect(page.locator('eeg-classifier')).toHaveCount(0);
});

/** The page runs in a frame of its own, inside the one that the course has. */
const pageIn = (page: Page) => page.frameLocator('iframe').frameLocator('iframe[title="eegate"]');

test('Moodle: the page in a frame', async ({ page, baseURL }) => {
  await open(page, example('moodle-iframe.html', baseURL!));
  const frame = pageIn(page);
  // Not by the mouse: the tests' Firefox misses what lies in a frame of another site.
  const sample = frame.getByRole('button', { name: 'Try the sample recording' });
  await expect(sample).toBeEnabled({ timeout: 20_000 });
  await sample.evaluate((one: HTMLElement) => one.click());
  await expect(
    frame
      .getByRole('group', { name: /^Windows/ })
      .locator('tbody')
      .getByRole('row'),
  ).toHaveCount(59, {
    timeout: 20_000,
  });
});

test('Moodle: the one file as a resource, in a sandboxed frame', async ({ page }) => {
  const body = readFileSync(new URL('../dist/eegate.html', import.meta.url));
  const frameTag =
    '<iframe src="/eegate.html" sandbox="allow-scripts allow-downloads" width="900" height="700"></iframe>';
  await open(page, frameTag, { '/eegate.html': { body } });
  const frame = pageIn(page);
  await frame.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(
    frame
      .getByRole('group', { name: /^Windows/ })
      .locator('tbody')
      .getByRole('row'),
  ).toHaveCount(59, {
    timeout: 20_000,
  });
  await expect(frame.getByRole('alert')).toHaveText('');
});

test('a lesson starts nothing before a view is asked for', async ({ page, baseURL }) => {
  const lesson = '# A\n\n## B\n\n[Open the sample](#sample&p=signals)\n';
  await open(
    page,
    `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-lesson><script type="text/markdown">${lesson}</script></eeg-lesson>`,
  );
  const button = page.getByRole('button', { name: 'Open the sample' });
  await expect(button).toBeVisible();
  expect(page.workers()).toEqual([]);
  await button.click();
  await expect(page.locator('eeg-viewer canvas')).toHaveAttribute('aria-label', /Traces of/);
  expect(page.workers()).not.toEqual([]);
});

test('lessons in a page of a course: one by its name, one in the page, and one that is not there', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await open(page, example('lesson.html', baseURL!), {
    '/course.edf': { body: edfFile({ labels: labels64 }) },
  });
  const alpha = page.locator('#shipped');
  const heading = (name: string) => alpha.getByRole('heading', { name });
  await expect(heading('What the traces show')).toBeVisible();
  const traces = alpha.locator('eeg-viewer canvas');
  await expect(traces).toHaveAttribute('aria-label', /Fp1.* from 0.0 to 10.0/);
  await alpha.getByRole('button', { name: 'Next' }).click();
  await expect(heading('Close the eyes')).toBeFocused();
  const reveal = alpha.getByRole('button', { name: 'Reveal' });
  const answer = alpha.locator('[part=answer]');
  await expect(reveal).toBeDisabled();
  await alpha.getByLabel(/Regular waves/).check();
  await expect(answer).toHaveText('');
  await reveal.press('Enter');
  await expect(answer).toContainText('As you predicted.');
  await expect(answer).toBeFocused();
  await expect(page.locator('#score')).toHaveText('Predicted rightly: 1');
  await answer.getByRole('button', { name: 'Show the moment' }).click();
  await expect(traces).toHaveAttribute('aria-label', /from 26.0 to 36.0/);
  await alpha.getByRole('button', { name: 'Next' }).click();
  await alpha.getByRole('button', { name: 'Show the results' }).click();
  await expect(alpha.locator('eeg-classifier [part=summary] li')).toHaveCount(2);
  await expect(traces).toBeHidden();
  await alpha.evaluate((element) => element.setAttribute('step', '5'));
  await alpha.getByRole('button', { name: 'Open Live' }).click();
  await expect(alpha.getByRole('link')).toHaveAttribute(
    'href',
    `${baseURL}eegate.html#p=live&open=live,lessons&lesson=alpha.5`,
  );
  const linked = async (given: string) => {
    await alpha.evaluate((element, page) => element.setAttribute('page', page), given);
    const link = alpha.getByRole('link');
    return (await link.getAttribute('href'))!.split('#')[0];
  };
  expect(await linked('https://course.example/page.html')).toBe('https://course.example/page.html');
  expect(await linked('../own.html')).toBe(`${origin!.url}/own.html`);
  for (const unfit of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])
    expect(await linked(unfit)).toBe(`${baseURL}eegate.html`);

  const own = page.locator('#own');
  await own.getByLabel('Two').check();
  await own.getByRole('button', { name: 'Reveal' }).click();
  await expect(own).toContainText('Not what you predicted.');
  await own.getByRole('button', { name: 'Look at them' }).click();
  await expect(own.locator('eeg-viewer')).toContainText('course.edf');
  await expect(own.locator('canvas')).toHaveAttribute('aria-label', /C3, Cz, C4 from 2.0 to 6.0/);
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await own.evaluate((element) => element.setAttribute('src', 'nowhere.md'));
  // The last is the lesson's own; until the file is found to be missing, its viewer has one, too.
  await expect(own.getByRole('alert').last()).toContainText('The file could not be fetched');
  await own.evaluate((element) => ((element as unknown as { text: string }).text = 'No title'));
  await expect(own).toContainText('Line 1: There is no title');
  expect(complaints).toEqual([]);
});

test('properties, events and mistakes', async ({ page, baseURL }) => {
  await open(
    page,
    `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-viewer></eeg-viewer>`,
  );
  const content = [...edfFile({ labels: labels64 })];
  const told = await page.evaluate(async (bytes) => {
    await customElements.whenDefined('eeg-viewer');
    const next = (name: string) =>
      new Promise<CustomEvent>((resolve) =>
        document.addEventListener(name, (event) => resolve(event as CustomEvent), { once: true }),
      );
    const viewer = document.querySelector('eeg-viewer') as unknown as HTMLElement &
      Record<string, unknown>;
    const opened = next('eegate-open');
    const shown = next('eegate-view');
    viewer['file'] = new File([new Uint8Array(bytes)], 'own.edf');
    const open = (await opened).detail as { fileName: string; channels: unknown[] };
    await shown;
    const viewed = next('eegate-view');
    viewer.setAttribute('duration', '2');
    viewer.setAttribute('start', '3');
    const view = (await viewed).detail as { startS: number };
    const failed = next('eegate-error');
    viewer['file'] = new File([new Uint8Array(10)], 'broken.edf');
    const error = (await failed).detail as { code: string };
    return { name: open.fileName, n: open.channels.length, startS: view.startS, code: error.code };
  }, content);
  expect(told).toMatchObject({ name: 'own.edf', n: 64, startS: 3 });
  expect(told.code).toMatch(/^(EDF|FORMAT)_/);
  await expect(page.getByRole('alert')).not.toHaveText('');
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

for (const [system, theme] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`theme="${theme}" goes before a ${system} system, in styles and in pictures`, async ({
    page,
    baseURL,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    const isEmulated = await page.evaluate(
      (name) => matchMedia(`(prefers-color-scheme: ${name})`).matches,
      system,
    );
    test.skip(!isEmulated, `the protocol of this browser does not emulate a ${system} system`);
    await open(
      page,
      `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-viewer sample></eeg-viewer>`,
    );
    const viewer = page.locator('eeg-viewer');
    const canvas = viewer.locator('canvas');
    await expect(canvas).toBeVisible();
    const papers = { light: [255, 255, 255], dark: [24, 30, 38] };
    const paper = () =>
      canvas.evaluate((one: HTMLCanvasElement) =>
        [...one.getContext('2d')!.getImageData(1, one.height - 2, 1, 1).data].slice(0, 3),
      );
    await expect.poll(paper).toEqual(papers[system]);
    await viewer.evaluate((one, name) => one.setAttribute('theme', name), theme);
    await expect.poll(paper).toEqual(papers[theme]);
    await expect(viewer.locator('.base')).toHaveCSS(
      'background-color',
      `rgb(${papers[theme].join(', ')})`,
    );
  });
}

test('an unknown channel does not hide the others, and a failed file leaves no older recording', async ({
  page,
  baseURL,
}) => {
  await open(
    page,
    `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-viewer sample channels="Nope, O1"></eeg-viewer>`,
  );
  const viewer = page.locator('eeg-viewer');
  await expect(viewer.locator('canvas')).toHaveAttribute('aria-label', /^Traces of O1 from/);
  await expect(viewer.getByRole('alert')).toContainText('Found: Nope.');
  await viewer.evaluate((element) => element.setAttribute('src', 'gone.edf'));
  await expect(viewer.getByRole('alert')).toContainText('gone.edf');
  await expect(viewer.locator('canvas')).toHaveCount(0);
});

test('the manifest tells what the elements are', async ({ page, baseURL }) => {
  await open(
    page,
    `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-viewer sample></eeg-viewer><eeg-classifier sample autorun></eeg-classifier><eeg-lesson src="alpha"></eeg-lesson><eeg-drill sample></eeg-drill>`,
  );
  await expect(summary(page)).toHaveCount(2);
  const text = readFileSync(new URL('../dist/custom-elements.json', import.meta.url), 'utf8');
  const { modules } = JSON.parse(text) as { modules: { declarations: Declaration[] }[] };
  for (const { tagName, attributes, cssParts, cssProperties } of modules[0]!.declarations) {
    const here = await page.evaluate((tag) => {
      const type = customElements.get(tag) as unknown as {
        observedAttributes: string[];
        elementStyles: { cssText: string }[];
      };
      const css = type.elementStyles.map(({ cssText }) => cssText).join('');
      return {
        attributes: type.observedAttributes,
        variables: [...new Set(css.match(/--eeg-[\w-]+/g))],
        parts: [...document.querySelector(tag)!.shadowRoot!.querySelectorAll('[part]')].map((one) =>
          one.getAttribute('part')!,
        ),
      };
    }, tagName);
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
    expect(names(attributes)).toEqual(here.attributes.sort());
    expect(names(cssProperties)).toEqual(here.variables.sort());
    expect(names(cssParts)).toEqual(expect.arrayContaining([...new Set(here.parts)]));
  }
});

interface Declaration {
  tagName: string;
  attributes: { name: string }[];
  cssParts: { name: string }[];
  cssProperties: { name: string }[];
}

test('eeg-drill: windows are asked, answered by key, and scored beside the model', async ({
  page,
  baseURL,
}) => {
  await open(
    page,
    `<script type="module" src="${baseURL}eegate-elements.js"></script><eeg-drill sample windows="6"></eeg-drill>`,
  );
  const drill = page.locator('eeg-drill');
  const scores = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('eegate-drill-done', (event) => resolve((event as CustomEvent).detail));
      }),
  );
  await drill.getByRole('button', { name: 'Begin' }).click();
  for (let k = 1; k <= 6; k++) {
    await expect(drill.getByRole('heading')).toHaveText(`Window ${k} of 6. Which is it?`);
    await expect(drill.getByRole('img', { name: /^Traces of .*O1/ })).toBeVisible();
    await expect(drill).not.toContainText('The model says');
    await page.keyboard.press('2');
    await expect(drill.getByRole('status').last()).toContainText(
      /(Right|No: it was).*The model says eyes (open|closed), (> )?[\d.]+\s%, and is (right|wrong)/s,
    );
    await page.keyboard.press('Enter');
  }
  await expect(drill.locator('.score')).toHaveText(
    /You were right in 3 of 6 windows, the model in [456]\./, // as many of each class are asked
  );
  await expect(drill.locator('.score')).toBeFocused();
  expect(await scores).toMatchObject({ n: 6, nYours: 3 });
  const { violations } = await new AxeBuilder({ page }).include('eeg-drill').analyze();
  expect(violations).toEqual([]);
  await drill.getByRole('button', { name: 'Again' }).click();
  await expect(drill.getByRole('heading')).toHaveText('Window 1 of 6. Which is it?');
});
