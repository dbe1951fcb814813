// What a pool does when engines die, are replaced or closed while something is on its way.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { EegateError } from './error.js';
import { lost, poolOf, predict, resource } from './pool.test-support.js';
import { EnginePool, type Resource } from './pool.js';
import type { EngineInfo } from './protocol.js';

const partOnly = () => new EegateError({ code: 'ENGINE_PART', message: 'not here' });
const idle = () => new Promise((resolve) => setTimeout(resolve));

describe('a pool', () => {
  it('passes on what it was made with, and transfers nothing unasked', async () => {
    const { pool, engines } = poolOf(3);
    expect([pool.nWorkers, pool.isLocal]).toEqual([3, false]);
    expect(new EnginePool(async () => engines[0]!, 1).isLocal).toBe(false);
    expect(new EnginePool(async () => engines[0]!, 1, true).isLocal).toBe(true);
    const { buffer } = new Float32Array(1);
    await predict(pool);
    await pool.call(null, 'predict', [1, new Float32Array(buffer), 0, 0], 3, [buffer]); // the first worker again
    expect(engines.map(({ transfers }) => transfers)).toEqual([[[], [buffer]]]);
  });

  it('knows of each engine whether its death would be detected', async () => {
    const { pool } = poolOf(1);
    expect(pool.isWatched(0)).toBe(false);
    await pool.start();
    expect(pool.isWatched(0)).toBe(true);
    const unwatched = poolOf(1, [], { isWatched: false }).pool;
    await unwatched.start();
    expect(unwatched.isWatched(0)).toBe(false);
  });

  it('does not keep the answers of earlier calls', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    let answer: object | null = { samples: new Float32Array(1e6) };
    const kept = new WeakRef(answer);
    const connection = { info: {} as EngineInfo, isWatched: true, close: () => undefined };
    const call = async () => answer as never;
    const pool = new EnginePool(async () => ({ ...connection, call }), 1);
    await predict(pool);
    answer = null;
    await idle();
    collect();
    expect(kept.deref()).toBeUndefined();
    await predict(pool); // the pool itself is still in use
  });
});

describe('an engine that ends', () => {
  it('is replaced at the next call, also when it died without a call', async () => {
    const { pool, engines } = poolOf(1);
    const model = resource(1);
    await predict(pool, model);
    engines[0]!.die();
    await predict(pool, model);
    expect(engines.map(({ log }) => log)).toEqual([
      ['loadModel 1', 'predict 1'],
      ['loadModel 1', 'predict 1'],
    ]);
  });

  it('is started again after a start that failed', async () => {
    const { engines, pool: working } = poolOf(1);
    await working.start();
    let nTries = 0;
    const pool = new EnginePool(async () => {
      if (++nTries === 1) throw new EegateError({ code: 'ENGINE_WORKER', message: 'refused' });
      return engines[0]!;
    }, 1);
    await expect(pool.start()).rejects.toMatchObject({ code: 'ENGINE_WORKER' });
    expect(await predict(pool)).toBe('predict 1');
    expect(nTries).toBe(2);
  });

  it('is closed with the given error when it is given up, and only that one', async () => {
    const { pool, engines } = poolOf(2);
    pool.lose(0, lost()); // there is none yet
    await pool.start();
    const error = lost();
    pool.lose(1, error);
    await predict(pool);
    expect(engines.map(({ closed }) => closed)).toEqual([[], [error]]);
    await pool.call(null, 'predict', [2, new Float32Array(0), 0, 0], 1);
    expect(engines[2]!.log).toEqual(['predict 2']);
  });

  it('gets no call when it died after it opened what the call needs', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 1']);
    const done = predict(pool, resource(1));
    await idle();
    engines[0]!.die();
    engines[0]!.pending.get('loadModel 1')!.resolve(0);
    await idle();
    engines[1]!.pending.get('loadModel 1')!.resolve(0);
    await done;
    expect(engines.map(({ log }) => log)).toEqual([['loadModel 1'], ['loadModel 1', 'predict 1']]);
  });

  it('has its successor open all that a resource needs, and the resource once', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 1']);
    const plan = resource(3, [resource(1), resource(2)]);
    const done = predict(pool, plan);
    await idle();
    engines[0]!.die();
    engines[0]!.pending.get('loadModel 1')!.resolve(0);
    await idle();
    engines[1]!.pending.get('loadModel 1')!.resolve(0);
    await done;
    await pool.close(plan);
    expect(engines.map(({ log }) => log)).toEqual([
      ['loadModel 1', 'loadModel 2'],
      ['loadModel 1', 'loadModel 2', 'loadModel 3', 'predict 1', 'closeModel 3'],
    ]);
  });

  it('does not make its successor forget a resource by failing to open it late', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 1']);
    const model = resource(1);
    const late = pool.hold(model);
    await idle();
    engines[0]!.die();
    const again = pool.hold(model);
    await idle();
    engines[1]!.pending.get('loadModel 1')!.resolve(0);
    await again;
    engines[0]!.pending.get('loadModel 1')!.reject(lost());
    await expect(late).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    await predict(pool, model);
    expect(engines[1]!.log).toEqual(['loadModel 1', 'predict 1']);
  });
});

