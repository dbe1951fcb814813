// Tests of the npm package: packed, installed into fixtures, built by bundlers as they come, and run. No registry is asked.
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../../e2e/playwright.config.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../build/package-results',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [
    ['list'],
    ['junit', { outputFile: process.env['EEGATE_REPORT'] ?? '../../build/reports/package.xml' }],
  ],
  projects: [
    { name: 'package', use: { ...devices['Desktop Chrome'], launchOptions: chromiumOptions } },
  ],
});
