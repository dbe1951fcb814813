import { expect, it } from 'vitest';
import { english } from './english/index.js';
import { german } from './german/index.js';
import { numbersIn } from './number_formats.js';

const { percents, finePercent } = numbersIn({ point: ',', group: '.', bytesName: 'Byte' });

it('the ends of an interval have a decimal only where they would be the same without it', () => {
  expect(percents([0.71, 0.876])).toEqual(['71 %', '88 %']);
  expect(percents([0.9956, 1])).toEqual(['99,6 %', '100 %']);
  expect(percents([0, 0.004])).toEqual(['0 %', '0,4 %']);
});

it('only 0 and 1 are 0 % and 100 %', () => {
  expect([0, 0.0001, 0.02, 0.5, 0.9994, 0.9999, 1].map(finePercent)).toEqual([
    ...['0,0 %', '< 0,1 %', '2,0 %', '50 %', '99,9 %', '> 99,9 %', '100,0 %'],
  ]);
});

it('all numbers of a sentence are written in the same way', () => {
  const interval: [number, number] = [0.96, 0.98];
  expect(english.results.right(3489, 3598, interval)).toContain('in 3,489 of 3,598 windows');
  expect(german.results.right(3489, 3598, interval)).toContain('in 3.489 von 3.598 Fenstern');
  expect(english.start.allRight(3489, 3598, interval)).toContain('in 3,489 of 3,598 windows');
  expect(german.start.allRight(3489, 3598, interval)).toContain('in 3.489 von 3.598 Fenstern');
});
