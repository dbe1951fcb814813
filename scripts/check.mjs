// npm run check: what needs no build of the core, at the same time: layers, types, eslint, format, unit tests of TypeScript.
import { cpus } from 'node:os';
import { checkLayers } from './check_layers.mjs';
import { installNodeModules } from './setup.mjs';
import { Failure, isMain, main, status } from './shared.mjs';
import { unitTests } from './test_inputs.mjs';

const steps = {
  layers: async () => (checkLayers() === 0 ? 0 : 1),
  types: () => status('tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', 'build/tsc.json']),
  eslint: () => status('eslint', ['--cache', '--cache-location', 'build/eslint/', '.']),
  format: () =>
    status('prettier', [
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-location=build/prettier.json',
      ...['web', 'e2e', 'bin', 'scripts', 'tests/**/*.ts', '*.{json,ts,js}'],
    ]),
};

/** Name of each step -> whether it passed; `unit` adds the tests of TypeScript. */
export async function check({ unit = false } = {}) {
  await installNodeModules();
  const wanted = Object.entries(steps);
  if (unit) wanted.unshift(['unit tests', () => status('vitest', ['run', ...unitTests])]);
  const results = {};
  const lane = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const [name, run] = next;
      results[name] = (await run()) === 0;
    }
  };
  await Promise.all(cpus().slice(0, 2).map(lane));
  return results;
}

if (isMain(import.meta.url)) {
  main(async () => {
    const results = await check({ unit: true });
    const failed = Object.keys(results).filter((name) => !results[name]);
    if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
    console.log(`passed: ${Object.keys(results).join(', ')}`);
  });
}
