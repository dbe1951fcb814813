// Epochs of a recording by a recipe alone, as one array.
import { EegateError } from '../worker/error.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import type { EpochsInfo, Recipe, Tensor, Warning } from '../worker/protocol.js';
import { chunksOf, throwIfAborted } from '../worker/work_chunks.js';

/** How to wait for epochs. */
export interface EpochsOptions {
  /** Gives up between two pieces of the work. */
  signal?: AbortSignal;
  /** Hears how much is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** What `eegate prepare` writes: `data` and `dims` are those of a tensor, as ONNX Runtime and TensorFlow.js take them. */
export interface Epochs extends Tensor {
  /**
   * Microvolts after the recipe's steps, row by row as `dims` says; without a unit where the recipe standardises. The same bits as
   * the model is given with this recipe.
   */
  data: Float32Array;
  /** [number of epochs, channels, samples of each]. */
  dims: [nEpochs: number, nChans: number, nTimes: number];
  /** Canonical names, in the order of `dims[1]`. */
  chNames: string[];
  /** Hz, after resampling. */
  sfreq: number;
  /** Seconds from the first sample of the recording to that of each epoch. */
  onsetsS: number[];
  /** What the recipe or an annotation says each epoch is; empty where neither does. */
  labels: string[];
  /** Epochs that were left out, counted by reason: "gap", "end of data", "padded tail", ... */
  leftOut: {
    /** In words. */
    reason: string;
    /** Epochs. */
    count: number;
  }[];
  /** Of the preparation. */
  warnings: Warning[];
}

/** Values that are handed over at once: 4 MiB. */
const chunkFloats = 2 ** 20;

/** @internal */
export async function prepareEpochs(
  pool: EnginePool,
  id: number,
  recording: { id: number; resource: Resource },
  recipe: Recipe,
  options: EpochsOptions,
): Promise<Epochs> {
  throwIfAborted(options.signal);
  if (typeof recipe !== 'object' || recipe === null) throw noRecipe(recipe);
  const resource: Resource = {
    what: 'preparation',
    needs: [recording.resource],
    open: (engine) => engine.call('openEpochs', [id, recording.id, recipe]),
    close: (engine) => engine.call('closeEpochs', [id]),
  };
  try {
    const info = (await pool.hold(resource)) as EpochsInfo;
    return await readAll(pool, id, resource, info, options);
  } finally {
    await pool.close(resource);
  }
}

function noRecipe(given: unknown): EegateError {
  return new EegateError({
    code: 'RECIPE_TYPE',
    message: 'Epochs are cut by a recipe',
    field: 'recipe',
    found: String(given),
    expected: 'an object, such as { version: 1, epochs: { by: "window", length_s: 2 } }',
    hint: 'docs/CLI.md tells what a recipe may say.',
  });
}

async function readAll(
  pool: EnginePool,
  id: number,
  resource: Resource,
  { chNames, sfreq, nTimes, epochs, leftOut, warnings }: EpochsInfo,
  { signal, onProgress }: EpochsOptions,
): Promise<Epochs> {
  const epochFloats = chNames.length * nTimes;
  const data = new Float32Array(epochs.length * epochFloats);
  for (const { first, count } of chunksOf(epochs.length, Math.ceil(chunkFloats / epochFloats))) {
    for (let done = 0; done < 1;) {
      throwIfAborted(signal);
      done = await pool.call(resource, 'advanceEpochs', [id, first]);
      onProgress?.((first + done * count) / epochs.length);
    }
    throwIfAborted(signal);
    data.set(await pool.call(resource, 'readEpochs', [id, first, count]), first * epochFloats);
  }
  return {
    data,
    dims: [epochs.length, chNames.length, nTimes],
    chNames,
    sfreq,
    onsetsS: epochs.map(({ onsetS }) => onsetS),
    labels: epochs.map(({ label }) => label),
    leftOut,
    warnings,
  };
}
