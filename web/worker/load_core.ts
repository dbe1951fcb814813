// A compiled module becomes an engine, or an error says why not. The one importer of the modules' glue, which eegate.js fetches
// only where an engine runs without a worker: eegate-worker.js holds it.
import type { CoreEngine } from './core_engine.js';
import { EegateError } from './error.js';
import { explainedPolicy } from './policy.js';
import { Shortage } from './shortage.js';

/** An engine, and what it was not given. */
export interface Core {
  engine: CoreEngine;
  shortage: Shortage;
}

export async function loadCore(module: WebAssembly.Module): Promise<Core> {
  const { default: createModule } = await import('./core/glue.js').catch(notLoaded);
  const shortage = new Shortage();
  // The glue waits for `done` alone, so a failure to instantiate has to be passed around it.
  const engine = await new Promise<CoreEngine>((resolve, reject) => {
    const fail = (cause: unknown) => reject(explainedPolicy(cause) ?? notStarted(cause));
    createModule({
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

function notLoaded(cause: unknown): never {
  const error = {
    code: 'ENGINE_START',
    message: `The JavaScript of the wasm module did not load: ${String(cause)}`,
    hint: 'Check that eegate-glue.js lies beside eegate.js, or import eegate/inline, which carries it.',
  } as const;
  throw new EegateError(error, cause);
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
