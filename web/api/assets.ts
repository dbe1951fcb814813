// The files of the library other than its script, by name: their addresses, bytes, and compiled wasm modules.
import { described, isBytes, tagOf } from '../worker/arguments.js';
import { checkModule } from '../worker/build_id.js';
import { EegateError } from '../worker/error.js';
import { explainedPolicy } from '../worker/policy.js';
import { addressOf, inPackage, isNode, pageAddress } from './address.js';

/** A `WebAssembly.Module`; an object where TypeScript has no types of the web. */
export type CompiledWasm =
  typeof globalThis extends Record<
    'WebAssembly',
    Record<'Module', Record<'prototype', infer Module>>
  >
    ? Module
    : object;

/** A `Worker`; an object where TypeScript has no types of the web. */
export type WebWorker =
  typeof globalThis extends Record<'Worker', Record<'prototype', infer Worker>> ? Worker : object;

/**
 * A wasm module: its address (without a scheme: relative to this script, not to the page), a `Response` of `fetch`, its bytes, or the
 * compiled module.
 */
export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | CompiledWasm;

/**
 * Finds a file of the library by its name, "eegate-worker.js" or one that ends in ".wasm": returns its address or the file itself, or
 * undefined for the file next to this script. An address without a scheme is relative to this script.
 */
export type AssetSource = (
  fileName: string,
) => WasmSource | undefined | Promise<WasmSource | undefined>;

// Literal expressions, because bundlers search for exactly this: they copy the file and insert its new address.
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

/** A call, so that bundlers do not take an address that is known only at run time for a pattern of files. */
export const scriptUrl = (): string => import.meta.url;

export function besideScript(fileName: string): URL {
  return inPackage(besideThisScript[fileName]?.() ?? new URL(`./${fileName}`, scriptUrl()));
}

/** `addressOf` for this script in this page. */
export const addressHere = (given: string | URL): string =>
  addressOf(given, scriptUrl(), pageAddress());

/** A file as it was given, from `assets`, or next to this script. */
export async function locate(
  fileName: string,
  given: WasmSource | undefined,
  assets: AssetSource | undefined,
): Promise<WasmSource> {
  return given ?? (await fromAssets(fileName, assets)) ?? besideScript(fileName);
}

export { isBytes };
export const isResponse = (given: unknown): given is Response => tagOf(given) === 'Response';
const isModule = (given: unknown): given is WebAssembly.Module =>
  tagOf(given) === 'WebAssembly.Module';

/** What `assets` says; if it throws, the option is named, with the caller's error as the cause. */
export async function fromAssets(
  fileName: string,
  assets: AssetSource | undefined,
): Promise<WasmSource | undefined> {
  try {
    const given = await assets?.(fileName);
    if (given === undefined || isWasmSource(given)) return given;
    throw Error(`it returned ${described(given)}`);
  } catch (thrown) {
    const found = thrown instanceof Error ? thrown.message : String(thrown);
    throw new EegateError(
      {
        code: 'ENGINE_OPTION',
        message: 'The function that finds files of the library failed',
        field: 'assets',
        place: fileName,
        found,
        expected: 'an address, a file, or undefined for the file next to the script',
      },
      thrown,
    );
  }
}

/** Whether this may be the file, or its address. */
export const isWasmSource = (given: unknown): given is WasmSource =>
  typeof given === 'string' ||
  /^(URL|Response|ArrayBuffer|Uint8Array|WebAssembly\.Module)$/.test(tagOf(given));

/** Set by the build: SHA-256 of each module, in hexadecimal, by file name. Nothing during development. */
declare const EEGATE_WASM_SHA256: Record<string, string> | undefined;
const digests: Readonly<Record<string, string>> =
  typeof EEGATE_WASM_SHA256 === 'undefined' ? {} : EEGATE_WASM_SHA256;

/**
 * A module that is bit-identical to that of this build: it is compiled while its digest is computed. A module that is given compiled is
 * not checked here; its build id is checked when it starts.
 */
export async function compileWasm(
  source: WasmSource | undefined,
  fileName: string,
  assets?: AssetSource,
): Promise<WebAssembly.Module> {
  let given: WasmSource = fileName;
  try {
    given = await locate(fileName, source, assets);
    if (isModule(given)) return given;
    if (isResponse(given)) return await compileResponse(given, fileName);
    if (isBytes(given)) {
      const own = fileName.startsWith('eegate-train') ? 'trainingWasm' : 'wasm';
      const option = source === undefined ? 'assets' : own;
      return await compileBytes(given, option, fileName, notOption(option, fileName));
    }
    const address = addressHere(given);
    if (address.startsWith('file:'))
      return await compileBytes(await readLocalFile(address), address, fileName);
    return await compileResponse(await fetch(address), fileName);
  } catch (thrown) {
    throw thrown instanceof EegateError ? thrown : explained(thrown, String(given));
  }
}

