import { expect, it } from 'vitest';
import type { ComparedModel, ModelComparison } from '../../api/index.js';
import { verdictText } from './views/tuning.js';

const one = (preset: string, accuracy: number, gain: number, low: number): ComparedModel => ({
  preset,
  accuracy,
  accuracy95: [accuracy - 0.1, accuracy + 0.1],
  balancedAccuracy: accuracy,
  chance: 0.5,
  crossEntropy: 0.5,
  behind: 0,
  behind95: [0, 0],
  gain,
  gain95: [low, gain + 0.1],
  nUnanswered: 0,
  seconds: 1,
});

const comparison = (models: ComparedModel[], kept: 'as_is' | 'head'): ModelComparison => ({
  ...{ classes: ['a', 'b'], nEpochs: 90, nFolds: 3, split: '3 runs', advice: '' },
  ...{ models, kept },
});

it('tells before, after and what is kept where fine-tuning pays', () => {
  const models = [
    one('all', 0.8, 0.15, -0.01),
    one('head', 0.78, 0.13, 0.02),
    one('as_is', 0.65, 0, 0),
  ];
  const text = verdictText(comparison(models, 'head'));
  expect(text).toBe(
    'Before 65\u00a0% right, after 78\u00a0% (only its last layer); the gain is 2.0 to 23.0 points. Fine-tuning helps: this part is chosen.',
  );
});

it('tells the same where it does not', () => {
  const models = [
    one('as_is', 0.65, 0, 0),
    one('all', 0.6, -0.05, -0.2),
    one('head', 0.63, -0.02, -0.1),
  ];
  const text = verdictText(comparison(models, 'as_is'));
  expect(text).toContain('Before 65\u00a0% right, after at best 63\u00a0% (only its last layer)');
  expect(text).toContain('Fine-tuning is not chosen');
});

it('gives no verdict where the model was trained on what it is judged on', () => {
  const models = [
    one('as_is', 0.82, 0, 0),
    one('all', 0.82, 0, -0.07),
    one('head', 0.9, 0.08, 0.01),
  ];
  const text = verdictText(comparison(models, 'head'), { tie: 'recording', n: 3, nAll: 3 });
  expect(text).toContain('No evidence');
  expect(text).toContain('all 3 of these recordings');
});
