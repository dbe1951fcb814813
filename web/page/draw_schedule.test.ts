import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeBetween, Drawing } from './draw_schedule.js';
import type { State } from './state.js';

const view = { startS: 0, spanS: 10, firstRow: 0 };
const run = { status: 'running', nDone: 1, prepared: 1, selected: null };
const entry = { key: 1, run, view };
const state = { status: 'Ready', recordings: [entry] } as unknown as State;
const at = (startS: number, more: object = {}, changed: object = {}, runNow: object = run) =>
  ({
    ...state,
    ...changed,
    recordings: [{ ...entry, run: runNow, view: { ...view, startS, ...more } }],
  }) as unknown as State;

describe('what has changed', () => {
  const isMore = (after: State) => changeBetween(state, after).more;
  it('is scrolling or progress only if nothing else is different', () => {
    const scrolled = { hasScrolled: true, hasProgressed: false, more: false };
    expect(changeBetween(state, at(3))).toEqual(scrolled);
    expect(changeBetween(state, at(3, {}, {}, { ...run, nDone: 2 }))).toEqual({
      ...scrolled,
      hasProgressed: true,
    });
    expect(isMore(at(3, { spanS: 20 }))).toBe(true);
    expect(isMore(at(3, {}, { status: 'Busy' }))).toBe(true);
    expect(isMore(at(3, {}, {}, { ...run, selected: 4 }))).toBe(true);
    expect(isMore(at(3, {}, {}, { ...run, status: 'done' }))).toBe(true);
    expect(isMore({ ...state, recordings: [] })).toBe(true);
    expect(isMore(state)).toBe(true); // asked to draw although nothing is different: it has a reason
    expect(changeBetween(at(0, {}, {}, { ...run, nDone: 0 }), state).more).toBe(true);
  });
});

describe('drawing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('moves pictures at once and words a little later, the last ones always', () => {
    const drawn: string[] = [];
    const told = (what: string) => (now: State) =>
      void drawn.push(`${what} ${now.recordings[0]!.view.startS}`);
    const drawing = new Drawing(told('pictures'), told('all'));
    drawing.draw(state, 0);
    drawing.draw(at(1), 16);
    drawing.draw(at(2), 32);
    drawing.draw(at(2, {}, {}, { ...run, nDone: 2 }), 48); // still moved since everything was drawn
    expect(drawn).toEqual(['all 0', 'pictures 1', 'pictures 2', 'pictures 2']);
    drawing.draw(at(3), 130);
    drawing.draw(at(4), 146);
    vi.runAllTimers();
    expect(drawn.slice(4)).toEqual(['all 3', 'pictures 4', 'all 4']);
    drawing.draw(at(5, {}, { status: 'Busy' }));
    expect(drawn.at(-1)).toBe('all 5');
  });

  it('lets predictions wait', () => {
    const pictures = vi.fn();
    const all = vi.fn();
    const drawing = new Drawing(pictures, all);
    drawing.draw(state, 0);
    drawing.draw(at(0, {}, {}, { ...run, nDone: 2 }), 16);
    expect(all).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(all).toHaveBeenCalledTimes(2);
    expect(all.mock.calls[1]![0].recordings[0].run.nDone).toBe(2);
  });

  it('lets words wait longer where they take long to draw', () => {
    const slow = vi.fn(() => void vi.advanceTimersByTime(100));
    const drawing = new Drawing(() => undefined, slow);
    drawing.draw(state, performance.now());
    const progressed = (nDone: number) => at(0, {}, {}, { ...run, nDone });
    drawing.draw(progressed(2), performance.now());
    vi.advanceTimersByTime(300);
    expect(slow).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(101);
    expect(slow).toHaveBeenCalledTimes(2);
  });
});
