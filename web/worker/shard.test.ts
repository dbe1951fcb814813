import { describe, expect, it } from 'vitest';
import { abortable, chunksOf, inOrder } from './shard.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('chunksOf', () => {
  it('covers every item once, with a shorter last piece', () => {
    expect(chunksOf(37, 16)).toEqual([
      { first: 0, count: 16 },
      { first: 16, count: 16 },
      { first: 32, count: 5 },
    ]);
    expect(chunksOf(0, 16)).toEqual([]);
  });
});

describe('inOrder', () => {
  it('yields by index although lanes finish in any order', async () => {
    const work = async (index: number) => {
      await sleep(index % 2 ? 1 : 8);
      return index;
    };
    expect(await collected(inOrder(9, 3, work))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('gives every lane one piece at a time', async () => {
    const busy = new Set<number>();
    const lanes = new Set<number>();
    await collected(
      inOrder(12, 3, async (_, lane) => {
        expect(busy.has(lane)).toBe(false);
        busy.add(lane);
        lanes.add(lane);
        await sleep(1);
        busy.delete(lane);
      }),
    );
    expect([...lanes].sort()).toEqual([0, 1, 2]);
  });

  it('yields what came before a failure, then fails and begins nothing more', async () => {
    const begun: number[] = [];
    const seen: number[] = [];
    const items = inOrder(20, 2, async (index) => {
      begun.push(index);
      await sleep(1);
      if (index === 4) throw new Error('broken');
      return index;
    });
    await expect(
      (async () => {
        for await (const item of items) seen.push(item);
      })(),
    ).rejects.toThrow('broken');
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(begun.length).toBeLessThan(8);
  });

  it('stops at once when its signal aborts', async () => {
    const controller = new AbortController();
    const items = inOrder(
      100,
      1,
      async (index) => {
        if (index === 3) controller.abort();
        await sleep(index === 3 ? 1000 : 0);
        return index;
      },
      controller.signal,
    );
    const begin = performance.now();
    await expect(collected(items)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(performance.now() - begin).toBeLessThan(500);
  });

  it('lets all lanes but the first rest while a core is to be spared, and loses nothing', async () => {
    const lanes: number[] = [];
    let until: Promise<void> | null = sleep(20).then(() => void (until = null));
    const work = async (index: number, lane: number) => {
      lanes.push(lane);
      await sleep(2);
      return index;
    };
    const all = await collected(inOrder(40, 2, work, undefined, () => until));
    expect(all).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(lanes.slice(0, 3)).toEqual([0, 0, 0]);
    expect(lanes).toContain(1);
  });

  it('begins nothing more when the consumer leaves', async () => {
    let nBegun = 0;
    for await (const index of inOrder(100, 1, async (i) => (nBegun++, await sleep(1), i)))
      if (index === 2) break;
    await sleep(10);
    expect(nBegun).toBeLessThan(6);
  });
});

describe('abortable', () => {
  it('passes values and failures through', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(new Error('x')), signal)).rejects.toThrow('x');
  });
});
