// npm run build:bench: dist/bench/, one folder with bench/slot.mjs as its index.mjs, the library inside, and what that fetches.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { atRoot, filesBelow, isMain, main } from './shared.mjs';

export async function buildBench() {
  await build();
  rmSync(atRoot('dist/bench'), { recursive: true, force: true });
  mkdirSync(atRoot('dist/bench'), { recursive: true });
  const fetched = filesBelow('dist', (file) =>
    /^dist\/eegate[^/]*(-worker\.js|\.wasm)$/.test(file),
  );
  for (const file of fetched) copyFileSync(atRoot(file), atRoot('dist/bench', file.slice(5)));
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: atRoot(),
    entryPoints: ['bench/slot.mjs'],
    plugins: [builtLibrary],
    outfile: 'dist/bench/index.mjs',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    external: ['module', 'node:*', './eegate-worker.js*'],
    logLevel: 'warning',
  });
}

const builtLibrary = {
  name: 'built-library',
  setup: (build) =>
    build.onResolve({ filter: /^\.\/eegate\.js$/ }, () => ({ path: atRoot('dist/eegate.js') })),
};

if (isMain(import.meta.url)) main(buildBench);
