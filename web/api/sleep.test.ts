import { describe, expect, it } from 'vitest';
import { FakeEngine } from './fake_engine.test-support.js';
import { connectionTo, fakePool } from './fake_pool.test-support.js';
import { openRecording } from './open_recording.js';
import { Sleep } from './sleep.js';
import { TrainingEngines } from './training_engines.js';

async function openNight() {
  const engine = new FakeEngine();
  const closed: number[] = [];
  const heard = { closeRecording: (id: number) => void closed.push(id) };
  Object.assign(engine, heard);
  const { pool, nextId } = fakePool(1);
  const recording = await openRecording(pool, nextId, new Uint8Array(1000), { name: 'a.edf' });
  const sleep = new Sleep(new TrainingEngines(async () => connectionTo(engine), 1), nextId);
  return { sleep, recording, closed };
}
const night = { epochS: 30, startS: 0, stages: ['W' as const, 'N2' as const] };
const asTheCoreReadsIt = { epoch_s: 30, start_s: 0, stages: ['W', 'N2'] };

describe('sleep', () => {
  it('reads a scoring onto a recording, which is open for it alone', async () => {
    const { sleep, recording, closed } = await openNight();
    const options = { name: 'n.txt', recording, codes: 'yasa' as const, epochS: 20 };
    const { source } = await sleep.read(new ArrayBuffer(3), options);
    const id = closed[0]!;
    expect(source).toBe(`n.txt of ${id}, {"codes":"yasa","epoch_s":20}`);
    expect(closed).toHaveLength(1);
    expect(id).not.toBe(recording.info.id);
  });

  it('reads one of no recording, and those among annotations', async () => {
    const { sleep, recording } = await openNight();
    expect((await sleep.read(new Blob(['W']))).source).toBe('hypnogram of -1, {}');
    expect((await sleep.ofRecording(recording)).stages).toEqual(['W', 'N1', 'N2']);
    expect(await sleep.lights(recording)).toEqual({ offS: expect.any(Number) });
  });

  it('makes a night of eight hours, or as long as it is told, and knows no other option', async () => {
    const { sleep } = await openNight();
    const made = async (options?: object) =>
      new TextDecoder().decode(await sleep.makeNight(options));
    expect(await made()).toBe('28800 s of 1');
    expect(await made({ seed: 3, durationS: 60 })).toBe('60 s of 3');
    expect(() => sleep.makeNight({ hours: 8 } as object)).toThrow(/hours/);
  });

  it('hands hypnograms to the core as it reads them', async () => {
    const { sleep } = await openNight();
    expect(await sleep.statistics(night, { offS: 60 })).toMatchObject({
      given: { hypnogram: asTheCoreReadsIt, lights: { off_s: 60 } },
    });
    const lit = { ...night, lights: { offS: 30, onS: 90 } };
    const lights = { off_s: 30, on_s: 90 };
    expect(await sleep.statistics(lit)).toMatchObject({
      given: { hypnogram: { ...asTheCoreReadsIt, lights }, lights },
    });
    expect(await sleep.compare(night, night)).toMatchObject({
      given: { first: asTheCoreReadsIt, second: asTheCoreReadsIt },
    });
    const text = new TextDecoder().decode(await sleep.write(night, 'csv'));
    expect(text).toBe(`csv of -1: ${JSON.stringify(asTheCoreReadsIt)}`);
  });

  it('stages by models, tells how far it is, and can be stopped', async () => {
    const { sleep, recording } = await openNight();
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const found = await sleep.stage(recording, [new Blob(['weights'])], { onProgress, stride: 7 });
    expect(shares).toEqual([0.5, 1]);
    expect(found).toMatchObject({ epochS: 30, onsetS: [0, 30], reasons: ['', 'gap'] });
    expect(found.probabilities).toHaveLength(10);
    const signal = AbortSignal.abort();
    await expect(sleep.stage(recording, [], { signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('tells how far a spectrogram is, and can be stopped', async () => {
    const { sleep, recording } = await openNight();
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const found = await sleep.spectrogram(recording, 'Cz', { onProgress });
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
    expect(found).toMatchObject({ nColumns: 4, nBins: 2, density: new Float32Array(8) });
    const signal = AbortSignal.abort();
    await expect(sleep.spectrogram(recording, 0, { signal })).rejects.toThrow();
    await expect(sleep.spectrogram(recording, 'nowhere')).rejects.toThrow();
  });

  it('looks for spindles and slow waves in pieces', async () => {
    const { sleep, recording } = await openNight();
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const found = await sleep.events(recording, 'Cz', night, { onProgress });
    expect(shares).toEqual([0.75, 1]);
    expect(found.spindles).toHaveLength(1);
  });
});
