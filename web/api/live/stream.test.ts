import { afterEach, describe, expect, it, vi } from 'vitest';
import { EnginePool } from '../../worker/pool.js';
import { FakeEngine } from '../fake_engine.test-support.js';
import { loadModel, type Model } from '../model.js';
import { openRecording } from '../open_recording.js';
import type { Recording } from '../recording.js';
import { LatencyMeter, quantile } from './latency.js';
import { replaySource, withoutGaps } from './replay.js';
import type { SampleChunk, SampleSource } from './source.js';
import type { Decision } from './stream.js';

/** The engine takes `classifyMs` for a window. */
async function opened(
  classifyMs = 0,
): Promise<{ model: Model; recording: Recording; engine: FakeEngine }> {
  const engine = new FakeEngine();
  const pool = new EnginePool(
    async () => ({
      info: engine.info(),
      isWatched: true,
      close: () => undefined,
      call: async (method, args) => {
        if (method === 'classifyStream' && classifyMs > 0)
          await new Promise((resolve) => setTimeout(resolve, classifyMs));
        return engine.call(method, args);
      },
    }),
    1,
  );
  let id = 0;
  const nextId = () => ++id;
  const recording = await openRecording(pool, nextId, new Uint8Array(10), { name: 'a.edf' });
  const unused = () => Promise.reject(new Error('not asked for'));
  const exporter = { exportOnnx: unused, explain: unused, callWithModel: unused, forget: unused };
  const model = await loadModel(pool, nextId, exporter, new Uint8Array(10), 'm.safetensors');
  return { model, recording, engine };
}

/** Sample i of channel c is 1000 c + i, handed over in chunks of these sizes as fast as they are taken. */
function countingSource(sizes: number[], more: Partial<SampleSource> = {}): SampleSource {
  return {
    chNames: ['Fz', 'Cz', 'Oz'],
    sfreq: 10,
    unit: 'uV',
    canWait: true,
    async start(onChunk) {
      let at = 0;
      for (const n of sizes) {
        const data = [0, 1, 2].map((c) =>
          Float32Array.from({ length: n }, (_, i) => 1000 * c + at + i),
        );
        await onChunk({ data });
        at += n;
      }
    },
    stop: () => undefined,
    ...more,
  };
}

async function all(decisions: AsyncIterable<Decision>): Promise<Decision[]> {
  const found: Decision[] = [];
  for await (const decision of decisions) found.push(decision);
  return found;
}

afterEach(() => vi.useRealTimers());

