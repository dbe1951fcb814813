import { describe, expect, it } from 'vitest';
import { predictingAlone, type Connect, type Connection } from './connection.js';
import { EegateError } from './error.js';
import { EnginePool, type Resource } from './pool.js';
import type { EngineInfo } from './protocol.js';

const lost = () => new EegateError({ code: 'ENGINE_LOST', message: 'died' });

/** Engines that write down what they were asked; a call to "predict" kills its engine when `isFatal` says so. */
function fakePool(nWorkers: number, isFatal = () => false) {
  const log: string[] = [];
  let nStarted = 0;
  const pool = new EnginePool(async () => {
    const name = `engine${++nStarted}`;
    const connection: Connection = {
      info: {} as EngineInfo,
      isWatched: true,
      close: () => log.push(`${name} closed`),
      call: async (method, args) => {
        log.push(`${name} ${method} ${String(args[0])}`);
        if (method === 'predict' && isFatal()) throw lost();
        return `${name}:${method}` as never;
      },
    };
    return connection;
  }, nWorkers);
  return { pool, log };
}

const resource = (id: number, needs: Resource[] = []): Resource => ({
  what: 'model',
  needs,
  open: (engine) => engine.call('loadModel', [id, new ArrayBuffer(0), '']),
  close: (engine) => engine.call('closeModel', [id]),
});
const predict = (pool: EnginePool, held: Resource, workerIndex: number) =>
  pool.call(held, 'predict', [1, new Float32Array(0), 0, 0], workerIndex);

