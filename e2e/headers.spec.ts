// Headers that a host may set, which close what a page by itself cannot (docs/PRIVACY.md). None is needed: all other stories run without.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inFrame, shellOf, test, type Page } from './support/test.js';
import { openFile } from './support/app.js';
import { edfFile } from './support/edf.js';
import { Outside } from './support/outside.js';

/** The tab that `opener`, a page of another origin, opens for an address. */
async function opened(opener: Page, address: string): Promise<Page> {
  const [tab] = await Promise.all([
    opener.waitForEvent('popup'),
    opener.evaluate((to) => void Object.assign(globalThis, { tab: window.open(to) }), address),
  ]);
  return tab;
}

const isHeld = (opener: Page) =>
  opener.evaluate(() => !(globalThis as unknown as { tab: Window }).tab.closed);

for (const [what, headers, keeps] of [
  ['no header', {}, true],
  ['Cross-Origin-Opener-Policy', { 'cross-origin-opener-policy': 'same-origin' }, false],
] as const)
  test(`${what}: the page works, and what opened it ${keeps ? 'keeps' : 'loses'} its hold of the tab`, async ({
    page,
    baseURL,
  }) => {
    const outside = await Outside.open(headers);
    try {
      const opener = shellOf(page);
      await opener.goto(`${baseURL}icon.svg`);
      const tab = await opened(opener, outside.address);
      const inside = inFrame(tab);
      await expect(inside.getByRole('status')).toHaveText('Ready');
      await openFile(inside, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
      await expect(inside.getByRole('heading', { name: 'own.edf' })).toBeVisible();
      expect(await isHeld(opener)).toBe(keeps);
      expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
    } finally {
      outside.close();
    }
  });

/** Another site, whose page holds nothing but a frame. */
class OtherSite {
  readonly #server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><iframe src="${this.#shown}"></iframe>`);
  });
  #shown = '';

  async show(address: string): Promise<string> {
    this.#shown = address;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

for (const [what, headers, isShown] of [
  ['no header', {}, true],
  ["frame-ancestors 'none'", { 'content-security-policy': "frame-ancestors 'none'" }, false],
] as const)
  test(`${what}: another site ${isShown ? 'shows' : 'does not show'} the page inside its own`, async ({
    page,
  }) => {
    const outside = await Outside.open(headers);
    const other = new OtherSite();
    try {
      const site = shellOf(page);
      await site.goto(await other.show(outside.address));
      const outer = site.frameLocator('iframe');
      if (isShown) {
        await expect(outer.locator('iframe[title="eegate"]')).toHaveCount(1);
        return;
      }
      await expect.poll(() => site.frames()[1]?.url()).toMatch(/^chrome-error:/);
      await expect(outer.locator('iframe')).toHaveCount(0);
    } finally {
      other.close();
      outside.close();
    }
  });
