// engine.compare: several models on the same epochs with the same cross-validation folds, spread over all workers.
import { checkTexts, optionsOf, type Known } from '../worker/arguments.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import type { ComparisonPlan } from '../worker/protocol.js';
import { abortable, inOrder, throwIfAborted } from '../worker/work_chunks.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { listedTwice } from './same_recordings.js';
import { SharedLoading } from './shared_loading.js';
import { checkRequest, sendTrainingData } from './training_data.js';

const known: Known<ComparisonRequest> = {
  ...{
    data: 0,
    presets: 0,
    model: 0,
    config: 0,
    epochs: 'number',
    learningRate: 'number',
    batchSize: 'number',
    seed: 'number',
  },
  ...{ onPreparing: 0, onProgress: 0, onModels: 0, signal: 0 },
};

/** `checkOpen` is that of the library: what is closed, this file of its own does not know. */
export async function compareModels(
  pool: EnginePool,
  nextId: () => number,
  request: ComparisonRequest,
  checkOpen: (resource: Resource) => void,
): Promise<ModelComparison> {
  request = optionsOf(request, known, 'request');
  checkRequest(request, 'compare');
  const { data, presets = [], model, config, epochs, seed } = request;
  const { learningRate, batchSize, onPreparing, onProgress, onModels, signal } = request;
  checkTexts(presets, 'presets');
  throwIfAborted(signal);
  if (model) checkOpen(model.resource);
  const id = nextId();
  const recordings = Array.isArray(data)
    ? data.map(({ recording }) => {
        const own = nextId();
        return { id: own, resource: recording.again(own) };
      })
    : [];
  const loading = new SharedLoading(recordings.length, (share) => onPreparing?.(share));
  loading.nEngines = pool.nWorkers;
  const resource: Resource = {
    what: 'training',
    needs: recordings.map((recording) => recording.resource),
    open: async (engine) => {
      const training = {
        // The sizes alone are wanted of a configuration.
        ...(model ? { model } : { config: { ...config, preset: 'csp' } }),
        data,
        options: { split: 'none' as const, epochs, seed, learningRate, batchSize },
      };
      const recordingIds = recordings.map((recording) => recording.id);
      await sendTrainingData(engine, id, training, { recordingIds, signal, loading });
      return engine.call('trainBeginComparison', [id, [...new Set(presets)]]);
    },
    close: (engine) => engine.call('closeTraining', [id]),
  };
  try {
    pool.spread(resource); // all workers begin to load
    const { nParts, units } = (await abortable(pool.hold(resource), signal)) as ComparisonPlan;
    let nDone = 0;
    let nFinished = 0;
    const work = async (part: number, workerIndex: number) => {
      for (;;) {
        throwIfAborted(signal);
        const found = await pool.call(resource, 'trainCompare', [id, part], workerIndex);
        if (found.done) return found;
      }
    };
    const take = async (part: number, workerIndex: number) => {
      const { probabilities, seconds } = await work(part, workerIndex);
      const n = await pool.call(resource, 'trainTakeCompared', [id, part, probabilities, seconds]);
      onProgress?.(++nDone / nParts);
      if (n <= nFinished) return;
      nFinished = n;
      onModels?.((await pool.call(resource, 'trainCompared', [id])) as unknown as ModelComparison);
    };
    const takeUnit = async (unit: number, workerIndex: number) => {
      const end = units[unit + 1] ?? nParts;
      for (let part = units[unit]!; part < end; ++part) await take(part, workerIndex);
    };
    for await (const _ of inOrder(units.length, pool.nWorkers, takeUnit, signal));
    const result = (await pool.call(resource, 'trainCompared', [id])) as unknown as ModelComparison;
    const found = Array.isArray(data) ? await listedTwice(data) : [];
    if (found.length > 0) result.warnings = [...(result.warnings ?? []), ...found];
    return result;
  } finally {
    await pool.close(resource);
    await Promise.all(recordings.map((recording) => pool.close(recording.resource)));
  }
}
