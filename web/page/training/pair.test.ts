import { describe, expect, it } from 'vitest';
import type { TrainingEvaluation, TrainingInfo } from '../../api/training_types.js';
import { betterOf, finishedOf, inOrder, runOf } from './pair.js';
import type { Plan } from './plan.js';
import { newRun, type Run } from './state.js';

const plan = (network: string) => ({ network, fileName: `${network}.safetensors` }) as Plan;
const bytes = new Uint8Array([1, 2, 3]);

function ended(order: number, accuracy: number | null): Run {
  const evaluation = accuracy === null ? null : ({ accuracy } as TrainingEvaluation);
  const run = newRun(plan(`network ${order}`), order);
  const epochs = [{ epoch: 0, trainLoss: 0.5, isBest: true }];
  run.history.load(epochs);
  return Object.assign(run, {
    ...{ phase: 'ended', info: {} as TrainingInfo, bytes },
    trained: {
      ...{ ended: 'epochs done', epochs, evaluation, problem: null },
      toSafetensors: async () => bytes,
    },
  } satisfies Partial<Run>);
}

describe('of two runs', () => {
  const [worse, better] = [ended(1, 0.58), ended(2, 0.82)];
  it('the better one is taken, whichever was trained last', () => {
    expect(betterOf(worse, better)).toBe(better);
    expect(betterOf(better, worse)).toBe(better);
  });
  it('the first is taken when neither is better, or no data were set aside', () => {
    const [first, second] = [ended(1, 0.7), ended(2, 0.7)];
    expect(betterOf(first, second)).toBe(first);
    expect(betterOf(ended(1, null), ended(2, null)).order).toBe(1);
  });
  it('the first stands first, however they are handed over', () => {
    expect(inOrder(better, worse)).toEqual([worse, better]);
    expect(inOrder(worse, better)).toEqual([worse, better]);
  });
});

describe('a run that has ended', () => {
  it('comes back from what a browser stores as it was', async () => {
    const run = ended(1, 0.8);
    const again = runOf(structuredClone(finishedOf(run)!), 4);
    expect(again).toMatchObject({ phase: 'ended', order: 4, plan: run.plan, info: run.info });
    expect(again.trained!.evaluation).toEqual({ accuracy: 0.8 });
    expect(again.history.epochs).toEqual(run.history.epochs);
    expect(await again.trained!.toSafetensors()).toEqual(bytes);
  });
  it('is null without a model', () => {
    expect(finishedOf({ ...ended(1, 0.8), bytes: null })).toBeNull();
    expect(finishedOf(newRun(plan('a'), 1))).toBeNull();
  });
});
