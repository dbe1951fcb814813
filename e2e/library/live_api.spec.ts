// Live classification as another page would use it.
import { expect, test } from '@playwright/test';

type Library = typeof import('../../web/api/index.js');
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

test('a replay in real time says, bit by bit, what the offline causal run says', async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const { createEngine, replaySource } = window.eegate;
    const engine = await createEngine({ workers: 2 });
    const recording = await engine.openRecording(await engine.makeSample({ durationS: 20 }));
    const model = await engine.loadModel(
      await (await fetch('/models/eyes.safetensors')).arrayBuffer(),
    );
    const refused = await model
      .stream({ source: replaySource(recording) })
      .info()
      .catch(({ code }: { code: string }) => code);
    const stepS = 0.3;
    const live = async (speed: number | 'max', endS: number) => {
      const source = replaySource(recording, { speed, endS });
      const stream = model.stream({ source, stepS, causalForm: true, maxWaiting: 100 });
      const rows: number[][] = [];
      for await (const { onsetS, probabilities } of stream) rows.push([onsetS, ...probabilities]);
      return { rows, counts: stream.counts, info: await stream.info() };
    };
    const fast = await live('max', 20);
    const real = await live(8, 8);
    const recipe = fast.info.recipe;
    const offline: number[][] = [];
    for await (const { onsetS, probabilities } of model.classify(recording, { recipe }))
      offline.push([onsetS, ...probabilities]);
    await engine.close();
    return { refused, fast, real, offline };
  });
  const { fast, real, offline } = seen;
  expect(offline.length).toBe(61); // (20 - 2) / 0.3 + 1
  expect(fast.rows).toEqual(offline);
  expect(fast.info.causalForm).toBe(true);
  expect(fast.counts).toMatchObject({ nDecisions: 61, nDropped: 0, nLost: 0 });
  expect(real.rows).toEqual(offline.slice(0, real.rows.length));
  expect(real.rows.length).toBe(21);
  expect(real.counts.latency.medianMs).toBeGreaterThan(0);
  expect(real.counts.latency.p99Ms).toBeGreaterThanOrEqual(real.counts.latency.medianMs);
  console.log(JSON.stringify(real.counts.latency));
  expect(typeof seen.refused === 'string' ? seen.refused : 'accepted').toBe('STREAM_ZERO_PHASE');
});

test('a simulated headset over frames: what arrives is classified, what is lost is counted', async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const { createEngine, openHeadset, replaySource, simulatedHeadset } = window.eegate;
    const engine = await createEngine({ workers: 1 });
    const recording = await engine.openRecording(await engine.makeSample({ durationS: 40 }));
    const model = await engine.loadModel(
      await (await fetch('/models/eyes.safetensors')).arrayBuffer(),
    );
    const measure = async (options: object) => {
      const link = simulatedHeadset(replaySource(recording, { speed: 8 }), options);
      const headset = await openHeadset(link);
      const stream = model.stream({ source: headset, stepS: 0.5, causalForm: true });
      const labels: string[] = [];
      for await (const { onsetS, label } of stream) labels.push(`${onsetS} ${label}`);
      const state = { ...headset.state };
      return { labels, counts: stream.counts, state, headset };
    };
    const { headset, ...whole } = await measure({});
    let nAgain = 0;
    for await (const _ of model.stream({ source: headset, causalForm: true })) {
      nAgain++;
      break;
    }
    const { headset: _, ...lossy } = await measure({
      lostShare: 0.01,
      disturbedShare: 0.01,
      seed: 3,
    });
    await engine.close();
    return { whole, lossy, nAgain };
  });
  const { whole, lossy, nAgain } = seen;
  expect(nAgain).toBe(1); // the recording is over: it can be streamed again
  expect(whole.labels.length + whole.counts.nDropped).toBe(77); // (40 - 2) / 0.5 + 1
  expect(whole.state).toMatchObject({ nPackets: 800, nLostPackets: 0, nBadFrames: 0 });
  expect(whole.labels.filter((label) => label.endsWith('eyes open')).length).toBeGreaterThan(20);
  expect(whole.labels.filter((label) => label.endsWith('eyes closed')).length).toBeGreaterThan(20);
  expect(lossy.state.nLostPackets).toBeGreaterThan(0);
  expect(lossy.counts.nLost).toBe(8 * lossy.state.nLostPackets);
  expect(lossy.labels.length).toBeGreaterThan(0);
  expect(lossy.labels.length).toBeLessThan(whole.labels.length);
});
