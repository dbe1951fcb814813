// The library as another page would use it: imported by its address, without this page's own code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { goldenFolder, realRecording } from '../support/app.js';
import { edfFile, labels64 } from '../support/edf.js';
import { readNpy } from '../support/npy.js';

type Library = typeof import('../../web/api/index.js');
interface Cycling {
  engine: Awaited<ReturnType<Library['createEngine']>>;
  file: ArrayBuffer;
  modelFile: ArrayBuffer;
}
declare global {
  interface Window {
    eegate: Library;
  }
}

test.beforeEach(async ({ page }) => {
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    const address = '/eegate.js';
    window.eegate = (await import(address)) as Library;
  });
});

test('opens, reads, loads, fits and classifies', async ({ page }) => {
  const bytes = [...edfFile({ labels: labels64, sample: (c, i) => (c === 10 ? i % 100 : 0) })];
  const seen = await page.evaluate(async (content) => {
    const engine = await window.eegate.createEngine({ workers: 2 });
    const recording = await engine.openRecording(new Uint8Array(content));
    const [cz] = await recording.read({ channels: ['Cz'], startS: 1, durationS: 0.05 });
    const model = await engine.loadModel(
      await (await fetch('/models/eyes.safetensors')).arrayBuffer(),
    );
    const compatibility = await model.checkCompatibility(recording);
    const predictions = [];
    const run = model.classify(recording);
    const logits = await model.predict(await run.epochs(1, 2));
    const fromEpochs = [0, 1].map((i) => 1 / (1 + Math.exp(logits[2 * i + 1]! - logits[2 * i]!)));
    for await (const { index, onsetS, durationS, label, probabilities } of run) {
      predictions.push({
        index,
        onsetS,
        durationS,
        label,
        first: probabilities[0]!,
        sum: probabilities.reduce((a, b) => a + b),
      });
    }
    const { info } = engine;
    await engine.close();
    const after = await recording
      .read({ durationS: 1 })
      .catch((error: { code: string }) => error.code);
    return {
      cz: [...cz!],
      selfTest: model.selfTest,
      classes: model.classes,
      verdict: compatibility.verdict,
      predictions,
      fromEpochs,
      info,
      after,
      nChannels: recording.channels.length,
    };
  }, bytes);
  expect(seen.nChannels).toBe(64);
  expect(seen.cz).toEqual([60, 61, 62, 63, 64, 65, 66, 67]);
  expect(seen.selfTest).toMatchObject({ passed: true });
  expect(seen.classes).toEqual(['eyes open', 'eyes closed']);
  expect(seen.verdict).not.toBe('incompatible');
  expect(seen.predictions.map(({ index }) => index)).toEqual(seen.predictions.map((_, i) => i));
  expect(seen.predictions.length).toBeGreaterThan(5);
  for (const { sum, durationS } of seen.predictions) {
    expect(sum).toBeCloseTo(1, 5);
    expect(durationS).toBe(2);
  }
  expect(seen.fromEpochs[0]).toBeCloseTo(seen.predictions[1]!.first, 5);
  expect(seen.fromEpochs[1]).toBeCloseTo(seen.predictions[2]!.first, 5);
  expect(seen.info.workers).toBe(2);
  expect(seen.after).toBe('ENGINE_DISPOSED');
});

test('the number of workers does not change a single bit', { tag: '@more' }, async ({ page }) => {
  const bytes = [
    ...edfFile({
      labels: labels64,
      nRecords: 60,
      sample: (c, i) => Math.round(30 * Math.sin(i / (3 + c)) + ((i * 7919 * (c + 1)) % 41)),
    }),
  ];
  const [one, three] = await page.evaluate(async (content) => {
    const weights = await (await fetch('/models/eyes.safetensors')).arrayBuffer();
    return Promise.all(
      [1, 3].map(async (workers) => {
        const engine = await window.eegate.createEngine({ workers });
        const [recording, model] = await Promise.all([
          engine.openRecording(new Uint8Array(content)),
          engine.loadModel(weights),
        ]);
        const all: number[] = [];
        for await (const { probabilities } of model.classify(recording)) all.push(...probabilities);
        await engine.close();
        return all;
      }),
    );
  }, bytes);
  expect(one!.length).toBeGreaterThan(100);
  expect(three).toEqual(one);
});

for (const backend of ['simd', 'relaxed'] as const) {
  test(`predicts golden logits within 2e-5, backend ${backend}`, async ({ page }) => {
    const folder = join(goldenFolder(), 'model');
    const names = ['gate_gru', 'gate_input', 'post_ln', 'pre_ln'].filter((name) =>
      readable(join(folder, `${name}.safetensors`)),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const [x, wanted] = [
        readNpy(join(folder, `${name}.x.npy`)),
        readNpy(join(folder, `${name}.logits.npy`)),
      ];
      const weights = readFileSync(join(folder, `${name}.safetensors`)).toString('base64');
      const logits = await page.evaluate(
        async ({ weights, x, batch, backend }) => {
          const engine = await window.eegate.createEngine({ backend, workers: 2 });
          const bytes = Uint8Array.from(atob(weights), (letter) => letter.charCodeAt(0));
          const model = await engine.loadModel(bytes);
          const values = await model.predict(Float32Array.from(x), { batch });
          await engine.close();
          return [...values];
        },
        { weights, x: x.values, batch: x.shape[0]!, backend },
      );
      const scale = Math.max(1, ...wanted.values.map(Math.abs));
      expect(logits.length, name).toBe(wanted.values.length);
      wanted.values.forEach((value, i) =>
        expect(Math.abs(logits[i]! - value) / scale, name).toBeLessThan(2e-5),
      );
    }
  });
}

