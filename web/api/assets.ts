// The wasm modules of the library: fetched (or given), checked and compiled once for all engines.
import { EegateError } from '../worker/error.js';

export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module;

export async function compileWasm(
  source: WasmSource | undefined,
  fileName: string,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const given = source ?? new URL(`./${fileName}`, import.meta.url);
  try {
    if (given instanceof Response) return await compileResponse(given);
    if (given instanceof ArrayBuffer || given instanceof Uint8Array)
      return await compileBytes(given, 'the bytes given');
    const url = new URL(given, import.meta.url);
    if (url.protocol === 'file:') return await compileBytes(await readLocalFile(url), url.pathname);
    return await compileResponse(await fetch(url));
  } catch (thrown) {
    throw thrown instanceof EegateError ? thrown : explained(thrown, String(given));
  }
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
  const fs = 'node:fs/promises'; // a variable, so that bundlers for the web leave it alone
  const { readFile } = (await import(fs)) as { readFile(url: URL): Promise<Uint8Array> };
  return readFile(url);
}

function notWasm(place: string, found: string): EegateError {
  return new EegateError({
    code: 'ENGINE_WASM_MISSING',
    message: 'The wasm module is not where it was looked for',
    place,
    found,
    expected: 'a WebAssembly module',
    hint: 'Serve the .wasm files beside eegate.js, or pass `wasm` and `trainingWasm` to createEngine.',
  });
}

function explained(thrown: unknown, place: string): EegateError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (/Content Security Policy|unsafe-eval|disallowed by embedder/i.test(message)) {
    const hint =
      "Add 'wasm-unsafe-eval' to script-src in the content security policy of this page.";
    return new EegateError(
      {
        code: 'ENGINE_POLICY',
        message: 'A content security policy forbids WebAssembly',
        place,
        hint,
      },
      thrown,
    );
  }
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
