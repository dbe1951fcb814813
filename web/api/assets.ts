// The files of the library besides its script, asked for by name: where they lie, their bytes, and compiled modules of wasm.
import { EegateError } from '../worker/error.js';
import { explainedPolicy } from '../worker/policy.js';

export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module;

/**
 * Where a file of the library is to be had, or the file itself; asked by name: eegate-worker.js, or one that ends in .wasm.
 * Nothing: beside this script.
 */
export type AssetSource = (
  fileName: string,
) => WasmSource | undefined | Promise<WasmSource | undefined>;

// Spelt out one by one, because bundlers look for exactly this: they copy the file and put its new address here.
declare const EEGATE_HAS_FILES_BESIDE: boolean | undefined; // set by the build; false where they are inside
const hasFilesBeside = typeof EEGATE_HAS_FILES_BESIDE === 'undefined' || EEGATE_HAS_FILES_BESIDE;
const besideThisScript: Record<string, () => URL> = !hasFilesBeside
  ? {}
  : {
      'eegate-worker.js': () => new URL('./eegate-worker.js', import.meta.url),
      'eegate-simd.wasm': () => new URL('./eegate-simd.wasm', import.meta.url),
      'eegate-relaxed.wasm': () => new URL('./eegate-relaxed.wasm', import.meta.url),
      'eegate-predict-simd.wasm': () => new URL('./eegate-predict-simd.wasm', import.meta.url),
      'eegate-predict-relaxed.wasm': () =>
        new URL('./eegate-predict-relaxed.wasm', import.meta.url),
      'eegate-train-simd.wasm': () => new URL('./eegate-train-simd.wasm', import.meta.url),
      'eegate-train-relaxed.wasm': () => new URL('./eegate-train-relaxed.wasm', import.meta.url),
    };

/** A call, so that bundlers do not take what is known only at run time for a pattern of files. */
export const scriptUrl = (): string => import.meta.url;

export function besideScript(fileName: string): URL {
  return besideThisScript[fileName]?.() ?? new URL(`./${fileName}`, scriptUrl());
}

/** What was given for a file, as an address or as bytes. */
export async function locate(
  fileName: string,
  given: WasmSource | undefined,
  assets: AssetSource | undefined,
): Promise<WasmSource> {
  return given ?? (await assets?.(fileName)) ?? besideScript(fileName);
}

export async function compileWasm(
  source: WasmSource | undefined,
  fileName: string,
  assets?: AssetSource,
): Promise<WebAssembly.Module> {
  const given = await locate(fileName, source, assets);
  if (given instanceof WebAssembly.Module) return given;
  try {
    if (given instanceof Response) return await compileResponse(given);
    if (given instanceof ArrayBuffer || given instanceof Uint8Array)
      return await compileBytes(given, 'the bytes given');
    const url = new URL(given, scriptUrl());
    if (url.protocol === 'file:') return await compileBytes(await readLocalFile(url), url.pathname);
    return await compileResponse(await fetch(url));
  } catch (thrown) {
    throw thrown instanceof EegateError ? thrown : explained(thrown, String(given));
  }
}

/** The script of a worker as text. */
export async function scriptText(source: WasmSource): Promise<string> {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array)
    return new TextDecoder().decode(source);
  const response =
    source instanceof Response ? source : await fetch(new URL(String(source), scriptUrl()));
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  return response.text();
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw notWasm(response.url, `HTTP status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return compileBytes(await response.arrayBuffer(), response.url);
}

async function compileBytes(
  bytes: ArrayBuffer | Uint8Array,
  name: string,
): Promise<WebAssembly.Module> {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const isWasm = view[0] === 0 && view[1] === 0x61 && view[2] === 0x73 && view[3] === 0x6d;
  if (!isWasm)
    throw notWasm(
      name,
      `a file that begins with "${new TextDecoder().decode(view.subarray(0, 15)).trim()}"`,
    );
  return WebAssembly.compile(view as Uint8Array<ArrayBuffer>);
}

async function readLocalFile(url: URL): Promise<Uint8Array> {
  if (typeof process === 'undefined') throw new Error('a page may not read files beside it');
  const fs = 'node:fs/promises'; // a variable, so that bundlers for the web leave it alone
  const { readFile } = (await import(fs)) as {
    readFile(url: URL): Promise<Uint8Array>;
  };
  return readFile(url);
}

function notWasm(place: string, found: string): EegateError {
  return new EegateError({
    code: 'ENGINE_WASM_MISSING',
    message: 'The wasm module is not where it was looked for',
    place,
    found,
    expected: 'a WebAssembly module',
    hint: 'Serve the .wasm files beside eegate.js, pass `wasm` and `trainingWasm` (or `assets`) to createEngine, or import eegate/inline, which carries them.',
  });
}

function explained(thrown: unknown, place: string): EegateError {
  const policy = explainedPolicy(thrown, place);
  if (policy) return policy;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new EegateError(
    {
      code: 'ENGINE_WASM_FAILED',
      message: `The wasm module could not be loaded: ${message}`,
      place,
      hint: 'Check the connection to the server of this page, then reload.',
    },
    thrown,
  );
}
