import { describe, expect, it, vi } from 'vitest';
import { EegateError, type Model, type Recording } from '../api/index.js';
import { Classifying, type Listener } from './classifying.js';

const recording = {} as Recording;

/** Models whose runs give `n` epochs, or fail; `open` has what is open. */
function made(n = 3, failsAt = Infinity) {
  const open = new Set<string>();
  let nRuns = 0;
  const model = (name: string) => ({
    classes: ['a', 'b'],
    close: async () => void open.delete(name),
    classify(_: unknown, { signal }: { signal: AbortSignal }) {
      const run = `run ${++nRuns}`;
      open.add(run);
      return {
        close: async () => void open.delete(run),
        async *[Symbol.asyncIterator]() {
          for (let index = 0; index < n; index++) {
            await new Promise((resolve) => setTimeout(resolve));
            if (signal.aborted) throw signal.reason;
            if (index === failsAt) throw new EegateError({ code: 'ENGINE_LOST', message: '' });
            yield { index };
          }
        },
      };
    },
  });
  const classifying = new Classifying(async (source) => {
    if (source === 'bad') throw new EegateError({ code: 'ST_TOO_SMALL', message: '' });
    open.add(String(source));
    return model(String(source)) as unknown as Model;
  });
  const heard: number[] = [];
  const told: string[] = [];
  const listener: Listener = {
    onBegin: () => void (heard.length = 0),
    onPrediction: ({ index }) => void heard.push(index),
    onDone: (predictions) => void told.push(`done ${predictions.length}`),
    onFailed: (thrown) => (told.push((thrown as EegateError).code), thrown),
  };
  const job = (source = 'eyes') => ({ source, recording });
  const classify = (given = listener) => classifying.classify(async () => job(), given);
  return { classifying, classify, job, open, heard, told, listener };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a classifying element', () => {
  it('closes its run when it has ended', async () => {
    const { classifying, classify, open, heard, told } = made();
    expect(await classify()).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
    expect(heard).toEqual([0, 1, 2]);
    expect(told).toEqual(['done 3']);
    expect([...open]).toEqual(['eyes']);
    expect(classifying.isRunning).toBe(false);
  });

  it('closes its run when it was stopped, and when it failed', async () => {
    const { classifying, classify, open, heard, told, listener } = made(100);
    const run = classify({
      ...listener,
      onPrediction: (one) => (listener.onPrediction(one), heard.length === 2 && classifying.stop()),
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    await settle();
    expect([...open]).toEqual(['eyes']);
    expect(told).toEqual([]);
    const failing = made(3, 1);
    await expect(failing.classify()).rejects.toMatchObject({ code: 'ENGINE_LOST' });
    expect(failing.told).toEqual(['ENGINE_LOST']);
    expect([...failing.open]).toEqual(['eyes']);
    expect(failing.classifying.isRunning).toBe(false);
  });

  it('does not begin when it was stopped while its model was loading', async () => {
    const { classifying, classify, open, heard } = made();
    const run = classify();
    classifying.stop();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    await settle();
    expect(heard).toEqual([]);
    expect([...open]).toEqual([]);
  });

  it('ends one run before the next', async () => {
    const { classifying, classify, open } = made(100);
    const first = classify();
    await settle();
    const second = classify();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(classifying.isRunning).toBe(true);
    await second;
    expect([...open]).toEqual(['eyes']);
  });

  it('shares a call that waits, and one with the same model; what takes the place stops only the latter', async () => {
    const { classifying, job, heard, listener } = made(100);
    expect(classifying.callOf('eyes')).toBeNull();
    let open = (_: ReturnType<typeof job>) => {};
    const ready = new Promise<ReturnType<typeof job>>((resolve) => (open = resolve));
    const call = classifying.classify(() => ready, listener);
    classifying.supersede();
    for (const asked of [null, 'eyes', 'other']) expect(classifying.callOf(asked)).toBe(call);
    open(job());
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
    expect(classifying.callOf('eyes')).toBe(call);
    for (const asked of [null, 'other']) expect(classifying.callOf(asked)).toBeNull();
    classifying.supersede();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(classifying.callOf('eyes')).toBeNull();
  });

  it('rejects a call that waits as soon as it is stopped', async () => {
    const { classifying, listener } = made();
    const call = classifying.classify(() => new Promise(() => undefined), listener);
    classifying.close();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('closes a model when another takes its place, and when the element is gone', async () => {
    const { classifying, open } = made();
    await classifying.model('eyes');
    expect(await classifying.model('eyes')).toBe(await classifying.model('eyes'));
    await classifying.model('eyes8');
    await settle();
    expect([...open]).toEqual(['eyes8']);
    await expect(classifying.model('bad')).rejects.toMatchObject({ code: 'ST_TOO_SMALL' });
    await classifying.model('eyes8');
    classifying.close();
    await settle();
    expect([...open]).toEqual([]);
    const loading = classifying.model('eyes'); // closed before it was there
    classifying.close();
    await loading;
    await settle();
    expect([...open]).toEqual([]);
  });
});
