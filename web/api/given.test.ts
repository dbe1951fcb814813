import { describe, expect, it } from 'vitest';
import { checkBytes, checkDownloaded } from './given.js';

const codeOf = (body: () => void): unknown => {
  try {
    body();
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
  return null;
};
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

describe('what is handed over', () => {
  it('is bytes in any of their shapes', () => {
    for (const given of [new Blob([]), new File([], 'a'), new ArrayBuffer(1), new Uint8Array(1)])
      for (const kind of ['model', 'recording'] as const)
        expect(codeOf(() => checkBytes(given, kind))).toBeNull();
  });

  it('is refused by its name where it is none: a path, an address, an answer of fetch, nothing', () => {
    const wrong = [
      'eyes',
      new URL('https://eegate.example/a'),
      new Response(''),
      5,
      null,
      undefined,
    ];
    for (const given of [...wrong, {}, [1, 2], new Float32Array(2)]) {
      expect(codeOf(() => checkBytes(given, 'model'))).toBe('MODEL_SOURCE');
      expect(codeOf(() => checkBytes(given, 'recording'))).toBe('RECORDING_SOURCE');
    }
    expect(() => checkBytes(new Response(''), 'model')).toThrow(
      expect.objectContaining({ found: 'Response', hint: expect.stringContaining('.blob()') }),
    );
  });

  it('is no model where a page or a pointer came in its place', () => {
    for (const page of ['<!DOCTYPE html><title>404</title>', '\n <html>', '<head>'])
      expect(codeOf(() => checkDownloaded(bytes(page)))).toBe('FORMAT_HTML');
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n';
    expect(codeOf(() => checkDownloaded(bytes(pointer)))).toBe('FORMAT_LFS_POINTER');
    for (const other of ['', '{"__metadata__":{}}', 'version 1'])
      expect(codeOf(() => checkDownloaded(bytes(other)))).toBeNull();
  });
});
