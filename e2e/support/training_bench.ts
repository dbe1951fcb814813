// One training inside a page, on workers that a test can kill. Its data come from whole numbers alone: engines of
// JavaScript differ in the last bit of a sine.
import type { Page } from '@playwright/test';

type Library = typeof import('../../web/api/index.js');
export type Options = import('../../web/api/index.js').TrainingOptions;

/** What runs inside the page: data, and one training on so many workers. */
interface Bench {
  library: Library;
  data: { x: Float32Array; y: number[]; subjects: number[] };
  config: Record<string, unknown>;
  hash(bytes: ArrayBuffer | Uint8Array): Promise<string>;
  /** Workers of the engine made last, in the order of their start. */
  workers: Worker[];
  engine(workers: number): ReturnType<Library['createEngine']>;
}
declare global {
  interface Window {
    bench: Bench;
  }
}

/** Opens the page and puts the bench into it. */
export async function prepareBench(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    const address = '/eegate.js';
    const library = (await import(address)) as Library;
    const [n, nChans, nTimes] = [48, 4, 40];
    let state = 1;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
    const x = Float32Array.from({ length: n * nChans * nTimes }, (_, i) => {
      const [epoch, channel, time] = [
        Math.floor(i / (nChans * nTimes)),
        Math.floor(i / nTimes) % nChans,
        i % nTimes,
      ];
      return 20 * random() + (epoch % 2 && channel === 1 ? (time % 12 < 6 ? 10 : -10) : 0);
    });
    const bench: Bench = {
      library,
      data: {
        x,
        y: Array.from({ length: n }, (_, i) => i % 2),
        subjects: Array.from({ length: n }, (_, i) => Math.floor(i / 8)),
      },
      config: { preset: 'gate_gru', n_chans: nChans, n_blocks: 1, ffn_dim: 32 },
      workers: [],
      async hash(bytes) {
        const digest = await crypto.subtle.digest('SHA-256', bytes as BufferSource);
        return [...new Uint8Array(digest)].map((byte) => byte.toString(16)).join('-');
      },
      engine(workers) {
        bench.workers = [];
        const worker = () => {
          const made = new Worker('/eegate-worker.js', { type: 'module' });
          bench.workers.push(made);
          return made;
        };
        return library.createEngine({ backend: 'simd', workers, worker });
      },
    };
    window.bench = bench;
  });
}

/** Trains to the end, and answers the hash of the model file with what the test wants to know. */
export function train(page: Page, workers: number, options: Options, killAtStep = -1) {
  return page.evaluate(
    async ({ workers, options, killAtStep }) => {
      const { bench } = window;
      const engine = await bench.engine(workers);
      const run = engine.train({ config: bench.config, data: bench.data, options });
      const steps: number[] = [];
      const losses: number[] = [];
      let nEpochs = 0;
      let deadAt = -1;
      for await (const { step, loss, validation } of run) {
        steps.push(step);
        losses.push(loss);
        nEpochs += validation ? 1 : 0;
        if (deadAt < 0 && step >= killAtStep && killAtStep >= 0) {
          deadAt = step;
          bench.workers.at(-1)!.terminate(); // one of those that train, without an event
        }
      }
      const trained = await run.result;
      const bytes = await trained.toSafetensors();
      const model = await engine.loadModel(bytes);
      const nWorkers = bench.workers.length;
      await engine.close();
      return {
        hash: await bench.hash(bytes),
        steps,
        losses,
        nEpochs,
        deadAt,
        nWorkers,
        ended: trained.ended,
        problem: trained.problem,
        evaluation: trained.evaluation,
        selfTest: model.selfTest,
        train: model.info.train,
      };
    },
    { workers, options, killAtStep },
  );
}
