// What is closed is freed: memory of the engine stays level however often something is opened, classified and closed. Skipped
// until the site is built. EEGATE_CYCLES=10000 takes minutes and is a suite of its own.
import { getEventListeners } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine, Model, Recording } from '../../web/api/index.js';

type Library = typeof import('../../web/api/index.js');

const library = pathToFileURL('dist/eegate.js').href;
const nCycles = Number(process.env['EEGATE_CYCLES'] ?? 200);
const timeout = 60_000 + nCycles * 1000; // nothing is timed here, and a busy machine takes its time

describe.skipIf(!existsSync('dist/eegate.js'))('in Node', () => {
  let engine: Engine;
  let file: ArrayBuffer;
  let modelFile: Uint8Array;

  beforeEach(async () => {
    const { createEngine } = (await import(/* @vite-ignore */ library)) as Library;
    engine = await createEngine({ recordings: true });
    file = await engine.makeSample({ durationS: 30 });
    modelFile = readFileSync('dist/models/eyes8.safetensors');
  });
  afterEach(() => engine.close());

  it('an engine that is closed has left its signal', async () => {
    const { createEngine } = (await import(/* @vite-ignore */ library)) as Library;
    const { signal } = new AbortController();
    await (await createEngine({ signal })).close();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const controller = new AbortController();
    const other = await createEngine({ signal: controller.signal });
    controller.abort();
    await expect(other.makeSample()).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
  });

  const memory = async () => {
    const all = await engine.engines();
    return all.reduce((sum, { wasmBytes }) => sum + wasmBytes, 0);
  };

  /** Memory does not grow after the first tenth of the cycles. */
  async function expectLevel(cycle: () => Promise<void>): Promise<void> {
    const nFirst = Math.ceil(nCycles / 10);
    for (let n = 0; n < nFirst; n++) await cycle();
    const [first, heap] = [await memory(), heapMiB()];
    for (let n = nFirst; n < nCycles; n++) await cycle();
    expect(await memory()).toBe(first);
    expect(heapMiB() - heap).toBeLessThan(4);
  }

  async function each(work: (model: Model, recording: Recording) => Promise<void>): Promise<void> {
    const recording = await engine.openRecording(file);
    const model = await engine.loadModel(modelFile);
    await work(model, recording);
    await recording.close();
    await model.close();
  }

  const ways: Record<string, (model: Model, recording: Recording) => Promise<void>> = {
    'run to their end': async (model, recording) => {
      for await (const prediction of model.classify(recording)) void prediction;
    },
    'left after the first epoch': async (model, recording) => {
      for await (const prediction of model.classify(recording)) return void prediction;
    },
    cancelled: async (model, recording) => {
      const abort = new AbortController();
      const run = (async () => {
        for await (const prediction of model.classify(recording, { signal: abort.signal }))
          if (prediction.index === 1) abort.abort();
      })();
      expect(await nameOf(run)).toBe('AbortError');
    },
    failed: async (model, recording) => {
      const recipe = {
        ...model.recipe,
        epochs: {
          by: 'annotation' as const,
          labels: { elsewhere: 'eyes open' },
          tmin_s: 0,
          tmax_s: 2,
        },
      };
      const run = (async () => {
        for await (const prediction of model.classify(recording, { recipe })) void prediction;
      })();
      expect(await codeOf(run)).toBe('FIT_INCOMPATIBLE');
    },
    'calibrated without labels': async (model, recording) => {
      for await (const prediction of model.classify(recording, { calibrate: 'median' }))
        void prediction;
    },
    'planned and looked at': async (model, recording) => {
      const run = model.classify(recording);
      await run.plan();
      await run.epochs(2, 1);
    },
  };

  it.each(Object.entries(ways))(
    'classifications that are %s',
    (_, way) => expectLevel(() => each(way)),
    timeout,
  );

  it(
    'classifications of a recording that stays open',
    () =>
      each((model, recording) =>
        expectLevel(async () => {
          const run = model.classify(recording);
          for await (const prediction of run) void prediction;
          await run.save('csv');
          await run.close(); // else its plan stays for 20 seconds
        }),
      ),
    timeout,
  );
});

/** What it failed with. `expect(...).rejects` would keep the errors. */
function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'none',
    (thrown: { code: string }) => thrown.code,
  );
}

/** The name of what it failed with, likewise. */
function nameOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'none',
    (thrown: { name: string }) => thrown.name,
  );
}

function heapMiB(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
