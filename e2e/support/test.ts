// `test` for stories of the page. The page runs in a frame of opaque origin inside its shell, so `page` looks into that frame: what is
// found, and what is evaluated, is found and evaluated there. Everything else (addresses, keys, downloads, requests) is of the tab.
// Stories of the library, which has no frame, import from @playwright/test.
import { test as base, type Frame, type Page } from '@playwright/test';

export * from '@playwright/test';

/** Its title is that of the document, which may be that of a lesson. */
const frame = 'iframe[sandbox]';
const tabs = new WeakMap<Page, Page>();

const found = new Set(
  ['AltText', 'Label', 'Placeholder', 'Role', 'TestId', 'Text', 'Title'].map((by) => `getBy${by}`),
).add('locator');
const evaluated = new Set(['evaluate', 'evaluateHandle', 'waitForFunction', 'dispatchEvent']);

type Call = (...args: unknown[]) => unknown;

/** The tab itself, whose document is the shell. */
export function shellOf(page: Page): Page {
  return tabs.get(page) ?? page;
}

export async function frameOf(page: Page): Promise<Frame> {
  const element = await shellOf(page).locator(frame).elementHandle();
  return (await element!.contentFrame())!;
}

/** A tab, seen from the frame in it. */
export function inFrame(tab: Page): Page {
  const page = new Proxy(tab, {
    get(_, name: string) {
      const own = tab[name as keyof Page];
      if (typeof own !== 'function') return own;
      if (found.has(name)) {
        const inside = tab.frameLocator(frame) as unknown as Record<string, Call>;
        return inside[name]!.bind(inside);
      }
      if (evaluated.has(name))
        return async (...args: unknown[]) => {
          const inside = (await frameOf(tab)) as unknown as Record<string, Call>;
          return inside[name]!(...args);
        };
      return (own as Call).bind(tab);
    },
  });
  tabs.set(page, tab);
  return page;
}

export const test = base.extend({
  page: async ({ page }, use) => use(inFrame(page)),
});
