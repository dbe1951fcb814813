// Elements whose properties, place or surroundings change after they were shown.
import { expect, test, type Locator } from '@playwright/test';
import { edfFile, labels64 } from './support/edf.js';
import { open, toldOf, type Any } from './support/elements.js';

const set = (element: Locator, name: string, value: unknown) =>
  element.evaluate((one, [key, given]) => void ((one as Any)[key as string] = given), [
    name,
    value,
  ] as const);

/** A pixel of the background. */
const paper = (canvas: Locator) =>
  canvas.evaluate((one: HTMLCanvasElement) =>
    [...one.getContext('2d')!.getImageData(1, one.height - 2, 1, 1).data].slice(0, 3).join(),
  );

test('theme is a property, too', async ({ page }) => {
  await open(page, '<eeg-viewer></eeg-viewer><eeg-lesson></eeg-lesson>');
  for (const tag of ['eeg-viewer', 'eeg-lesson']) {
    const base = page.locator(tag).locator('.base');
    await expect(base).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await set(page.locator(tag), 'theme', 'dark');
    await expect(base).toHaveCSS('background-color', 'rgb(24, 30, 38)');
    await set(page.locator(tag), 'theme', null);
    await expect(base).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  }
});

test('pictures follow the appearance of the system and the variables of the page', async ({
  page,
}) => {
  await open(
    page,
    `<style>* { transition: none !important } .night { --eeg-paper: #000; --eeg-class-1: #ff0 }</style>
    <eeg-viewer sample></eeg-viewer><eeg-classifier sample autorun></eeg-classifier>`,
  );
  const traces = page.locator('eeg-viewer canvas');
  const strip = page.locator('eeg-classifier canvas');
  const legend = page.locator('eeg-classifier rect').first();
  await expect.poll(() => toldOf(page)).toContain('done');
  const seen = async () => [
    await paper(traces),
    await paper(strip),
    await legend.getAttribute('fill'),
  ];
  await expect.poll(seen).toEqual(['255,255,255', expect.any(String), '#bf6300']);
  const before = await paper(strip);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(seen).toEqual(['24,30,38', expect.not.stringMatching(before), '#e89a45']);
  await page.evaluate(() => document.body.classList.add('night'));
  await expect.poll(seen).toEqual(['0,0,0', expect.any(String), '#ff0']);
  await page.evaluate(() => document.body.classList.remove('night'));
  await expect.poll(seen).toEqual(['24,30,38', expect.any(String), '#e89a45']);
});

test('the size of the text follows the browser, spacing of the page does not', async ({ page }) => {
  await open(
    page,
    '<style>html { font-size: 62.5% } * { letter-spacing: 2px; word-spacing: 9px }</style><eeg-viewer></eeg-viewer>',
  );
  const base = page.locator('eeg-viewer .base');
  await expect(base).toHaveCSS('font-size', '16px');
  await expect(base).toHaveCSS('letter-spacing', 'normal');
  await expect(base).toHaveCSS('word-spacing', '0px');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await expect(base).toHaveCSS('font-size', '24px');
});

test('an element that was removed shows no results of a recording that is gone', async ({
  page,
}) => {
  await open(page, '<eeg-classifier sample autorun></eeg-classifier>');
  await expect.poll(() => toldOf(page)).toContain('done');
  const seen = await page.locator('eeg-classifier').evaluate(async (one) => {
    one.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    one.removeAttribute('sample');
    document.body.append(one);
    await (one as Any & { updateComplete: Promise<void> }).updateComplete;
    const { predictions, compatibility } = one as Any;
    return [(predictions as unknown[]).length, compatibility];
  });
  expect(seen).toEqual([0, null]);
  await expect(page.locator('eeg-classifier')).toContainText('No recording is open');
  await expect(page.locator('eeg-classifier [part=summary]')).toHaveCount(0);
});

test('a classifier takes up autorun when it is set, and no model for the default', async ({
  page,
}) => {
  await open(page, '<eeg-classifier></eeg-classifier>');
  const classifier = page.locator('eeg-classifier');
  await classifier.evaluate(
    (one, bytes) => {
      (one as Any)['file'] = new File([new Uint8Array(bytes)], 'own.edf');
    },
    [...edfFile({ labels: labels64 })],
  );
  await expect.poll(() => toldOf(page)).toEqual(['open', 'compatibility']);
  await set(classifier, 'autorun', true);
  await expect.poll(async () => (await toldOf(page)).at(-1)).toBe('done');
  const nDone = async () => (await toldOf(page)).filter((name) => name === 'done').length;
  for (const [index, none] of [undefined, null, ''].entries()) {
    await set(classifier, 'model', none);
    await expect.poll(nDone).toBe(index + 2);
    expect(await classifier.evaluate((one) => (one as Any)['model'])).toBe('eyes');
  }
  await expect(classifier.getByRole('alert')).toHaveText('');
});

