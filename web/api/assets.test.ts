import { describe, expect, it, vi } from 'vitest';
import { toEegateError } from '../worker/error.js';
import { compileWasm, type AssetSource } from './assets.js';
import { createEngine } from './engine.js';

describe('the wasm module', () => {
  it('is named when something else was served in its place', async () => {
    const page = new Response('<!doctype html>', {
      status: 200,
      headers: { 'content-type': 'text/html' },
    });
    const error = toEegateError(await compileWasm(page, 'simd').catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({
      code: 'ENGINE_WASM_MISSING',
      found: expect.stringContaining('<!doctype html>'),
    });
    await expect(compileWasm(new Response('', { status: 404 }), 'simd')).rejects.toMatchObject({
      found: 'HTTP status 404',
    });
  });

  it('is taken from a response of another frame', async () => {
    const headers = new Headers();
    const foreign = { [Symbol.toStringTag]: 'Response', ok: false, status: 404, url: '', headers };
    const answer = compileWasm(foreign as unknown as Response, 'simd');
    await expect(answer).rejects.toMatchObject({ found: 'HTTP status 404' });
  });

  it('is said to be none where bytes were given that are none', async () => {
    const refused = (source: Uint8Array | undefined, name: string, assets?: AssetSource) =>
      compileWasm(source, name, assets).catch((thrown: unknown) => thrown);
    const zeros = new Uint8Array(100);
    const wrong = { code: 'ENGINE_OPTION', found: '100 bytes that begin with 0, 0, 0, 0' };
    expect(await refused(zeros, 'eegate-simd.wasm')).toMatchObject({
      ...{ ...wrong, field: 'wasm', expected: 'the bytes of eegate-simd.wasm' },
    });
    expect(await refused(zeros, 'eegate-train-simd.wasm')).toMatchObject({ field: 'trainingWasm' });
    const given = await refused(undefined, 'eegate-simd.wasm', () => zeros);
    expect(given).toMatchObject({ ...wrong, field: 'assets' });
  });

  it('that is not there is missing in Node, too, and an address of a page says what helps there', async () => {
    const refused = (given: string) =>
      compileWasm(given, 'simd').catch((thrown: unknown) => thrown);
    const missing = { code: 'ENGINE_WASM_MISSING', hint: expect.stringContaining('eegate/inline') };
    expect(await refused('nofile.wasm')).toMatchObject(missing);
    const failed = { code: 'ENGINE_WASM_FAILED', hint: expect.stringMatching(/^Import.*Next\.js/) };
    const bundled = vi.fn(() => {
      throw new TypeError('Failed to parse URL from /_next/static/media/eegate-simd.wasm');
    });
    vi.stubGlobal('fetch', bundled);
    expect(await refused('https://a.example/eegate-simd.wasm')).toMatchObject(failed);
    vi.unstubAllGlobals();
  });

  it('is no number that the option returns', async () => {
    const assets = (() => 5) as unknown as AssetSource;
    const named = { code: 'ENGINE_OPTION', field: 'assets', found: 'it returned 5' };
    await expect(compileWasm(undefined, 'simd', assets)).rejects.toMatchObject(named);
  });

  it('is not looked for where the option that finds it throws: the option is named', async () => {
    const mine = new Error('mine');
    const assets = () => {
      throw mine;
    };
    const error = await createEngine({ assets }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ENGINE_OPTION', field: 'assets', found: 'mine' });
    expect((error as Error).cause).toBe(mine);
  });
});
