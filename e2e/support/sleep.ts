// The workspace Sleep.
import { readFileSync } from 'node:fs';
import type { Page } from './test.js';

export const night = (page: Page) => page.getByRole('region', { name: 'Sleep', exact: true });

/** What a button of it saves. */
export async function savedStages(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    night(page).getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await download.path(), 'latin1');
}
