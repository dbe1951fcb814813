import { describe, expect, it } from 'vitest';
import { Undo } from './undo.js';

function setup() {
  let now = 0;
  let value = 0;
  const undo = new Undo(() => now);
  const change = (to: number, kind = 'move', afterMs = 1000) => {
    now += afterMs;
    const from = value;
    value = to;
    undo.push({ kind, undo: () => (value = from), redo: () => (value = to) });
  };
  return { undo, change, value: () => value };
}

describe('undo', () => {
  it('takes steps back and does them again', () => {
    const { undo, change, value } = setup();
    change(1);
    change(2);
    undo.undo();
    expect(value()).toBe(1);
    undo.undo();
    expect([value(), undo.canUndo, undo.canRedo]).toEqual([0, false, true]);
    undo.undo();
    undo.redo();
    undo.redo();
    expect([value(), undo.canRedo]).toEqual([2, false]);
  });

  it('takes a drag as one step, and what is of another kind as another', () => {
    const { undo, change, value } = setup();
    change(1);
    change(2, 'move', 20);
    change(3, 'move', 20);
    change(4, 'gain', 20);
    undo.undo();
    expect(value()).toBe(3);
    undo.undo();
    expect(value()).toBe(0);
    undo.redo();
    expect(value()).toBe(3);
  });

  it('forgets what was undone when something else is done', () => {
    const { undo, change } = setup();
    change(1);
    undo.undo();
    change(2);
    expect(undo.canRedo).toBe(false);
  });
});