/** The script of a worker as text. */
export async function scriptText(source: WasmSource): Promise<string> {
  if (isBytes(source)) return new TextDecoder().decode(source);
  const response = isResponse(source) ? source : await fetch(addressHere(source as string | URL));
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  return response.text();
}

async function compileResponse(response: Response, fileName: string): Promise<WebAssembly.Module> {
  if (!response.ok) throw notWasm(response.url, `HTTP status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/wasm'))
    return compileBytes(await response.arrayBuffer(), response.url, fileName);
  const copy = fileName in digests ? response.clone() : null;
  const compiling = WebAssembly.compileStreaming(response);
  return copy ? verified(compiling, copy.arrayBuffer(), response.url, fileName) : compiling;
}

async function compileBytes(
  bytes: ArrayBuffer | Uint8Array,
  name: string,
  fileName: string,
  refuse = (found: string) => notWasm(name, found),
): Promise<WebAssembly.Module> {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const isWasm = view[0] === 0 && view[1] === 0x61 && view[2] === 0x73 && view[3] === 0x6d;
  if (!isWasm) throw refuse(beginningOf(view));
  const compiling = WebAssembly.compile(view as Uint8Array<ArrayBuffer>);
  return verified(compiling, view as Uint8Array<ArrayBuffer>, name, fileName);
}

async function verified(
  compiling: Promise<WebAssembly.Module>,
  bytes: Uint8Array<ArrayBuffer> | Promise<ArrayBuffer>,
  place: string,
  fileName: string,
): Promise<WebAssembly.Module> {
  const expected = digests[fileName];
  const { subtle } = globalThis.crypto;
  if (!expected || !subtle) return compiling; // plain http has no digests, and anybody on the way can change the script as well
  compiling.catch(() => undefined); // awaited below
  const all = await bytes;
  const digest = new Uint8Array(await subtle.digest('SHA-256', all));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found === expected) return compiling;
  const module = await compiling.catch(() => null);
  if (module) checkModule(module); // throws with both ids if it is of another build
  throw damaged(place, found, expected);
}

async function readLocalFile(address: string): Promise<Uint8Array> {
  if (!isNode()) throw new Error('a page may not read files beside it');
  return (await import('./file_on_disk.js')).wholeFile(new URL(address));
}

function beginningOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 15)).trim();
  return /^[ -~]+$/.test(text)
    ? `a file that begins with "${text}"`
    : `${bytes.length} bytes that begin with ${[...bytes.subarray(0, 4)].join(', ') || 'nothing'}`;
}

/** The bytes are there, but no module. */
const notOption = (field: string, fileName: string) => (found: string) =>
  new EegateError({
    code: 'ENGINE_OPTION',
    message: 'The bytes given are no WebAssembly module',
    field,
    found,
    expected: `the bytes of ${fileName}`,
  });

function notWasm(place: string, found: string): EegateError {
  return new EegateError({
    code: 'ENGINE_WASM_MISSING',
    message: 'The wasm module was not found',
    place,
    found,
    expected: 'a WebAssembly module',
    hint: 'Serve the .wasm files next to eegate.js, pass `wasm` and `trainingWasm` (or `assets`) to createEngine, or import eegate/inline, which carries them.',
  });
}

function damaged(place: string, found: string, expected: string): EegateError {
  return new EegateError({
    code: 'ENGINE_WASM_DAMAGED',
    message: 'The wasm module differs from the one that was built',
    place,
    found,
    expected,
    hint: 'Reload without the cache, or install the package again',
  });
}

function explained(thrown: unknown, place: string): EegateError {
  const policy = explainedPolicy(thrown, place);
  if (policy) return policy;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if ((thrown as { code?: unknown } | null)?.code === 'ENOENT') return notWasm(place, message);
  return new EegateError(
    {
      code: 'ENGINE_WASM_FAILED',
      message: `The wasm module could not be loaded: ${message}`,
      place,
      hint: isNode()
        ? 'Import eegate/inline, which carries the modules, or leave eegate out of the bundle (Next.js: serverExternalPackages).'
        : 'Check the connection to the server of this page, then reload.',
    },
    thrown,
  );
}
