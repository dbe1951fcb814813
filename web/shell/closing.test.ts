import { afterEach, expect, it, vi } from 'vitest';
import { watchShell } from './closing.js';

afterEach(() => vi.unstubAllGlobals());

it('requests count that began after the first recording was opened, not those that are reported after it', () => {
  let report: (list: { getEntries(): { name: string; startTime: number }[] }) => void;
  class Observer {
    constructor(callback: typeof report) {
      report = callback;
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  vi.stubGlobal('document', new EventTarget());
  let openedMs: number | null = null;
  const counted: string[] = [];
  watchShell(
    () => openedMs,
    (urls) => counted.push(...urls),
    () => undefined,
  );
  const entries = [
    { name: 'https://host.test/before.js', startTime: 99 },
    { name: 'https://host.test/after.js', startTime: 100 },
    { name: 'blob:memory', startTime: 101 },
  ];
  report!({ getEntries: () => entries });
  expect(counted).toEqual([]);
  openedMs = 100;
  report!({ getEntries: () => entries });
  expect(counted).toEqual(['https://host.test/after.js']);
});
