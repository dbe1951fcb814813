import { expect, it } from 'vitest';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { Controller } from './controller.js';
import { initialInside, type InsideState } from './state.js';

it('keeps the second model and the changes while nothing can be looked into', () => {
  const never = new Promise(() => undefined);
  const run = {
    classification: { epochs: () => never },
    predictions: [{ index: 0, onsetS: 0, durationS: 1 }],
    lease: { model: {}, again: () => ({ release: () => undefined }) },
    selected: 0,
  };
  const recordings = [{ key: 1, run }] as unknown as State['recordings'];
  const page = new Store<State>(
    { ...initialState(), recordings, recordingKey: 1 },
    () => undefined,
  );
  const inside = new Store<InsideState>(initialInside(), () => undefined);
  const actions = { undo: { drop: () => undefined } } as unknown as Actions;
  const controller = new Controller(page, inside, actions);
  controller.follow();
  const kept = { comparisonKey: 'other', parts: [{ block: 0, head: 1 }] };
  inside.update({ ...kept, nWindows: 5 });
  page.update({ recordingKey: null });
  controller.follow();
  expect(inside.state).toEqual({ ...initialInside(), ...kept });
});
