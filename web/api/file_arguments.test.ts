import { describe, expect, it } from 'vitest';
import { checkBytes, checkRecording } from './file_arguments.js';

const codeOf = (body: () => void): unknown => {
  try {
    body();
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
  return null;
};

describe('what is handed over', () => {
  it('is bytes in any of their shapes', () => {
    for (const given of [new Blob([]), new File([], 'a'), new ArrayBuffer(1), new Uint8Array(1)])
      for (const kind of ['model', 'recording'] as const)
        expect(codeOf(() => checkBytes(given, kind))).toBeNull();
  });

  it('is refused by its name where it is none: a path, an address, an answer of fetch, nothing', () => {
    const wrong = ['eyes', new URL('https://host.test/a'), new Response(''), 5, null, undefined];
    for (const given of [...wrong, {}, [1, 2], new Float32Array(2)]) {
      expect(codeOf(() => checkBytes(given, 'model'))).toBe('MODEL_SOURCE');
      expect(codeOf(() => checkBytes(given, 'recording'))).toBe('RECORDING_SOURCE');
    }
    expect(() => checkBytes(new Response(''), 'model')).toThrow(
      expect.objectContaining({ found: 'Response', hint: expect.stringContaining('.blob()') }),
    );
  });

  it('is an open recording where one is needed', () => {
    expect(codeOf(() => checkRecording({ info: { id: 0 }, resource: {} }, 'classify'))).toBeNull();
    for (const given of ['a.edf', new File([], 'a.edf'), Promise.resolve(), undefined, null, 5])
      expect(codeOf(() => checkRecording(given, 'classify'))).toBe('RECORDING_SOURCE');
    expect(() => checkRecording('a.edf', 'classify')).toThrow(
      expect.objectContaining({ found: '"a.edf"', hint: expect.stringContaining('openRecording') }),
    );
  });
});
