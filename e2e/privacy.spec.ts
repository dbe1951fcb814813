import { expect, test } from '@playwright/test';
import {
  classify,
  epochRows,
  everythingIsHere,
  openFile,
  openPage,
  privacy,
  requestLog,
  saveResults,
} from './support/app.js';
import { edfFile, labels64 } from './support/edf.js';

test('nothing is requested after a recording is opened', async ({ page }) => {
  await openPage(page);
  await everythingIsHere(page);
  const requests = requestLog(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: labels64 }) });
  await classify(page);
  await saveResults(page, 'CSV table');
  await page.getByLabel('Model', { exact: true }).selectOption({ index: 1 });
  await expect(page.getByRole('region', { name: 'Model and fit' })).toContainText('8 channels');
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).not.toHaveCount(0);
  expect(requests).toEqual([]);
  await expect(privacy(page)).toContainText(
    '0 requests have left this page since the recording was opened',
  );
});

test('a request to another place is blocked by the policy, and shown', async ({ page }) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  const outcome = await page.evaluate(() =>
    fetch('https://elsewhere.example/steal').then(
      () => 'sent',
      () => 'blocked',
    ),
  );
  expect(outcome).toBe('blocked');
  await expect(privacy(page)).toContainText('One attempt was blocked by the policy');
  await expect(privacy(page)).toContainText('https://elsewhere.example/steal');
  await expect(privacy(page)).toContainText('0 requests');
});

test('a request to the own server after opening is counted', async ({ page }) => {
  await openPage(page);
  await openFile(page, { name: 'own.edf', buffer: edfFile({ labels: ['Cz'] }) });
  await expect(page.getByRole('heading', { name: 'own.edf' })).toBeVisible();
  await page.evaluate(() => fetch('/icon.svg').then((response) => response.text()));
  await expect(privacy(page)).toContainText('1 request has left this page');
});

test('the page breaks its own policy nowhere', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await openPage(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await expect(epochRows(page)).toHaveCount(59);
  expect(complaints).toEqual([]);
});
