import { describe, expect, it } from 'vitest';
import type { Engine } from '../../api/index.js';
import { changeBetween } from '../draw_schedule.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { Tasks } from '../tasks.js';
import { SignalTools } from './tools.js';

function made() {
  const store = new Store<State>(initialState(), () => undefined);
  const engine = Promise.resolve({
    electrodes: async (names: string[]) => names.map(() => ({ x: 0, y: 0, z: 1 })),
  } as unknown as Engine);
  const tools = new SignalTools(store, engine, new Tasks(store));
  const recording = { info: { id: 1 }, channels: [{ name: 'Cz', isTrigger: false }] } as never;
  return { store, tools, recording };
}

describe('tools of the signals region', () => {
  it('are drawn at once when the focus, the cursor or an answer is another', async () => {
    const { store, tools, recording } = made();
    const isDrawn = async (act: () => unknown) => {
      const before = store.state;
      await act();
      return changeBetween(before, store.state).more && before !== store.state;
    };
    expect(await isDrawn(() => tools.focus('Cz'))).toBe(true);
    expect(await isDrawn(() => tools.moveCursor(12))).toBe(true);
    const asked = async () => {
      tools.positions(recording);
      for (let i = 0; i < 8; i++) await Promise.resolve();
    };
    expect(await isDrawn(asked)).toBe(true);
    expect(tools.positions(recording).get('Cz')).toEqual({ x: 0, y: 0 });
  });

  it('change nothing when focus and cursor stay where they are', () => {
    const { store, tools } = made();
    tools.focus('Cz');
    tools.moveCursor(12);
    const before = store.state;
    tools.focus('Cz');
    tools.moveCursor(12);
    expect(store.state).toBe(before);
  });
});
