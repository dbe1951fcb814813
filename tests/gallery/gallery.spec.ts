// Every state of the gallery is shown in light, dark, forced colours, at 200 % and in German: a picture of it is taken, and axe finds
// nothing wrong with it. The files come from a folder: nothing is served.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';

const site = new URL('../../build/gallery/site/', import.meta.url);
const pictures = new URL('../../build/gallery/pictures/', import.meta.url).pathname;
const address = 'http://gallery.test/';
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

test.beforeEach(({ page }) =>
  page.route(`${address}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    const contentType = types[extname(name)] ?? 'application/octet-stream';
    return route.fulfill({ body: readFileSync(new URL(name, site)), contentType });
  }),
);

async function offences(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checks } = globalThis as unknown as { axe: typeof import('axe-core') };
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await checks.run({ runOnly: { type: 'tag', values } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

interface Look {
  how?: string;
  media?: Parameters<Page['emulateMedia']>[0];
  /** 200 % of a screen is half of it, in CSS pixels. */
  size?: { width: number; height: number };
}

const looks: Record<string, Look> = {
  light: { media: { colorScheme: 'light' } },
  dark: { media: { colorScheme: 'dark' } },
  forced: { media: { forcedColors: 'active' } },
  zoomed: { size: { width: 640, height: 400 } },
  german: { how: ',de' },
};

for (const [look, { how = '', media = {}, size }] of Object.entries(looks))
  test(`every state, ${look}`, async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await page.setViewportSize(size ?? { width: 1280, height: 800 });
    await page.goto(address);
    const ids = await page.evaluate(() => (globalThis as unknown as { gallery: string[] }).gallery);
    expect(ids.length).toBeGreaterThan(15);
    for (const id of ids) {
      await page.goto(`${address}#${id}${how}`);
      await page.reload(); // nothing is left of the state before
      await expect(page.locator('#app > *').first()).toBeAttached();
      await page.screenshot({ path: `${pictures}${look}/${id}.png` });
      expect.soft(await offences(page), `${id}, ${look}`).toEqual([]);
      const { width } = (await page.locator('main').boundingBox())!;
      expect.soft(width, `${id}, ${look}: too small to be seen`).toBeGreaterThan(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(wide, `${id}, ${look}: wider than the screen`).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
  });
