// eegate/inline: the library with worker and wasm inside, for bundlers and hosts without separate files.
import { createEngine as create, type Engine, type EngineOptions } from '../api/index.js';
import { gunzipBase64 } from '../api/gunzip_base64.js';

export * from '../api/index.js';

/** Set by the build: gzip in base64, by file name. */
declare const EEGATE_FILES: Record<string, string> | undefined;

/**
 * As in `eegate`, but nothing is fetched.
 *
 * @throws {EegateError} As `createEngine` of `eegate`.
 */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return create({ assets: carried, ...options });
}

async function carried(fileName: string): Promise<Uint8Array | undefined> {
  const files = typeof EEGATE_FILES === 'undefined' ? {} : EEGATE_FILES;
  const packed = files[fileName];
  return packed === undefined ? undefined : gunzipBase64(packed);
}
