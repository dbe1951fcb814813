// node bench/int8.mjs [--peers=NODE_MODULES] [--only=M1,M2] [--no-build] [--build=FOLDER] -> bench/results/int8.md
// Models with dense layers in 8 bits: natively beside floats, and in one page of Chromium beside floats, ONNX Runtime's floats, and
// ONNX Runtime's own dynamic quantisation of the same weights, all taking turns on one thread. Weights are drawn from a seed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atRoot, main } from '../scripts/shared.mjs';
import { dynamicallyQuantized } from './onnx_int8.mjs';
import {
  buildBenchmark,
  jsonLines,
  machine,
  peerFolder,
  printedBy,
  seededModels,
  table,
  withPage,
  writeResults,
} from './shared.mjs';

const { values: options } = parseArgs({
  options: {
    peers: { type: 'string', default: atRoot('bench/node_modules') },
    only: { type: 'string', default: 'M1,M1b,M2,M3' },
    native: { type: 'string', default: atRoot('build/native-release') },
    wasm: { type: 'string', default: atRoot('build/wasm') },
    'no-build': { type: 'boolean', default: false },
  },
});
const names = options.only.split(',');
const shapes = { M1: [32, 200], M1b: [32, 200], M2: [64, 656], M3: [32, 200] };
const batches = [1, 16];

/** Runs in the page: { contender: median milliseconds }, and medians of the ratios to ours in 8 bits per round. */
async function race({ name, shape, batch, rounds }) {
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const { default: load } = await import('/build/eegate_bench_turns_relaxed.mjs');
  const lines = [];
  const module = await load({ print: (line) => lines.push(line) });
  const ours = (way) => (passes) => {
    module.callMain([name, String(batch), String(passes), way]);
    return Number(lines.pop());
  };
  const ort = await import('/ort/ort.wasm.bundle.min.mjs');
  Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: '/ort/' });
  ort.env.logLevel = 'error';
  const x = new Float32Array(batch * shape[0] * shape[1]).map((_, i) => 2 * Math.sin(i * i * 0.37));
  const theirs = async (file) => {
    const session = await ort.InferenceSession.create(
      await (await fetch(`/models/${file}`)).arrayBuffer(),
      { executionProviders: ['wasm'] },
    );
    const input = { [session.inputNames[0]]: new ort.Tensor('float32', x, [batch, ...shape]) };
    return async (passes) => {
      const start = performance.now();
      for (let i = 0; i < passes; ++i) await session.run(input);
      return (performance.now() - start) / passes;
    };
  };
  const contenders = {
    int8: ours('int8'),
    floats: ours('predict'),
    ortFloats: await theirs(`${name}.onnx`),
    ortInt8: await theirs(`${name}.int8.onnx`),
    ortUint8: await theirs(`${name}.uint8.onnx`),
  };
  const all = Object.entries(contenders).map(([key, run]) => ({ key, run, times: [] }));
  for (const c of all) {
    // Until the optimizing compiler of the browser, which works in the background, has had its time.
    for (const start = performance.now(); performance.now() - start < 1500;) await c.run(1);
    c.passes = Math.max(1, Math.min(40, Math.floor(20 / (await c.run(1)))));
  }
  for (let round = 0; round < rounds; ++round)
    for (const c of round % 2 ? [...all].reverse() : all) c.times.push(await c.run(c.passes));
  const [first] = all;
  return Object.fromEntries(
    all.map(({ key, times }) => [
      key,
      { ms: median(times), times: median(times.map((time, i) => time / first.times[i])) },
    ]),
  );
}

const text = (x) => Number(x.toPrecision(3)).toString();

main(async () => {
  if (!options['no-build']) {
    await buildBenchmark('native-release', 'eegate_bench_models', 'eegate_bench_int8', 'eegate');
    await buildBenchmark('wasm', 'eegate_bench_turns_relaxed');
  }
  const folder = seededModels(names, options.native);
  for (const name of names) {
    const onnx = readFileSync(join(folder, `${name}.onnx`));
    for (const type of ['int8', 'uint8'])
      writeFileSync(join(folder, `${name}.${type}.onnx`), dynamicallyQuantized(onnx, type).bytes);
  }
  const native = jsonLines(printedBy(join(options.native, 'eegate_bench_int8')));
  const rows = [];
  const folders = {
    '/build/': options.wasm,
    '/models/': folder,
    '/ort/': join(peerFolder(options.peers, 'onnxruntime-web'), 'dist'),
  };
  const { version } = await withPage(folders, async (page) => {
    for (const name of names) {
      for (const batch of batches) {
        await page.reload();
        const run = await page.evaluate(race, { name, shape: shapes[name], batch, rounds: 21 });
        const best = run.ortInt8.times < run.ortUint8.times ? run.ortInt8 : run.ortUint8;
        rows.push([
          name,
          batch,
          ...[run.int8, run.floats, run.ortFloats, best].map(({ ms }) => text(ms)),
          ...[run.floats, run.ortFloats, best].map(({ times }) => times.toFixed(2)),
        ]);
        console.log(rows.at(-1).join(' | '));
      }
    }
  });
  rmSync(folder, { recursive: true });
  const nativeRows = native.map((row) => [
    row.model,
    row.batch,
    text(row.int8_ms),
    text(row.float_ms),
    row.times.toFixed(2),
  ]);
  const ort = JSON.parse(
    readFileSync(join(peerFolder(options.peers, 'onnxruntime-web'), 'package.json'), 'utf8'),
  ).version;
  writeResults(
    'int8.md',
    [
      '# Dense layers in 8 bits',
      '',
      `One thread; ${machine()}; Chromium ${version}, onnxruntime-web ${ort}. Made by \`node bench/int8.mjs\`.`,
      '',
      'In Chromium, relaxed SIMD, all taking turns in one page; milliseconds are medians, "times" medians of the ratios per round: how many times as long as eegate in 8 bits. ONNX Runtime in 8',
      'bits is its dynamic quantisation of the same graph (DynamicQuantizeLinear, MatMulInteger; weights by column), the faster of signed and unsigned weights.',
      '',
      table(
        [
          'model',
          'batch',
          'eegate 8 bits',
          'eegate floats',
          'ONNX Runtime floats',
          'ONNX Runtime 8 bits',
          'times: eegate floats',
          'ONNX Runtime floats',
          'ONNX Runtime 8 bits',
        ],
        rows,
      ),
      '',
      'Natively, on the widest instruction set, taking turns in one process.',
      '',
      table(['model', 'batch', '8 bits', 'floats', 'times'], nativeRows),
      '',
    ].join('\n'),
  );
});
