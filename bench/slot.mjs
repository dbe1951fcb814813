// eegate in a benchmark that times several libraries in one page: what such a page imports (npm run build:bench copies it to
// dist/bench/index.mjs, with the library beside it).
import { createEngine } from './eegate.js';

const started = (threads, backend) =>
  createEngine({ workers: threads === 1 ? 'none' : threads, backend });
let early = null;

/** Before the model file is there: the engine starts while it is fetched. */
export function init({ threads = 1 } = {}) {
  early = { threads, engine: started(threads, 'auto') };
  early.engine.catch(() => undefined); // told to load()
}

function engineFor(threads, backend) {
  const engine = early?.threads === threads && backend === 'auto' ? early.engine : null;
  early = null;
  return engine ?? started(threads, backend);
}

/**
 * A model file -> predictions: x [batch, n_chans, n_times] -> logits [batch, n_outputs]. One thread is the page's own, as the
 * other libraries have it.
 */
export async function load(safetensors, { threads = 1, backend = 'auto' } = {}) {
  const engine = await engineFor(threads, backend);
  const model = await engine.loadModel(safetensors);
  return {
    predict: (x, batch) => model.predict(x, { batch }),
    dispose: () => engine.close(),
    wasmBytes: async () => sumOf(await engine.engines()),
  };
}

/**
 * Training steps with Adam as PyTorch has it, without dropout, always on the batch of the first step. A step begins when it is
 * asked for, so that nothing of it is done while another library is timed.
 */
export async function trainer(
  safetensors,
  { threads = 1, batch, lr = 1e-3, backend = 'auto', nSteps = 1e6 } = {},
) {
  const engine = await createEngine({ workers: threads, backend });
  const model = await engine.loadModel(safetensors);
  let events = null;
  return {
    async step(x, labels) {
      events ??= engine
        .train({
          model,
          data: { x, y: labels },
          options: {
            waitForReader: true,
            ...{ epochs: nSteps, batchSize: batch ?? labels.length, patience: 0, split: 'none' },
            ...{ optimizer: 'adam', learningRate: lr, shuffle: false, dropout: false },
          },
        })
        [Symbol.asyncIterator]();
      const { value, done } = await events.next();
      if (done) throw new Error('the training is over');
      return value.loss;
    },
    dispose: () => engine.close(),
    /** Of the engines that train. */
    wasmBytes: async () => sumOf((await engine.engines()).slice(threads)),
  };
}

const sumOf = (infos) => infos.reduce((sum, { wasmBytes }) => sum + wasmBytes, 0);