describe('a resource that is closed', () => {
  it('is closed in the engine before what it needs', async () => {
    const { pool, engines } = poolOf(1);
    const [model, recording] = [resource(1), resource(2)];
    await pool.hold(resource(3, [model, recording]));
    await pool.close(recording);
    expect(engines[0]!.log.slice(3)).toEqual(['closeModel 3', 'closeModel 2']);
  });

  it('is closed after what needs it, if that is still being opened', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 2']);
    const released: number[] = [];
    const watched = (one: Resource, id: number) =>
      Object.assign(one, { onReleased: () => released.push(id) });
    const model = watched(resource(1), 1);
    const plan = pool.hold(watched(resource(3, [model, resource(2)]), 3));
    await idle();
    const closing = pool.close(model);
    expect(released).toEqual([3, 1]); // at once
    await idle();
    engines[0]!.pending.get('loadModel 2')!.resolve(0);
    await Promise.all([plan, closing]);
    expect(engines[0]!.log.slice(2)).toEqual(['loadModel 3', 'closeModel 3', 'closeModel 1']);
  });

  it('is not closed in an engine that failed to open it, nor in the successor of one that died', async () => {
    for (const settle of ['reject', 'resolve'] as const) {
      const { pool, engines } = poolOf(1, ['loadModel 1']);
      const model = resource(1);
      const opened = pool.hold(model).catch(() => undefined);
      await idle();
      const closing = pool.close(model);
      if (settle === 'resolve') engines[0]!.die();
      engines[0]!.pending.get('loadModel 1')![settle](lost());
      await Promise.all([opened, closing]);
      expect(engines.map(({ log }) => log)).toEqual([['loadModel 1']]);
    }
  });
});

