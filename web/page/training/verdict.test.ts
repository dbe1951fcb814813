import { describe, expect, it } from 'vitest';
import type { TrainingEvaluation } from '../../api/training_types.js';
import type { PersonResult } from './person_results.js';
import { standingOf, verdictPicture } from './verdict.js';

const evaluation = (accuracy: number, interval: [number, number], chance = 0.5) =>
  ({ accuracy, accuracyInterval: interval, chance }) as TrainingEvaluation;
const person = (name: string, nRight: number): PersonResult => {
  const truth = new Array<number>(10).fill(0);
  const predicted = truth.map((_, i) => (i < nRight ? 0 : 1));
  return { person: name, truth, predicted, confidence: truth.map(() => 1) };
};

describe('where a result stands', () => {
  it('is above the majority class only with its whole interval', () => {
    expect(standingOf(evaluation(0.8, [0.7, 0.9]))).toBe('above');
    expect(standingOf(evaluation(0.6, [0.5, 0.7]))).toBe('unclear');
    expect(standingOf(evaluation(0.3, [0.2, 0.4]))).toBe('below');
  });
});

describe('the picture', () => {
  it('has shares on a line from 0 to 1', () => {
    const picture = verdictPicture(evaluation(0.8, [0.7, 0.9], 0.5), [], 232);
    expect([picture.left, picture.right]).toEqual([22, 210]);
    expect(picture.accuracy).toBeCloseTo(172.4);
    expect(picture.low).toBeCloseTo(153.6);
    expect(picture.high).toBeCloseTo(191.2);
    expect(picture.ticks.map(({ x }) => x)).toEqual([22, 69, 116, 163, 210]);
    expect(picture.dots).toEqual([]);
  });
  it('has the persons in order, and those that would touch below each other', () => {
    const persons = [person('c', 9), person('a', 6), person('b', 9), person('d', 9)];
    const { dots, axisY, height } = verdictPicture(evaluation(0.8, [0.7, 0.9]), persons);
    expect(dots.map(({ person }) => person)).toEqual(['a', 'c', 'b', 'd']);
    expect(dots[0]).toMatchObject({ share: 0.6, nRight: 6, n: 10 });
    expect(new Set(dots.slice(1).map(({ y }) => y)).size).toBe(3);
    expect(dots[1]!.y).toBe(dots[0]!.y);
    expect(axisY).toBeGreaterThan(Math.max(...dots.map(({ y }) => y)));
    expect(height).toBeGreaterThan(axisY);
  });
  it('turns the text at the majority class inwards', () => {
    expect(verdictPicture(evaluation(0.9, [0.8, 1], 0.3)).chanceAnchor).toBe('start');
    expect(verdictPicture(evaluation(0.9, [0.8, 1], 0.8)).chanceAnchor).toBe('end');
  });
});
