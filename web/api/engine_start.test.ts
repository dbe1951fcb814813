import { afterEach, expect, it, vi } from 'vitest';
import type { AssetSource } from './assets.js';
import { startMethods } from './engine_start.js';

afterEach(() => vi.unstubAllGlobals());

it.each<[string, ReturnType<AssetSource>, string[]]>([
  ['an address of this origin', 'https://a.example/w.js', ['worker', 'blob', 'page']],
  ['an address of another', 'https://b.example/w.js', ['blob', 'worker', 'page']],
  ['bytes', new Uint8Array(3), ['blob', 'worker', 'page']],
])('a worker whose script is given as %s is started in this order', async (_, found, places) => {
  vi.stubGlobal('origin', 'https://a.example');
  const methods = await startMethods(1, 'simd', { assets: () => found });
  expect(methods.map(({ place }) => place)).toEqual(places);
});

it('the address of a worker is of an own policy where a page demands one, and as it is where that is refused', async () => {
  const started: unknown[] = [];
  const Worker = function (address: unknown) {
    started.push(address);
    throw new Error('none');
  };
  const createScriptURL = (address: string) => ({ trusted: address });
  const createPolicy = vi.fn(() => ({ createScriptURL }));
  vi.stubGlobal('Worker', Worker);
  vi.stubGlobal('origin', 'https://a.example');
  const worker = 'https://a.example/w.js';
  const start = async () => {
    const [method] = await startMethods(1, 'simd', { worker });
    const module = () => Promise.reject(new Error('none'));
    await method!
      .connectTo(module)(() => undefined)
      .catch(() => undefined);
  };
  vi.stubGlobal('trustedTypes', {
    createPolicy() {
      throw new TypeError('disallowed');
    },
  });
  await start();
  vi.stubGlobal('trustedTypes', { createPolicy });
  await start();
  await start(); // the policy is made once: pages may forbid another of its name
  expect(started).toEqual([worker, { trusted: worker }, { trusted: worker }]);
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('eegate', expect.anything());
});
