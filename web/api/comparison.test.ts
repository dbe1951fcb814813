import { expect, it } from 'vitest';
import { checkOpen, EnginePool } from '../worker/pool.js';
import { FakeEngine } from './fake_engine.test-support.js';
import { compareModels } from './comparison.js';
import type { ComparisonRequest } from './comparison_types.js';
import type { Model } from './model.js';

const data = { x: new Float32Array(40), y: [0, 1, 0, 1] };

function compared(request: Partial<ComparisonRequest>, nWorkers = 1) {
  const engine = new FakeEngine();
  const lanesOfPart = new Map<number, Set<number>>();
  let nMade = 0;
  const pool = new EnginePool(async () => {
    const workerIndex = nMade++;
    return {
      info: engine.info(),
      isWatched: true,
      close: () => undefined,
      call: async (method, args: readonly unknown[]) => {
        const part = args[1] as number;
        if (method === 'trainCompare')
          lanesOfPart.set(part, (lanesOfPart.get(part) ?? new Set()).add(workerIndex));
        return engine.call(method, args);
      },
    };
  }, nWorkers);
  let lastId = 0;
  return {
    engine,
    lanesOfPart,
    answer: compareModels(pool, () => ++lastId, { data, ...request }, checkOpen),
  };
}

it('compares what it has brought, without training, and gives it back', async () => {
  const shares: number[] = [];
  const finished: string[][] = [];
  const { engine, answer } = compared({
    presets: ['csp', 'mdm'],
    onProgress: (share) => shares.push(share),
    onModels: ({ models }) => finished.push(models.map(({ preset }) => preset)),
  });
  const { advice, models } = await answer;
  expect(advice).toBe('Use csp.');
  expect(models.map(({ preset }) => preset)).toEqual(['csp', 'mdm']);
  expect(shares).toEqual([1 / 3, 2 / 3, 1]);
  expect(finished).toEqual([['csp'], ['csp', 'mdm']]);
  expect(engine.comparison.taken).toEqual([0, 1, 2]);
  expect(engine.nStarted).toBe(0);
  expect(engine.trainings.size).toBe(0);
});

it('shares the units out to all engines, the parts of one unit to one, and gives each part to the first of them once', async () => {
  const { engine, lanesOfPart, answer } = compared({ presets: ['csp'] }, 3);
  await answer;
  expect([...engine.comparison.taken].sort()).toEqual([0, 1, 2]);
  const workers = [0, 1, 2].map((part) => [...lanesOfPart.get(part)!]);
  expect(workers[0]).toHaveLength(1);
  expect(workers[1]).toEqual(workers[0]);
  expect(workers[2]).not.toEqual(workers[0]);
});

it('stops when its signal aborts, and gives back what it brought', async () => {
  const abort = new AbortController();
  const { engine, answer } = compared({
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(engine.trainings.size).toBe(0);
});

it('brings a model that would be trained further instead of a configuration', async () => {
  const begun: unknown[] = [];
  const { engine, answer } = compared({
    model: { bytes: new Uint8Array(3), resource: { what: 'model', needs: [] } } as unknown as Model,
    epochs: 4,
  });
  const begin = engine.trainBegin.bind(engine);
  engine.trainBegin = (id, request, ...rest: unknown[]) => {
    begun.push(request, ...rest);
    begin(id, request);
  };
  await answer;
  const options = { split: 'none', epochs: 4 };
  expect(begun).toEqual([{ options }, new Uint8Array(3)]);
});

it('compares a preset once that is named twice', async () => {
  const { answer } = compared({ presets: ['csp', 'csp', 'mdm'] });
  expect((await answer).models.map(({ preset }) => preset)).toEqual(['csp', 'mdm']);
});
