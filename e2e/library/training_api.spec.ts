// Training through the library, as another page would use it: in real workers, compared to the last bit.
import { expect, test } from '@playwright/test';
import { prepareBench, train } from '../support/training_bench.js';

test.beforeEach(({ page }) => prepareBench(page));

const options = { epochs: 4, batchSize: 12, learningRate: 0.002, seed: 5 };

test('1, 2 and 4 workers come to the same bytes', async ({ page }) => {
  const one = await train(page, 1, options);
  expect(one.steps).toEqual(Array.from({ length: 16 }, (_, i) => i));
  expect(one.nEpochs).toBe(4);
  expect(one.ended).toBe('epochs done');
  expect(one.losses.at(-1)!).toBeLessThan(one.losses[0]!);
  expect(one.selfTest).toMatchObject({ passed: true });
  expect(one.evaluation!.nTrials).toBe(8);
  expect(one.evaluation!.confusion.flat().reduce((a, b) => a + b)).toBe(8);
  expect(one.train).toMatchObject({ seed: 5, ended: 'epochs done' });
  for (const workers of [2, 4]) {
    const several = await train(page, workers, options);
    expect(several.hash).toBe(one.hash);
    expect(several.losses).toEqual(one.losses);
  }
});

test('a worker that dies without a word is replaced, and nothing changes', async ({ page }) => {
  const { hash } = await train(page, 1, options);
  for (const workers of [2, 1]) {
    const broken = await train(page, workers, { ...options, checkpointEveryS: 0 }, 5);
    expect(broken.deadAt).toBeGreaterThanOrEqual(5);
    expect(broken.nWorkers).toBe(2 * workers + 1); // as many that read, and the replacement
    expect(broken.steps).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(broken.hash).toBe(hash);
  }
});

test('goes on from a checkpoint in another engine, to the same bytes', async ({ page }) => {
  const { hash } = await train(page, 1, options);
  const again = await page.evaluate(async (options) => {
    const { bench } = window;
    const first = await bench.engine(2);
    const begun = first.train({ config: bench.config, data: bench.data, options });
    for await (const { step } of begun) {
      if (step === 6) await begun.pause();
      if (step === 6) break;
    }
    const state = begun.state;
    const resumeFrom = await begun.checkpoint();
    await first.close();
    const second = await bench.engine(1);
    const run = second.train({
      config: bench.config,
      data: bench.data,
      options: { ...options, resumeFrom },
    });
    const steps: number[] = [];
    for await (const { step } of run) steps.push(step);
    const bytes = await (await run.result).toSafetensors();
    const other = second.train({
      config: bench.config,
      data: bench.data,
      options: { ...options, epochs: 5, resumeFrom },
    });
    const refused = await other.info.catch((error: { code: string }) => error.code);
    await second.close();
    return { state, hash: await bench.hash(bytes), first: steps[0], refused };
  }, options);
  expect(again.state).toBe('paused');
  expect(again.first).toBeGreaterThan(6);
  expect(again.hash).toBe(hash);
  expect(again.refused).toBe('TRAIN_CHECKPOINT');
});

test('a learning rate that is far too high ends the run, and keeps a model', async ({ page }) => {
  const ran = await train(page, 2, {
    epochs: 50,
    batchSize: 12,
    learningRate: 900,
    optimizer: 'sgd',
  });
  expect(ran.ended).toBe('diverged');
  expect(ran.problem).toMatchObject({ code: 'TRAIN_DIVERGED' });
  expect(ran.problem!.hint).toContain('learning rate');
  expect(ran.selfTest).toMatchObject({ passed: true });
});

