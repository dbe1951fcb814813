// What is wrong with options of createEngine can be said before anything starts.
import { argumentError, described, optionsOf, tagOf, type Known } from '../worker/arguments.js';
import { checkBackend } from '../worker/detect.js';
import { EegateError } from '../worker/error.js';
import { isWasmSource } from './assets.js';
import type { EngineOptions } from './engine.js';

const known: Known<EngineOptions> = {
  ...{ backend: 0, workers: 0, signal: 0, recordings: 'boolean' },
  ...{ wasm: 0, trainingWasm: 0, worker: 0, assets: 0 },
};

/** @internal The options, {} for none; throws ENGINE_ARGUMENT for those that do not exist or are of a wrong type. */
export function engineOptions(given: EngineOptions | null | undefined): EngineOptions {
  const options = optionsOf(given, known);
  const { worker } = options;
  for (const name of ['wasm', 'trainingWasm'] as const)
    checkKind(options[name], name, isWasmSource(options[name]), 'bytes');
  const isWorker = typeof worker === 'string' || /URL|Function/.test(tagOf(worker));
  checkKind(worker, 'worker', isWorker, 'a function');
  return options;
}

function checkKind(given: unknown, field: string, isOne: boolean, other: string): void {
  if (given === '' || (given !== undefined && !isOne))
    throw argumentError(field, given, `an address or ${other}`);
}

/**
 * Throws ENGINE_OPTION.
 * @internal
 */
export function checkEngineOptions({ backend = 'auto', workers = 'auto', assets }: EngineOptions) {
  checkBackend(backend);
  const isNumber = Number.isInteger(workers) && Number(workers) >= 1 && Number(workers) <= 64;
  if (!isNumber && workers !== 'auto' && workers !== 'none')
    throw new EegateError({
      code: 'ENGINE_OPTION',
      message: 'The number of workers must be "auto", "none" or a whole number',
      field: 'workers',
      found: String(workers),
      expected: '1 to 64',
    });
  if (assets !== undefined && typeof assets !== 'function')
    throw new EegateError({
      code: 'ENGINE_OPTION',
      message: 'Files of the library are found by a function',
      field: 'assets',
      found: described(assets),
      expected: 'a function of the name of a file',
    });
}