describe('EnginePool', () => {
  it('opens a resource and what it needs once per workerIndex, when first used there', async () => {
    const { pool, log } = fakePool(2);
    const plan = resource(2, [resource(1)]);
    await Promise.all([predict(pool, plan, 0), predict(pool, plan, 0)]);
    expect(log).toEqual([
      'engine1 loadModel 1',
      'engine1 loadModel 2',
      'engine1 predict 1',
      'engine1 predict 1',
    ]);
    await predict(pool, plan, 1);
    expect(log.slice(4)).toEqual([
      'engine2 loadModel 1',
      'engine2 loadModel 2',
      'engine2 predict 1',
    ]);
  });

  it('closes a resource only where it is held', async () => {
    const { pool, log } = fakePool(3);
    const model = resource(1);
    await pool.hold(model, 2);
    await pool.close(model);
    expect(log).toEqual(['engine1 loadModel 1', 'engine1 closeModel 1']);
  });

  it('closes what needs a resource together with it, and opens neither again', async () => {
    const { pool, log } = fakePool(1);
    const model = resource(1);
    const plan = resource(2, [model]);
    await predict(pool, plan, 0);
    await pool.close(model);
    expect(log.slice(3)).toEqual(['engine1 closeModel 2', 'engine1 closeModel 1']);
    for (const closed of [model, plan]) {
      await expect(predict(pool, closed, 0)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
      await expect(pool.hold(closed)).rejects.toMatchObject({ message: 'This model was closed' });
    }
    await pool.close(model);
    expect(log.length).toBe(5);
  });

  it('closes a resource that is on its way to be opened, once it is open', async () => {
    const { pool, log } = fakePool(2);
    const plan = resource(2, [resource(1)]);
    pool.spread(plan);
    await pool.close(plan);
    for (const name of ['engine1', 'engine2'])
      expect(log.filter((line) => line.startsWith(name))).toEqual([
        `${name} loadModel 1`,
        `${name} loadModel 2`,
        `${name} closeModel 2`,
      ]);
  });

  it('starts no engine to close what was held by one that died', async () => {
    let isFatal = false;
    const { pool, log } = fakePool(1, () => isFatal);
    const model = resource(1);
    await pool.hold(model);
    isFatal = true;
    await expect(predict(pool, model, 0)).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    await pool.close(model);
    expect(log.filter((line) => line.startsWith('engine2'))).toEqual([]);
  });

  it('replaces an engine that died, and opens again what it held', async () => {
    let isFatal = true;
    const { pool, log } = fakePool(1, () => isFatal);
    const model = resource(1);
    await expect(predict(pool, model, 0)).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    isFatal = false;
    await predict(pool, model, 0);
    expect(log.filter((line) => line !== 'engine1 closed')).toEqual([
      'engine1 loadModel 1',
      'engine1 predict 1',
      'engine2 loadModel 1',
      'engine2 predict 1',
    ]);
  });

  it('does not remember a resource that failed to open', async () => {
    const { pool } = fakePool(1);
    let nOpened = 0;
    const bad: Resource = {
      what: 'recording',
      needs: [],
      open: () => Promise.reject(new Error(`refused ${++nOpened}`)),
      close: async () => undefined,
    };
    await expect(pool.hold(bad)).rejects.toThrow('refused 1');
    await expect(pool.hold(bad)).rejects.toThrow('refused 2');
  });

  it('rejects everything after dispose', async () => {
    const { pool, log } = fakePool(2);
    await pool.start();
    pool.dispose();
    await expect(pool.call(null, 'info', [])).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
    await expect(pool.hold(resource(1))).rejects.toMatchObject({ code: 'ENGINE_DISPOSED' });
    expect(log).toEqual(['engine1 closed', 'engine2 closed']);
  });

  describe('with engines that only predict', () => {
    /** Small engines that hold every answer back until `release`; those of the whole module answer at once. */
    function growingPool() {
      const log: string[] = [];
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const engines = (name: string, isSmall: boolean): Connect => {
        let n = 0;
        return async () => {
          const me = `${name}${++n}`;
          return {
            info: {} as EngineInfo,
            isWatched: true,
            close: () => log.push(`${me} closed`),
            call: async (method, args) => {
              log.push(`${me} ${method} ${String(args[0])}`);
              if (isSmall && method === 'loadModel' && args[0] === 9)
                throw new EegateError({
                  code: 'MODEL_CONFIG_VALUE',
                  message: '',
                  field: 'config.architecture',
                });
              if (isSmall && method === 'predict') await released;
              return `${me}:${method}` as never;
            },
          };
        };
      };
      const small = predictingAlone(engines('small', true));
      const pool = new EnginePool(small, 2, false, engines('whole', false));
      return { pool, log, release };
    }

    it('goes over to one of the whole module, which opens again what the small one held', async () => {
      const { pool, log, release } = growingPool();
      const model = resource(1);
      const pending = predict(pool, model, 0);
      await new Promise((resolve) => setTimeout(resolve));
      expect(await pool.call(model, 'checkCompatibility', [1, 2, null])).toBe(
        'whole1:checkCompatibility',
      );
      expect(log).toEqual([
        'small1 loadModel 1',
        'small1 predict 1',
        'whole1 loadModel 1',
        'whole1 checkCompatibility 1',
      ]);
      release();
      expect(await pending).toBe('small1:predict'); // what it was asked it still answers
      await new Promise((resolve) => setTimeout(resolve));
      expect(log.at(-1)).toBe('small1 closed');
    });

    it('does so for models of an architecture that the small one does not know, workerIndex by workerIndex', async () => {
      const { pool, log } = growingPool();
      expect(await pool.hold(resource(9), 0)).toBe('whole1:loadModel');
      expect(await pool.hold(resource(9), 1)).toBe('whole2:loadModel');
      expect(log.filter((line) => line.startsWith('whole'))).toEqual([
        'whole1 loadModel 9',
        'whole2 loadModel 9',
      ]);
    });

    it('stays as it is when several calls need the whole module at once', async () => {
      const { pool, log } = growingPool();
      const answers = await Promise.all([
        pool.call(null, 'makeSample', [1, 1]),
        pool.call(null, 'makeSample', [2, 1]),
        pool.hold(resource(9)),
      ]);
      expect(answers).toEqual(['whole1:makeSample', 'whole1:makeSample', 'whole1:loadModel']);
      expect(log.filter((line) => line.includes('whole2'))).toEqual([]);
    });
  });
});
