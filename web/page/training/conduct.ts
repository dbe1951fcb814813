// One run from its start to the written model, through lost engines: told to whoever listens, kept by whoever wants to.
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

/** The one thing that is asked of an engine. */
export interface Trainer {
  train(request: TrainingRequest): TrainingRun;
}

export interface Material {
  plan: Plan;
  /** By the key in the plan. */
  recordings: Map<number, Recording>;
  model: Model | null;
  checkpoint: ArrayBuffer | null;
}

export interface Listener {
  onBegun(run: TrainingRun): void;
  onPreparing(share: number): void;
  onInfo(info: TrainingInfo): void;
  onEvent(event: TrainingEvent): void;
  onCheckpoint(checkpoint: ArrayBuffer): void;
  onLost(error: EegateError): void;
}

const mostRestarts = 5;

/**
 * An engine that dies takes the run with it only if that happens again and again without a step in between, or if new
 * engines did not get the memory either.
 */
export async function conduct(
  trainer: Trainer,
  material: Material,
  listener: Listener,
  signal: AbortSignal,
): Promise<Trained> {
  let { checkpoint } = material;
  for (let nLost = 0; ; nLost++) {
    const run = trainer.train(
      requestOf(material, checkpoint, {
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
      if (!isLost || thrown.field === 'memory' || nLost >= mostRestarts || signal.aborted)
        throw thrown;
      listener.onLost(thrown);
    }
  }
}

function requestOf(
  { plan, recordings, model }: Material,
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
export function inPlainWords(thrown: unknown): unknown {
  if (!(thrown instanceof EegateError) || thrown.code !== 'MODEL_NONFINITE') return thrown;
  return new EegateError({ code: 'TRAIN_DIVERGED', ...strings.trainErrors.diverged }, thrown);
}
