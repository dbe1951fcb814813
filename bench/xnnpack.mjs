// npm run bench:xnnpack: our matrix product beside XNNPACK's on the layers of the models, taking turns in one run, natively and in
// Chromium -> bench/results/xnnpack.md. Needs Debian's libxnnpack-dev and libpthreadpool-dev, and for WebAssembly the sources
// that `bash scripts/setup-debian.sh xnnpack TOOLS` unpacks.
import { atRoot, main } from '../scripts/shared.mjs';
import { buildBenchmark, machine, printedBy, printedInPage, writeResults } from './shared.mjs';

const name = 'eegate_bench_xnnpack';

/** Null where the preset cannot be built: the other one still tells something. */
async function tried(preset, name, read) {
  try {
    await buildBenchmark(preset, name);
  } catch (error) {
    console.error(`${preset}: ${error.message}`);
    return null;
  }
  return read();
}

main(async () => {
  const native = await tried('native-xnnpack', name, () =>
    printedBy(atRoot('build/native-xnnpack', name)),
  );
  const page = await tried('wasm-xnnpack', `${name}_relaxed`, () =>
    printedInPage('wasm-xnnpack', `${name}_relaxed`),
  );
  const text = [
    '# Matrix products of eegate and XNNPACK',
    '',
    `One thread; ${machine()}. Made by \`npm run bench:xnnpack\`. GFLOP/s of the fastest of 21 turns of a few milliseconds each, with the`,
    'share of what multiply-add in registers alone reached in the same program; "ours" is eegate; "ours faster by" is the median over the turns.',
    ...(native ? ['', '## Natively', '', native.trim()] : []),
    ...(page ? ['', `## Chromium ${page.version}, relaxed SIMD`, '', page.text.trim()] : []),
    '',
  ].join('\n');
  console.log(text);
  writeResults('xnnpack.md', text);
});
