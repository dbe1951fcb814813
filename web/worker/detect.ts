// Which build of the wasm module this browser or Node can run: two tiny modules are validated, nothing is executed.
import { EegateError } from './error.js';

/** Build of the wasm modules: with SIMD, or with relaxed SIMD, which is faster. */
export type Backend = 'simd' | 'relaxed';
export interface Choice {
  backend: Backend;
  why: string;
}

const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** (func (param i32) (result v128) (i32x4.splat (local.get 0))) */
const simdProbe = new Uint8Array([
  ...magic,
  ...[0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7b], // type
  ...[0x03, 0x02, 0x01, 0x00], // function
  ...[0x0a, 0x08, 0x01, 0x06, 0x00, 0x20, 0x00, 0xfd, 0x11, 0x0b], // code
]);

/** (func (param v128 v128 v128) (result v128) (f32x4.relaxed_madd (local.get 0) (local.get 1) (local.get 2))) */
const relaxedProbe = new Uint8Array([
  ...magic,
  ...[0x01, 0x08, 0x01, 0x60, 0x03, 0x7b, 0x7b, 0x7b, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfd, 0x85, 0x02, 0x0b],
]);

type Validate = (bytes: Uint8Array<ArrayBuffer>) => boolean;

export function supports(backend: Backend, validate: Validate = WebAssembly.validate): boolean {
  return validate(backend === 'simd' ? simdProbe : relaxedProbe);
}

export function chooseBackend(wanted: 'auto' | Backend, validate?: Validate): Choice {
  if (!validate && typeof WebAssembly === 'undefined') {
    throw unsupported('There is no WebAssembly here, or a policy disables it');
  }
  if (wanted !== 'auto') {
    checkBackend(wanted);
    if (!supports(wanted, validate))
      throw unsupported(`WebAssembly ${names[wanted]} is not supported here`);
    return { backend: wanted, why: 'as requested' };
  }
  if (supports('relaxed', validate))
    return { backend: 'relaxed', why: 'relaxed SIMD is supported, the faster build' };
  if (supports('simd', validate))
    return { backend: 'simd', why: 'SIMD is supported, but not relaxed SIMD' };
  throw unsupported(`WebAssembly ${names.simd} is not supported here`);
}

/** Throws for a name that no build has. */
export function checkBackend(wanted: 'auto' | Backend): void {
  if (wanted !== 'auto' && !Object.hasOwn(names, wanted)) throw unknownBackend(wanted);
}

const names: Record<Backend, string> = { simd: 'SIMD', relaxed: 'relaxed SIMD' };

function unknownBackend(wanted: unknown): EegateError {
  return new EegateError({
    code: 'ENGINE_OPTION',
    message: 'There is no such build of the wasm module',
    field: 'backend',
    found: String(wanted),
    expected: '"auto", "simd" or "relaxed"',
  });
}

function unsupported(message: string): EegateError {
  const hint =
    'Use a current Chromium, Firefox or Safari, and check that no policy blocks WebAssembly.';
  return new EegateError({ code: 'ENGINE_UNSUPPORTED', message, hint });
}
