// The build id, set by the build in page, library, worker and wasm module, which must all be of the same build.
import { EegateError } from './error.js';

declare const EEGATE_BUILD_ID: string | undefined;
export const buildId: string =
  typeof EEGATE_BUILD_ID === 'undefined' ? 'development' : EEGATE_BUILD_ID;

/** The build writes its id into a custom section of the wasm modules. */
const section = 'eegate.build';

export function buildIdOf(module: WebAssembly.Module): string {
  const [bytes] = WebAssembly.Module.customSections(module, section);
  return bytes ? new TextDecoder().decode(bytes) : 'unknown';
}

/** Throws unless a compiled module is of this build. */
export function checkModule(module: WebAssembly.Module): void {
  const found = buildIdOf(module);
  if (found !== buildId) throw otherBuild('engine', buildId, 'wasm module', found);
}

export function otherBuild(
  one: string,
  oneId: string,
  other: string,
  otherId: string,
): EegateError {
  return new EegateError({
    code: 'ENGINE_VERSION',
    message: `The ${one} is of build ${oneId}, but the ${other} is of build ${otherId}`,
    field: 'build',
    found: otherId,
    expected: oneId,
    hint: 'Reload the page without its cache, or install the package again, so that all parts come from one build.',
  });
}
