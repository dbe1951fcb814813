// The gallery as `npm run gallery` builds it: screenshots and checks of accessibility.
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../../e2e/playwright.config.js';

export default defineConfig({
  testDir: '.',
  outputDir: '../../build/gallery/failed',
  workers: 1,
  forbidOnly: true,
  timeout: 240_000,
  reporter: [
    ['list'],
    ['junit', { outputFile: process.env['EEGATE_REPORT'] ?? '../../build/reports/gallery.xml' }],
  ],
  use: { ...devices['Desktop Chrome'], launchOptions: chromiumOptions },
});
