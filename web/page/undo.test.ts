import { describe, expect, it } from 'vitest';
import { Undo, undoKey } from './undo.js';

function setup() {
  let now = 0;
  let value = 0;
  const undo = new Undo(null, () => now);
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

  it('takes a step back where it was made, and forgets those of what is gone', () => {
    const open = [1, 2];
    const told: number[] = [];
    let shown = 1;
    const show = (place: number) => {
      if (!open.includes(place)) return false;
      shown = place;
      return true;
    };
    const undo = new Undo({ now: () => shown, show }, () => 0);
    const [night, other] = [{}, {}];
    const push = (n: number, more = {}) =>
      undo.push({ kind: `${n}`, undo: () => told.push(-n), redo: () => told.push(n), ...more });
    push(1);
    push(2, { about: night });
    push(3, { about: other });
    shown = 2;
    push(4, { isGlobal: true });
    undo.undo();
    expect([shown, ...told]).toEqual([2, -4]);
    undo.drop({ about: other });
    undo.undo();
    expect([shown, ...told]).toEqual([1, -4, -2]);
    shown = 2;
    undo.redo();
    expect([shown, ...told]).toEqual([1, -4, -2, 2]);
    open.shift(); // closed without a word
    undo.undo();
    expect([told.length, undo.canUndo]).toEqual([3, false]);
    shown = 2;
    push(5);
    undo.drop({ place: 2 });
    expect(undo.canUndo).toBe(false);
  });

  it('forgets what was undone when something else is done', () => {
    const { undo, change } = setup();
    change(1);
    undo.undo();
    change(2);
    expect(undo.canRedo).toBe(false);
  });

  it('begins a new step when 700 ms have passed, and after each step that is taken back', () => {
    const { undo, change, value } = setup();
    change(1);
    change(2, 'move', 699);
    undo.undo();
    expect(value()).toBe(0);
    change(3, 'move', 1);
    change(4, 'move', 700);
    undo.undo();
    expect(value()).toBe(3);
    undo.redo();
    change(5, 'move', 1);
    undo.undo();
    expect(value()).toBe(4);
  });

  it('counts the time of a drag from its last part', () => {
    const { undo, change, value } = setup();
    change(1);
    change(2, 'move', 600);
    change(3, 'move', 600);
    undo.undo();
    expect(value()).toBe(0);
  });

  it('keeps the last 200 steps', () => {
    const { undo, change, value } = setup();
    for (let i = 1; i <= 203; i++) change(i);
    let nUndone = 0;
    for (; undo.canUndo; nUndone++) undo.undo();
    expect([nUndone, value()]).toEqual([200, 3]);
  });

  it('takes no step that is itself the work of a step, also where that fails', () => {
    const undo = new Undo(null, () => 0);
    const step = (body: () => void) => ({ kind: 'a', undo: body, redo: () => undefined });
    undo.push(step(() => undo.push(step(() => undefined))));
    undo.undo();
    expect([undo.canUndo, undo.canRedo]).toEqual([false, true]);
    undo.push(
      step(() => {
        throw new Error('broken');
      }),
    );
    expect(() => undo.undo()).toThrow('broken');
    undo.push(step(() => undefined));
    expect(undo.canUndo).toBe(true);
  });

  it('does nothing where there is nothing', () => {
    const { undo, value } = setup();
    undo.undo();
    undo.redo();
    expect([value(), undo.canUndo, undo.canRedo]).toEqual([0, false, false]);
  });

  it('looks at the clock of the page', () => {
    const undo = new Undo();
    expect([undo.canUndo, undo.canRedo]).toEqual([false, false]);
    const step = (kind: string) => ({ kind, undo: () => undefined, redo: () => undefined });
    undo.push(step('a'));
    undo.push(step('a'));
    undo.undo();
    expect(undo.canUndo).toBe(false);
  });
});

describe('its keys', () => {
  const pressed = (key: string, more: Partial<KeyboardEvent> = {}) =>
    undoKey({ key, target: null, ctrlKey: true, ...more } as KeyboardEvent);
  it.each<[string, Partial<KeyboardEvent>, ReturnType<typeof undoKey>]>([
    ['z', {}, 'undo'],
    ['Z', { shiftKey: true }, 'redo'],
    ['z', { ctrlKey: false, metaKey: true }, 'undo'],
    ['Z', { ctrlKey: false, metaKey: true, shiftKey: true }, 'redo'],
    ['y', {}, 'redo'],
    ['Y', {}, 'redo'],
    ['y', { ctrlKey: false, metaKey: true }, null],
    ['z', { ctrlKey: false }, null],
    ['z', { altKey: true }, null],
    ['x', {}, null],
  ])('%s %j', (key, more, wanted) => expect(pressed(key, more)).toBe(wanted));

  it('belong to a text field where they are typed into one', () => {
    const asked: string[] = [];
    const field = (isText: boolean) =>
      ({ matches: (selector: string) => (asked.push(selector), isText) }) as unknown as HTMLElement;
    expect(pressed('z', { target: field(true) })).toBeNull();
    expect(pressed('z', { target: field(false) })).toBe('undo');
    expect(pressed('z', { target: {} as HTMLElement })).toBe('undo'); // a window
    expect(asked[0]).toContain('textarea');
  });
});
