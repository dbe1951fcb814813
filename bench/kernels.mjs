// npm run bench:kernels: every kernel natively, on each instruction set of this machine, and in Chromium -> bench/results/kernels.md
import { atRoot, main } from '../scripts/shared.mjs';
import {
  buildBenchmark,
  jsonLines,
  machine,
  printedBy,
  printedInPage,
  table,
  writeResults,
} from './shared.mjs';

const targets = ['avx3', 'avx2', 'sse2'];

/** { limit, rates: Map of name -> 10^9 a second }, or null where the machine has no such instructions. */
function native(target) {
  try {
    const args = [`--target=${target}`, '--benchmark_format=json', '--benchmark_min_time=0.2'];
    const { context, benchmarks } = JSON.parse(
      printedBy(atRoot('build/native-release/eegate_bench_kernels'), args),
    );
    const rates = new Map(benchmarks.map(({ name, Gflops, Gvalues }) => [name, Gflops ?? Gvalues]));
    return { title: `native ${target}`, limit: Number(context.limit_gflops), rates };
  } catch {
    return null;
  }
}

async function inPage(build) {
  const { text, version } = await printedInPage('wasm', `eegate_bench_kernels_${build}`);
  const [limit, ...kernels] = jsonLines(text);
  const rates = new Map(kernels.map(({ name, rate }) => [name, rate]));
  return { title: `Chromium, ${build} SIMD`, limit: limit.rate, rates, version };
}

main(async () => {
  await buildBenchmark('native-release', 'eegate_bench_kernels');
  await buildBenchmark('wasm', 'eegate_bench_kernels_simd', 'eegate_bench_kernels_relaxed');
  const columns = [...targets.map(native).filter(Boolean)];
  for (const build of ['relaxed', 'simd']) columns.push(await inPage(build));
  const counts = (name) => /^(product|attention)/.test(name);
  const cell = (name, { limit, rates }) => {
    const rate = rates.get(name);
    return counts(name)
      ? `${rate.toFixed(1)} (${Math.round((100 * rate) / limit)} %)`
      : rate.toFixed(2);
  };
  const names = [...columns[0].rates.keys()];
  const head = (first) => [first, ...columns.map(({ title }) => title)];
  const text = [
    '# Kernels',
    '',
    `One thread; ${machine()}; Chromium ${columns.at(-1).version}. Made by \`npm run bench:kernels\`.`,
    '',
    'Products [M x N x K] and attention [tokens x heads x width of a head]: GFLOP/s, where a multiply-add counts as two operations, and in brackets the share of what',
    'multiply-add in registers alone reaches in the same program (first line).',
    '',
    table(head('kernel'), [
      ['limit', ...columns.map(({ limit }) => limit.toFixed(1))],
      ...names.filter(counts).map((name) => [name, ...columns.map((c) => cell(name, c))]),
    ]),
    '',
    'Functions, norms, gates: 10^9 values per second.',
    '',
    table(
      head('kernel'),
      names
        .filter((name) => !counts(name))
        .map((name) => [name, ...columns.map((c) => cell(name, c))]),
    ),
    '',
  ].join('\n');
  console.log(text);
  writeResults('kernels.md', text);
});
