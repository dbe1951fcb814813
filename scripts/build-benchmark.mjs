// npm run build:benchmark: the public benchmark in build/benchmark, a static page that anyone can run in their own browser beside ONNX
// Runtime and TensorFlow.js, which `npm ci --prefix bench` installs. Weights are drawn from a seed by the native program.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildBench } from './build-bench.mjs';
import { Failure, atRoot, isMain, main } from './shared.mjs';

export const benchmarkFolder = atRoot('build/benchmark');
const models = ['M1', 'M1b', 'M2', 'M3'];
const peers = {
  ort: ['onnxruntime-web/dist', /^ort(\.wasm\.bundle\.min\.mjs|-wasm-simd-threaded\.(mjs|wasm))$/],
  tfjs: ['@tensorflow/tfjs/dist', /^tf\.min\.js$/],
  'tfjs-backend-wasm': [
    '@tensorflow/tfjs-backend-wasm/dist',
    /^(tf-backend-wasm\.min\.js|tfjs-backend-wasm.*\.wasm)$/,
  ],
};

export async function buildBenchmarkPage() {
  if (!existsSync(atRoot('bench/node_modules')))
    throw new Failure('the other libraries are not here: npm ci --prefix bench');
  await buildBench();
  rmSync(benchmarkFolder, { recursive: true, force: true });
  mkdirSync(benchmarkFolder, { recursive: true });
  cpSync(atRoot('dist/bench'), benchmarkFolder, { recursive: true });
  for (const name of ['index.html', 'benchmark.js', 'race.js'])
    copyFileSync(atRoot('bench/public', name), join(benchmarkFolder, name));
  copyFileSync(atRoot('bench/tfjs_models.mjs'), join(benchmarkFolder, 'tfjs_models.mjs'));
  const styles = ['web/page/styles/tokens.css', 'bench/public/benchmark.css'];
  const style = styles.map((file) => readFileSync(atRoot(file), 'utf8')).join('\n');
  writeFileSync(join(benchmarkFolder, 'benchmark.css'), style);
  for (const [to, [from, isWanted]] of Object.entries(peers)) takePeer(to, from, isWanted);
  await takeModels();
}

function takePeer(to, from, isWanted) {
  const source = atRoot('bench/node_modules', from);
  cpSync(source, join(benchmarkFolder, to), {
    recursive: true,
    filter: (file) => file === source || isWanted.test(file.slice(source.length + 1)),
  });
}

async function takeModels() {
  const { buildBenchmark, seededModels } = await import('../bench/shared.mjs');
  await buildBenchmark('native-tests', 'eegate_bench_models', 'eegate');
  const folder = seededModels(models, atRoot('build/native-tests'));
  cpSync(folder, join(benchmarkFolder, 'models'), { recursive: true });
  rmSync(folder, { recursive: true });
}

if (isMain(import.meta.url)) main(buildBenchmarkPage);
