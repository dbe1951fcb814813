// Errors about a content security policy, with the directive that is needed.
import { EegateError } from './error.js';

/** Messages of Chromium, Firefox and WebKit about a policy that forbids WebAssembly. */
const forbidsWasm =
  /Content[ -]Security[ -]Policy|unsafe-eval|wasm-eval|disallowed by embedder|blocked by CSP|WebAssembly.*disabled/i;

export function explainedPolicy(thrown: unknown, place = ''): EegateError | null {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!forbidsWasm.test(message)) return null;
  return new EegateError(
    {
      code: 'ENGINE_POLICY',
      message: 'A content security policy forbids WebAssembly',
      field: 'script-src',
      place,
      expected: "script-src with 'wasm-unsafe-eval'",
      hint: "Add 'wasm-unsafe-eval' to script-src in the content security policy of this page.",
    },
    thrown,
  );
}
