import { expect, it } from 'vitest';
import { resultRows, shareOfRow } from './result_rows.js';

it('has a row for each class where they have room, else for the likeliest and for the others together', () => {
  const shares = [0.1, 0.3, 0.05, 0.4, 0.15];
  expect(resultRows(shares, 200)).toEqual([0, 1, 2, 3, 4]);
  const rows = resultRows(shares, 80);
  expect(rows).toEqual([1, 3, null]);
  expect(shareOfRow(shares, rows, 3)).toBe(0.4);
  expect(shareOfRow(shares, rows, null)).toBeCloseTo(0.3);
  expect(resultRows([0.2, 0.8], 10)).toEqual([0, 1]); // the other of two is a class of its own
});