describe('a stream', () => {
  it('gives the same decisions for chunks of any size', async () => {
    const { model } = await opened();
    const onsets = Array.from({ length: 9 }, (_, i) => i);
    for (const size of [1, 7, 50, 100]) {
      const sizes = Array.from({ length: Math.ceil(100 / size) }, (_, i) =>
        Math.min(size, 100 - i * size),
      );
      const decisions = await all(model.stream({ source: countingSource(sizes) }));
      expect(decisions.map(({ index }) => index)).toEqual(onsets);
      expect(decisions.map(({ onsetS }) => onsetS)).toEqual(onsets);
      expect(decisions.map(({ probabilities }) => probabilities[0])).toEqual(
        onsets.map((second) => 2000 + 10 * second),
      );
      expect(decisions[0]).toMatchObject({ label: 'open', durationS: 2 });
    }
  });

  it('takes values in the unit of the source', async () => {
    const { model } = await opened();
    const source = countingSource([20], { unit: 'mV' });
    const [decision] = await all(model.stream({ source }));
    expect(decision!.probabilities[0]).toBe(2_000_000);
  });

  it('begins anew after lost samples, and counts them', async () => {
    const { model } = await opened();
    const chunk = (first: number, nLost: number): SampleChunk => ({
      data: [0, 1, 2].map(() => Float32Array.from({ length: 25 }, (_, i) => first + i)),
      nLost,
    });
    const source = countingSource([], {
      async start(onChunk) {
        await onChunk(chunk(0, 0));
        await onChunk(chunk(100, 5));
      },
    });
    const stream = model.stream({ source });
    const decisions = await all(stream);
    expect(decisions.map(({ probabilities, onsetS }) => [onsetS, probabilities[0]])).toEqual([
      [0, 0],
      [3, 100],
    ]);
    expect(stream.counts).toMatchObject({ nLost: 5, nSamples: 55, nDecisions: 2 });
  });

  it('drops and counts what it cannot keep up with, but never of a source that waits', async () => {
    const { model } = await opened(5);
    const stream = model.stream({ source: countingSource([100], { canWait: false }) });
    const decisions = await all(stream);
    expect(decisions.map(({ index }) => index)).toEqual([8]);
    expect(stream.counts.nDropped).toBe(8);
  });

  it('measures from the sample that completed a window to its decision', async () => {
    const { model } = await opened(20);
    const stream = model.stream({ source: countingSource([20, 10, 10]) });
    const decisions = await all(stream);
    for (const { latencyMs } of decisions) expect(latencyMs).toBeGreaterThanOrEqual(19);
    expect(stream.counts.latency.medianMs).toBeGreaterThanOrEqual(19);
    expect(stream.counts.latency.p99Ms).toBeGreaterThanOrEqual(stream.counts.latency.medianMs);
  });

  it('fails with what its source fails with, and stops it when the loop is left', async () => {
    const { model, engine } = await opened();
    const broken = countingSource([], { start: () => Promise.reject(new Error('unplugged')) });
    await expect(all(model.stream({ source: broken }))).rejects.toThrow('unplugged');
    const stop = vi.fn();
    for await (const _ of model.stream({ source: countingSource([50], { stop }) })) break;
    expect(stop).toHaveBeenCalled();
    expect(engine.stream).toBeNull();
    const used = model.stream({ source: countingSource([20]) });
    await all(used);
    await expect(all(used)).rejects.toMatchObject({ code: 'STREAM_USED' });
  });

  it('ends with its signal', async () => {
    const { model } = await opened();
    const abort = new AbortController();
    const endless = countingSource([], { start: () => new Promise(() => undefined) });
    const ended = all(model.stream({ source: endless, signal: abort.signal }));
    setTimeout(() => abort.abort(), 5);
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('gives back what it holds also when it is stopped before it begins', async () => {
    const { model, engine } = await opened();
    const abort = new AbortController();
    const ended = all(model.stream({ source: countingSource([20]), signal: abort.signal }));
    abort.abort();
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.stream).toBeNull();
  });

  it('ends without an error when it is closed: while it waits, between decisions, while one is made', async () => {
    for (const moment of ['waiting', 'between', 'deciding']) {
      const { model, engine } = await opened(moment === 'deciding' ? 20 : 0);
      const stop = vi.fn();
      const sizes = moment === 'waiting' ? [10] : [200];
      const rest = new Promise<void>(() => undefined);
      const counting = countingSource(sizes);
      const start: SampleSource['start'] = async (onChunk) => {
        await counting.start(onChunk);
        await rest;
      };
      const stream = model.stream({ source: { ...counting, start, stop } });
      if (moment !== 'between') setTimeout(() => void stream.close(), 10);
      const found: Decision[] = [];
      for await (const decision of stream) {
        found.push(decision);
        await stream.close();
      }
      expect(found).toHaveLength(moment === 'between' ? 1 : 0);
      expect(stop).toHaveBeenCalledOnce();
      expect(engine.stream).toBeNull();
      expect((await stream.info()).nTimes).toBe(20); // what it told stays
      await expect(all(stream)).rejects.toMatchObject({ code: 'STREAM_USED' });
    }
  });

  it('that is closed before it is run touches no source, and cannot be run', async () => {
    const { model, engine } = await opened();
    const source = countingSource([20], { start: vi.fn(), stop: vi.fn() });
    const stream = model.stream({ source });
    await stream.info();
    expect(engine.stream).not.toBeNull();
    await stream[Symbol.asyncDispose]();
    expect(engine.stream).toBeNull();
    await expect(all(stream)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await expect(model.stream({ source }).info()).resolves.toBeDefined();
    for (const method of [source.start, source.stop]) expect(method).not.toHaveBeenCalled();
  });

  it('hands the wishes over, and says what is carried out', async () => {
    const { model, engine } = await opened();
    const source = countingSource([20], { badChNames: ['Cz'] });
    const stream = model.stream({ source, stepS: 0.5, causalForm: true, maxWaiting: 3 });
    expect((await stream.info()).causalForm).toBe(true);
    expect(engine.stream!.request).toEqual({
      chNames: ['Fz', 'Cz', 'Oz'],
      badChNames: ['Cz'],
      sfreq: 10,
      stepS: 0.5,
      causalForm: true,
      maxWaiting: 3,
      dropsOldest: false,
    });
  });
});

describe('a replay', () => {
  async function played(recording: Recording, speed: number, ms: number) {
    vi.useFakeTimers();
    const source = replaySource(recording, { speed });
    const chunks: SampleChunk[] = [];
    void source.start(async (chunk) => void chunks.push(chunk));
    await vi.advanceTimersByTimeAsync(ms);
    return { source, chunks };
  }
  const values = (chunks: SampleChunk[]) => chunks.flatMap(({ data }) => [...data[1]!]);

  it('hands over the samples of the recording at its speed', async () => {
    const { recording } = await opened();
    for (const speed of [1, 8]) {
      const { source, chunks } = await played(recording, speed, 4000);
      const n = values(chunks).length;
      expect(n).toBeGreaterThanOrEqual(40 * speed - speed);
      expect(n).toBeLessThanOrEqual(40 * speed);
      expect(values(chunks)).toEqual(Array.from({ length: n }, (_, i) => 1000 + i));
      source.stop();
      vi.useRealTimers();
    }
  });

  it('pauses, goes on where it was, and stops', async () => {
    const { recording } = await opened();
    const { source, chunks } = await played(recording, 1, 1000);
    source.pause();
    await vi.advanceTimersByTimeAsync(100);
    const before = values(chunks).length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(values(chunks).length).toBe(before);
    source.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(values(chunks).length).toBeGreaterThan(before + 5);
    source.stop();
    await vi.advanceTimersByTimeAsync(1000);
    const after = values(chunks);
    await vi.advanceTimersByTimeAsync(1000);
    expect(values(chunks)).toEqual(after);
    expect(after).toEqual(after.map((_, i) => 1000 + i));
  });

  it('samples that are being read when it pauses wait for its end', async () => {
    const { recording } = await opened();
    const read = recording.readWindow.bind(recording);
    let goOn = () => {};
    vi.spyOn(recording, 'readWindow').mockImplementation(async (window) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return read(window);
    });
    const { source, chunks } = await played(recording, 1, 150); // one sample is due
    source.pause();
    goOn();
    await vi.advanceTimersByTimeAsync(1000);
    expect(values(chunks)).toEqual([]);
    source.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(values(chunks).length).toBeGreaterThan(0);
    source.stop();
  });

  it('waits for whoever takes its samples at the greatest speed, and ends with the recording', async () => {
    const { model, recording } = await opened(1);
    const source = replaySource(recording, { speed: 'max', endS: 20 });
    const decisions = await all(model.stream({ source }));
    expect(decisions.length).toBe(19);
    expect(source.positionS).toBe(20);
  });
});

it('gaps of a recording become lost samples', () => {
  const gap = NaN;
  const rows = [Float32Array.of(gap, 1, 2, gap, gap, 5), Float32Array.of(gap, 6, 7, gap, gap, 8)];
  expect(withoutGaps(rows)).toEqual([
    { data: [Float32Array.of(1, 2), Float32Array.of(6, 7)], nLost: 1 },
    { data: [Float32Array.of(5), Float32Array.of(8)], nLost: 2 },
  ]);
});

describe('latency', () => {
  it('is taken from the first arrival that completed the window', () => {
    const meter = new LatencyMeter();
    meter.arrived(10, 100);
    meter.arrived(20, 200);
    meter.arrived(30, 300);
    expect(meter.decided(15, 260)).toBe(60);
    expect(meter.decided(20, 270)).toBe(70);
    expect(meter.decided(21, 390)).toBe(90);
    expect(meter.summary).toEqual({ medianMs: 70, p99Ms: 90 });
  });

  it('has quantiles that were measured', () => {
    const values = Array.from({ length: 200 }, (_, i) => i + 1);
    expect([quantile(values, 0.5), quantile(values, 0.99)]).toEqual([100, 198]);
    expect(quantile([], 0.5)).toBeNaN();
  });
});
