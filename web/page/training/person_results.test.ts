import { describe, expect, it } from 'vitest';
import { strings } from '../strings/index.js';
import { accuracyOf, evaluationOf, meanInterval, studentQuantile } from './person_results.js';

/** A person of whom so many of ten windows of two classes in turn are right. */
const person = (name: string, nRight: number, confidence = 0.9) => {
  const truth = Array.from({ length: 10 }, (_, i) => i % 2);
  const predicted = truth.map((label, i) => (i < nRight ? label : 1 - label));
  return { person: name, truth, predicted, confidence: truth.map(() => confidence) };
};

describe('the interval of the mean over persons', () => {
  it('is Student’s t', () => {
    // Mean 0.7, standard deviation 0.1, of 4: 0.7 ± 3.182 * 0.1 / 2.
    const shares = [0.6, 0.6 + 0.2 / 3, 0.6 + 0.4 / 3, 0.8];
    const deviation = Math.sqrt(shares.reduce((sum, one) => sum + (one - 0.7) ** 2, 0) / 3);
    const [low, high] = meanInterval(shares, [0.69, 0.71]);
    expect(low).toBeCloseTo(0.7 - (3.182 * deviation) / 2, 10);
    expect(high).toBeCloseTo(0.7 + (3.182 * deviation) / 2, 10);
  });
  it('stays within 0 and 1', () => expect(meanInterval([0.2, 1], [0.5, 0.7])).toEqual([0, 1]));
  it('is never narrower than the windows alone allow', () =>
    expect(meanInterval([0.9, 0.9, 0.9], [0.75, 0.97])).toEqual([0.75, 0.97]));
  it('knows the quantiles of many persons, too', () => {
    expect(studentQuantile(2)).toBe(4.303);
    expect(studentQuantile(40)).toBeCloseTo(2.021, 2);
    expect(studentQuantile(120)).toBeCloseTo(1.98, 2);
  });
});

describe('what all persons say together', () => {
  const all = evaluationOf(['open', 'closed'], [person('1', 10), person('2', 5), person('3', 6)])!;
  it('counts each person the same', () => {
    expect(accuracyOf(person('2', 5))).toBe(0.5);
    expect(all.accuracy).toBeCloseTo(0.7, 10);
    const longer = { ...person('1', 10), truth: [0, 1], predicted: [0, 1], confidence: [1, 1] };
    expect(evaluationOf(['a', 'b'], [longer, person('2', 5)])!.accuracy).toBeCloseTo(0.75, 10);
  });
  it('has the confusion matrix of all windows, and figures that follow from it', () => {
    // Right: 5 + 3 + 3 of 15 windows of class 0, and 5 + 2 + 3 of class 1.
    expect(all.confusion).toEqual([
      [11, 4],
      [5, 10],
    ]);
    expect(all.nTrials).toBe(30);
    expect(all.chance).toBe(0.5);
    expect(all.balancedAccuracy).toBeCloseTo((11 / 15 + 10 / 15) / 2, 10);
    expect(all.kappa).toBeCloseTo((0.7 - 0.5) / 0.5, 10);
    expect(all.macroF1).toBeCloseTo((22 / 31 + 20 / 29) / 2, 10);
  });
  it('has no kappa where all windows and answers are of one class', () => {
    const one = { person: '1', truth: [0, 0], predicted: [0, 0], confidence: [1, 1] };
    const { kappa } = evaluationOf(['a', 'b'], [one, { ...one, person: '2' }])!;
    expect(kappa).toBeUndefined();
    expect(strings.outcome.figures.kappaOf(kappa)).toBe('none: one class only');
  });
  it('says how far confidence is off', () => expect(all.ece).toBeCloseTo(0.9 - 0.7, 10));
  it('leaves out who has no window, and says nothing without any', () => {
    const none = { person: '4', truth: [], predicted: [], confidence: [] };
    expect(evaluationOf(['a', 'b'], [none, person('1', 8), person('2', 6)])!.accuracy).toBeCloseTo(
      0.7,
      10,
    );
    expect(evaluationOf(['a', 'b'], [none])).toBeNull();
  });
});
