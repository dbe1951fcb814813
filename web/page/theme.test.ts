import { expect, it, vi } from 'vitest';

it('what is drawn follows the system where it forces its colours', async () => {
  let isForced = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('forced-colors') ? isForced : true;
    },
  }));
  const { resolvedTheme } = await import('./theme.js');
  expect([resolvedTheme('auto'), resolvedTheme('light')]).toEqual(['dark', 'light']);
  isForced = true;
  expect([resolvedTheme('auto'), resolvedTheme('light')]).toEqual(['dark', 'dark']);
  vi.unstubAllGlobals();
});
