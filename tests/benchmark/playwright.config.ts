// The public benchmark as scripts/build-benchmark.mjs built it, in a browser.
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../../e2e/playwright.config.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../build/benchmark-results',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['junit', { outputFile: process.env['EEGATE_REPORT'] ?? '../../build/reports/benchmark.xml' }],
  ],
  projects: [
    { name: 'benchmark', use: { ...devices['Desktop Chrome'], launchOptions: chromiumOptions } },
  ],
});
