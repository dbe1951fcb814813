import { describe, expect, it } from 'vitest';
import { toEegateError } from '../worker/error.js';
import { compileWasm } from './assets.js';

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
});
