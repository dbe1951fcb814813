// npm run bench:covariances: classifiers of covariances, natively and in Chromium -> bench/results/covariances.md
import { atRoot, main } from '../scripts/shared.mjs';
import { setupCompilers } from '../scripts/setup.mjs';
import {
  buildBenchmark,
  jsonLines,
  machine,
  printedBy,
  printedInPage,
  table,
  writeResults,
} from './shared.mjs';

main(async () => {
  await setupCompilers();
  await buildBenchmark('native-release', 'eegate_bench_covariances');
  const builds = ['relaxed', 'simd'];
  await buildBenchmark('wasm', ...builds.map((build) => `eegate_bench_covariances_${build}`));
  const columns = [jsonLines(printedBy(atRoot('build/native-release/eegate_bench_covariances')))];
  let version = '';
  for (const build of builds) {
    const printed = await printedInPage('wasm', `eegate_bench_covariances_${build}`);
    columns.push(jsonLines(printed.text));
    version = printed.version;
  }
  const figure = (ms) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
  const rows = columns[0].map(({ name }, i) => [
    name,
    ...columns.map((column) => figure(column[i].ms)),
  ]);
  const text = [
    '# Classifiers of covariances',
    '',
    `90 trials of 64 channels, 3 s at 160 Hz, made up; one thread; ${machine()}; Chromium ${version}. Made by \`npm run bench:covariances\`.`,
    'Milliseconds, the fastest of several.',
    '',
    table(['', 'native', 'Chromium, relaxed SIMD', 'Chromium, plain SIMD'], rows),
    '',
  ].join('\n');
  console.log(text);
  writeResults('covariances.md', text);
});
