// Which files an engine fetches, when, and how much that is.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { edfFile, labels64 } from '../support/edf.js';

type Library = typeof import('../../web/api/index.js');

/** As `gzip -9` makes it, with which all sizes here are told; Node's zlib is 0.6 % larger. */
const gzipBytes = (name: string) =>
  execFileSync('gzip', ['-9c', fileURLToPath(new URL(`../../dist/${name}`, import.meta.url))])
    .length;

test('what predicts is small', () => {
  const needed = ['eegate.js', 'eegate-worker.js', 'eegate-predict-relaxed.wasm'];
  const sum = needed.reduce((total, name) => total + gzipBytes(name), 0);
  expect(sum).toBeLessThan(140_000);
  // Readers of ten formats (HDF5 among them), BIDS, nights and compatibility.
  expect(gzipBytes('eegate-relaxed.wasm')).toBeLessThan(340_000);
});

test('the module of recordings is fetched when a recording is opened, once for all workers', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.slice(1);
    if (name.endsWith('.wasm')) fetched.push(name);
  });
  await page.goto('/icon.svg'); // of the same origin, but not the application
  const bytes = [...edfFile({ labels: labels64, sample: (c, i) => (c === 10 ? i % 100 : 0) })];
  const seen = await page.evaluate(async (content) => {
    const address = '/eegate.js';
    const { createEngine } = (await import(address)) as Library;
    const engine = await createEngine({ workers: 2, backend: 'simd' });
    const file = await (await fetch('/models/eyes.safetensors')).arrayBuffer();
    const model = await engine.loadModel(file);
    const nTimes = Number(model.config['n_times']);
    const nChans = Number(model.config['n_chans']);
    const x = Float32Array.from({ length: 40 * nChans * nTimes }, (_, i) => (i * 37) % 101);
    const before = [...(await model.predict(x, { batch: 40 }))];
    const recording = await engine.openRecording(new Uint8Array(content));
    const after = [...(await model.predict(x, { batch: 40 }))];
    let nEpochs = 0;
    for await (const { probabilities } of model.classify(recording))
      if (probabilities.length > 0) nEpochs++;
    await engine.close();
    return { before, after, nEpochs };
  }, bytes);
  expect(seen.nEpochs).toBeGreaterThan(5);
  expect(seen.after).toEqual(seen.before); // the same bits from either module
  expect(fetched).toEqual(['eegate-predict-simd.wasm', 'eegate-simd.wasm']);
});

test('what runs an engine without a worker is fetched there alone, and missed by name', async ({
  page,
}) => {
  const glue = '**/eegate-glue.js';
  let asked = 0;
  await page.route(glue, (route) => (asked++, route.abort()));
  await page.goto('/icon.svg');
  const start = (workers: number | 'none') =>
    page.evaluate(async (wanted) => {
      const address = '/eegate.js';
      const { createEngine } = (await import(address)) as Library;
      return createEngine({ workers: wanted }).then(
        async (engine) => (await engine.close(), 'runs'),
        ({ code, hint }: { code: string; hint: string }) => `${code} ${hint}`,
      );
    }, workers);
  expect(await start(1)).toBe('runs');
  expect(asked).toBe(0);
  expect(await start('none')).toMatch(/^ENGINE_START .*eegate-glue\.js/);
  expect(asked).toBe(1);
  await page.unroute(glue);
  await page.goto('/icon.svg'); // a module that failed to load stays failed in a document
  expect(await start('none')).toBe('runs');
});

test('what looks into a model is fetched when it is used', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname.slice(1)));
  await page.goto('/icon.svg'); // of the same origin, but not the application
  const look = (isMissing: boolean) =>
    page.evaluate(async (fails) => {
      const address = '/eegate.js';
      const { createEngine, EegateError } = (await import(address)) as Library;
      const engine = await createEngine({ workers: 1 });
      const model = await engine.loadModel(
        await (await fetch('/models/eyes8.safetensors')).arrayBuffer(),
      );
      const n = Number(model.config['n_times']) * Number(model.config['n_chans']);
      const x = Float32Array.from({ length: n }, (_, i) => (i * 37) % 101);
      await model.predict(x);
      const explaining = model.explain(x, { method: 'gradient_input', checks: false });
      if (fails) {
        const thrown = await explaining.catch((error: unknown) => error);
        await engine.close();
        return thrown instanceof EegateError ? `${thrown.code} ${thrown.hint}` : 'another error';
      }
      const { bands } = await model.explainBands(x);
      const { nBlocks } = await model.inspect(x);
      const text = `${(await explaining).data.length / n} ${bands.length} ${nBlocks > 0}`;
      await engine.close();
      return text;
    }, isMissing);
  await page.route('**/eegate-glue.js', (route) => route.abort());
  expect(await look(true)).toMatch(/^ENGINE_START .*eegate-glue\.js/);
  await page.unroute('**/eegate-glue.js');
  await page.goto('/icon.svg'); // a module that failed to load stays failed in a document
  fetched.length = 0;
  expect(await look(false)).toBe('1 5 true');
  expect(fetched).toContain('eegate-glue.js');
});

test('a module with a flipped bit does not start', async ({ page }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    body[body.length >> 1]! ^= 1;
    await route.fulfill({ response, body });
  });
  await page.goto('/icon.svg');
  const errors = await page.evaluate(async () => {
    const address = '/eegate.js';
    const { createEngine } = (await import(address)) as typeof import('../../web/api/index.js');
    const refused = async (recordings: boolean) =>
      createEngine({ recordings }).catch(({ code }: { code: string }) => code);
    return [await refused(false), await refused(true)];
  });
  expect(errors).toEqual(['ENGINE_WASM_DAMAGED', 'ENGINE_WASM_DAMAGED']);
});
