import { describe, expect, it, vi } from 'vitest';
import { EegateError } from './error.js';
import { abortable, chunksOf, deferred, inOrder, joined, throwIfAborted } from './work_chunks.js';

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

describe('joined', () => {
  it('puts pieces end to end', () => {
    expect(joined([new Float32Array([1, 2]), new Float32Array(), new Float32Array([3])])).toEqual(
      new Float32Array([1, 2, 3]),
    );
    expect(joined([])).toEqual(new Float32Array());
  });
});

describe('throwIfAborted', () => {
  it('throws once the signal has aborted, with its reason', () => {
    const controller = new AbortController();
    expect(() => throwIfAborted(undefined)).not.toThrow();
    expect(() => throwIfAborted(controller.signal)).not.toThrow();
    controller.abort('enough');
    expect(() => throwIfAborted(controller.signal)).toThrow('enough');
  });
});

describe('deferred', () => {
  it('is settled from outside', async () => {
    const [good, bad] = [deferred<number>(), deferred<number>()];
    good.resolve(3);
    bad.reject(new EegateError({ code: 'BAD', message: 'bad' }));
    await expect(good.promise).resolves.toBe(3);
    await expect(bad.promise).rejects.toMatchObject({ code: 'BAD' });
  });
});

describe('inOrder', () => {
  it('yields by index although workers finish in any order', async () => {
    const work = async (index: number) => {
      await sleep(index % 2 ? 1 : 8);
      return index;
    };
    expect(await collected(inOrder(9, 3, work))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('gives every workerIndex one piece at a time', async () => {
    const busy = new Set<number>();
    const workers = new Set<number>();
    await collected(
      inOrder(12, 3, async (_, workerIndex) => {
        expect(busy.has(workerIndex)).toBe(false);
        busy.add(workerIndex);
        workers.add(workerIndex);
        await sleep(1);
        busy.delete(workerIndex);
      }),
    );
    expect([...workers].sort()).toEqual([0, 1, 2]);
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

  it('begins nothing more after a failure that its consumer has not come to', async () => {
    const begun: number[] = [];
    const items = inOrder(9, 2, async (index) => {
      begun.push(index);
      if (index === 1) throw new Error('broken');
      await sleep(20);
    });
    await expect(collected(items)).rejects.toThrow('broken');
    expect(begun).toEqual([0, 1]);
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
    await expect(collected(items)).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - begin).toBeLessThan(500);
  });

  it('lets all workers but the first rest while a core is to be spared, and loses nothing', async () => {
    const workers: number[] = [];
    const spared = deferred<void>();
    let until: Promise<void> | null = spared.promise.then(() => void (until = null));
    const work = async (index: number, workerIndex: number) => {
      if (workers.push(workerIndex) === 3) spared.resolve();
      await sleep(1);
      return index;
    };
    const all = await collected(inOrder(40, 2, work, undefined, () => until));
    expect(all).toEqual(Array.from({ length: 40 }, (_, i) => i));
    expect(workers.slice(0, 3)).toEqual([0, 0, 0]);
    expect(workers).toContain(1);
  });

  it('begins nothing when its signal has aborted already', async () => {
    const work = vi.fn(async (index: number) => index);
    await expect(collected(inOrder(3, 2, work, AbortSignal.abort()))).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(work).not.toHaveBeenCalled();
  });

  it('begins no more workers than there are pieces, and none of them waits alone', async () => {
    const workers: number[] = [];
    const waitBeforeChunk = vi.fn(() => null);
    const work = async (index: number, workerIndex: number) => (workers.push(workerIndex), index);
    expect(await collected(inOrder(2, 8, work, undefined, waitBeforeChunk))).toEqual([0, 1]);
    expect(workers.sort()).toEqual([0, 1]);
    expect(waitBeforeChunk).toHaveBeenCalledTimes(1);
    expect(await collected(inOrder(3, 1, work, undefined, waitBeforeChunk))).toEqual([0, 1, 2]);
    expect(waitBeforeChunk).toHaveBeenCalledTimes(1); // the first worker does not wait
    expect(await collected(inOrder(0, 2, work))).toEqual([]);
  });

  it('fails with what waitBeforeChunk throws or rejects with', async () => {
    const own = new Error('own');
    const work = async (index: number) => (await sleep(1), index);
    const thrower = () => {
      throw own;
    };
    for (const wait of [thrower, () => Promise.reject(own)])
      await expect(collected(inOrder(9, 2, work, undefined, wait))).rejects.toBe(own);
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
    const promise = Promise.resolve(2);
    expect(abortable(promise)).toBe(promise);
  });
  it('fails as soon as its signal aborts, or at once where it has', async () => {
    const controller = new AbortController();
    const pending = abortable(new Promise(() => undefined), controller.signal);
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
    await expect(abortable(new Promise(() => undefined), controller.signal)).rejects.toBe('enough');
  });
  it('takes the failure of what it gives up, so that it is not unhandled', async () => {
    const promise = Promise.reject(new Error('late'));
    const then = vi.spyOn(promise, 'then');
    await expect(abortable(promise, AbortSignal.abort('enough'))).rejects.toBe('enough');
    expect(then).toHaveBeenCalledOnce(); // else the test run fails, too
    await sleep(0);
  });
  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [
      vi.spyOn(signal, 'addEventListener'),
      vi.spyOn(signal, 'removeEventListener'),
    ];
    await abortable(Promise.resolve(1), signal);
    await sleep(0);
    const [type, listener, options] = add.mock.calls[0]!;
    expect(options).toEqual({ once: true });
    expect(remove.mock.calls).toEqual([[type, listener]]);
  });
});
