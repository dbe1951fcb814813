import { expect, it } from 'vitest';
import { confusionView } from './confusion.js';

/** Of the cells in order: whether they are marked as right. */
const flags = (value: unknown): boolean[] =>
  typeof value === 'boolean'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(flags)
      : value && typeof value === 'object' && 'values' in value
        ? flags((value as { values: unknown }).values)
        : [];

it('a class that does not occur has nothing that is right', () => {
  const confusion = [
    [0, 0],
    [3, 9],
  ];
  expect(flags(confusionView({ classes: ['open', 'closed'], confusion }))).toEqual([
    ...[false, false],
    ...[false, true],
  ]);
});
