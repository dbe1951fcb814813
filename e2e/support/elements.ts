// A page with elements and nothing else, which keeps what they report.
import type { Page } from '@playwright/test';

export type Any = HTMLElement & Record<string, unknown>;

export async function open(page: Page, body: string): Promise<void> {
  await page.goto('/icon.svg'); // of the same origin, but not the application
  await page.route('**/own.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>
        globalThis.told = [];
        for (const name of ['open', 'view', 'error', 'compatibility', 'prediction', 'done'])
          addEventListener('eegate-' + name, ({ detail }) => told.push(name + (detail.code ? ' ' + detail.code : '')));
      </script><script type="module" src="/eegate-elements.js"></script>${body}`,
    }),
  );
  await page.goto('/own.html');
}

export const toldOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