test('trains on recordings, by what their annotations say', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const { bench } = window;
    const engine = await bench.engine(2);
    const recordings = await Promise.all(
      [1, 2].map(async (seed) =>
        engine.openRecording(await engine.makeSample({ seed, durationS: 240 }), {
          name: `sample${seed}.edf`,
        }),
      ),
    );
    const labels = { 'eyes open': 'open', 'eyes closed': 'closed', blink: 'blink' };
    const recipe = {
      version: 1,
      pick: ['O1', 'O2', 'Fp1'],
      bandpass: { low_hz: 1, high_hz: 40, order: 2, mode: 'zero_phase' as const },
      epochs: { by: 'annotation' as const, labels, tmin_s: 0, tmax_s: 1 },
    };
    const shares: number[] = [];
    const run = engine.train({
      config: { preset: 'pre_ln', n_blocks: 1 },
      data: recordings.map((recording, i) => ({ recording, recipe, subject: `person ${i}` })),
      options: {
        epochs: 2,
        classWeights: 'balanced',
        date: '2026-01-31',
        onPreparing: (share) => shares.push(share),
      },
    });
    const info = await run.info;
    const trained = await run.result;
    const model = await engine.loadModel(await trained.toSafetensors());
    const compatibility = await model.checkCompatibility(recordings[0]!);
    const further = engine.train({
      model,
      data: recordings.map((recording) => ({
        recording,
        recipe: { version: 1, epochs: recipe.epochs },
      })),
      options: { epochs: 1 },
    });
    const furtherInfo = await further.info;
    await further.result;
    const texts = recordings[0]!.annotations.map(({ text }) => text);
    await engine.close();
    return {
      info,
      furtherClasses: furtherInfo.classes,
      shares,
      evaluation: trained.evaluation,
      train: model.info.train,
      recipe: model.recipe,
      verdict: compatibility.verdict,
      nTexts: texts.length,
    };
  });
  expect(seen.nTexts).toBeGreaterThan(5);
  expect(seen.info.classes).toEqual(['open', 'closed', 'blink']);
  expect(seen.furtherClasses).toEqual(['open', 'closed', 'blink']);
  expect(seen.info.chNames).toEqual(['O1', 'O2', 'Fp1']);
  expect(seen.info.nTimes).toBe(160);
  expect(seen.info.split).toContain('subjects');
  expect(seen.shares.at(-1)).toBe(1);
  expect(seen.shares).toEqual([...seen.shares].sort((a, b) => a - b));
  expect(seen.evaluation!.classes).toEqual(seen.info.classes);
  expect(seen.train).toMatchObject({
    date: '2026-01-31',
    files: ['sample1.edf', 'sample2.edf'],
    subjects: expect.arrayContaining(['person 0', 'person 1']),
  });
  expect(seen.recipe).toMatchObject({ bandpass: { low_hz: 1 }, epochs: { by: 'annotation' } });
  expect(seen.verdict).not.toBe('incompatible');
});

test('what cannot train is refused with a code, and a run can be cancelled', async ({ page }) => {
  const codes = await page.evaluate(async () => {
    const { bench } = window;
    const engine = await bench.engine(2);
    const { x, y } = bench.data;
    const code = async (request: Parameters<typeof engine.train>[0]) =>
      engine.train(request).info.then(
        () => 'none',
        (error: { code: string }) => error.code,
      );
    const { config } = bench;
    const controller = new AbortController();
    const all = [
      await code({ config, data: [] }),
      await code({ data: bench.data }),
      await code({ config, data: { x, y: y.slice(1) } }),
      await code({ config, data: { x, y: y.map(() => 1) } }),
      await code({ config: { preset: 'gate_gru' }, data: bench.data }),
      await code({ config, data: { x: x.map((v, i) => (i === 99 ? NaN : v)), y } }),
      await code({ config, data: bench.data, options: { split: 'run', validationShare: 2 } }),
      await code({
        config: { ...config, embedding: { kind: 'linear', dim: 4096 }, n_blocks: 12 },
        data: bench.data,
      }),
    ];
    const run = engine.train({
      config,
      data: bench.data,
      options: { epochs: 100_000, patience: 0, signal: controller.signal },
    });
    const ends: string[] = [];
    for (const promise of [run.result, run.stop().then(() => run.result)])
      void promise.catch((error: Error) => ends.push(error.name));
    controller.abort();
    await run.result.catch(() => undefined);
    const last = engine.train({ config, data: bench.data, options: { epochs: 100_000 } });
    await last.info;
    await engine.close();
    const disposed = await last.result.catch((error: { code: string }) => error.code);
    return { all, ends, disposed };
  });
  expect(codes.all).toEqual([
    'TRAIN_EMPTY',
    'TRAIN_START',
    'TRAIN_LABELS',
    'AUDIT_ONE_CLASS',
    'TRAIN_SHAPE',
    'MODEL_INPUT_NONFINITE',
    'TRAIN_OPTION',
    'TRAIN_MEMORY',
  ]);
  expect(codes.ends).toContain('AbortError');
  expect(codes.disposed).toBe('ENGINE_DISPOSED');
});
