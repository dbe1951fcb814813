import { expect, it } from 'vitest';
import { EegateError } from '../../api/index.js';
import { germanElements } from '../../page/strings/german/elements.js';
import { elementStrings } from '../strings.js';
import { noTruth, withoutOverride } from './errors.js';

it('a refused recording recommends no override, which a drill does not have', () => {
  const hint = 'Choose another model. An override classifies all the same.';
  const refused = new EegateError({ code: 'FIT_INCOMPATIBLE', message: 'Too few', hint });
  expect(withoutOverride(refused)).toMatchObject({
    code: 'FIT_INCOMPATIBLE',
    message: 'Too few',
    hint: 'Choose another model or recording.',
  });
  const other = noTruth();
  expect(withoutOverride(other)).toBe(other);
});

it.each(['English', 'German'])('only a probability of 1 is 100 %%: %s', (language) => {
  const { drill } = language === 'German' ? germanElements : elementStrings;
  const share = (probability: number) =>
    /, ([^A-Za-z]+)\s%/.exec(drill.model('a', probability, true))![1]!.replace(',', '.');
  expect([1, 0.9999, 0.996, 0.9004, 0.5].map(share)).toEqual([
    '100.0',
    '> 99.9',
    '99.6',
    '90',
    '50',
  ]);
});
