import { describe, expect, it } from 'vitest';
import type { TrainingEvaluation } from '../../api/training_types.js';
import type { Plan } from './plan.js';
import {
  bestLike,
  differenceOf,
  fileNameOfRun,
  isBest,
  isWorthUsing,
  type Judged,
  inTable,
  inTableAlone,
  nameFor,
  sortedBy,
  ticked,
} from './runs.js';
import { isUnsaved, newRun, type Run } from './state.js';

interface Made {
  accuracy?: number | null;
  truth?: number[];
  plan?: Partial<Plan>;
  seed?: number;
  name?: string;
  elapsedS?: number;
}

function made(order: number, what: Made = {}): Run {
  const { accuracy = 0.5, truth = [0, 1], name = `run ${order}`, elapsedS = order } = what;
  const plan = {
    ...{ title: 'a / b', classes: ['a', 'b'], items: [], eachPerson: [], network: 'EEGNet' },
    ...{ fileName: 'a_b.safetensors', options: { split: 'auto', seed: what.seed ?? 1 } },
    ...what.plan,
  } as unknown as Plan;
  const evaluation = accuracy === null ? null : ({ accuracy, truth } as TrainingEvaluation);
  const trained = { evaluation } as Run['trained'];
  return Object.assign(newRun(plan, order, name), { trained, elapsedS });
}
const orders = (runs: Run[]) => runs.map(({ order }) => order);

describe('a trained model', () => {
  it('would be lost with the page until its file is saved', () => {
    const run = made(1);
    expect(isUnsaved(run)).toBe(false); // it is not written yet
    run.bytes = new Uint8Array(1);
    expect(isUnsaved(run)).toBe(true);
    run.isSaved = true;
    expect(isUnsaved(run)).toBe(false);
  });
});

it('a run that was called off before there was a model is in no pair', () => {
  const [first, second] = [made(1), made(2)];
  expect(inTableAlone({ ticked: [2, 3], runs: [first, second] })).toEqual({ ticked: [2] });
  expect(inTableAlone({ ticked: [1, 2], runs: [first, second] })).toEqual({ ticked: [1, 2] });
});

describe('the order of the table', () => {
  const runs = [
    made(1, { accuracy: 0.6, name: 'run 10' }),
    made(2, { accuracy: 0.8, name: 'run 9' }),
    made(3, { accuracy: null, name: 'a' }),
    made(4, { accuracy: 0.6 }),
  ];
  it('follows the column, equals in the order in which they were trained', () => {
    expect(orders(inTable(runs, { by: 'accuracy', isDescending: true }))).toEqual([2, 1, 4, 3]);
    expect(orders(inTable(runs, { by: 'name', isDescending: false }))).toEqual([3, 4, 2, 1]);
    expect(orders(inTable(runs, { by: 'time', isDescending: true }))).toEqual([4, 3, 2, 1]);
  });
  it('begins with the best, and turns round with the second click', () => {
    const first = sortedBy({ by: 'order', isDescending: false }, 'accuracy');
    expect(first).toEqual({ by: 'accuracy', isDescending: true });
    expect(sortedBy(first, 'accuracy')).toEqual({ by: 'accuracy', isDescending: false });
    expect(sortedBy(first, 'name')).toEqual({ by: 'name', isDescending: false });
  });
});

describe('two runs', () => {
  const run = made(1);
  it('are compared window by window where both were judged on the same', () => {
    expect(differenceOf(run, made(2))).toBeNull();
    const each = { eachPerson: ['1', '2', '3'] };
    expect(differenceOf(made(1, { plan: each }), made(2, { plan: each, seed: 5 }))).toBeNull();
  });
  it('else it is told why they cannot be', () => {
    const item = { key: 1 } as Plan['items'][number];
    expect(differenceOf(run, made(2, { accuracy: null }))).toBe('unjudged');
    expect(differenceOf(run, made(2, { plan: { classes: ['a', 'c'] } }))).toBe('classes');
    expect(differenceOf(run, made(2, { plan: { items: [item] } }))).toBe('data');
    expect(differenceOf(run, made(2, { plan: { eachPerson: ['1'] } }))).toBe('judged');
    expect(differenceOf(run, made(2, { plan: { options: { split: 'block', seed: 1 } } }))).toBe(
      'judged',
    );
    expect(differenceOf(run, made(2, { seed: 2 }))).toBe('seed');
    expect(differenceOf(run, made(2, { truth: [1, 0] }))).toBe('windows');
  });
});

describe('the best', () => {
  it('is looked for among runs that were judged on the same windows', () => {
    const [first, better, other] = [
      made(1, { accuracy: 0.6 }),
      made(2, { accuracy: 0.8 }),
      made(3, { accuracy: 0.9, seed: 2 }),
    ];
    expect(bestLike(first, [first, better, other])).toBe(better);
    expect(bestLike(better, [first, better, other])).toBe(better);
    expect(bestLike(other, [first, better, other])).toBe(other);
  });
});

it('every run that no other one beats is marked as the best, unless all are equal', () => {
  const accuracies = [0.6, 0.8, 0.8, null];
  const runs = accuracies.map((accuracy, i) => made(i + 1, { accuracy }));
  const marked = (some: Run[]) => orders(some.filter((run) => isBest(run, some)));
  expect(marked(runs)).toEqual([2, 3]);
  expect(marked(runs.slice(1))).toEqual([]);
  expect(marked(runs.slice(0, 1))).toEqual([]);
});

describe('ticks', () => {
  it('are two at most, the latest ones', () => {
    expect(ticked([], 3, true)).toEqual([3]);
    expect(ticked([3, 1], 2, true)).toEqual([1, 2]);
    expect(ticked([3, 1], 3, false)).toEqual([1]);
  });
});

describe('a run', () => {
  it('replaces the model in use if it is better than the majority class, or was not judged', () => {
    const judged = (low: number) =>
      ({ evaluation: { accuracyInterval: [low, 0.9], chance: 0.5 } }) as unknown as Judged;
    expect([judged(0.4), judged(0.6), { evaluation: null }].map(isWorthUsing)).toEqual([
      ...[false, true, true],
    ]);
  });
  it('is called as its network, with a number from the second on', () => {
    const { plan } = made(1);
    const first = made(1, { name: 'EEGNet' });
    expect(nameFor(plan, [])).toBe('EEGNet');
    expect(nameFor(plan, [first])).toBe('EEGNet (2)');
    expect(nameFor(plan, [first, made(2, { name: 'EEGNet (2)' })])).toBe('EEGNet (3)');
  });
  it('is saved under a name that no other run has, or the one that somebody gave it', () => {
    const run = made(1, { name: 'EEGNet (2)' });
    expect(fileNameOfRun(run)).toBe('a_b_eegnet-2.safetensors');
    run.isNamed = true;
    run.name = 'Best of the 3 / Montag';
    expect(fileNameOfRun(run)).toBe('best-of-the-3-montag.safetensors');
    run.name = '???';
    expect(fileNameOfRun(run)).toBe('a_b.safetensors'); // nothing of it can be in a name
  });
});
