// Stories of a teacher who writes a lesson and hands it out as one file.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  expect,
  inFrame,
  shellOf,
  test,
  type Browser,
  type Locator,
  type Page,
} from './support/test.js';
import { epochRows, goTo, offencesInBoth, openFile, openPage, requestLog } from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

const writing = (page: Page): Locator => page.getByRole('region', { name: 'Write a lesson' });
const lessons = (page: Page): Locator => page.getByRole('region', { name: 'Lessons' });
const editor = (page: Page): Locator => writing(page).getByLabel('The lesson as Markdown');
function partOf(html: string, name: string): string {
  const packed = new RegExp(`id="lesson:${name}">([^<]*)`).exec(html)![1]!;
  return gunzipSync(Buffer.from(packed, 'base64')).toString('latin1');
}

const press = (page: Page, name: string): Promise<void> =>
  writing(page).getByRole('button', { name, exact: true }).click();

async function beginWriting(page: Page): Promise<void> {
  await openPage(page);
  await goTo(page, 'Learn');
  await lessons(page).getByRole('button', { name: 'Write a lesson' }).click();
  await expect(editor(page)).toBeVisible();
}

async function savedFile(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** As a student opens it: from disk, on a machine without a network. */
async function openedFromDisk(browser: Browser, file: string): Promise<Page> {
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' });
  const page = inFrame(await context.newPage());
  const requests = requestLog(page);
  const address = pathToFileURL(file).href;
  await page.goto(address);
  await expect(lessons(page).getByRole('heading', { level: 3 })).not.toHaveCount(0);
  await expect(page.getByRole('status')).toContainText('Classified');
  expect(requests.filter((url) => url !== address)).toEqual([]);
  return page;
}

const policyOf = (html: string) => /Content-Security-Policy"\s+content="([^"]*)/.exec(html)![1]!;

test(
  'a lesson is written, saved as one file, and shown first from disk, beside its stage',
  {
    tag: '@more',
  },
  async ({ page, browser }) => {
    await beginWriting(page);
    await writing(page).getByLabel('Title').fill('Alpha at the back');
    await editor(page).press('Control+End');
    await press(page, '+ Step');
    await press(page, '+ Question');
    const preview = writing(page).getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Alpha at the back' })).toBeVisible();
    await expect(preview.getByRole('group', { name: 'Question' })).toBeVisible();
    await goTo(page, 'Train');
    await goTo(page, 'Learn');
    await expect(editor(page)).toHaveValue(/# Alpha at the back[^]*```question/);
    await press(page, 'Save as one HTML file');
    const file = await savedFile(page, 'Save the file');
    expect(file).toMatch(/alpha-at-the-back\.html$/);
    const own = readFileSync(new URL('../dist/eegate.html', import.meta.url), 'utf8');
    expect(policyOf(readFileSync(file, 'utf8'))).toBe(policyOf(own));

    const student = await openedFromDisk(browser, file);
    await expect(lessons(student)).toContainText('Alpha at the back, 1 of 2');
    await expect(epochRows(student)).toHaveCount(59);
    await expect(student.locator('#view-summary')).toContainText('0:26 to 0:36');
    await lessons(student).getByRole('button', { name: 'Next' }).click();
    await expect(lessons(student).getByLabel('That, which is right')).toBeVisible();

    await lessons(student).getByRole('button', { name: 'Edit this lesson' }).click();
    await writing(student).getByLabel('Title').fill('Again');
    await editor(student).press('Control+Home');
    await press(student, 'Save as one HTML file');
    const again = readFileSync(await savedFile(student, 'Save the file'), 'utf8');
    expect(again.match(/id="lesson:text"/g)).toHaveLength(1);
    expect(again).toContain('<title>Again</title>');
    const ofAllLessons = (html: string) =>
      html
        .replace(/<script[^>]*id="lesson:.*<\/script>\s*/g, '')
        .replace(/<title>[^<]*/, '<title>');
    expect(ofAllLessons(again)).toBe(ofAllLessons(readFileSync(file, 'utf8')));
    await student.context().close();
  },
);

/** With the page's own copy of itself in the browser, which its service worker made. */
test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a part of a recording goes into the file after a warning, without name and date',
    {
      tag: '@more',
    },
    async ({ page, browser }) => {
      await openPage(page);
      await shellOf(page).evaluate(async () => void (await navigator.serviceWorker.ready));
      const buffer = edfFile({ labels: labels64, nRecords: 30 });
      buffer.write('X F 02-MAY-1951 Haagse_Harry', 8, 'latin1');
      await openFile(page, { name: 'harry.edf', buffer });
      await expect(page.getByRole('heading', { name: 'harry.edf' })).toBeVisible();
      await goTo(page, 'Learn');
      await lessons(page).getByRole('button', { name: 'Write a lesson' }).click();
      const text = '# T\n\nA.\n\n## S\n\n```stage\n#p=signals&t=12&span=5\n```\n\nText\n';
      await editor(page).fill(text);
      await press(page, 'Save as one HTML file');
      await page.getByLabel('A part of harry.edf').check();
      await page.getByLabel('From second').fill('10');
      await page.getByLabel('Length in seconds').fill('15');
      await expect(page.getByRole('button', { name: 'Save the file' })).toBeDisabled();
      await page.getByLabel('I may pass on this part').check();
      const file = await savedFile(page, 'Save the file');
      const html = readFileSync(file, 'utf8');
      const part = (name: string) => partOf(html, name);
      expect(part('recording').slice(0, 184)).not.toMatch(/Harry|1951/);
      expect(part('recording').slice(8, 20)).toBe('X X X X     ');
      expect(part('text')).toContain('#p=signals&t=2&span=5');
      expect(html).not.toContain('harry');

      const student = await openedFromDisk(browser, file);
      await expect(student.getByRole('heading', { name: 'lesson.edf' })).toBeVisible();
      await expect(student.locator('#view-summary')).toContainText('0:02.0 to 0:07.0');
      await student.context().close();
    },
  );
});

test('without all parts of the page no file is saved, and the page says what to do; Markdown is', async ({
  page,
}) => {
  await page.route('**/eegate-simd.wasm', (route) => route.abort());
  await beginWriting(page);
  await press(page, 'Save as one HTML file');
  await expect(page.getByText('This page cannot be saved as one file now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save the file' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const file = await savedFile(page, 'Save as Markdown');
  expect(readFileSync(file, 'utf8')).toContain('# My lesson');
});

test('also with a recording that was opened at once, the page is saved as one file', async ({
  page,
}) => {
  const errors: string[] = [];
  shellOf(page).on('pageerror', ({ message }) => errors.push(message));
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64, nRecords: 30 }) });
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  await goTo(page, 'Learn');
  await lessons(page).getByRole('button', { name: 'Write a lesson' }).click();
  const view = '#sample&p=signals&t=26&span=4';
  await editor(page).fill(
    `# T\n\n## S\n\n\`\`\`stage\n${view}\n\`\`\`\n\n\`\`\`question\nWhy?\n\`\`\`\n`,
  );
  await press(page, 'Save as one HTML file');
  const dialog = page.getByRole('region', { name: 'One file for your students' });
  await expect(dialog).toContainText('The lesson has 1 problem: Line 9: A question has no answer');
  await dialog.getByLabel('A part of own.edf').check();
  await expect(dialog).toContainText('1 view of the lesson opens the sample, not this recording.');
  await dialog.getByLabel('From second').fill('500');
  await dialog.getByLabel('From second').press('Tab');
  await expect(dialog.getByLabel('From second')).toHaveValue('29');
  await expect(dialog).toContainText('The recording ends at 0:30.');
  await dialog.getByLabel('From second').fill('20');
  const inAllViews = dialog.getByLabel('Show this recording in all views');
  await inAllViews.click({ delay: 100 }); // as by hand: nothing moves under the pointer when the field is left
  await expect(inAllViews).toBeChecked();
  await dialog.getByLabel('I may pass on this part').check();
  const html = readFileSync(await savedFile(page, 'Save the file'), 'utf8');
  expect(partOf(html, 'text')).toContain('#p=signals&t=6&span=4');
  expect(errors).toEqual([]);
});

test('what is not saved is asked about before another lesson takes its place, and before leaving', async ({
  page,
}) => {
  await beginWriting(page);
  await editor(page).press('Control+End');
  await editor(page).pressSequentially('More text.');
  await expect(writing(page)).toContainText('Not saved');
  const other = test.info().outputPath('other.md');
  writeFileSync(other, '# Other\n\n## Step\n');
  await writing(page).getByLabel('Open Markdown').setInputFiles(other);
  await expect(writing(page).getByRole('button', { name: 'Keep this one' })).toBeFocused();
  await press(page, 'Keep this one');
  await expect(editor(page)).toHaveValue(/More text/);
  let asked = '';
  page.on('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe('beforeunload');
});

test('the editor fits a phone, and axe finds nothing, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginWriting(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(writing(page).getByRole('button', { name: 'Save as one HTML file' })).toBeVisible();
  expect(await offencesInBoth(page)).toEqual([]);
  await press(page, 'Save as one HTML file');
  expect(await offencesInBoth(page)).toEqual([]);
});
