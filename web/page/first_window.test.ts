import { describe, expect, it } from 'vitest';
import type { Run } from './state.js';
import {
  beginningsOf,
  hasWindows,
  markedWindow,
  shownRun,
  surestWindows,
  windowInFocus,
} from './first_window.js';

const predicted = (label: string, share: number) => ({
  label,
  probabilities: Float32Array.of(share, 1 - share),
});
const predictions = [
  predicted('open', 0.6),
  predicted('closed', 0.1),
  predicted('open', 0.98),
  predicted('open', 0.8),
  predicted('closed', 0.001),
];
const run = (change: Partial<Run> = {}) =>
  ({
    ...{ status: 'done', selected: null, beginning: null, classification: {}, predictions },
    ...change,
  }) as Run;

describe('the window to begin with', () => {
  it('is where the model is surest, then where it is surest of another class', () =>
    expect(surestWindows(predictions)).toEqual([4, 2]));
  it('is not one without an answer', () =>
    expect(surestWindows([predicted('', NaN), predicted('open', 0.6)])).toEqual([1]));
  it('is the same for all who look, until one is chosen', () => {
    expect(windowInFocus(run())).toBe(4);
    expect(windowInFocus(run({ beginning: 2 }))).toBe(2);
    expect(windowInFocus(run({ beginning: 2, selected: 1 }))).toBe(1);
  });
  it('is there, or will be, unless a run ended without one or there is none', () => {
    expect(hasWindows(run())).toBe(true);
    expect(hasWindows(run({ status: 'running', predictions: [] }))).toBe(true);
    expect(hasWindows(run({ status: 'failed', predictions: [] }))).toBe(false);
    expect(hasWindows(null)).toBe(false);
  });
  it('does not jump while the run goes on', () => {
    expect(windowInFocus(run({ status: 'running' }))).toBe(0);
    expect(windowInFocus(run({ predictions: [] }))).toBeNull();
  });
  it('is the first where numbers are predicted', () =>
    expect(beginningsOf(run({ predictions: [predicted('', 3)] as Run['predictions'] }))).toEqual([
      0,
    ]));
  it('is marked in the traces where it is explained or looked into, and nowhere else', () => {
    const one = run({ beginning: 2 });
    expect(markedWindow({ workspace: 'signals', openSections: [] }, one)).toBeNull();
    expect(markedWindow({ workspace: 'explain', openSections: [] }, one)).toBe(2);
    expect(markedWindow({ workspace: 'signals', openSections: ['inside'] }, one)).toBe(2);
    expect(markedWindow({ workspace: 'signals', openSections: [] }, run({ selected: 3 }))).toBe(3);
  });
});

it('traces have no predictions beside them in Sleep', () => {
  const run = {} as Run;
  expect(shownRun({ workspace: 'signals' }, { run })).toBe(run);
  expect(shownRun({ workspace: 'sleep' }, { run })).toBeNull();
});
