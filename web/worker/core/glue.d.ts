// The JavaScript that Emscripten writes for the wasm modules, one file for all of them: glue.js, put here by the build.
// Beside it, NAME.d.ts declares what Embind exports from each module, as the C++ compiler wrote it.
import type { MainModule as Classifying } from './eegate.js';
import type { MainModule as Predicting } from './eegate-predict.js';
import type { MainModule as Training } from './eegate-train.js';

export interface GlueOptions {
  /** Is to make an instance with these imports and hand it over. */
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  /** What would go to the console. */
  printErr(text: string): void;
}

export default function createModule(
  options: GlueOptions,
): Promise<Predicting | Classifying | Training>;
