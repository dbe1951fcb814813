// Browser tests of the built page. npm test passes the port and the browser; by hand: npx playwright test -c e2e.
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const port = process.env['EEGATE_E2E_PORT'] ?? '8164';
const tools = new URL('../.eegate-tools.json', import.meta.url);
const found = existsSync(tools) ? JSON.parse(readFileSync(tools, 'utf8')) : {};

export const chromiumOptions = {
  executablePath: found.chromium ?? undefined,
  args: [
    '--no-sandbox', // tests run as root in containers
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-quic',
  ],
};

const libraryAlone = 'library/live_api.spec.ts';
// What depends on processes, stores and the policies of a browser with windows runs in one.
const inBrowser = [
  'faults.spec.ts',
  'large_file.spec.ts',
  'long_recording.spec.ts',
  'offline.spec.ts',
  'planted.spec.ts',
  'privacy.spec.ts',
  'single_file.spec.ts',
];
/** What takes long and looks at little that others do not: npm run test:all. */
const more = /@more/;
/** What watches clocks, frames or memory has the machine to itself. */
const alone = /@alone/;
const together = /@more|@alone/;
const chrome = { ...devices['Desktop Chrome'], launchOptions: chromiumOptions };
const headless = {
  ...chrome,
  launchOptions: {
    ...chromiumOptions,
    executablePath: found.headless ?? chromiumOptions.executablePath,
  },
};

export default defineConfig({
  testDir: '.',
  outputDir: '../build/e2e',
  workers: 2,
  forbidOnly: true,
  timeout: 120_000, // nothing is timed here, two run at a time, and a busy machine takes its time
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['junit', { outputFile: process.env['EEGATE_REPORT'] ?? '../build/reports/e2e.xml' }],
  ],
  use: {
    baseURL: `http://localhost:${port}/`,
    serviceWorkers: 'block', // but for offline.spec.ts; what one test keeps is nothing to the next
    screenshot: 'only-on-failure',
    trace: process.env['EEGATE_TRACE'] ? 'retain-on-failure' : 'off', // recording one takes as long as the test
    contextOptions: { reducedMotion: 'reduce' }, // but for what is said of motion
  },
  projects: [
    {
      name: 'chromium',
      testMatch: inBrowser,
      grepInvert: together,
      use: chrome,
    },
    {
      name: 'headless',
      testIgnore: ['browsers.spec.ts', 'command.spec.ts', 'library/**', ...inBrowser],
      grepInvert: together,
      use: headless,
    },
    {
      name: 'alone',
      testIgnore: 'library/**',
      grep: alone,
      grepInvert: more,
      dependencies: ['chromium', 'headless'],
      workers: 1,
      use: chrome,
    },
    { name: 'command', testMatch: 'command.spec.ts', use: headless },
    // Stories of the library, which the page does not change.
    {
      name: 'library',
      testMatch: 'library/**',
      testIgnore: libraryAlone,
      grepInvert: more,
      use: chrome,
    },
    {
      name: 'library-alone',
      testMatch: libraryAlone,
      dependencies: ['library'],
      workers: 1,
      use: chrome,
    },
    { name: 'more', grep: more, workers: 1, use: chrome },
    {
      name: 'firefox',
      testMatch: [
        'browsers.spec.ts',
        'sample.spec.ts',
        'api.spec.ts',
        'single_file.spec.ts',
        'elements.spec.ts',
        'embedding.spec.ts',
        'privacy.spec.ts',
        'planted.spec.ts',
      ],
      use: {
        ...devices['Desktop Firefox'],
        channel: 'moz-firefox', // the protocol that a Firefox speaks which Playwright did not build
        launchOptions: {
          executablePath: found.firefox ?? undefined,
          firefoxUserPrefs: { 'media.peerconnection.ice.loopback': true }, // what calls would send is listened for here
        },
      },
    },
  ],
  webServer: {
    command: 'node scripts/serve.mjs',
    cwd: new URL('..', import.meta.url).pathname,
    env: { PORT: port },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
