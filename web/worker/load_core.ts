// A compiled module becomes an engine, or an error says why not.
import { startCore } from './core_module.js';
import { EegateError } from './error.js';
import { explainedPolicy } from './policy.js';
import type { CoreEngine } from './protocol.js';
import { Shortage } from './shortage.js';

/** An engine, and what it was not given. */
export interface Core {
  engine: CoreEngine;
  shortage: Shortage;
}

export async function loadCore(module: WebAssembly.Module): Promise<Core> {
  const shortage = new Shortage();
  try {
    return { engine: await startCore(module, (memory) => shortage.watch(memory)), shortage };
  } catch (cause) {
    throw explainedPolicy(cause) ?? notStarted(cause);
  }
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
