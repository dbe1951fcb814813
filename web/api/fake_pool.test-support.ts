// A pool of engines that compute nothing, with a recording and a model open in it.
import type { Connection } from '../worker/connection.js';
import { EnginePool } from '../worker/pool.js';
import { FakeEngine } from './fake_engine.test-support.js';
import { loadModel } from './model.js';
import { openRecording } from './open_recording.js';
import { TrainingEngines } from './training_engines.js';

export function connectionTo(engine: FakeEngine): Connection {
  return {
    info: engine.info(),
    isWatched: true,
    close: () => undefined,
    call: async (method, args) => {
      await new Promise((resolve) =>
        setTimeout(resolve, method === 'classify' ? Math.random() * 4 : 0),
      );
      return engine.call(method, args);
    },
  };
}

export function fakePool(nWorkers: number): {
  pool: EnginePool;
  engines: FakeEngine[];
  nextId: () => number;
} {
  const engines: FakeEngine[] = [];
  const pool = new EnginePool(async () => {
    const engine = new FakeEngine();
    engines.push(engine);
    return connectionTo(engine);
  }, nWorkers);
  let lastId = 0;
  return { pool, engines, nextId: () => ++lastId };
}

export async function opened(nWorkers: number) {
  const { pool, engines, nextId } = fakePool(nWorkers);
  const recording = await openRecording(pool, nextId, new Uint8Array(1000), { name: 'a.edf' });
  const exporter = new TrainingEngines(async () => connectionTo(new FakeEngine()), nWorkers);
  const model = await loadModel(pool, nextId, exporter, new Uint8Array(10), 'm.safetensors');
  return { recording, model, engines, pool };
}
