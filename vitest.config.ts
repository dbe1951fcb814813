import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const glue = 'web/worker/core/glue.js';

/** The JavaScript of the wasm modules is made by a build; without one, tests that start a module are skipped. */
const glueOrNothing: Plugin = {
  name: 'glue-or-nothing',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/core/glue.js') && !existsSync(glue) ? '\0no-glue' : null,
  load: (id) => (id === '\0no-glue' ? 'export default undefined' : null),
};

export default defineConfig({
  plugins: [glueOrNothing],
  define: { EEGATE_BUILD_ID: '"test"', EEGATE_VERSION: '"test"' },
  test: {
    include: ['web/**/*.test.ts', 'tests/**/*.test.ts'],
    maxWorkers: Math.max(2, availableParallelism() - 1), // many tests wait for programs that they start
    testTimeout: 30_000, // ends a test that hangs; no test judges speed, and a busy machine takes several times as long
    isolate: false, // a process of its own for each file takes four times as long; what a test changes, it gives back
  },
});
