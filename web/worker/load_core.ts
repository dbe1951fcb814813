// A compiled module becomes an engine, or an error says why not.
import type createModule from './core/glue.js';
import type { CoreEngine } from './core_engine.js';
import { EegateError } from './error.js';
import { explainedPolicy } from './policy.js';
import { MemoryShortage } from './memory_shortage.js';

/** An engine, and what it was not given. */
export interface Core {
  engine: CoreEngine;
  shortage: MemoryShortage;
}

/** What `./core/glue.js` exports. */
export type Glue = typeof createModule;

export async function loadCore(module: WebAssembly.Module, glue: Glue): Promise<Core> {
  const shortage = new MemoryShortage();
  // The glue waits for `done` alone, so a failure to instantiate has to be passed around it.
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
      printErr: () => undefined, // what stops the engine is thrown, too
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
