import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { EEGATE_BUILD_ID: '"test"', EEGATE_VERSION: '"test"' },
  test: { include: ['web/**/*.test.ts', 'tests/**/*.test.ts'] },
});
