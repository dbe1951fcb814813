// The page in German: chosen while a recording is open, which stays open; remembered by the address.
import { english } from '../web/page/strings/english/index.js';
import { german } from '../web/page/strings/german/index.js';
import { offences, openPage, openSample } from './support/app.js';
import { edfFile } from './support/edf.js';
import { expect, test, type Page } from './support/test.js';

/** Texts of the page that are sentences or titles, and said otherwise in German. */
const classNames = ['eyes open', 'eyes closed']; // data, which stay as they are
const onlyEnglish = sentences(english).filter(
  (text) => !sentences(german).includes(text) && !classNames.includes(text),
);

function sentences(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 3 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentences) : [];
}

/** What is on the screen, or read aloud, word for word as the English page has it. */
const englishLeft = (page: Page) =>
  page.evaluate((texts) => {
    const known = new Set(texts);
    const found: string[] = [];
    const look = (text: string | null) => {
      const said = text?.replace(/\s+/g, ' ').trim();
      if (said && known.has(said)) found.push(said);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (walker.currentNode.parentElement!.checkVisibility()) look(walker.currentNode.textContent);
    for (const one of document.querySelectorAll('*')) {
      if (!one.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) look(one.getAttribute(name));
    }
    return found;
  }, onlyEnglish);

const workspaces = ['Erklären', 'Schlaf', 'Training', 'Live', 'Lernen', 'Signale'];

test('is chosen with a recording open: all of the page follows, and nothing is closed or fetched', async ({
  page,
}, info) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Show window 7 in the traces' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('status')).toHaveText('Die Seite ist auf Deutsch');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expect(page.getByRole('region', { name: 'Ergebnisse' })).toContainText('Richtig in');
  await expect(page.getByRole('button', { name: /^Aufnahmen: simulated-eeg/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fenster 7 in den Kurven zeigen' })).toBeVisible();
  await expect.poll(() => page.url()).toContain('e=7&lang=de');
  await page.getByRole('button', { name: /^Gewähltes Modell: / }).click();
  const fit = page.getByRole('region', { name: 'Modell und Eignung' });
  await expect(fit.locator('.fit li').first()).toContainText(/Alle Kanäle gefunden \(\d+\)\./);
  await expect(fit.locator('.fit')).toContainText('wie das Modell es verlangt');
  await expect(fit).not.toContainText(/channels found|as the model|The recording|The recipe/);
  await page.keyboard.press('Escape');
  const rail = page.getByRole('navigation', { name: 'Arbeitsbereiche' });
  for (const name of workspaces) {
    await rail.getByRole('link', { name }).click();
    await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await page.waitForTimeout(300);
    expect(await englishLeft(page), name).toEqual([]);
    if (name === 'Lernen')
      await expect(page.getByRole('button', { name: 'Der Alpha-Rhythmus' })).toBeVisible();
    await page.screenshot({ path: info.outputPath(`${name}.png`) });
  }
  await expect(page.locator('.ledger')).toContainText('0 Anfragen');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('status')).toHaveText('The page is in English');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Right in');
});

test('is remembered by the address, and no visit begins in English then', async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect.poll(() => page.url()).toContain('lang=de');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Bereit');
  await expect(page.getByRole('heading', { name: german.start.title })).toBeVisible();
  expect(await englishLeft(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Beispielaufnahme ausprobieren' })).toBeVisible();
  expect(await offences(page)).toEqual([]);
});

/** Chosen texts for which their boxes have no room. */
const cutSelects = (page: Page) =>
  page.evaluate(() => {
    const ctx = document.createElement('canvas').getContext('2d')!;
    const arrowPx = 12;
    return [...document.querySelectorAll('select')].flatMap((select) => {
      const look = getComputedStyle(select);
      ctx.font = look.font;
      const text = select.selectedOptions[0]?.text ?? '';
      const room = select.clientWidth - parseFloat(look.paddingLeft) - arrowPx;
      return select.checkVisibility() && ctx.measureText(text).width > room ? [text] : [];
    });
  });

const screens = { desk: [1440, 900], low: [1280, 720], phone: [390, 844], narrow: [320, 740] };

test('its long words fit on every screen, and cards and reasons are German, too', async ({
  page,
}) => {
  await page.goto('/#lang=de');
  await expect(page.getByRole('status')).toHaveText('Bereit');
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { x: scrollWidth > innerWidth, y: innerWidth > 600 && scrollHeight > innerHeight };
    });
  const onEachScreen = async (where: string) => {
    for (const [name, [width, height]] of Object.entries(screens)) {
      await page.setViewportSize({ width: width!, height: height! });
      await expect.poll(overflow, `${where}, ${name}`).toEqual({ x: false, y: false });
      if (width! > 600) expect(await cutSelects(page), `${where}, ${name}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await onEachScreen('Start');

  // The card of a bundled model and the reason for its build are German, too.
  const show = (id: string) =>
    page.evaluate((one) => document.getElementById(one)!.showPopover(), id);
  await show('model');
  const card = page.locator('#model > .facts');
  await expect(card).toContainText('die Form des Spektrums an jeder Elektrode');
  await expect(card).toContainText('kein Medizinprodukt');
  await expect(card).not.toContainText(/trained on one minute|the shape of/i);
  await show('privacy');
  await expect(page.locator('#privacy')).toContainText(/Relaxed SIMD (ist verfügbar|aber nicht)/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Beispielaufnahme ausprobieren' }).click();
  await expect(page.getByRole('status')).toContainText('klassifiziert');
  await expect(page.getByRole('region', { name: 'Ergebnisse' })).not.toContainText(
    english.model.bundled.eyes,
  );
  const rail = page.getByRole('navigation', { name: 'Arbeitsbereiche' });
  for (const workspace of workspaces) {
    await rail.getByRole('link', { name: workspace }).click();
    await onEachScreen(workspace);
  }
  // Two recordings that do not suit the model: the name of the one that is shown is not what gives way.
  const buffer = edfFile({ labels: ['Cz', 'Oz'] });
  const file = (name: string) => ({ name, mimeType: '', buffer });
  await page
    .locator('#recordings input[type=file]')
    .first()
    .setInputFiles(['eine.edf', 'zwei.edf'].map(file));
  await expect(page.getByRole('button', { name: 'Passt nicht: warum?' })).toBeVisible();
  const name = page.locator('.top .picked').first();
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
  }
});

test('is part of the page in one file', async ({ page }) => {
  const address = new URL('../dist/eegate.html', import.meta.url);
  await page.goto(`${address.href}#lang=de`);
  await expect(page.getByRole('status')).toHaveText('Bereit');
  await expect(page.getByRole('heading', { name: german.start.title })).toBeVisible();
});
