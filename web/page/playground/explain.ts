// Relevance of every electrode: mean explanation over new trials with the rhythm.
import type { Classification, Model, PlanInfo } from '../../api/index.js';
import { areaUnderCurve, relevanceByChannel } from './head.js';

const maxExplained = 16;

/** New trials with the rhythm, as the model is given them. */
export async function trialsOf(
  classification: Classification,
  { epochs }: PlanInfo,
): Promise<Float32Array[]> {
  const trials: Float32Array[] = [];
  for (const [index, { label }] of epochs.entries()) {
    if (label !== 'rhythm' || trials.length === maxExplained) continue;
    trials.push(await classification.epochs(index, 1));
  }
  return trials;
}

export async function relevanceOf(
  model: Model,
  trials: Float32Array[],
  planted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<{ values: Map<string, number>; auc: number }> {
  const size = trials[0]?.length ?? 0;
  const x = new Float32Array(size * trials.length);
  trials.forEach((trial, i) => x.set(trial, i * size));
  const explained = await model.explain(x, {
    target: model.classes.indexOf('rhythm'),
    method: 'integrated_gradients',
    batch: trials.length,
    checks: false, // they ask whether one picture may be believed; here the truth is known
    signal,
  });
  const { chNames } = model.info;
  const values = relevanceByChannel(explained.data, chNames, size / chNames.length);
  return { values, auc: areaUnderCurve(values, planted) };
}
