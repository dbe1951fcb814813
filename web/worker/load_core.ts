// The one importer of the wasm module's glue: a compiled module becomes an engine.
import type { Backend } from './detect.js';
import { EegateError } from './error.js';
import { explainedPolicy } from './policy.js';
import type { CoreEngine } from './protocol.js';

interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
}
export type CreateModule = (options: GlueOptions) => Promise<{ Engine: new () => CoreEngine }>;

const glue: Record<Backend, () => Promise<{ default: CreateModule }>> = {
  simd: () => import('../../build/wasm-simd/eegate-simd.mjs'),
  relaxed: () => import('../../build/wasm-relaxed/eegate-relaxed.mjs'),
};

export async function loadCore({
  module,
  backend,
}: {
  module: WebAssembly.Module;
  backend: Backend;
}): Promise<CoreEngine> {
  const { default: createModule } = await glue[backend]();
  // The glue waits for `done` alone, so a failure to instantiate has to be passed around it.
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(explainedPolicy(cause) ?? notStarted(cause));
    createModule({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done, fail);
        return {};
      },
    }).then(({ Engine }) => resolve(new Engine()), fail);
  });
}

function notStarted(cause: unknown): EegateError {
  return new EegateError(
    {
      code: 'ENGINE_START',
      message: `The wasm module did not start: ${String(cause)}`,
      hint: 'Reload the page. If the message speaks of memory, close other tabs first.',
    },
    cause,
  );
}