describe('an engine that only predicts and is replaced', () => {
  it('does not end its successor when it dies', async () => {
    const { pool, engines } = poolOf(1, ['predict 1', 'makeSample 1'], { whole: true });
    const pending = predict(pool);
    const sample = pool.call(null, 'makeSample', [1, 1]);
    await idle();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    await idle();
    engines[0]!.die();
    engines[0]!.pending.get('predict 1')!.reject(lost());
    await expect(pending).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    engines[1]!.pending.get('makeSample 1')!.resolve('sample');
    expect(await sample).toBe('sample');
    await pool.call(null, 'info', []);
    expect(engines.map(({ closed }) => closed.length > 0)).toEqual([true, false]);
    expect(engines).toHaveLength(2);
  });

  it('is replaced also when it died meanwhile', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listener);
    const { pool, engines } = poolOf(1, ['makeSample 1'], { whole: true });
    const sample = pool.call(null, 'makeSample', [1, 1]);
    await idle();
    engines[0]!.die();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    await idle();
    engines[1]!.pending.get('makeSample 1')!.resolve('sample');
    expect(await sample).toBe('sample');
    await idle();
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
  });

  it('holds nothing afterwards, so that what needs its resources opens them again', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 1', 'makeSample 1'], { whole: true });
    const plan = pool.hold(resource(2, [resource(1)]));
    const sample = pool.call(null, 'makeSample', [1, 1]);
    await idle();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    await idle();
    engines[0]!.pending.get('loadModel 1')!.resolve(0);
    await idle();
    engines[1]!.pending.get('makeSample 1')!.resolve(0);
    engines[1]!.pending.get('loadModel 1')!.resolve(0);
    await Promise.all([plan, sample]);
    expect(engines.map(({ log }) => log)).toEqual([
      ['makeSample 1', 'loadModel 1'],
      ['makeSample 1', 'loadModel 1', 'loadModel 2'],
    ]);
  });

  it('ends with the pool, before it has finished its calls', async () => {
    const { pool, engines } = poolOf(1, ['predict 1', 'makeSample 1'], { whole: true });
    void predict(pool);
    void pool.call(null, 'makeSample', [1, 1]);
    await idle();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    await idle();
    expect(engines.map(({ closed }) => closed.length)).toEqual([0, 0]);
    pool.dispose();
    await idle();
    expect(engines.map(({ closed }) => closed.map(({ code }) => code))).toEqual([
      ['ENGINE_DISPOSED'],
      ['ENGINE_DISPOSED'],
    ]);
  });

  it('is closed once, when its calls are over', async () => {
    const { pool, engines } = poolOf(1, ['makeSample 1'], { whole: true });
    const sample = pool.call(null, 'makeSample', [1, 1]);
    await idle();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    await idle();
    engines[1]!.pending.get('makeSample 1')!.resolve(0);
    await sample;
    pool.dispose();
    await idle();
    expect(engines.map(({ closed }) => closed.map(({ code }) => code))).toEqual([
      ['ENGINE_PART'],
      ['ENGINE_DISPOSED'],
    ]);
  });
});

describe('a pool that is disposed', () => {
  const isDisposed = { code: 'ENGINE_DISPOSED' };

  it('starts no engine any more', async () => {
    const { pool, engines } = poolOf(2);
    pool.dispose();
    pool.spread(resource(1));
    await expect(pool.start()).rejects.toMatchObject(isDisposed);
    await expect(predict(pool)).rejects.toMatchObject(isDisposed);
    await expect(predict(pool, resource(2))).rejects.toMatchObject(isDisposed);
    await expect(pool.hold(resource(4, [resource(3)]))).rejects.toMatchObject(isDisposed);
    await pool.close(resource(1));
    await idle();
    expect(engines).toEqual([]);
  });

  it('sends no call that was on its way', async () => {
    const { pool, engines } = poolOf(1);
    const calls = [predict(pool), pool.hold(resource(1)), predict(pool, resource(2))];
    pool.dispose();
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(isDisposed)));
    expect(engines.map(({ log, closed }) => [log, closed.length])).toEqual([[[], 1]]);
  });

  it('starts no engine for what was not open yet, nor one of the whole module', async () => {
    const { pool, engines } = poolOf(1, ['loadModel 1', 'makeSample 1'], { whole: true });
    const model = resource(1);
    const calls = [
      pool.call(null, 'makeSample', [1, 1]),
      pool.hold(resource(3, [model])),
      predict(pool, model),
    ];
    await idle();
    pool.dispose();
    engines[0]!.pending.get('makeSample 1')!.reject(partOnly());
    engines[0]!.pending.get('loadModel 1')!.resolve(0);
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(isDisposed)));
    await idle();
    expect(engines).toHaveLength(1);
  });
});
