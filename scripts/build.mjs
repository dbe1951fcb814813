// npm run build: the wasm modules, then the whole static site in dist/.
import { existsSync } from 'node:fs';
import { buildWeb } from './build-web.mjs';
import { installNodeModules, setupCompilers } from './setup.mjs';
import { atRoot, isMain, main, run } from './shared.mjs';

/** Builds one CMake preset. Ninja itself configures again when a CMake file or a list of sources changed. */
export async function cmakeBuild(preset, ...targets) {
  if (!existsSync(atRoot('build', preset, 'build.ninja'))) {
    await run('cmake', ['--preset', preset, '--log-level=WARNING'], { quiet: true });
  }
  const chosen = targets.flatMap((target) => ['--target', target]);
  await run('cmake', ['--build', '--preset', preset, ...chosen]);
}

export async function build() {
  const packages = installNodeModules(); // while compilers are fetched and compile
  packages.catch(() => undefined); // awaited below
  await setupCompilers();
  await cmakeBuild('wasm', 'eegate_wasm');
  await packages;
  await buildWeb();
}

if (isMain(import.meta.url)) main(build);
