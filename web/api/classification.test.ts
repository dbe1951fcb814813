import { expect, test } from 'vitest';
import { labelOf } from './classification.js';

test('the class of the highest probability is the label, and no answer has none', () => {
  const classes = ['open', 'closed'];
  expect(labelOf(classes, Float32Array.of(0.2, 0.8))).toBe('closed');
  expect(labelOf(classes, Float32Array.of(0.5, 0.5))).toBe('open');
  expect(labelOf(classes, Float32Array.of(NaN, NaN))).toBe('');
  expect(labelOf(classes, Float32Array.of(0.3, Infinity))).toBe('');
});
