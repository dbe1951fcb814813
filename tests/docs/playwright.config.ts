// The documentation site as it was built by scripts/docs.mjs, in a browser.
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../../e2e/playwright.config.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../build/docs/results',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [
    ['list'],
    ['junit', { outputFile: process.env['EEGATE_REPORT'] ?? '../../build/reports/docs.xml' }],
  ],
  projects: [
    { name: 'docs', use: { ...devices['Desktop Chrome'], launchOptions: chromiumOptions } },
  ],
});
