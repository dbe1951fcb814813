// The moving picture of the README, from the built page: node scripts/readme_picture.mjs. Takes img2webp (Debian: webp).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from './serve.mjs';
import { Failure, atRoot, main, tools, which } from './shared.mjs';

const picture = 'docs/eegate.webp';
const size = { width: 1200, height: 750 };
const frames = []; // words of img2webp: a duration and a file for each

/** `n` pictures, one after each `everyMs`; each is shown for `eachMs`, the last for `lastMs`. */
async function film(page, folder, { n = 1, everyMs = 250, eachMs = everyMs, lastMs = eachMs }) {
  for (let i = 0; i < n; i++) {
    const file = join(folder, `${String(frames.length / 3).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    frames.push('-d', String(i === n - 1 ? lastMs : eachMs), file);
    if (n > 1) await page.waitForTimeout(everyMs);
  }
}

/** A recording and an answer; where the eyes close; why; the way through the model. */
async function play(page, app, folder) {
  await film(page, folder, { n: 6 });
  await app.getByRole('button', { name: 'Try the sample recording' }).click();
  await app.getByRole('status').filter({ hasText: 'Classified' }).waitFor();
  await film(page, folder, { n: 2, everyMs: 400, lastMs: 1400 });
  await app.getByRole('button', { name: 'Show window 32 in the traces' }).click();
  await film(page, folder, { n: 2, everyMs: 400, lastMs: 1600 });
  const rail = app.getByRole('navigation', { name: 'Workspaces' });
  await rail.getByRole('link', { name: 'Explain' }).click();
  await app.getByRole('table', { name: 'Frequency bands' }).waitFor();
  await film(page, folder, { lastMs: 2600 });
  await app.getByRole('button', { name: 'Inside the model' }).click();
  await page.waitForTimeout(1500);
  await film(page, folder, { lastMs: 1200 });
  await app.getByRole('button', { name: 'Play' }).click();
  await film(page, folder, { n: 25, everyMs: 1200, eachMs: 350, lastMs: 2000 });
}

main(async () => {
  if (!which('img2webp')) throw new Failure('img2webp is not here (Debian: webp)');
  const folder = mkdtempSync(join(tmpdir(), 'eegate-picture-'));
  const server = await serve({ folder: atRoot('dist'), port: 0 });
  const browser = await chromium.launch({ executablePath: tools().chromium });
  try {
    const page = await browser.newPage({ viewport: size });
    await page.goto(`http://localhost:${server.address().port}`);
    const app = page.frameLocator('iframe[title="eegate"]');
    await app.getByText('Ready', { exact: true }).waitFor();
    await play(page, app, folder);
    execFileSync('img2webp', [
      ...['-loop', '0', '-min_size', '-lossy', '-q', '55', '-m', '6'],
      ...frames,
      ...['-o', atRoot(picture)],
    ]);
    console.log(
      `${picture}: ${frames.length / 3} pictures, ${statSync(atRoot(picture)).size} bytes`,
    );
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
