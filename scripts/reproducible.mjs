// npm test -- reproducible: builds the wasm modules and the native command twice, in folders of different names and lengths, and compares
// every file that is published, to the byte. Nothing of a build may depend on where or when it runs.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atRoot, isMain, main, run, sha256 } from './shared.mjs';

const inputs = [
  ...['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'src', 'bindings', 'package.json'],
  ...['.eegate-tools.json'],
];
const folders = ['a', 'a-folder-of-another-name/and-deeper'].map((name) =>
  atRoot('build/reproducible', name),
);
const builds = [
  { preset: 'wasm', target: 'eegate_wasm', isResult: (name) => /\.(wasm|mjs|d\.ts)$/.test(name) },
  { preset: 'native-release', target: 'eegate', isResult: (name) => name === 'eegate' },
];

/** By name, whether both builds came to the same bytes. `only`: names of presets. */
export async function compareBuilds(only = builds.map(({ preset }) => preset)) {
  const results = {};
  for (const { preset, target, isResult } of builds.filter((one) => only.includes(one.preset))) {
    const digests = [];
    for (const folder of folders) {
      await buildIn(folder, preset, target);
      digests.push(digestsOf(join(folder, 'build', preset), isResult));
    }
    Object.assign(results, compared(...digests));
  }
  return results;
}

async function buildIn(folder, preset, target) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of inputs)
    if (existsSync(atRoot(name))) cpSync(atRoot(name), join(folder, name), { recursive: true });
  const to = join(folder, 'build', preset);
  const env = { CCACHE_DISABLE: '1' }; // what another build compiled would prove nothing
  const configure = ['--preset', preset, '-S', folder, '-B', to, '-DEEGATE_TESTS=OFF'];
  await run('cmake', [...configure, '--log-level=WARNING'], { env, quiet: true });
  await run('cmake', ['--build', to, '--target', target], { env });
}

function digestsOf(folder, isResult) {
  const names = readdirSync(folder).filter(isResult).sort();
  const digest = (name) => sha256(readFileSync(join(folder, name)));
  return Object.fromEntries(names.map((name) => [name, digest(name)]));
}

/** A file that one of the builds lacks differs, too; no file at all is a failure. */
export function compared(one, other) {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  if (names.length === 0) return { 'a file was built': false };
  for (const name of names) console.log(`${name}: ${one[name]} ${other[name]}`);
  return Object.fromEntries(
    names.map((name) => [
      `${name} is the same`,
      one[name] !== undefined && one[name] === other[name],
    ]),
  );
}

if (isMain(import.meta.url))
  main(async () => {
    const presets = process.argv.slice(2);
    const results = await compareBuilds(...(presets.length ? [presets] : []));
    process.exitCode = Object.values(results).every(Boolean) ? 0 : 1;
  });
