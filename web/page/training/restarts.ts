// One training run from start to model; if an engine dies, a new engine continues from the last checkpoint.
import { EegateError, type Model, type Recording } from '../../api/index.js';
import type {
  Trained,
  TrainingEvent,
  TrainingInfo,
  TrainingOptions,
  TrainingRequest,
  TrainingRun,
} from '../../api/training_types.js';
import type { Plan } from './plan.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

/** The one thing that is asked of an engine. */
export interface Trainer {
  train(request: TrainingRequest): TrainingRun;
}

export interface RunInput {
  plan: Plan;
  /** By the key in the plan. */
  recordings: Map<number, Recording>;
  model: Model | null;
  checkpoint: ArrayBuffer | null;
}

export interface RunListener {
  onBegun(run: TrainingRun): void;
  onPreparing(share: number): void;
  onInfo(info: TrainingInfo): void;
  onEvent(event: TrainingEvent): void;
  onCheckpoint(checkpoint: ArrayBuffer): void;
  onLost(error: EegateError): void;
}

const maxRestarts = 5;

/**
 * An engine that dies takes the run with it only if that happens again and again without a step in between, or if new
 * engines did not get the memory either.
 */
export async function trainWithRestarts(
  trainer: Trainer,
  input: RunInput,
  listener: RunListener,
  signal: AbortSignal,
): Promise<Trained> {
  let { checkpoint } = input;
  for (let nLost = 0; ; nLost++) {
    const run = trainer.train(
      requestOf(input, checkpoint, {
        signal,
        onPreparing: (share) => listener.onPreparing(share),
        onCheckpoint: (fresh) => {
          checkpoint = fresh;
          listener.onCheckpoint(fresh);
        },
      }),
    );
    listener.onBegun(run);
    run.info.then(listener.onInfo, () => undefined); // told by the loop
    try {
      for await (const event of run) {
        nLost = 0;
        listener.onEvent(event);
      }
      return await run.result;
    } catch (thrown) {
      run.result.catch(() => undefined);
      const isLost = thrown instanceof EegateError && thrown.code === 'ENGINE_LOST';
      if (!isLost || thrown.field === 'memory' || nLost >= maxRestarts || signal.aborted)
        throw thrown;
      listener.onLost(thrown);
    }
  }
}

function requestOf(
  { plan, recordings, model }: RunInput,
  resumeFrom: ArrayBuffer | null,
  live: Pick<TrainingOptions, 'signal' | 'onPreparing' | 'onCheckpoint'>,
): TrainingRequest {
  return {
    ...(model ? { model } : { config: plan.config ?? {} }),
    data: plan.items.map(({ key, recipe, subject }) => ({
      recording: recordings.get(key)!,
      recipe,
      subject,
    })),
    options: { ...plan.options, ...(resumeFrom && { resumeFrom }), ...live },
  };
}

/** After a first step that was far too large there are no good weights, and no model. */
export function asTrainingError(thrown: unknown): unknown {
  if (!(thrown instanceof EegateError) || thrown.code !== 'MODEL_NONFINITE') return thrown;
  return new PageError({ code: 'TRAIN_DIVERGED', ...strings.trainErrors.diverged }, thrown);
}
