import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseBackend, supports } from './detect.js';

describe('feature detection', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('has a probe that every browser with SIMD accepts', () => {
    expect(supports('simd')).toBe(true);
  });

  it('has a well-formed probe for relaxed SIMD', () => {
    // v128.bitselect takes three vectors, too: in the place of the one relaxed instruction it must make a valid module.
    const isValid = supports('relaxed', (bytes) => {
      const at = bytes.findIndex(
        (byte, i) => byte === 0xfd && bytes[i + 1] === 0x85 && bytes[i + 2] === 0x02,
      );
      const [bitselect, nop] = [[0xfd, 0x52], 0x01];
      const copy = Uint8Array.from(bytes);
      copy.set([...bitselect, nop], at);
      return WebAssembly.validate(copy);
    });
    expect(isValid).toBe(true);
  });

  it('refuses a build that there is not, by its name', () =>
    expect(() => chooseBackend('fast' as 'simd', () => true)).toThrow(
      expect.objectContaining({ code: 'ENGINE_OPTION', found: 'fast' }),
    ));

  it('takes the relaxed build where it runs, else the plain one, and says why', () => {
    expect(chooseBackend('auto', () => true)).toMatchObject({ backend: 'relaxed' });
    const onlySimd = (bytes: Uint8Array) => bytes[10] === 0x01 && bytes[12] === 0x01;
    expect(chooseBackend('auto', onlySimd)).toMatchObject({
      backend: 'simd',
      why: expect.stringContaining('not relaxed'),
    });
  });

  it('takes the build that was asked for, if it runs', () =>
    expect(chooseBackend('simd', () => true)).toEqual({ backend: 'simd', why: 'as requested' }));

  it('asks whether there is WebAssembly only where it is to be asked', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(() => chooseBackend('auto')).toThrow(
      expect.objectContaining({ code: 'ENGINE_UNSUPPORTED' }),
    );
    expect(chooseBackend('auto', () => true).backend).toBe('relaxed');
  });

  it('refuses what does not run, by name', () => {
    expect(() => chooseBackend('relaxed', () => false)).toThrow('relaxed SIMD');
    expect(() => chooseBackend('auto', () => false)).toThrow(
      expect.objectContaining({ code: 'ENGINE_UNSUPPORTED' }),
    );
  });
});
