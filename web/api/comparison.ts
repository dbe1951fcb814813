// engine.compare: what works here, several models on the same epochs with the same folds.
import type { EnginePool, Resource } from '../worker/pool.js';
import { abortable, throwIfAborted } from '../worker/shard.js';
import type { ComparisonRequest, ModelComparison } from './comparison_types.js';
import { bringData } from './training_data.js';

export async function compareModels(
  pool: EnginePool,
  nextId: () => number,
  request: ComparisonRequest,
): Promise<ModelComparison> {
  const { data, presets = [], config, epochs, seed, onPreparing, onProgress, signal } = request;
  throwIfAborted(signal);
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
      bringData(
        engine,
        id,
        // The sizes alone are wanted of it.
        { config: { ...config, preset: 'csp' }, data, options: { split: 'none', epochs, seed } },
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
    for (let done = 0; done < 1;) {
      throwIfAborted(signal);
      done = await abortable(pool.call(resource, 'trainCompare', [id, presets]), signal);
      onProgress?.(done);
    }
    const compared = await pool.call(resource, 'trainCompared', [id]);
    return compared as unknown as ModelComparison;
  } finally {
    await pool.close(resource);
    await Promise.all(recordings.map((recording) => pool.close(recording.resource)));
  }
}