test('a drill begins once its recording is there, without the error of the one before', async ({
  page,
}) => {
  await open(page, '');
  const errors = await page.evaluate(async () => {
    await customElements.whenDefined('eeg-drill');
    const drill = document.createElement('eeg-drill') as unknown as Any & HTMLElement;
    drill['sample'] = true;
    drill['windows'] = 1;
    document.body.append(drill);
    const begin = drill['begin'] as () => Promise<void>;
    await begin.call(drill);
    const first = drill.shadowRoot!.querySelector('[role=alert]')!.textContent;
    drill['windows'] = 4;
    await begin.call(drill);
    return first;
  });
  expect(errors).toContain('A drill needs a window of each class');
  const drill = page.locator('eeg-drill');
  await expect(drill.getByRole('heading')).toHaveText('Window 1 of 4. Which is it?');
  await expect(drill.getByRole('alert')).toHaveText('');
  expect(await toldOf(page)).toEqual(['open', 'error ENGINE_ARGUMENT']);
});

test('a drill whose model changes with a recording that does not open says why, and waits for nothing', async ({
  page,
}) => {
  await open(page, '<eeg-drill sample></eeg-drill>');
  const drill = page.locator('eeg-drill');
  await drill.getByRole('button', { name: 'Begin' }).click();
  await expect(drill.getByRole('heading')).toHaveText(/^Window 1 of /);
  await drill.evaluate((one) => {
    (one as unknown as Any)['model'] = 'eyes8';
    (one as unknown as Any)['file'] = new Blob(['no recording']);
  });
  await expect(drill.getByRole('alert')).not.toHaveText('');
  await page.waitForTimeout(500); // what was begun with the recording before has ended
  await expect(drill.getByText('Cutting windows')).toHaveCount(0);
  await expect(drill.getByRole('alert')).not.toHaveText('');
});

test('another lesson begins with its first step, and a view that is shown in part has a link', async ({
  page,
}) => {
  const step = (view: string) => `# Own\n\n## One\n\nA\n\n## Two\n\n[See](#${view})\n`;
  await page.route('**/one.md', (route) =>
    route.fulfill({ body: step('p=signals&t=5&span=2&ch=O1,Oz') }),
  );
  await page.route('**/two.md', (route) =>
    route.fulfill({ body: step('p=signals&t=5&ref=average&filter=model') }),
  );
  await page.route('**/none.md', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>404</title>' }),
  );
  await open(page, '<eeg-lesson src="one.md" step="2"></eeg-lesson>');
  const lesson = page.locator('eeg-lesson');
  const told = lesson.evaluate(
    (one) =>
      new Promise((resolve) =>
        one.addEventListener('eegate-step', (event) => resolve((event as CustomEvent).detail)),
      ),
  );
  await lesson.getByRole('button', { name: 'See' }).click();
  await expect(lesson.locator('eeg-viewer canvas')).toBeVisible();
  await expect(lesson.locator('[part=elsewhere]')).toHaveCount(0);
  await lesson.evaluate((one) => one.setAttribute('src', 'two.md'));
  await expect(lesson).toContainText('1 of 2');
  expect(await told).toEqual({ step: 1, title: 'One' });
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByRole('button', { name: 'See' }).click();
  await expect(lesson.locator('[part=elsewhere]')).toContainText('Not all of this view');
  await expect(lesson.getByRole('link')).toHaveAttribute('href', /#p=signals&t=5&ref=average/);
  await lesson.getByRole('button', { name: 'Back' }).click();
  await lesson.evaluate((one) => {
    one.setAttribute('src', 'one.md');
    one.setAttribute('step', '2');
  });
  await expect(lesson.getByRole('heading', { name: 'Two' })).toBeVisible();
  await expect(lesson.locator('[part=elsewhere]')).toHaveCount(0);
  await expect(lesson).toContainText('2 of 2');
  await lesson.evaluate((one) => one.setAttribute('src', 'none.md'));
  await expect(lesson.getByRole('alert')).toContainText('Found: an HTML page');
  expect(await toldOf(page)).toContain('error ELEMENT_FETCH');
});

test('an address that is none is an error in words', async ({ page }) => {
  await open(page, '<eeg-viewer src="http://["></eeg-viewer>');
  const alert = page.locator('eeg-viewer').getByRole('alert');
  await expect(alert).toContainText('The file could not be fetched');
  await expect(alert).toContainText('http://[');
});
