import { describe, expect, it, vi } from 'vitest';
import { EegateError } from '../../worker/error.js';
import { opened } from '../fake_pool.test-support.js';
import { ChunkQueue } from './queue.js';
import { replaySource } from './replay.js';
import type { SampleChunk, SampleSource } from './source.js';

const chunk = (n: number): SampleChunk => ({
  data: [0, 1].map(() => Float32Array.from({ length: n }, (_, i) => i)),
});

/** Hands over chunks of these sizes, each when the one before was taken. */
function sourceOf(sizes: number[], more: Partial<SampleSource> = {}): SampleSource {
  return {
    chNames: ['Fz', 'Cz'],
    sfreq: 10,
    unit: 'uV',
    canWait: true,
    async start(onChunk) {
      for (const n of sizes) await onChunk(chunk(n));
    },
    stop: () => undefined,
    ...more,
  };
}

async function indices(stream: AsyncIterable<{ index: number }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { index } of stream) found.push(index);
  return found;
}

describe('a stream', () => {
  it('takes empty chunks', async () => {
    const { model } = await opened(1);
    const source = sourceOf([0, 20, 0, 10, 0]);
    expect(await indices(model.stream({ source }))).toEqual([0, 1]);
  });

  it('ends for a source whose stop waits for its own loop', async () => {
    const { model } = await opened(1);
    let isOn = true;
    let loop: Promise<void> | undefined;
    const source = sourceOf([], {
      start: (onChunk) =>
        (loop = (async () => {
          while (isOn) {
            await new Promise((resolve) => setTimeout(resolve, 2));
            await onChunk(chunk(20));
          }
        })()),
      async stop() {
        isOn = false;
        await loop;
      },
    });
    for await (const _ of model.stream({ source })) break;
    expect(isOn).toBe(false);
  });

  it('runs once, also when two loops begin at once', async () => {
    const { model } = await opened(1);
    const start = vi.fn(sourceOf([30]).start);
    const stream = model.stream({ source: sourceOf([], { start }) });
    const [first, second] = await Promise.allSettled([indices(stream), indices(stream)]);
    expect(first).toMatchObject({ value: [0, 1] });
    expect(second).toMatchObject({ reason: { code: 'STREAM_USED' } });
    expect(start).toHaveBeenCalledOnce();
  });

  it('takes no source from another that runs, and may have it afterwards', async () => {
    const { model } = await opened(1);
    const stop = vi.fn();
    const source = sourceOf([30], { stop });
    const second = model.stream({ source });
    for await (const _ of model.stream({ source })) {
      await expect(indices(second)).rejects.toMatchObject({ code: 'STREAM_USED' });
      expect(stop).not.toHaveBeenCalled();
    }
    expect(await indices(second)).toEqual([0, 1]);
  });

  it('that is closed leaves its source, also if nobody goes on with its loop', async () => {
    const { model } = await opened(1);
    const source = sourceOf([30]);
    const stream = model.stream({ source });
    await stream[Symbol.asyncIterator]().next();
    await stream.close();
    expect(await indices(model.stream({ source }))).toEqual([0, 1]);
  });

  it('fails when its engine was replaced, instead of counting from 0 again', async () => {
    const { model, pool } = await opened(1);
    const stream = model.stream({ source: sourceOf([20, 10, 10, 10]) });
    const found: number[] = [];
    const running = (async () => {
      for await (const { index } of stream) {
        found.push(index);
        if (index === 1) pool.lose(0, new EegateError({ code: 'ENGINE_LOST', message: 'died' }));
      }
    })();
    await expect(running).rejects.toMatchObject({ code: 'ENGINE_LOST', hint: /another stream/ });
    expect(found).toEqual([0, 1]);
  });

  it('throws what went wrong first if its source cannot be stopped either', async () => {
    const { model } = await opened(1);
    const stop = () => {
      throw new Error('stop');
    };
    const start = () => Promise.reject(new Error('device lost'));
    await expect(indices(model.stream({ source: sourceOf([], { start, stop }) }))).rejects.toThrow(
      'device lost',
    );
    const left = async () => {
      for await (const _ of model.stream({ source: sourceOf([30], { stop }) })) break;
    };
    await expect(left()).rejects.toThrow('stop');
  });

  it('begins in another engine if the first one was lost before it had samples', async () => {
    const { model, pool } = await opened(1);
    const stream = model.stream({ source: sourceOf([30]) });
    await stream.info();
    pool.lose(0, new EegateError({ code: 'ENGINE_LOST', message: 'died' }));
    expect(await indices(stream)).toEqual([0, 1]);
  });
});

it('a queue that was closed, has failed or has ended takes nothing and keeps nobody waiting', async () => {
  const options = { nChannels: 2, channels: [0, 1], scale: 1, maxBatchSamples: 9 };
  for (const end of ['close', 'fail', 'end'] as const) {
    const queue = new ChunkQueue({ ...options, maxWaitingSamples: 9 });
    queue[end]('over');
    await queue.add(chunk(3));
    expect(queue.isEmpty).toBe(true);
  }
});

describe('a replay', () => {
  it('begins anew in another stream', async () => {
    const { model, recording } = await opened(1);
    const source = replaySource(recording, { speed: 'max', endS: 5 });
    const first = await indices(model.stream({ source }));
    expect(first.length).toBeGreaterThan(1);
    for await (const _ of model.stream({ source })) break;
    expect(await indices(model.stream({ source }))).toEqual(first);
    expect(source.positionS).toBe(5);
  });

  it('that is begun again ends the one before', async () => {
    const { recording } = await opened(1);
    const source = replaySource(recording, { speed: 'max', endS: 5 });
    const counts = [0, 0];
    const runs = counts.map((_, i) =>
      source.start(async ({ data }) => {
        counts[i]! += data[0]!.length;
      }),
    );
    await Promise.all(runs);
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThan(0);
  });

  it('takes no other speeds than when it was made', async () => {
    const { recording } = await opened(1);
    const source = replaySource(recording, { speed: 2 });
    for (const speed of [NaN, -3, 'fast' as 'max'])
      expect(() => (source.speed = speed)).toThrow(expect.objectContaining({ field: 'speed' }));
    source.speed = 4;
    expect(source.speed).toBe(4);
  });
});
