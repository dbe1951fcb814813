import { expect, test } from 'vitest';
import { trainingFacts } from './model_card.js';

test('a card says what is read, how good it is, and where that ends', () => {
  const facts = new Map(
    trainingFacts({
      reads: 'the alpha rhythm',
      limits: 'eight people',
      people: ['S001', 'S002'],
      judged: { accuracy: 0.874, chance: 0.5, lowest: 0.65, highest: 1, how: '8 folds' },
      data: { name: 'A dataset', runs: 'runs 1 and 2', licence: 'ODC-By 1.0', citations: ['Who'] },
      options: { lr: 0.001 },
    }),
  );
  expect([...facts.keys()]).toEqual(['Input', 'Accuracy', 'Limits', 'Trained on', 'People']);
  expect(facts.get('Accuracy')).toBe(
    '87\u00a0% on people who were not in training (chance 50\u00a0%; individual people 65\u00a0% to 100\u00a0%). 8 folds',
  );
  expect(facts.get('Trained on')).toBe('A dataset. runs 1 and 2. ODC-By 1.0. Who');
  expect(facts.get('People')).toBe('2: S001, S002');
});

test('a model trained in the page tells its validation with an interval', () => {
  const facts = new Map(
    trainingFacts({
      files: ['S001R01.edf', 'S001R02.edf'],
      subjects: [1],
      validation: '1 of 2 files set aside for validation',
      metrics: { n_trials: 20, accuracy: 0.75, chance: 0.5, accuracy_interval: [0.53, 0.89] },
    }),
  );
  expect(facts.get('Accuracy')).toBe(
    '75\u00a0% of 20 windows right on validation, 95\u00a0% interval 53\u00a0% to 89\u00a0%, majority class 50\u00a0%',
  );
  expect(facts.get('Trained on')).toBe(
    'S001R01.edf, S001R02.edf; 1 of 2 files set aside for validation',
  );
  expect(facts.get('People')).toBe('1');
});

test('the settings of a training have labels of the page', () => {
  const options = {
    ...{ optimizer: 'adamw', lr: 0.002, epochs: 12, batch_size: 64, seed: 4, class_weights: [] },
    ...{ label_smoothing: 0.1, augment: { jitter: true, mirror: false, channel_dropout: 0 } },
  };
  const counts = { n_epochs_of_data: 1928, n_epochs_of_validation: 0 };
  expect(trainingFacts({ options, ...counts, date: '2026-01-02' })).toEqual([
    ['Windows', '1,928 for training, 0 for validation'],
    [
      'Training settings',
      'adamw, learning rate 0.002, 12 epochs at most, batches of 64, seed 4, label smoothing 0.1, shifted in time',
    ],
    ['Date', '2026-01-02'],
  ]);
  expect(trainingFacts({ options: { method: 'closed form', n_trials: 944 } })).toEqual([
    ['Training settings', 'fitted in closed form, without steps'],
  ]);
});

test('a file that says nothing, or something else, gives no facts', () => {
  expect(trainingFacts(null)).toEqual([]);
  expect(trainingFacts({ judged: 'well', data: 3, people: {} })).toEqual([]);
});

test('a model of fewer bits says what rounding its weights changed', () => {
  const quantization = { bits: 8, largest_difference: 0.00437, largest_logit: 1.65 };
  const factOf = (more: object) =>
    new Map(trainingFacts({ quantization: { ...quantization, ...more } })).get('Weights');
  expect(factOf({})).toBe('rounded to 8 bits: scores change by at most 0.004 on the self-test');
  expect(factOf({ before: { accuracy: 0.757 }, after: { accuracy: 0.756 } })).toMatch(
    /; 75\.7\u00a0% right before, 75\.6\u00a0% after$/,
  );
  expect(factOf({ bits: 'eight' })).toBeUndefined();
});
