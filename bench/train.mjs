// npm run bench:train [-- --peers=NODE_MODULES] [--only=M3,M1b] -> bench/results/train.md
// Training steps with Adam, without dropout, always on the same batch: in Chromium beside TensorFlow.js, taking turns in one page,
// and natively beside PyTorch, all on one thread; and with two workers beside one. Weights are drawn from a seed.
import { rmSync } from 'node:fs';
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
    peers: { type: 'string', default: atRoot('bench/node_modules') },
    only: { type: 'string', default: 'M3,M1b,M2' },
    'no-build': { type: 'boolean', default: false },
  },
});
const batches = { M3: 32, M1b: 64, M2: 16 };
const models = options.only.split(',').map((name) => ({ name, batch: batches[name] }));

/** Runs in the page: medians in milliseconds, of the ratios per round, and how far the first losses lie apart. */
async function race({ name, batch, workers, withPeer }) {
  const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
  const bytes = await (await fetch(`/models/${name}.eegate.safetensors`)).arrayBuffer();
  const peer = await import('/peer/tfjs_models.mjs');
  const { config } = peer.readModel(bytes);
  const x = Float32Array.from(
    { length: batch * config.n_chans * config.n_times },
    (_, i) => 2 * Math.sin(((i * i) % 10007) * 0.37),
  );
  const labels = Int32Array.from({ length: batch }, (_, i) => i % config.n_outputs);
  const { trainer } = await import('/bench/index.mjs');
  const contenders = { eegate: await trainer(bytes, { threads: workers, batch }) };
  let refused = '';
  if (withPeer) {
    const script = (src) =>
      new Promise((resolve, reject) => {
        const element = Object.assign(document.createElement('script'), { src });
        element.onload = resolve;
        element.onerror = () => reject(new Error(src));
        document.head.append(element);
      });
    await script('/tfjs/tfjs/dist/tf.min.js');
    await script('/tfjs/tfjs-backend-wasm/dist/tf-backend-wasm.min.js');
    tf.wasm.setWasmPaths('/tfjs/tfjs-backend-wasm/dist/');
    tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false); // one thread, as ours
    await tf.setBackend('wasm');
    contenders.tfjs = peer.trainer(bytes);
  }
  const losses = {};
  for (const [contender, { step }] of Object.entries(contenders)) {
    try {
      losses[contender] = [];
      for (let i = 0; i < 3; i++) losses[contender].push(await step(x, labels));
    } catch (error) {
      refused = String(error).slice(0, 120);
      delete contenders[contender];
    }
  }
  const times = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]));
  for (
    let round = 0, start = performance.now();
    round < 5 || (round < 200 && performance.now() - start < 12_000);
    ++round
  ) {
    const turn = Object.entries(contenders);
    for (const [contender, { step }] of round % 2 ? turn.reverse() : turn) {
      const before = performance.now();
      await step(x, labels);
      times[contender].push(performance.now() - before);
    }
  }
  const bytesOfWasm = await contenders.eegate.wasmBytes();
  for (const contender of Object.values(contenders)) contender.dispose();
  const { tfjs } = times;
  return {
    ms: median(times.eegate),
    rounds: times.eegate.length,
    peer: tfjs && { ms: median(tfjs), ratio: median(tfjs.map((t, i) => t / times.eegate[i])) },
    apart: tfjs && Math.max(...losses.tfjs.map((loss, i) => Math.abs(loss - losses.eegate[i]))),
    refused,
    mebibytes: bytesOfWasm / 2 ** 20,
    tfjs: globalThis.tf?.version?.tfjs,
  };
}

const folders = (models) => ({
  '/bench/': atRoot('dist/bench'),
  '/models/': models,
  '/tfjs/': peerFolder(options.peers, '@tensorflow'),
  '/peer/': atRoot('bench'),
});

const program = atRoot('build/native-release/eegate_bench_models');
const text = (x, digits = 3) => Number(x.toPrecision(digits)).toString();

function torchSteps() {
  try {
    return jsonLines(printedBy(systemPython(), [atRoot('bench/torch_models.py'), '--train']));
  } catch {
    return null;
  }
}

main(async () => {
  if (!options['no-build']) {
    await buildBench();
    await buildBenchmark('native-release', 'eegate_bench_models');
  }
  const folder = seededModels();
  const native = jsonLines(printedBy(program, ['--train=1']));
  const torch = torchSteps();
  const rows = [];
  let tfjs = '';
  const { version } = await withPage(folders(folder), async (page) => {
    for (const model of models) {
      const ours = native.find((row) => row.model === model.name);
      const theirs = torch?.find((row) => row.model === model.name);
      const measure = async (workers, withPeer) => {
        await page.reload(); // the memory of one does not help the next
        return page.evaluate(race, { ...model, workers, withPeer });
      };
      const [one, turns, two] = [
        await measure(1, false),
        await measure(1, true),
        await measure(2, false),
      ];
      tfjs ||= turns.tfjs;
      rows.push([
        `${model.name}, ${model.batch}`,
        text(one.ms),
        (ours.mflop / one.ms).toFixed(1),
        text(turns.ms),
        turns.peer ? text(turns.peer.ms) : turns.refused,
        turns.peer ? turns.peer.ratio.toFixed(1) : '',
        turns.apart === undefined ? '' : turns.apart.toExponential(0),
        one.mebibytes.toFixed(0),
        text(two.ms),
        (one.ms / two.ms).toFixed(2),
        text(ours.ms),
        `${Math.round((100 * ours.gflops) / ours.limit)} %`,
        theirs ? text(theirs.ms) : '',
        theirs ? (theirs.ms / ours.ms).toFixed(2) : '',
        theirs ? (theirs.ms / one.ms).toFixed(2) : '',
      ]);
      console.log(rows.at(-1).join(' | '));
    }
  });
  rmSync(folder, { recursive: true });
  const versions = [`Chromium ${version}`, `TensorFlow.js ${tfjs} (wasm)`];
  if (torch) versions.push(`PyTorch ${torch[0].torch}`);
  const result = [
    '# Training steps',
    '',
    `Adam, no dropout, always the same batch; one thread; ${machine()}; ${versions.join(', ')}. Made by \`npm run bench:train\`.`,
    'Chromium: relaxed SIMD, alone in a page, and alternating with TensorFlow.js in one page; "times" is the median of the ratios per round, "difference" the largest one of the first three losses.',
    '',
    table(
      [
        ...[
          'model, batch',
          'ms',
          'GFLOP/s',
          'alternating, ms',
          'TensorFlow.js ms',
          'times',
          'difference',
        ],
        ...['wasm MiB', '2 workers ms', 'times one', 'native ms', 'of the limit'],
        ...['PyTorch ms', 'times natively', 'times in Chromium'],
      ],
      rows,
    ),
    '',
  ];
  writeResults('train.md', result.join('\n'));
});
