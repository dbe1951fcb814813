// Several libraries with the same network, in turns: what each takes, the ratios within a round, and how far results lie apart.
import { init, load } from './index.mjs';
import { predictor } from './tfjs_models.mjs';

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const bytesOf = async (file, signal) => {
  const response = await fetch(file, { signal });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
};

/** Each with `predict(x, batch)`; one that does not start has `refused` instead. */
export async function contendersFor({ name, shape }, signal) {
  init({ threads: 1 });
  const bytes = await bytesOf(`models/${name}.eegate.safetensors`, signal);
  const peers = [
    ['ONNX Runtime', () => inOnnxRuntime(`models/${name}.onnx`, shape, signal)],
    ['TensorFlow.js', () => inTensorFlow(bytes)],
  ];
  const { predict, dispose } = await load(bytes, { threads: 1 });
  const contenders = [{ library: 'eegate', predict, close: dispose }];
  for (const [library, start] of peers) {
    const nothing = { library, close: async () => undefined };
    contenders.push({
      ...nothing,
      ...(await start().catch((error) => ({ refused: String(error).slice(0, 80) }))),
    });
  }
  return contenders;
}

async function inOnnxRuntime(file, shape, signal) {
  const ort = await import('./ort/ort.wasm.bundle.min.mjs');
  Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: new URL('ort/', document.baseURI).href });
  ort.env.logLevel = 'error';
  const session = await ort.InferenceSession.create(await bytesOf(file, signal), {
    executionProviders: ['wasm'],
  });
  return {
    library: `ONNX Runtime ${ort.env.versions?.web ?? ''}`.trim(),
    predict: async (x, batch) => {
      const input = new ort.Tensor('float32', x, [batch, ...shape]);
      return (await session.run({ [session.inputNames[0]]: input }))[session.outputNames[0]].data;
    },
    close: () => session.release(),
  };
}

async function inTensorFlow(bytes) {
  if (!globalThis.tf) {
    await script('tfjs/tf.min.js');
    await script('tfjs-backend-wasm/tf-backend-wasm.min.js');
    tf.wasm.setWasmPaths(new URL('tfjs-backend-wasm/', document.baseURI).href);
    tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false); // one thread, as ours
  }
  await tf.setBackend('wasm');
  const { predict } = predictor(bytes);
  return {
    library: `TensorFlow.js ${tf.version.tfjs}`,
    predict: async (x, batch) => predict(x, batch),
    close: async () => tf.disposeVariables(),
  };
}

function script(src) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src });
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${src} is not there`));
    document.head.append(element);
  });
}

/** Rounds until the time is over, at least three, each in the other order than the one before. */
export async function race(contenders, { batch, shape }, { seconds, signal, onProgress }) {
  const x = Float32Array.from(
    { length: batch * shape[0] * shape[1] },
    (_, i) => 2 * Math.sin(((i * i) % 10007) * 0.37),
  );
  const able = contenders.filter(({ refused }) => !refused);
  for (const one of able) await warmUp(one, x, batch, signal);
  const start = performance.now();
  for (let round = 0; round < 3 || performance.now() - start < 1000 * seconds; ++round) {
    for (const one of round % 2 ? [...able].reverse() : able) {
      signal.throwIfAborted();
      const before = performance.now();
      for (let i = 0; i < one.block; ++i) await one.predict(x, batch);
      one.times.push((performance.now() - before) / one.block);
    }
    onProgress(Math.min(1, (performance.now() - start) / (1000 * seconds)));
    await new Promise((resolve) => setTimeout(resolve)); // the page answers in between
  }
  const [ours] = able;
  return contenders.map(({ library, refused, times, y }) =>
    refused
      ? { library, refused }
      : {
          library,
          ms: median(times),
          ratio: median(times.map((time, i) => time / ours.times[i])),
          apart: y.reduce((most, value, i) => Math.max(most, Math.abs(value - ours.y[i])), 0),
        },
  );
}

/** The first run compiles; blocks of short runs last long enough for the clock of a browser. */
async function warmUp(one, x, batch, signal) {
  signal.throwIfAborted();
  one.y = Float32Array.from(await one.predict(x, batch));
  const before = performance.now();
  await one.predict(x, batch);
  one.block = Math.max(1, Math.min(40, Math.floor(20 / Math.max(0.1, performance.now() - before))));
  one.times = [];
}
