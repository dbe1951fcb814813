import { describe, expect, it } from 'vitest';
import type { TrainingEvaluation } from '../../api/training_types.js';
import { adviceFor, isAfterCue } from './advice.js';
import type { Plan } from './plan.js';
import { newRun, type Run } from './state.js';

const all = () => true;
const idOf = ({ network }: Plan) => network;
const item = (by: string) => ({ recipe: { epochs: { by } } }) as unknown as Plan['items'][number];

function made(network: string, by: string, interval: [number, number] | null): Run {
  const plan = { network, title: 'a / b', items: [item(by)] } as unknown as Plan;
  const evaluation =
    interval && ({ accuracyInterval: interval, chance: 0.5 } as TrainingEvaluation);
  return Object.assign(newRun(plan, 1, network), { trained: { evaluation } as Run['trained'] });
}

describe('advice', () => {
  it('is not needed above the majority class, and impossible without a figure', () => {
    expect(adviceFor(made('cnn', 'window', [0.6, 0.8]), [], idOf, all)).toEqual([]);
    expect(adviceFor(made('cnn', 'window', null), [], idOf, all)).toEqual([]);
  });
  it('names two networks that keep the order of time after a cue', () => {
    const run = made('small_gated', 'annotation', [0.4, 0.7]);
    expect(isAfterCue(run.plan)).toBe(true);
    expect(adviceFor(run, [], idOf, all)).toEqual(['flatten_gated', 'eegnet']);
  });
  it('names two that measure rhythms for states that last', () =>
    expect(adviceFor(made('eegnet', 'window', [0.4, 0.7]), [], idOf, all)).toEqual([
      'small_gated',
      'band_power',
    ]));
  it('names none twice, and none that does not fit', () => {
    const run = made('small_gated', 'annotation', [0.4, 0.7]);
    const tried = made('flatten_gated', 'annotation', [0.4, 0.7]);
    expect(adviceFor(run, [tried], idOf, all)).toEqual(['eegnet', 'cnn']);
    expect(adviceFor(run, [tried], idOf, (id) => id !== 'eegnet')).toEqual(['cnn']);
  });
});
