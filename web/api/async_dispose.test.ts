import { describe, expect, it, vi } from 'vitest';
import { addAsyncDispose } from './async_dispose.js';
import { opened } from './fake_pool.test-support.js';

describe('await using', () => {
  it('closes recordings, models and classifications', async () => {
    const { recording, model } = await opened(1);
    const classification = model.classify(recording);
    await classification[Symbol.asyncDispose]();
    await expect(classification.plan()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await recording[Symbol.asyncDispose]();
    await expect(recording.read()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await model[Symbol.asyncDispose]();
    const x = new Float32Array(3 * 20);
    await expect(model.predict(x)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  });

  it('takes the method as it is when it closes, and is not listed among the members', async () => {
    const one = { close: vi.fn(async () => undefined) };
    addAsyncDispose(one);
    await (one as unknown as AsyncDisposable)[Symbol.asyncDispose]();
    expect(one.close).toHaveBeenCalledOnce();
    expect(Object.keys(one)).toEqual(['close']);
  });
});

describe('signals', () => {
  it('that are aborted give up reading and looking inside', async () => {
    const { recording, model } = await opened(1);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    const x = new Float32Array(3 * 20);
    await expect(recording.read({ signal })).rejects.toBe(reason);
    await expect(model.inspect(x, { signal })).rejects.toBe(reason);
    await expect(model.toOnnx({ signal })).rejects.toBe(reason);
  });
});
