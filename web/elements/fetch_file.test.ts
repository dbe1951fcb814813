import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile } from './fetch_file.js';

afterEach(() => void vi.unstubAllGlobals());

it('what another origin must allow is said only where it may be the reason', async () => {
  const hintOf = async (address: string) => {
    const failed: unknown = await fetchFile(address, 'https://own.example/').catch((one) => one);
    return (failed as { hint: string }).hint;
  };
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  expect(await hintOf('a.md')).toBe('Check the address.');
  expect(await hintOf('https://other.example/a.md')).toBe('Check the address.'); // it answered
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await hintOf('a.md')).toBe('Check the address.');
  expect(await hintOf('https://other.example/a.md')).toContain('Access-Control-Allow-Origin');
});
