import { createHash, randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { digestOf, sha256 } from './sha256.js';

const reference = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

afterEach(() => vi.unstubAllGlobals());

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003])(
  'digests %d bytes as node:crypto does',
  async (n) => {
    const bytes = new Uint8Array(randomBytes(n));
    expect(await sha256(bytes)).toBe(reference(bytes));
    expect(Buffer.from(digestOf(bytes)).toString('hex')).toBe(reference(bytes));
    vi.stubGlobal('crypto', {}); // as on a page that came over plain http
    expect(await sha256(bytes)).toBe(reference(bytes));
  },
);
