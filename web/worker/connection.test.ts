import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectWorker } from './connection.js';

afterEach(() => vi.useRealTimers());

describe('a worker', () => {
  it('whose script answers nothing did not start, so that another way can be tried', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = { postMessage: vi.fn(), addEventListener: vi.fn(), terminate: vi.fn() };
    const module = async () => ({}) as WebAssembly.Module;
    const start = connectWorker({ module, backend: 'simd' }, () => worker as unknown as Worker);
    const lost = vi.fn();
    const refused = expect(start(lost)).rejects.toMatchObject({ code: 'ENGINE_WORKER' });
    await new Promise((resolve) => setTimeout(resolve, 0)); // only intervals are not real
    expect(worker.postMessage).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(19_000);
    expect(worker.terminate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    await refused;
    expect(worker.terminate).toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(lost).toHaveBeenCalledOnce();
  });

  it('is one: what else the function of a caller returns is refused', async () => {
    const module = async () => ({}) as WebAssembly.Module;
    const start = connectWorker({ module, backend: 'simd' }, () => 5 as unknown as Worker);
    const refused = { code: 'ENGINE_ARGUMENT', field: 'worker' };
    await expect(start(() => undefined)).rejects.toMatchObject(refused);
  });
});
