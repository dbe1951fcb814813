import { describe, expect, it } from 'vitest';
import { checkBytes, checkRecording } from './file_arguments.js';
import { modelFile } from './model_file.js';
import { sourceOf } from '../edf/source.js';
import { recordingFile } from './recording_file.js';

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
    expect(
      codeOf(() => checkRecording({ resource: { what: 'recording' } }, 'classify')),
    ).toBeNull();
    for (const given of ['a.edf', new File([], 'a.edf'), Promise.resolve(), undefined, null, 5])
      expect(codeOf(() => checkRecording(given, 'classify'))).toBe('RECORDING_SOURCE');
    expect(() => checkRecording({ resource: { what: 'model' } }, 'classify')).toThrow(
      expect.objectContaining({ found: 'a model' }),
    );
    expect(() => checkRecording('a.edf', 'classify')).toThrow(
      expect.objectContaining({ found: '"a.edf"', hint: expect.stringContaining('openRecording') }),
    );
  });

  it('is those bytes alone if it is a view of more, as Buffers of Node are', async () => {
    const whole = Buffer.from([9, 9, 1, 2, 3, 9]);
    const view = whole.subarray(2, 5);
    const { source } = await recordingFile(view, true);
    const { bytes } = await modelFile(view);
    view[0] = 7; // both are copies
    for (const copy of [source as ArrayBuffer, bytes])
      expect(new Uint8Array(copy)).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('is read where it is of another frame, or has no tag, and keeps its name', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const parts = {
      size: 3,
      slice: () => new Blob([bytes]),
      arrayBuffer: async () => bytes.buffer,
    };
    const foreign = { ...parts, name: 'a.edf', [Symbol.toStringTag]: 'File' };
    const untagged = new Blob([bytes]);
    Object.defineProperty(untagged, Symbol.toStringTag, { value: 'Object' });
    for (const file of [foreign as unknown as File, untagged]) {
      const name = file === untagged ? undefined : 'a.edf';
      const model = await modelFile(file);
      expect(model).toEqual({ bytes: bytes.buffer, name });
      expect(model.bytes).not.toBe(bytes.buffer);
      const recording = await recordingFile(file, true);
      expect(recording).toMatchObject({ source: bytes.buffer, name: name ?? 'recording' });
      expect((await recordingFile(file, false)).source).toBe(file);
      expect(await sourceOf(file).read(0, 3)).toEqual(bytes);
    }
  });

  it('is refused without its bytes', async () => {
    const given = new Uint8Array(3);
    structuredClone(given.buffer, { transfer: [given.buffer] });
    for (const one of [given, given.buffer]) {
      const found = expect.stringContaining('transferred') as string;
      const refused = (code: string) => ({ code, found });
      await expect(recordingFile(one, true)).rejects.toMatchObject(refused('RECORDING_SOURCE'));
      await expect(recordingFile(one, false)).rejects.toMatchObject(refused('RECORDING_SOURCE'));
      await expect(modelFile(one)).rejects.toMatchObject(refused('MODEL_SOURCE'));
    }
  });
});
