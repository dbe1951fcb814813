// npm run bench:models [-- --models=FOLDER] [--peers=NODE_MODULES] [--only=M3,M1b] -> bench/results/models.md
// Whole models: in Chromium beside ONNX Runtime, alternating in one page on one thread, and natively beside PyTorch. FOLDER holds
// NAME.eegate.safetensors, NAME.onnx and perhaps NAME.attn.onnx (with fused attention); without it weights are drawn from a seed and
// ONNX files exported by the command.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBench } from '../scripts/build-bench.mjs';
import { atRoot, main } from '../scripts/shared.mjs';
import {
  buildBenchmark,
  jsonLines,
  machine,
  peerFolder,
  printedBy,
  seededModels,
  systemPython,
  table,
  withPage,
  writeResults,
} from './shared.mjs';

const { values: options } = parseArgs({
  options: {
    models: { type: 'string' },
    peers: { type: 'string', default: atRoot('bench/node_modules') },
    only: { type: 'string', default: 'M1,M1b,M2,M3' },
    'no-build': { type: 'boolean', default: false },
  },
});
const names = options.only.split(',');
const shapes = { M1: [32, 200], M1b: [32, 200], M2: [64, 656], M3: [32, 200] };
const batches = [1, 64];

/** Runs in the page: medians of all contenders in milliseconds, of their ratios per round, and how far results lie apart. */
async function race({ name, shape, batch, onnx }) {
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const x = new Float32Array(batch * shape[0] * shape[1]).map((_, i) => 2 * Math.sin(i * i * 0.37));
  const bytes = async (file) => (await fetch(`/models/${file}`)).arrayBuffer();
  const ours = await (
    await import('/bench/index.mjs')
  ).load(await bytes(`${name}.eegate.safetensors`));
  const ort = await import('/ort/ort.wasm.bundle.min.mjs');
  Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: '/ort/' });
  ort.env.logLevel = 'error';
  const contenders = { eegate: { run: () => ours.predict(x, batch) } };
  for (const file of onnx) {
    const session = await ort.InferenceSession.create(await bytes(file), {
      executionProviders: ['wasm'],
    });
    const input = new ort.Tensor('float32', x, [batch, ...shape]);
    const run = async () =>
      (await session.run({ [session.inputNames[0]]: input }))[session.outputNames[0]].data;
    contenders[file] = { run, dispose: () => session.release() };
  }
  const all = Object.values(contenders);
  let apart = 0;
  for (const c of all) {
    const y = await c.run();
    all[0].y ??= y;
    y.forEach((value, i) => (apart = Math.max(apart, Math.abs(value - all[0].y[i]))));
    const start = performance.now();
    await c.run();
    c.block = Math.max(1, Math.min(40, Math.floor(20 / (performance.now() - start))));
    c.times = [];
  }
  for (
    let round = 0, start = performance.now();
    round < 3 || (round < 200 && performance.now() - start < 5000);
    ++round
  ) {
    for (const c of round % 2 ? [...all].reverse() : all) {
      const before = performance.now();
      for (let i = 0; i < c.block; ++i) await c.run();
      c.times.push((performance.now() - before) / c.block);
    }
  }
  const result = Object.entries(contenders).map(([contender, { times }]) => ({
    contender,
    ms: median(times),
    ratio: median(times.map((time, i) => time / all[0].times[i])),
  }));
  const bytesOfWasm = await ours.wasmBytes();
  ours.dispose();
  for (const c of all) c.dispose?.();
  return { result, apart, mebibytes: bytesOfWasm / 2 ** 20, ort: ort.env.versions?.web };
}

const folders = (models) => ({
  '/bench/': atRoot('dist/bench'),
  '/models/': models,
  '/ort/': join(peerFolder(options.peers, 'onnxruntime-web'), 'dist'),
});

/** Native figures, ours on the widest instruction set and PyTorch's; null for PyTorch where it is not installed. */
function native(folder) {
  const ours = jsonLines(
    printedBy(atRoot('build/native-release/eegate_bench_models'), [`--models=${folder}`]),
  );
  try {
    return { ours, torch: jsonLines(printedBy(systemPython(), [atRoot('bench/torch_models.py')])) };
  } catch {
    return { ours, torch: null };
  }
}

const text = (x, digits = 3) => Number(x.toPrecision(digits)).toString();

main(async () => {
  if (!options['no-build']) {
    await buildBench();
    await buildBenchmark('native-release', 'eegate_bench_models');
    await buildBenchmark('native-release', 'eegate');
  }
  const folder = options.models ?? seededModels(names);
  const figures = native(folder);
  const of = (list, name, batch) => list?.find((row) => row.model === name && row.batch === batch);
  const rows = [],
    nativeRows = [];
  let ort = '';
  const { version } = await withPage(folders(folder), async (page) => {
    for (const name of names) {
      for (const batch of batches) {
        const { mflop, gflops, limit, ms } = of(figures.ours, name, batch);
        const onnx = [`${name}.onnx`, `${name}.attn.onnx`].filter((file) =>
          existsSync(join(folder, file)),
        );
        await page.reload(); // the memory of one model does not help the next
        const run = await page.evaluate(race, { name, shape: shapes[name], batch, onnx });
        ort = run.ort;
        const [ours, ...others] = run.result;
        const best = others.reduce((a, b) => (a.ms < b.ms ? a : b));
        const rate = (mflop / ours.ms).toFixed(1);
        rows.push([
          name,
          batch,
          text(ours.ms),
          rate,
          text(best.ms),
          (mflop / best.ms).toFixed(1),
          best.ratio.toFixed(2),
          run.mebibytes.toFixed(0),
          run.apart.toExponential(0),
        ]);
        const torch = of(figures.torch, name, batch);
        nativeRows.push([
          name,
          batch,
          text(ms),
          gflops.toFixed(1),
          `${Math.round((100 * gflops) / limit)} %`,
          torch ? text(torch.ms) : '',
          torch ? (torch.ms / ms).toFixed(2) : '',
        ]);
        console.log(rows.at(-1).join(' | '), ' native ', nativeRows.at(-1).slice(2).join(' | '));
      }
    }
  });
  if (!options.models) rmSync(folder, { recursive: true });
  write(rows, nativeRows, { version, ort, figures });
});

function write(rows, nativeRows, { version, ort, figures }) {
  const lines = [
    '# Whole models',
    '',
    `One thread; ${machine()}; Chromium ${version}, onnxruntime-web ${ort}` +
      (figures.torch ? `, PyTorch ${figures.torch[0].torch}` : '') +
      `. Made by \`npm run bench:models\`${options.models ? ' with given weights' : ''}.`,
    '',
    'In Chromium, relaxed SIMD, alternating with the faster of ONNX Runtime\'s graphs; "times" is the median of the ratios per round.',
    '',
    table(
      [
        'model',
        'batch',
        'eegate ms',
        'GFLOP/s',
        'ONNX Runtime ms',
        'GFLOP/s',
        'times',
        'wasm MiB',
        'difference',
      ],
      rows,
    ),
    '',
    `Natively; the limit of multiply-add in registers is ${figures.ours[0].limit.toFixed(0)} GFLOP/s.`,
    '',
    table(
      ['model', 'batch', 'eegate ms', 'GFLOP/s', 'of the limit', 'PyTorch ms', 'times'],
      nativeRows,
    ),
    '',
  ];
  writeResults('models.md', lines.join('\n'));
}
