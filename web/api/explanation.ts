// Explanations of epochs, computed in chunks by an engine of the wasm module that trains, because they need gradients.
import type { EnginePool } from '../worker/pool.js';
import type { Floats, Tensor } from '../worker/protocol.js';
import type { ExplainChecks, ExplainRequest } from './explanation_types.js';
import {
  argumentError,
  checkFloats,
  checkText,
  optionsOf,
  type Known,
} from '../worker/arguments.js';
import { EegateError } from '../worker/error.js';
import { abortable, joined, throwIfAborted } from '../worker/work_chunks.js';

/** Options of `model.explain`. */
export interface ExplainOptions extends ExplainRequest {
  /** Number of epochs in `x`. Default: epochs of the length of the model. */
  batch?: number;
  /** More epochs of the recording, [n, n_chans, n_times], which are not explained: surrogates get their spectrum from these, too. */
  background?: Float32Array;
  /** Called with the share done, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborting it rejects with its `reason`. */
  signal?: AbortSignal;
}

/** Relevance of every sample for one class, with checks of it. */
export interface Explanation extends Tensor {
  /** Relevance in units of the target's logit, row-major. */
  data: Floats;
  /** [batch, n_chans, n_times]; of attention_rollout [batch, n_times]. */
  dims: number[];
  /** Results of the checks. */
  checks: ExplainChecks;
}

const known: Known<ExplainOptions> = {
  ...{ target: 'number', method: 'string', steps: 'number', baseline: 'string', seed: 'number' },
  ...{ windowS: 'number', stepS: 'number', checks: 'boolean' },
  ...{ batch: 0, background: 0, onProgress: 0, signal: 0 },
};

/**
 * Epochs that are explained, and by which model file.
 * @internal
 */
export interface Explained {
  id: number;
  model: ArrayBuffer;
  x: Float32Array;
  nEpochs: number;
  nTimes: number;
}

/** @internal */
export async function explainOn(
  pool: EnginePool,
  { id, model, x, nEpochs, nTimes }: Explained,
  options: ExplainOptions,
): Promise<Explanation> {
  const { batch: _, background, onProgress, signal, ...request } = optionsOf(options, known);
  throwIfAborted(signal);
  const { target, method } = request;
  if (typeof target !== 'number') throw argumentError('target', target, 'the index of a class');
  checkText(method, 'method');
  if (background) checkFloats(background, 'background', 'epochs');
  const nBackground = background ? (background.length * nEpochs) / x.length : 0;
  if (background && !Number.isInteger(nBackground)) throw notWhole(background, x.length / nEpochs);
  const asked = { ...request, ...(nBackground && { background: nBackground }) };
  const all = background ? joined([x, background]) : x;
  try {
    await pool.call(null, 'explainBegin', [id, model, asked, all, nEpochs + nBackground, nTimes]);
    for (let done = 0; done < 1;) {
      throwIfAborted(signal);
      done = await abortable(pool.call(null, 'explainAdvance', [id]), signal);
      onProgress?.(done);
    }
    const { data, checks } = await pool.call(null, 'explainResult', [id]);
    const isRollout = request.method === 'attention_rollout';
    const nChans = x.length / (nEpochs * nTimes);
    const dims = isRollout ? [nEpochs, nTimes] : [nEpochs, nChans, nTimes];
    return { data: data as Floats, dims, checks: checks as unknown as ExplainChecks };
  } catch (thrown) {
    throw withWhatNeedsLess(thrown, request.method, nEpochs);
  } finally {
    pool.call(null, 'closeExplanation', [id]).catch(() => undefined); // the engine may be gone
  }
}

function notWhole({ length }: Float32Array, epochSize: number): EegateError {
  return new EegateError({
    code: 'INPUT_SHAPE',
    message: 'The input is not a whole number of epochs',
    field: 'background',
    found: `${length} values`,
    expected: `epochs of ${epochSize} values, as in x`,
  });
}

/** Adds to an error about memory what needs less of it. */
function withWhatNeedsLess(
  thrown: unknown,
  method = 'integrated_gradients',
  nEpochs: number,
): unknown {
  if (!(thrown instanceof EegateError) || thrown.field !== 'memory') return thrown;
  const { code, message, field, found, expected, hint } = thrown;
  const remedies = [
    ...(nEpochs > 1 ? [`fewer than ${nEpochs} epochs at once`] : []),
    ...(method === 'integrated_gradients' ? ['gradient x input, or switching off electrodes'] : []),
    'a smaller model',
  ];
  const more = `${hint} Less is: ${remedies.join('; ')}.`;
  return new EegateError({ code, message, field, found, expected, hint: more }, thrown);
}
