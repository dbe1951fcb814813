import { expect, it } from 'vitest';
import { broughtTo, turnedTo } from './follow.js';

const view = { startS: 10, spanS: 5 };

it('turns the page when the replay leaves it', () => {
  expect(turnedTo(view, 12, 14.9)).toBeNull();
  expect(turnedTo(view, 14.9, 15)).toBe(15);
  expect(turnedTo(view, 15, 15.1)).toBe(15);
  expect(turnedTo(view, 14, 27)).toBe(25);
});

it('leaves a view alone that is elsewhere', () => {
  expect(turnedTo(view, 20, 20.1)).toBeNull();
  expect(turnedTo(view, 3, 3.1)).toBeNull();
});

it('a replay that begins outside the view brings it there', () => {
  const view = { startS: 43, spanS: 10 };
  expect([0, 42.9, 43, 52.9, 53].map((at) => broughtTo(view, at))).toEqual([
    0,
    42.9,
    null,
    null,
    53,
  ]);
});
