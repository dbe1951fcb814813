import { describe, expect, it } from 'vitest';
import { EegateError } from '../../api/index.js';
import type {
  Trained,
  TrainingEvent,
  TrainingInfo,
  TrainingRequest,
} from '../../api/training_types.js';
import { trainWithRestarts, type RunInput, type Trainer } from './restarts.js';

const lost = new EegateError({ code: 'ENGINE_LOST', message: 'An engine worker failed' });
const input: RunInput = {
  plan: {
    title: '',
    fileName: '',
    classes: [],
    preset: '',
    network: '',
    config: { preset: 'gate_gru' },
    comparisonNetwork: null,
    items: [],
    eachPerson: [],
    options: {},
    seen: null,
    isKept: false,
  },
  recordings: new Map(),
  model: null,
  checkpoint: null,
};

/** Ten steps; after `until` of them, counted from the start, it fails once with each of `failures`. */
function fakeTrainer(failures: { until: number; error: EegateError }[]) {
  const requests: TrainingRequest[] = [];
  const trainer: Trainer = {
    train(request) {
      requests.push(request);
      const failure = failures.shift();
      const first = request.options?.resumeFrom
        ? new Uint8Array(request.options.resumeFrom)[0]!
        : 0;
      let resolve!: (trained: Trained) => void, reject!: (error: EegateError) => void;
      const result = new Promise<Trained>((yes, no) => ([resolve, reject] = [yes, no]));
      result.catch(() => undefined);
      async function* steps() {
        for (let step = first; step < 10; step++) {
          await Promise.resolve();
          if (step === failure?.until) {
            reject(failure.error);
            throw failure.error;
          }
          if (step % 3 === 0) request.options?.onCheckpoint?.(new Uint8Array([step]).buffer);
          yield { step } as TrainingEvent;
        }
        resolve({ ended: 'epochs done' } as Trained);
      }
      return {
        [Symbol.asyncIterator]: steps,
        info: Promise.resolve({} as TrainingInfo),
        result,
        state: 'running',
        pause: () => Promise.resolve(),
        resume: () => Promise.resolve(),
        stop: () => Promise.resolve(),
        checkpoint: () => Promise.resolve(new ArrayBuffer(0)),
        close: () => Promise.resolve(),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
  };
  return { trainer, requests };
}

async function conducted(failures: { until: number; error: EegateError }[]) {
  const { trainer, requests } = fakeTrainer(failures);
  const steps: number[] = [];
  const losses: string[] = [];
  const listener = {
    onBegun: () => undefined,
    onPreparing: () => undefined,
    onInfo: () => undefined,
    onEvent: ({ step }: TrainingEvent) => void steps.push(step),
    onCheckpoint: () => undefined,
    onLost: ({ message }: EegateError) => void losses.push(message),
  };
  const outcome = await trainWithRestarts(
    trainer,
    input,
    listener,
    new AbortController().signal,
  ).catch((error: EegateError) => error.code);
  return { outcome, steps, losses, requests };
}

describe('trainWithRestarts', () => {
  it('goes from the first step to the result', async () => {
    const { outcome, steps } = await conducted([]);
    expect(outcome).toMatchObject({ ended: 'epochs done' });
    expect(steps).toHaveLength(10);
  });
  it('goes on from the last checkpoint when an engine is lost', async () => {
    const { outcome, steps, losses, requests } = await conducted([
      { until: 5, error: lost },
      { until: 8, error: lost },
    ]);
    expect(outcome).toMatchObject({ ended: 'epochs done' });
    expect(losses).toHaveLength(2);
    expect(requests).toHaveLength(3);
    expect(steps).toEqual([0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 6, 7, 8, 9]);
  });
  it('gives up when engines are lost again and again without a step', async () => {
    const { outcome, requests } = await conducted(
      Array.from({ length: 20 }, () => ({ until: 0, error: lost })),
    );
    expect(outcome).toBe('ENGINE_LOST');
    expect(requests.length).toBeLessThan(10);
  });
  it('does not ask for memory again that new engines did not get either', async () => {
    const error = new EegateError({ code: 'ENGINE_LOST', message: '', field: 'memory' });
    const { outcome, requests } = await conducted([{ until: 2, error }]);
    expect(outcome).toBe('ENGINE_LOST');
    expect(requests).toHaveLength(1);
  });
  it('does not repeat what fails for another reason', async () => {
    const error = new EegateError({ code: 'TRAIN_LABELS', message: '' });
    const { outcome, requests } = await conducted([{ until: 2, error }]);
    expect(outcome).toBe('TRAIN_LABELS');
    expect(requests).toHaveLength(1);
  });
});
