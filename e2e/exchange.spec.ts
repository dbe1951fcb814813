// Models on their way out of the page, and in through the library.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, shellOf } from './support/test.js';
import { fromPyTorch } from '../tests/examples/pytorch.js';
import {
  chosenModel,
  classify,
  epochRows,
  everythingIsHere,
  openFile,
  openPage,
  openPicker,
  requestLog,
} from './support/app.js';
import { edfFile } from './support/edf.js';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../tests/data/import/${name}`, import.meta.url)));

test('the model in use is exported to ONNX without asking the network', async ({ page }) => {
  await openPage(page);
  await everythingIsHere(page);
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await openPicker(page, 'Chosen model');
  await page.getByRole('button', { name: 'Model card' }).click();
  const requests = requestLog(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export ONNX' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.onnx$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.length).toBeGreaterThan(20_000);
  // ir_version 8, and the names of input and output.
  expect([bytes[0], bytes[1]]).toEqual([0x08, 0x08]);
  expect(bytes.includes(Buffer.from('eeg')) && bytes.includes(Buffer.from('logits'))).toBe(true);
  expect(requests).toEqual([]);
});

test('weights of PyTorch become a model of the library', async ({ page }) => {
  await page.goto('/');
  const answer = await shellOf(page).evaluate(
    async ({ weights, config }) => {
      const address = '/eegate.js';
      const { createEngine } = (await import(address)) as typeof import('../web/api/index.js');
      const engine = await createEngine({ workers: 1 });
      const model = await engine.importModel(Uint8Array.from(weights), config);
      const refused = await engine
        .importModel(Uint8Array.from(weights), { ...config, channels: ['Cz'] })
        .then(
          () => '',
          ({ code }: { code: string }) => code,
        );
      await engine.close();
      return { architecture: model.config['architecture'], selfTest: model.selfTest, refused };
    },
    {
      weights: [...fixture('torch_norm_first.safetensors')],
      config: JSON.parse(fixture('torch_norm_first.json').toString()) as Record<string, unknown>,
    },
  );
  expect(answer.architecture).toBe('transformer');
  expect(answer.selfTest).toMatchObject({ passed: true });
  expect(answer.refused).toMatch(/^(MODEL|IMPORT)_/);
});

test('a network of PyTorch, imported by the command, opens in the page and classifies @more', async ({
  page,
}) => {
  const made = await fromPyTorch();
  test.skip(!made, 'needs the native command, and Python with numpy');
  const buffer = readFileSync(join(made!.folder, 'model.safetensors'));
  const rows = readFileSync(join(made!.folder, 'results.csv'), 'utf8').trim().split('\n').slice(1);
  const recording = join(made!.folder, 'other.edf');
  await openPage(page);
  await page
    .getByLabel('Open model')
    .setInputFiles({ name: 'from_pytorch.safetensors', mimeType: '', buffer });
  await expect(chosenModel(page)).toContainText('from_pytorch');
  await openFile(page, { name: 'other.edf', buffer: readFileSync(recording) });
  rmSync(made!.folder, { recursive: true });
  await classify(page);
  await expect(epochRows(page)).toHaveCount(rows.length);
});

test('a model that is chosen together with a recording is opened with it', async ({ page }) => {
  const model = readFileSync(new URL('../dist/models/eyes8.safetensors', import.meta.url));
  const labels = ['Fp1', 'Fp2', 'C3', 'C4', 'P7', 'P8', 'O1', 'O2'];
  await openPage(page);
  await page.getByLabel('Open recording').setInputFiles([
    { name: 'mine.safetensors', mimeType: '', buffer: model },
    { name: 'mine.edf', mimeType: '', buffer: edfFile({ labels }) },
  ]);
  await expect(page.getByRole('heading', { name: 'mine.edf' })).toBeVisible();
  await expect(chosenModel(page)).toContainText('mine.safetensors');
  await classify(page);
  await expect(page.getByRole('alert')).toHaveText('');
});
