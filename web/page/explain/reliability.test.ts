import { describe, expect, it } from 'vitest';
import type { ExplainChecks } from '../../api/index.js';
import { doubtsOf } from './reliability.js';

const passing = {
  completeness: { promised: true, residual: 0.001, limit: 0.02, steps: 32, passed: true },
  deletion: { applies: true, passed: true },
  randomWeights: { applies: true, passed: true },
  strength: { difference: 1.3, random: [0.4, 1.55], factor: 2, passed: true },
} as unknown as ExplainChecks;

describe('the reliability of an explanation', () => {
  it('has no doubts where all checks were passed', () => {
    expect(doubtsOf(passing)).toEqual([]);
  });

  it('is told in plain sentences with the numbers of the checks', () => {
    const strength = { ...passing.strength!, passed: false };
    expect(doubtsOf({ ...passing, strength })).toEqual([
      'This window changes the output by 1.3; more than 3.1 is needed, 2 times what untrained networks show.',
    ]);
    const deletion = { ...passing.deletion!, passed: false };
    const randomWeights = { ...passing.randomWeights!, passed: false };
    const completeness = { ...passing.completeness, residual: 0.04, passed: false };
    expect(doubtsOf({ ...passing, deletion, randomWeights, completeness })).toHaveLength(3);
  });

  it('does not doubt by checks that do not apply', () => {
    const deletion = { ...passing.deletion!, applies: false, passed: false };
    const randomWeights = { ...passing.randomWeights!, applies: false, passed: false };
    const completeness = { ...passing.completeness, promised: false, passed: false };
    expect(doubtsOf({ ...passing, deletion, randomWeights, completeness })).toEqual([]);
  });
});
