// node scripts/weigh_readers.mjs: what the readers of recordings add to the module eegate-relaxed.wasm, gzipped, and whether that is
// within their limits. The module is linked without them, and the difference told. npm test -- readers does the same.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { cmakeBuild } from './build.mjs';
import { setupCompilers } from './setup.mjs';
import { atRoot, isMain, main } from './shared.mjs';

const file = (name) => atRoot('build/wasm', `${name}.wasm`);
/** As `gzip -9` makes it, with which all sizes here are told. */
const gzipBytes = (name) => execFileSync('gzip', ['-9c', file(name)]).length;

/** Bytes; what is more than a module of its own would begin with is one, and the others must not grow unseen. */
const limits = { hdf5: 11_500, binary: 57_000 };

export async function weighReaders() {
  const lists = ['eegate_without_hdf5', 'eegate_text_formats_alone'];
  await cmakeBuild('wasm', 'eegate_classify_relaxed', ...lists.map((list) => `${list}_module`));
  const [all, withoutHdf5, texts] = ['eegate-relaxed', ...lists].map(gzipBytes);
  const weights = { hdf5: all - withoutHdf5, binary: withoutHdf5 - texts };
  console.log(
    `module of recordings: ${all} bytes gzipped, ${statSync(file('eegate-relaxed')).size} in all`,
  );
  for (const [name, bytes] of Object.entries(weights))
    console.log(`${name}: ${bytes} bytes gzipped, at most ${limits[name]}`);
  return Object.fromEntries(
    Object.entries(weights).map(([name, bytes]) => [
      `the readers of ${name} weigh at most ${limits[name]} bytes`,
      bytes > 0 && bytes <= limits[name],
    ]),
  );
}

if (isMain(import.meta.url))
  main(async () => {
    await setupCompilers();
    if (Object.values(await weighReaders()).includes(false)) process.exitCode = 1;
  });
