import { afterEach, expect, it, vi } from 'vitest';
import { Files } from './files.js';

afterEach(() => vi.unstubAllGlobals());

/** A server that answers each request as the test says. */
function server(...answers: (() => Promise<Response>)[]) {
  vi.stubGlobal('document', { baseURI: 'http://localhost/', getElementById: () => null });
  const fetch = vi.fn(() => answers.shift()!());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const found = async () => new Response(Uint8Array.of(1, 2, 3));
const refused = async () => Promise.reject(new TypeError('Failed to fetch'));

it('a file whose request failed is requested again', async () => {
  const fetch = server(refused, found);
  const files = new Files();
  await expect(files.take('page.js')).rejects.toThrow('Failed to fetch');
  expect((await files.take('page.js')).byteLength).toBe(3);
  expect(fetch).toHaveBeenCalledTimes(2);
  await files.take('page.js'); // from the copy
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('a file that was requested early and failed is requested again when it is needed', async () => {
  const fetch = server(async () => new Response('', { status: 503 }), found);
  const files = new Files();
  await expect(files.request('page.js')).rejects.toThrow('503');
  expect((await files.take('page.js')).byteLength).toBe(3);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('two receivers of one download have bytes of their own', async () => {
  server(found);
  const files = new Files();
  const all = [files.take('page.js'), files.take('page.js')];
  for (const coming of all) {
    const bytes = await coming;
    expect(structuredClone(bytes, { transfer: [bytes] }).byteLength).toBe(3);
  }
});
