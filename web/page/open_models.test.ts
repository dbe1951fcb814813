import { describe, expect, it } from 'vitest';
import type { Model } from '../api/index.js';
import { OpenModels } from './open_models.js';

function made() {
  const log: string[] = [];
  const open = new OpenModels(async ({ fileName }) => {
    if (fileName === 'bad') throw new Error('bad');
    log.push(`open ${fileName}`);
    return { close: async () => void log.push(`close ${fileName}`) } as unknown as Model;
  });
  return { open, log };
}
const file = (fileName: string) => ({ fileName, bytes: new ArrayBuffer(1) });

describe('open models', () => {
  it('are opened with the first lease and closed with the last', async () => {
    const { open, log } = made();
    const a = file('a');
    const [first, second] = await Promise.all([open.use(a), open.use(a)]);
    expect(first.model).toBe(second.model);
    const third = first.again();
    first.release();
    first.release(); // twice is once
    second.release();
    expect(log).toEqual(['open a']);
    third.release();
    expect(log).toEqual(['open a', 'close a']);
    expect(open.size).toBe(0);
    (await open.use(a)).release();
    expect(log.slice(2)).toEqual(['open a', 'close a']);
  });

  it('are told apart by their bytes, not by their names', async () => {
    const { open, log } = made();
    const [old, fresh] = [await open.use(file('m')), await open.use(file('m'))];
    expect(fresh.model).not.toBe(old.model);
    old.release();
    expect(log).toEqual(['open m', 'open m', 'close m']);
    expect(open.size).toBe(1);
  });

  it('that could not be opened can be tried again', async () => {
    const { open } = made();
    const bad = file('bad');
    await expect(open.use(bad)).rejects.toThrow('bad');
    await expect(open.use(bad)).rejects.toThrow('bad');
    expect(open.size).toBe(0);
  });

  it('cannot be shared by whoever has given them back', async () => {
    const { open } = made();
    const lease = await open.use(file('a'));
    lease.release();
    expect(() => lease.again()).toThrow();
  });
});
