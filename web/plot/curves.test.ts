import { describe, expect, it } from 'vitest';
import { rangeOf, ticksOf } from './curves.js';

const line = (y: number[]) => ({ x: y.map((_, i) => i), y, color: '' });

describe('rangeOf', () => {
  it('begins at zero where that is near, and leaves room above', () => {
    const [low, high] = rangeOf([line([0.2, 0.7]), line([0.5])]);
    expect(low).toBe(0);
    expect(high).toBeGreaterThan(0.7);
    expect(high).toBeLessThan(0.8);
  });
  it('holds for empty, equal and negative values', () => {
    expect(rangeOf([line([])])).toEqual([0, 1]);
    const [low, high] = rangeOf([line([2, 2])]);
    expect(low).toBeLessThan(2);
    expect(high).toBeGreaterThan(2);
    expect(rangeOf([line([-3, 1])])[0]).toBeLessThan(-3);
  });
});

describe('ticksOf', () => {
  it('are round', () => {
    expect(ticksOf(0, 1, 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticksOf(0, 60, 6)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(ticksOf(0.31, 0.69, 4)).toEqual([0.4, 0.5, 0.6]);
  });
});
