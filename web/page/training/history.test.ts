import { describe, expect, it } from 'vitest';
import type { EpochMetrics, TrainingEvent } from '../../api/training_types.js';
import { strings } from '../strings/index.js';
import { Curve, History } from './history.js';

const remainingText = strings.train.run.remaining;

const metrics = (epoch: number, isBest = false): EpochMetrics => ({
  epoch,
  trainLoss: 1 / (epoch + 1),
  validationLoss: 1,
  accuracy: 0.5,
  isBest,
});
const event = (step: number, validation?: EpochMetrics) =>
  ({ step, loss: step, epoch: Math.floor(step / 2), validation }) as TrainingEvent;

describe('Curve', () => {
  it('stays short however long the run is, and keeps its mean', () => {
    const curve = new Curve();
    const n = 100_000;
    for (let i = 0; i < n; i++) curve.push(i, i % 2);
    expect(curve.n).toBeLessThanOrEqual(1024);
    expect(curve.n).toBeGreaterThan(300);
    expect(curve.y.reduce((a, b) => a + b) / curve.n).toBeCloseTo(0.5, 6);
    expect(curve.x.every((x, i) => i === 0 || x > curve.x[i - 1]!)).toBe(true);
  });
  it('halves its resolution with the 1024th point, and takes means from then on', () => {
    const curve = new Curve();
    for (let i = 0; i < 1023; i++) curve.push(i, 2 * i);
    expect(curve.n).toBe(1023);
    curve.push(1023, 2046);
    expect(curve.n).toBe(512);
    expect([curve.x[0], curve.y[0], curve.x[511], curve.y[511]]).toEqual([0.5, 1, 1022.5, 2045]);
    expect(curve.y.length).toBe(512);
    curve.push(1024, 10);
    expect(curve.n).toBe(512);
    curve.push(1025, 20);
    expect([curve.x[512], curve.y[512]]).toEqual([1024.5, 15]);
    for (let i = 1026; i < 2048; i++) curve.push(i, 0);
    expect(curve.n).toBe(512);
    expect(curve.x[1]).toBe(5.5); // of four
  });
  it('leaves out what is no number', () => {
    const curve = new Curve();
    curve.push(0, NaN);
    curve.push(1, Infinity);
    expect(curve.n).toBe(0);
  });
});

describe('History', () => {
  it('has no point of a validation that there was not', () => {
    const history = new History();
    history.addEpoch({ epoch: 0, trainLoss: 1, isBest: true });
    expect([history.trainLoss.n, history.validationLoss.n, history.accuracy.n]).toEqual([1, 0, 0]);
  });
  it('gathers steps and passes', () => {
    const history = new History();
    for (let step = 0; step < 4; step++)
      history.add(event(step, step % 2 ? metrics((step - 1) / 2, step === 1) : undefined), 2);
    expect(history.steps.x).toEqual([0.5, 1, 1.5, 2]);
    expect(history.trainLoss.y).toEqual([1, 0.5]);
    expect(history.best?.epoch).toBe(0);
  });
  it('lets a pass that is done again take the place of the former', () => {
    const history = new History();
    history.load([metrics(0), metrics(1), metrics(2)]);
    history.addEpoch({ ...metrics(1), trainLoss: 9 });
    expect(history.epochs.map(({ trainLoss }) => trainLoss)).toEqual([1, 9]);
    expect(history.trainLoss.y).toEqual([1, 9]);
    history.addEpoch({ ...metrics(1), trainLoss: 8 }); // the last one again
    expect(history.trainLoss.y).toEqual([1, 8]);
    history.load([0, 1, 2, 3].map((epoch) => metrics(epoch)));
    history.addEpoch(metrics(2));
    expect(history.epochs.map(({ epoch }) => epoch)).toEqual([0, 1, 2]);
  });
  it('counts steps in passes, each step once', () => {
    const history = new History();
    history.add(event(0), 0); // the number of steps is not known yet
    history.add(event(0), 4);
    history.add(event(2), 4);
    history.add(event(1), 4);
    expect(history.steps.x).toEqual([1, 0.75]);
    expect(history.steps.y).toEqual([0, 2]);
  });
  it('draws of each pass what was measured', () => {
    const history = new History();
    expect(history.best).toBeNull();
    expect(history.epochs).toEqual([]);
    history.addEpoch({ epoch: 0, trainLoss: 3, isBest: true });
    expect(history.validationLoss.n).toBe(0);
    expect(history.accuracy.n).toBe(0);
    history.addEpoch({ epoch: 1, trainLoss: 2, validationLoss: 0, accuracy: 0, isBest: false });
    expect([history.trainLoss.x, history.trainLoss.y]).toEqual([
      [1, 2],
      [3, 2],
    ]);
    expect([history.validationLoss.x, history.validationLoss.y]).toEqual([[2], [0]]);
    expect([history.accuracy.x, history.accuracy.y]).toEqual([[2], [0]]);
    expect(history.best?.epoch).toBe(0);
  });
  it('forgets everything of passes that are loaded anew, the best too', () => {
    const history = new History();
    history.load([metrics(0), metrics(1, true)]);
    expect(history.best?.epoch).toBe(1);
    history.load([metrics(0)]);
    expect(history.best).toBeNull();
    expect(history.epochs.map(({ epoch }) => epoch)).toEqual([0]);
    for (const curve of [history.trainLoss, history.validationLoss, history.accuracy])
      expect(curve.x).toEqual([1]);
  });
});

describe('remainingText', () => {
  it.each([
    [null, 'time left not known yet'],
    [0.4, 'less than a second left'],
    [42.3, 'about 42\u00a0s left'],
    [600, 'about 10\u00a0min left'],
    [9000, 'about 2.5 hours left'],
  ])('%s', (seconds, text) => expect(remainingText(seconds)).toBe(text));
});
