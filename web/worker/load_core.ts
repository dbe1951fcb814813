// Instantiates a compiled module.
import type createModule from './core/glue.js';
import type { CoreEngine } from './core_engine.js';
import { EegateError } from './error.js';
import { explainedPolicy } from './policy.js';
import { MemoryShortage } from './memory_shortage.js';

/** An engine, with the detector of memory shortage. */
export interface Core {
  engine: CoreEngine;
  shortage: MemoryShortage;
}

/** What `./core/glue.js` exports. */
export type Glue = typeof createModule;

export async function loadCore(module: WebAssembly.Module, glue: Glue): Promise<Core> {
  const shortage = new MemoryShortage();
  // The glue only waits for `done`, so a failure to instantiate has to bypass it.
  const engine = await new Promise<CoreEngine>((resolve, reject) => {
    const fail = (cause: unknown) => reject(explainedPolicy(cause) ?? notStarted(cause));
    glue({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            shortage.watch(instance.exports['memory'] as WebAssembly.Memory);
            done(instance);
          })
          .catch(fail);
        return {};
      },
      printErr: () => undefined, // what stops the engine is also thrown
    }).then(resolve, fail);
  });
  return { engine, shortage };
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
