import { describe, expect, it } from 'vitest';
import type { Actions } from './actions.js';
import { commandsOf, matching, paletteKey } from './commands.js';
import { initialState, type State } from './state.js';

const calls: string[] = [];
const actions = {
  undo: { canUndo: true, canRedo: false, undo: () => calls.push('undo') },
  navigation: { enter: (to: string) => calls.push(`enter ${to}`) },
} as unknown as Actions;
const state = (change: Partial<State> = {}): State => ({ ...initialState(), ...change });
const names = (typed: string, change: Partial<State> = {}) =>
  matching(commandsOf(state(change), actions), typed).map(({ name }) => name);

describe('commands', () => {
  it('are those that can be carried out now', () => {
    expect(names('go to')).toEqual([
      'Go to Signals',
      'Go to Explain',
      'Go to Sleep',
      'Go to Train',
      'Go to Live',
      'Go to Learn',
    ]);
    expect(names('undo')).toEqual(['Undo']);
    expect(names('redo')).toEqual([]);
    expect(names('classify')).toEqual([]); // no recording is open
    expect(names('sample', { isBusy: false })).toEqual(['Try the sample recording']);
    expect(names('sample', { isBusy: true })).toEqual([]);
  });

  it('are found by any of their words, in any order', () => {
    expect(names('train go')).toEqual(['Go to Train']);
    expect(names('CARD')).toEqual(['Show Model card']);
    expect(names('xyz')).toEqual([]);
  });

  it('have names of their own, and do what they say', () => {
    const all = commandsOf(state({ isBusy: false }), actions);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    all.find(({ name }) => name === 'Undo')!.run();
    all.find(({ name }) => name === 'Go to Live')!.run();
    expect(calls).toEqual(['undo', 'enter live']);
  });
});

describe('the key of the palette', () => {
  const key = (change: Partial<KeyboardEvent>) =>
    paletteKey({ key: 'k', ctrlKey: false, metaKey: false, ...change } as KeyboardEvent);
  it('is Ctrl+K or Command+K alone', () => {
    expect(key({ ctrlKey: true })).toBe(true);
    expect(key({ metaKey: true })).toBe(true);
    expect(key({})).toBe(false);
    expect(key({ ctrlKey: true, shiftKey: true })).toBe(false);
  });
});
