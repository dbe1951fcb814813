// engine.compare: several models on the same epochs with the same cross-validation folds, spread over all workers.
import { checkOpen, type EnginePool, type Resource } from '../worker/pool.js';
import { abortable, inOrder, throwIfAborted } from '../worker/work_chunks.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { sendTrainingData } from './training_data.js';

export async function compareModels(
  pool: EnginePool,
  nextId: () => number,
  request: ComparisonRequest,
): Promise<ModelComparison> {
  const { data, presets = [], model, config, epochs, seed } = request;
  const { learningRate, batchSize, onPreparing, onProgress, signal } = request;
  throwIfAborted(signal);
  if (model) checkOpen(model.resource);
  const id = nextId();
  const recordings = Array.isArray(data)
    ? data.map(({ recording }) => {
        const own = nextId();
        return { id: own, resource: recording.again(own) };
      })
    : [];
  const resource: Resource = {
    what: 'training',
    needs: recordings.map((recording) => recording.resource),
    open: (engine) =>
      sendTrainingData(
        engine,
        id,
        {
          // The sizes alone are wanted of a configuration.
          ...(model ? { model } : { config: { ...config, preset: 'csp' } }),
          data,
          options: { split: 'none', epochs, seed, learningRate, batchSize },
        },
        {
          recordingIds: recordings.map((recording) => recording.id),
          signal,
          onPlan: () => undefined,
          audits: false,
          starts: false,
          onProgress: (share) => onPreparing?.(share),
        },
      ),
    close: (engine) => engine.call('closeTraining', [id]),
  };
  try {
    const piece = (part: number, workerIndex: number) => {
      throwIfAborted(signal);
      return abortable(
        pool.call(resource, 'trainCompare', [id, presets, part], workerIndex),
        signal,
      );
    };
    const first = await piece(0, 0);
    const { nParts, units } = first;
    let nDone = 0;
    const work = async (part: number, workerIndex: number) => {
      let found = part === 0 ? first : await piece(part, workerIndex);
      while (!found.done) found = await piece(part, workerIndex);
      const { probabilities, seconds } = found;
      await pool.call(resource, 'trainTakeCompared', [id, presets, part, probabilities, seconds]);
      onProgress?.(++nDone / nParts);
    };
    const workUnit = async (unit: number, workerIndex: number) => {
      const end = units[unit + 1] ?? nParts;
      for (let part = units[unit]!; part < end; ++part) await work(part, workerIndex);
    };
    for await (const _ of inOrder(units.length, pool.nWorkers, workUnit, signal));
    const compared = await pool.call(resource, 'trainCompared', [id]);
    return compared as unknown as ModelComparison;
  } finally {
    await pool.close(resource);
    await Promise.all(recordings.map((recording) => pool.close(recording.resource)));
  }
}
