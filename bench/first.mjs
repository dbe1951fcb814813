// npm run bench:first [-- --peers=NODE_MODULES] -> bench/results/first.md
// From navigation to the first prediction of one trial, in a browser that has seen nothing before: eegate, ONNX Runtime and
// TensorFlow.js in turn, each in a page of its own that does nothing else, on one thread.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBench } from '../scripts/build-bench.mjs';
import { atRoot, main } from '../scripts/shared.mjs';
import {
  buildBenchmark,
  launchChromium,
  machine,
  median,
  openedWindow,
  peerFolder,
  seededModels,
  serveFolders,
  table,
  writeResults,
} from './shared.mjs';

const { values: options } = parseArgs({
  options: {
    peers: { type: 'string', default: atRoot('bench/node_modules') },
    repeats: { type: 'string', default: '11' },
    'no-build': { type: 'boolean', default: false },
  },
});
const model = 'M3';
const trial = 'new Float32Array(32 * 200).map((_, i) => Math.sin(i))';

/** The body of each page's module: what its documentation tells to write, begun as early as it can be. */
const contenders = {
  'eegate’s files, loaded but not used': `
    await Promise.all(['/bench/index.mjs', '/bench/eegate-predict-relaxed.wasm', '/models/${model}.eegate.safetensors']
      .map((file) => fetch(file).then((response) => response.arrayBuffer())));
    const logits = [];`,
  eegate: `
    import { init, load } from '/bench/index.mjs';
    init();
    const bytes = await (await fetch('/models/${model}.eegate.safetensors')).arrayBuffer();
    const network = await load(bytes);
    const logits = await network.predict(${trial}, 1);`,
  'ONNX Runtime': `
    import * as ort from '/ort/ort.wasm.bundle.min.mjs';
    Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: '/ort/' });
    const session = await ort.InferenceSession.create('/models/${model}.onnx', { executionProviders: ['wasm'] });
    const input = new ort.Tensor('float32', ${trial}, [1, 32, 200]);
    const logits = (await session.run({ [session.inputNames[0]]: input }))[session.outputNames[0]].data;`,
  'TensorFlow.js': `
    import { predictor } from '/peer/tfjs_models.mjs';
    tf.wasm.setWasmPaths('/tfjs/tfjs-backend-wasm/dist/');
    tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    const [bytes] = await Promise.all([
      fetch('/models/${model}.eegate.safetensors').then((response) => response.arrayBuffer()),
      tf.setBackend('wasm'),
    ]);
    const logits = predictor(bytes).predict(${trial}, 1);`,
};
const scripts = {
  'TensorFlow.js': [
    'tfjs-core/dist/tf-core.min.js',
    'tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
  ],
};

const pageOf = (contender) => `<!doctype html><title>first</title>
${(scripts[contender] ?? []).map((src) => `<script src="/tfjs/${src}"></script>`).join('')}
<script type="module">${contenders[contender]}
globalThis.first = { ms: performance.now(), logits: [...logits] };
</script>`;

async function firstMs(url, contender) {
  const browser = await launchChromium();
  try {
    const page = await openedWindow(browser);
    await page.goto(`${url}/first/${encodeURIComponent(contender)}`);
    await page.waitForFunction(() => globalThis.first, null, { timeout: 60_000 });
    return { ...(await page.evaluate(() => globalThis.first)), version: browser.version() };
  } finally {
    await browser.close();
  }
}

main(async () => {
  if (!options['no-build']) {
    await buildBench();
    await buildBenchmark('native-release', 'eegate_bench_models');
    await buildBenchmark('native-release', 'eegate');
  }
  const models = seededModels([model]);
  const folders = {
    '/bench/': atRoot('dist/bench'),
    '/models/': models,
    '/ort/': join(peerFolder(options.peers, 'onnxruntime-web'), 'dist'),
    '/tfjs/': peerFolder(options.peers, '@tensorflow'),
    '/peer/': atRoot('bench'),
  };
  const server = await serveFolders(folders, (path) =>
    path.startsWith('/first/') ? pageOf(path.slice(7)) : null,
  );
  const times = Object.fromEntries(Object.keys(contenders).map((contender) => [contender, []]));
  const apart = {};
  let logits, version;
  for (let i = 0; i < Number(options.repeats); i++) {
    for (const contender of Object.keys(contenders)) {
      const run = await firstMs(server.url, contender);
      times[contender].push(run.ms);
      version = run.version;
      if (run.logits.length === 0) continue;
      logits ??= run.logits;
      apart[contender] = Math.max(...run.logits.map((value, k) => Math.abs(value - logits[k])));
    }
  }
  server.close();
  rmSync(models, { recursive: true });
  const rows = Object.entries(times).map(([contender, ms]) => [
    contender,
    median(ms).toFixed(0),
    `${Math.min(...ms).toFixed(0)}–${Math.max(...ms).toFixed(0)}`,
    median(ms.map((time, i) => time / times.eegate[i])).toFixed(2),
    apart[contender]?.toExponential(0) ?? '',
  ]);
  const lines = [
    '# First prediction after navigation',
    '',
    `A small model (${model}), one trial, one thread, a fresh browser every time, ${options.repeats} runs of each, alternating; ${machine()}; Chromium ${version}. Made by \`npm run bench:first\`.`,
    '',
    table(['library', 'median ms', 'range', 'times eegate', 'difference of logits'], rows),
    '',
  ].join('\n');
  console.log(lines);
  writeResults('first.md', lines);
});
