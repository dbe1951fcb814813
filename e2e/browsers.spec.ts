// What must not depend on the browser. These tests run in Firefox and start a Chromium beside it.
import { chromium, expect, test } from '@playwright/test';
import { chromiumOptions } from './playwright.config.js';
import { prepareBench, train } from './support/training_bench.js';

const options = { epochs: 4, batchSize: 12, learningRate: 0.002, seed: 5 };

test('training comes to the same bytes in Firefox and Chromium', async ({ page, baseURL }) => {
  await prepareBench(page);
  const here = await train(page, 2, options);
  const other = await chromium.launch(chromiumOptions);
  const elsewhere = await other.newPage({ baseURL: baseURL! });
  await prepareBench(elsewhere);
  const there = await train(elsewhere, 2, options);
  await other.close();
  expect(here.nEpochs).toBe(4);
  expect(here.losses).toEqual(there.losses);
  expect(here.hash).toBe(there.hash);
});
