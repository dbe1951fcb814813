import { expect, it, vi } from 'vitest';
import { buildId } from './build_id.js';
import { EngineHost } from './engine_host.js';
import type { Glue } from './load_core.js';

/** An empty module of this build. */
function module(): WebAssembly.Module {
  const name = 'eegate.build';
  const section = [name.length, ...new TextEncoder().encode(name + buildId)];
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return new WebAssembly.Module(Uint8Array.from([...head, 0, section.length, ...section]));
}

async function hostOf(makeSample: (...args: unknown[]) => unknown): Promise<EngineHost> {
  const info = () => ({ value: { backend: 'simd' } });
  const host = new EngineHost((async () => ({ info, makeSample })) as unknown as Glue);
  await host.dispatch('start', [{ module: module(), backend: 'simd', buildId }]);
  return host;
}

it('an argument that is no message never reaches the core', async () => {
  const makeSample = vi.fn(() => ({ value: 1 }));
  const host = await hostOf(makeSample);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const broken = { toJSON: () => Promise.reject.call(null) as unknown };
  for (const one of [cycle, [cycle], { of: 1n }, 1n, broken])
    await expect(host.dispatch('makeSample', [one, 60])).rejects.toMatchObject({
      code: 'ENGINE_ARGUMENT',
      place: 'makeSample',
    });
  const computed = { epochs: { labels: () => ['eyes open'] } };
  await expect(host.dispatch('makeSample', [computed])).rejects.toMatchObject({
    code: 'ENGINE_ARGUMENT',
    message: expect.stringContaining('labels is a function'),
  });
  expect(makeSample).not.toHaveBeenCalled();
  const values = [{ of: [1, 'a', null] }, new Float32Array(3), new ArrayBuffer(2), undefined];
  await expect(host.dispatch('makeSample', values)).resolves.toBe(1);
});

it('a value that cannot be converted leaves the engine as it is; what the core stops with ends it', async () => {
  const named = (name: string) => Object.assign(new Error('no'), { name });
  const thrown = [
    [new TypeError('Cannot convert'), 'ENGINE_ARGUMENT'],
    [named('BindingError'), 'ENGINE_ARGUMENT'],
    [new WebAssembly.RuntimeError('unreachable'), 'ENGINE_LOST'],
    [new RangeError('Maximum call stack size exceeded'), 'ENGINE_LOST'],
    [named('InternalError'), 'ENGINE_LOST'],
    [undefined, 'ENGINE_LOST'],
  ] as const;
  for (const [error, code] of thrown) {
    const host = await hostOf(() => {
      throw error;
    });
    await expect(host.dispatch('makeSample', [])).rejects.toMatchObject({ code });
  }
});
