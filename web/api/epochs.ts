// Epochs of a recording by a recipe, without a model, as one array.
import { described, listed } from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import type { EnginePool, Resource } from '../worker/pool.js';
import type {
  EpochsInfo,
  Floats,
  Recipe,
  RecordingInfo,
  Tensor,
  Warning,
} from '../worker/protocol.js';
import { chunksOf, throwIfAborted } from '../worker/work_chunks.js';

/** Options of `recording.epochs`. */
export interface EpochsOptions {
  /** Aborting it rejects with its `reason`. */
  signal?: AbortSignal;
  /** Called with the share done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Epochs of a recording, as `eegate prepare` writes them; `data` and `dims` are those of a tensor of ONNX Runtime or TensorFlow.js. */
export interface Epochs extends Tensor {
  /**
   * Microvolts after the recipe, row-major; without a unit where the recipe standardises. Bit-identical to what a model gets with
   * this recipe.
   */
  data: Floats;
  /** Number of epochs, of channels, and of samples of each epoch. */
  dims: [nEpochs: number, nChans: number, nTimes: number];
  /** Canonical names of the channels. */
  chNames: string[];
  /** Sampling rate in hertz, after resampling. */
  sfreq: number;
  /** Onset of each epoch in seconds from the first sample of the recording. */
  onsetsS: number[];
  /** Label of each epoch by the recipe or an annotation; empty where neither gives one. */
  labels: string[];
  /** Number of epochs left out, by reason: "gap", "end of data", "padded tail", ... */
  leftOut: {
    /** Reason, in words. */
    reason: string;
    /** Number of epochs. */
    count: number;
  }[];
  /** Warnings of the preparation. */
  warnings: Warning[];
}

/** Values copied at once: 4 MiB. */
const chunkFloats = 2 ** 20;

/** @internal */
export async function prepareEpochs(
  pool: EnginePool,
  id: number,
  recording: { id: number; resource: Resource },
  about: Pick<RecordingInfo, 'annotations' | 'durationS'>,
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
    if (info.epochs.length === 0) throw noEpochs(info, about);
    return await readAll(pool, id, resource, info, options);
  } finally {
    await pool.close(resource);
  }
}

/** As that of a classification. */
function noEpochs(
  { leftOut }: EpochsInfo,
  { annotations, durationS }: Pick<RecordingInfo, 'annotations' | 'durationS'>,
): EegateError {
  const texts = [...new Set(annotations.map(({ text }) => described(text)))];
  const found = texts.length > 0 ? `annotations: ${listed(texts)}` : 'no annotations';
  const reasons = leftOut.map(({ reason, count }) => `${count} because of: ${reason}`).join(', ');
  return new EegateError({
    code: 'PLAN_NO_EPOCHS',
    message: `The recipe cuts no epoch from this recording${reasons && ` (left out ${reasons})`}`,
    field: 'recipe.epochs',
    found: `${durationS} s, ${found}`,
    expected: 'windows or annotations that the recording has',
    hint: 'Check the annotations and the length of the recording, or use another recipe.',
  });
}

function noRecipe(given: unknown): EegateError {
  return new EegateError({
    code: 'RECIPE_TYPE',
    message: 'A recipe is needed to cut epochs',
    field: 'recipe',
    found: String(given),
    expected: 'an object, such as { version: 1, epochs: { by: "window", length_s: 2 } }',
    hint: 'docs/CLI.md lists what a recipe may contain.',
  });
}

/** An array of that many numbers, which no browser may have: about 2 billion at most. */
function floatsOf(nFloats: number, nEpochs: number): Floats {
  try {
    return new Float32Array(nFloats);
  } catch {
    throw new EegateError({
      code: 'READ_TOO_LARGE',
      message: 'The epochs do not fit into one array',
      field: 'recipe.epochs',
      found: `${nEpochs} epochs, ${nFloats} numbers`,
      expected: 'fewer numbers than the memory of this program can hold',
      hint: 'Cut fewer or shorter epochs, pick fewer channels, or resample to a lower rate.',
    });
  }
}

async function readAll(
  pool: EnginePool,
  id: number,
  resource: Resource,
  { chNames, sfreq, nTimes, epochs, leftOut, warnings }: EpochsInfo,
  { signal, onProgress }: EpochsOptions,
): Promise<Epochs> {
  const epochFloats = chNames.length * nTimes;
  const data = floatsOf(epochs.length * epochFloats, epochs.length);
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
