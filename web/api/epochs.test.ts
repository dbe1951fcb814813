import { describe, expect, it } from 'vitest';
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

  it('need a recipe', async () => {
    const { recording } = await opened(1);
    for (const none of [undefined, null, '{}'])
      await expect(recording.epochs(none as never)).rejects.toMatchObject({
        code: 'RECIPE_TYPE',
        found: String(none),
      });
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
