// npm run build:bench: dist/bench/, one folder with the library and bench/slot.mjs as its index.mjs.
import { copyFileSync, mkdirSync } from 'node:fs';
import { build } from './build.mjs';
import { atRoot, filesBelow, isMain, main } from './shared.mjs';

export async function buildBench() {
  await build();
  mkdirSync(atRoot('dist/bench'), { recursive: true });
  const library = filesBelow('dist', (file) => /^dist\/eegate[^/]*\.(js|wasm)$/.test(file));
  for (const file of library) copyFileSync(atRoot(file), atRoot('dist/bench', file.slice(5)));
  copyFileSync(atRoot('bench/slot.mjs'), atRoot('dist/bench/index.mjs'));
}

if (isMain(import.meta.url)) main(buildBench);