function readable(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

test('every failure is an EegateError with a code and a hint, but for an aborted signal', async ({
  page,
}) => {
  const codes = await page.evaluate(async () => {
    const { createEngine, EegateError } = window.eegate;
    const caught = async (body: () => Promise<unknown>) => {
      const error = await body().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error instanceof EegateError) return [error.code, typeof error.hint];
      return error === controller.signal.reason ? ['reason', 'string'] : ['none', ''];
    };
    const engine = await createEngine({ workers: 1 });
    const controller = new AbortController();
    controller.abort();
    const all = [
      await caught(() => engine.openRecording(new Uint8Array(10))),
      await caught(() => engine.loadModel(new Uint8Array(10))),
      await caught(() => createEngine({ wasm: '/index.html' })),
      await caught(() => createEngine({ signal: controller.signal })),
      await caught(() => createEngine({ workers: 0 })),
    ];
    await engine.close();
    return all;
  });
  expect(codes.map(([, hint]) => hint)).toEqual(codes.map(() => 'string'));
  expect(codes.slice(2).map(([code]) => code)).toEqual([
    'ENGINE_WASM_MISSING',
    'reason',
    'ENGINE_OPTION',
  ]);
});

test('reads a real recording as other software does', async ({ page }) => {
  const content = readFileSync(realRecording('S001/S001R02.edf')).toString('base64');
  const seen = await page.evaluate(async (base64) => {
    const engine = await window.eegate.createEngine({ workers: 1 });
    const recording = await engine.openRecording(
      Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    );
    const [first] = await recording.read({ channels: [0], durationS: 1 });
    await engine.close();
    return {
      names: recording.channels.slice(0, 3).map(({ name }) => name),
      durationS: recording.durationS,
      n: first!.length,
      first: first![0],
    };
  }, content);
  expect(seen).toMatchObject({ durationS: 61, n: 160 });
  expect(seen.names.map((name) => name.toLowerCase())).toEqual(['fc5', 'fc3', 'fc1']);
  expect(Number.isFinite(seen.first)).toBe(true);
});

test('works in Node by the same names', async () => {
  const address = new URL('../../dist/eegate.js', import.meta.url).href;
  const { createEngine } = (await import(address)) as Library;
  const engine = await createEngine();
  const recording = await engine.openRecording(edfFile({ labels: labels64 }), { name: 'node.edf' });
  const weights = readFileSync(new URL('../../dist/models/eyes.safetensors', import.meta.url));
  const model = await engine.loadModel(weights);
  const labels: string[] = [];
  for await (const { label } of model.classify(recording)) labels.push(label);
  await engine.close();
  expect(model.selfTest).toMatchObject({ passed: true });
  expect(labels.length).toBeGreaterThan(5);
  expect(engine.info.workers).toBe(0);
});

/** EEGATE_CYCLES=10000 takes minutes and is a suite of its own. */
const nCycles = Number(process.env['EEGATE_CYCLES'] ?? 70);

test(
  'memory of the engines and of the page stays level, and what is closed answers no more',
  { tag: '@more' },
  async ({ page, browserName }) => {
    test.skip(browserName !== 'chromium', 'only Chromium tells how much memory a page has');
    test.setTimeout(120_000 + nCycles * 1000); // nothing is timed here, and a busy machine takes its time
    await page.evaluate(async () => {
      const engine = await window.eegate.createEngine({ workers: 2, recordings: true });
      const file = await engine.makeSample({ durationS: 30 });
      const modelFile = await (await fetch('/models/eyes8.safetensors')).arrayBuffer();
      Object.assign(window, { cycling: { engine, file, modelFile } });
    });
    /** What reading says after all was closed. */
    const cycle = (n: number) =>
      page.evaluate(async (count) => {
        const { engine, file, modelFile } = (window as unknown as { cycling: Cycling }).cycling;
        const codes = new Set<unknown>();
        for (let i = 0; i < count; i++) {
          const recording = await engine.openRecording(file);
          const model = await engine.loadModel(modelFile);
          for await (const { index } of model.classify(recording))
            if (i % 2 > 0 && index === 1) break;
          await recording.close();
          await model.close();
          codes.add(await recording.read().catch((error: { code: string }) => error.code));
        }
        return [...codes];
      }, n);
    const tab = await page.context().newCDPSession(page);
    await tab.send('Performance.enable');
    const memory = async () => {
      await tab.send('HeapProfiler.collectGarbage');
      const { metrics } = await tab.send('Performance.getMetrics');
      const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
      const wasm = await page.evaluate(async () => {
        const { engine } = (window as unknown as { cycling: Cycling }).cycling;
        return (await engine.engines()).reduce((sum, { wasmBytes }) => sum + wasmBytes, 0);
      });
      return { wasm, heapMiB: heap / 2 ** 20 };
    };
    const nFirst = Math.ceil(nCycles / 7);
    expect(await cycle(nFirst)).toEqual(['SESSION_CLOSED']);
    const before = await memory();
    expect(await cycle(nCycles - nFirst)).toEqual(['SESSION_CLOSED']);
    const after = await memory();
    expect(after.wasm).toBe(before.wasm);
    expect(after.heapMiB - before.heapMiB).toBeLessThan(4);
  },
);
