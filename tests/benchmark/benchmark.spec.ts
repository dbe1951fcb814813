// The public benchmark: three libraries give the same logits, and what was measured can be taken along.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';

let server: Server;
let address: string;

test.beforeAll(async () => {
  server = await serve({ port: 0, folder: 'build/benchmark' });
  address = `http://localhost:${(server.address() as AddressInfo).port}/?seconds=0.1`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a network is measured in three libraries, whose logits agree', async ({ page }) => {
  await page.goto(address);
  await page.getByRole('checkbox', { name: /^M1b/ }).uncheck();
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByRole('status').first()).toHaveText('Done.');
  const lines = (await page.locator('#text').textContent())!.split('\n').map((l) => l.split('\t'));
  const libraries = ['eegate', 'ONNX Runtime', 'TensorFlow.js'];
  for (const [i, library] of libraries.entries()) {
    const [network, windows, name, ms, , apart] = lines[i + 1]!;
    expect([network, windows]).toEqual(['M3', '1']);
    expect(name).toContain(library);
    expect(Number(ms)).toBeGreaterThan(0);
    if (i > 0) expect(Number(apart)).toBeLessThan(1e-4);
  }
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(3);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a measurement is cancelled, and nothing to measure is said', async ({ page }) => {
  await page.goto(address.replace('0.1', '60'));
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').first()).toHaveText(/^Cancelled/);
  await expect(page.getByRole('button', { name: 'Measure' })).toBeEnabled();
  const checked = page.getByRole('checkbox', { checked: true });
  while ((await checked.count()) > 0) await checked.first().uncheck();
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByRole('status').first()).toHaveText(/^Choose a network/);
});
