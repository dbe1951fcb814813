// A module that is not the one that was built does not start, in Node through the package's own interface. Skipped until the site
// is built. e2e/library/modules.spec.ts does the same in a browser.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

type Library = typeof import('../../web/api/index.js');

const nFlips = 16;
const isRefused = /^ENGINE_(WASM_DAMAGED|WASM_MISSING|VERSION)$/; // the magic number and the id of the build have words of their own

describe.skipIf(!existsSync('dist/eegate.js'))('a module', () => {
  let library: Library;
  beforeAll(async () => {
    const address = pathToFileURL('dist/eegate.js').href;
    library = (await import(/* @vite-ignore */ address)) as Library;
  });

  /** What happens to an engine whose file of that name has these bytes. */
  async function outcome(name: string, bytes: Uint8Array): Promise<string> {
    const recordings = name !== 'eegate-predict';
    const assets = (asked: string) => (asked === `${name}-simd.wasm` ? bytes : undefined);
    try {
      const engine = await library.createEngine({ backend: 'simd', recordings, assets });
      if (name === 'eegate-train') await engine.prepareTraining();
      await engine.close();
      return 'started';
    } catch (thrown) {
      return (thrown as { code: string }).code;
    }
  }

  const names = ['eegate-predict', 'eegate', 'eegate-train'];
  it.each(names)(
    'starts as it was built, and with no bit flipped: %s',
    async (name) => {
      const wasm = new Uint8Array(readFileSync(`dist/${name}-simd.wasm`));
      expect(await outcome(name, wasm)).toBe('started');
      for (let i = 0; i < nFlips; i++) {
        const at = Math.floor((wasm.length * (i + 0.5)) / nFlips);
        const flipped = wasm.slice();
        flipped[at]! ^= 1 << (i % 8);
        expect(await outcome(name, flipped), `byte ${at}`).toMatch(isRefused);
      }
      expect(await outcome(name, wasm.slice(0, -1))).toMatch(isRefused);
      const longer = new Uint8Array([...wasm, 0, 2, 1, 97]); // one more section, of no content
      expect(await outcome(name, longer)).toBe('ENGINE_WASM_DAMAGED');
    },
    120_000,
  );

  it('says which digest was found, and which is expected', async () => {
    const wasm = new Uint8Array(readFileSync('dist/eegate-simd.wasm'));
    wasm[wasm.length >> 1]! ^= 4;
    const options = { backend: 'simd', wasm } as const;
    const error = await library.createEngine(options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'EegateError',
      code: 'ENGINE_WASM_DAMAGED',
      found: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      expected: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });
});
