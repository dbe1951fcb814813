import { describe, expect, it } from 'vitest';
import { Store } from '../store.js';
import { pressOnDeletion, pressOnHead, rankOf } from './cursors.js';
import { initialExplain, type ExplainState, type Picture } from './state.js';

const picture = {
  chNames: ['C3', 'Cz', 'C4', 'EMG'],
  rows: ['C3', 'Cz', 'C4', 'EMG'],
  nTimes: 5,
  byChannel: Float32Array.of(0.2, -0.5, 0.1, 9),
  checks: { deletion: { curve: [3, 2, 1] } },
} as unknown as Picture;

function opened(): Store<ExplainState> {
  const positions = new Map([
    ['C3', { x: -0.5, y: 0 }],
    ['Cz', { x: 0, y: 0 }],
    ['C4', { x: 0.5, y: 0 }],
  ]);
  const cursor = { row: 1, time: 3 };
  const state: ExplainState = { ...initialExplain(), picture, positions, cursor };
  return new Store(state, () => undefined);
}

describe('the cursor on the head', () => {
  const at = (store: Store<ExplainState>) => picture.chNames[store.state.cursor.row];

  it('goes over the electrodes that have a place, and keeps its moment', () => {
    const store = opened();
    expect(pressOnHead(store, 'ArrowRight')).toBe(true);
    expect(at(store)).toBe('C4');
    pressOnHead(store, 'ArrowRight');
    expect(at(store)).toBe('C4');
    expect(store.state.cursor.time).toBe(3);
    pressOnHead(store, 'Home');
    expect(at(store)).toBe('C3'); // the EMG is not on the head
    pressOnHead(store, 'End');
    expect(at(store)).toBe('Cz');
    expect(pressOnHead(store, 'a')).toBe(false);
    expect(rankOf(picture, 0)).toBe(2);
  });
});

describe('the cursor along the deletion curve', () => {
  it('stays on it', () => {
    const store = opened();
    pressOnDeletion(store, 'ArrowLeft');
    expect(store.state.deletionPoint).toBe(0);
    pressOnDeletion(store, 'End');
    expect(store.state.deletionPoint).toBe(2);
    pressOnDeletion(store, 'ArrowRight');
    expect(store.state.deletionPoint).toBe(2);
    expect(pressOnDeletion(store, 'ArrowUp')).toBe(false);
  });
});
