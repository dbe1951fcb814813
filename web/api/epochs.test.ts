import { describe, expect, it } from 'vitest';
import { EnginePool } from '../worker/pool.js';
import { prepareEpochs } from './epochs.js';
import { opened } from './fake_pool.test-support.js';

describe('epochs of a recording by a recipe', () => {
  it('are one array with its extents, onsets and labels, and leave nothing open', async () => {
    const { recording, engines } = await opened(1);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const epochs = await recording.epochs({ version: 1 }, { onProgress });
    expect(epochs.dims).toEqual([3, 3, 20]);
    expect([...epochs.data]).toEqual([0, 1, 2].flatMap((i) => Array<number>(60).fill(i)));
    expect(epochs).toMatchObject({
      chNames: ['Fz', 'Cz', 'Oz'],
      sfreq: 10,
      onsetsS: [0, 2, 4],
      labels: ['left', 'right', ''],
      leftOut: [{ reason: 'gap', count: 1 }],
    });
    expect(shares.at(-1)).toBe(1);
    expect(engines[0]!.preparations.size).toBe(0);
  });

  it('are read in blocks of some megabytes, each when it is done', async () => {
    const nTimes = 2 ** 18;
    const epochFloats = 3 * nTimes;
    const epoch = { onsetS: 0, label: '' };
    const info = {
      ...{ chNames: ['Fz', 'Cz', 'Oz'], sfreq: 10, nTimes, leftOut: [], warnings: [] },
      epochs: [epoch, epoch, epoch],
    };
    const calls: unknown[][] = [];
    const call = async (method: string, args: readonly unknown[]) => {
      const isAgain = calls.at(-1)?.[0] === method;
      calls.push([method, ...args]);
      if (method === 'openEpochs') return info;
      if (method === 'advanceEpochs') return isAgain ? 1 : 0.5;
      const [, first, count] = args as number[];
      return new Float32Array(count! * epochFloats).fill(first! + 1);
    };
    const connection = { info: {} as never, isWatched: true, close: () => undefined };
    const pool = new EnginePool(async () => ({ ...connection, call: call as never }), 1);
    const recording = { id: 5, resource: { what: 'recording', needs: [] } as never };
    const about = { annotations: [], durationS: 6 };
    Object.assign(recording.resource, { open: async () => 0, close: async () => 0 });
    const { data } = await prepareEpochs(pool, 7, recording, about, { version: 1 }, {});
    expect(calls.slice(1)).toEqual([
      ['advanceEpochs', 7, 0],
      ['advanceEpochs', 7, 0],
      ['readEpochs', 7, 0, 2],
      ['advanceEpochs', 7, 2],
      ['advanceEpochs', 7, 2],
      ['readEpochs', 7, 2, 1],
      ['closeEpochs', 7],
    ]);
    const at = [0, 2 * epochFloats - 1, 2 * epochFloats, 3 * epochFloats - 1];
    expect(at.map((i) => data[i])).toEqual([1, 1, 3, 3]);
  });

  it('need a recipe', async () => {
    const { recording } = await opened(1);
    for (const none of [undefined, null, '{}'])
      await expect(recording.epochs(none as never)).rejects.toMatchObject({
        code: 'RECIPE_TYPE',
        found: String(none),
      });
  });

  it('are refused where the recipe cuts none, and leave nothing open', async () => {
    const { recording, engines } = await opened(1);
    const openEpochs = () => ({
      ...{ chNames: ['Fz'], sfreq: 10, nTimes: 20, epochs: [], warnings: [] },
      leftOut: [{ reason: 'gap', count: 2 }],
    });
    Object.assign(engines[0]!, { openEpochs });
    await expect(recording.epochs({ version: 1 })).rejects.toMatchObject({
      code: 'PLAN_NO_EPOCHS',
      message: 'The recipe cuts no epoch from this recording (left out 2 because of: gap)',
      field: 'recipe.epochs',
      found: expect.stringMatching(/^200 s, annotations: "/) as string,
    });
    expect(engines[0]!.preparations.size).toBe(0);
  });

  it('are refused where they are more numbers than an array can have', async () => {
    const { recording, engines } = await opened(1);
    const epochs = [{ onsetS: 0, label: '' }];
    const openEpochs = () => ({
      ...{ chNames: ['Fz'], sfreq: 10, nTimes: 2 ** 50, epochs, leftOut: [], warnings: [] },
    });
    Object.assign(engines[0]!, { openEpochs });
    await expect(recording.epochs({ version: 1 })).rejects.toMatchObject({
      code: 'READ_TOO_LARGE',
      field: 'recipe.epochs',
    });
    expect(engines[0]!.preparations.size).toBe(0);
  });

  it('are given up when that is asked for, and cannot be had of a closed recording', async () => {
    const { recording, engines } = await opened(1);
    const asked = new AbortController();
    const going = recording.epochs(
      { version: 1 },
      { signal: asked.signal, onProgress: () => asked.abort() },
    );
    await expect(going).rejects.toMatchObject({ name: 'AbortError' });
    expect(engines[0]!.preparations.size).toBe(0);
    await recording.close();
    await expect(recording.epochs({ version: 1 })).rejects.toMatchObject({
      code: 'SESSION_CLOSED',
    });
  });
});
