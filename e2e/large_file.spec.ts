import { ftruncateSync, mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/test.js';
import { details, openFile, openPage } from './support/app.js';
import { edfHeader, labels64 } from './support/edf.js';

test('a recording of 2 GiB shows its first traces after reading under 4 MiB', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'eegate-'));
  try {
    const bytesPerRecord = labels64.length * 160 * 2;
    const nRecords = Math.ceil(2 ** 31 / bytesPerRecord);
    const header = edfHeader({ labels: labels64, nRecords });
    const file = openSync(join(folder, 'huge.edf'), 'w');
    writeSync(file, header);
    ftruncateSync(file, header.length + nRecords * bytesPerRecord); // sparse: it takes no space on the disk
    closeSync(file);

    await openPage(page);
    await openFile(page, join(folder, 'huge.edf'));
    const about = details(page);
    await expect(about).toContainText('2.1 GB');
    await expect(page.locator('#view-summary')).toContainText('29:07:38'); // 104,858 seconds
    await expect(about).toContainText(/[\d.]+\s\S+ read so far/);
    const [, amount, unit] =
      /([\d.]+)\s(\S+) read so far/.exec((await about.textContent()) ?? '') ?? [];
    const bytesRead =
      Number(amount) * { bytes: 1, KB: 1e3, MB: 1e6 }[unit as 'bytes' | 'KB' | 'MB']!;
    expect(bytesRead).toBeGreaterThan(header.length);
    expect(bytesRead).toBeLessThan(4 * 2 ** 20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
