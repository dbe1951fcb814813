import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../../worker/work_chunks.js';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { Controller } from './controller.js';
import { initialInside, type InsideState } from './state.js';

/** A run whose windows arrive when the test says so, the controller that looks at the first one, and a second model. */
function page(epochs: () => Promise<unknown>, inspect = async () => ({}) as unknown) {
  const model = { inspect, info: { tensors: [] }, config: {} };
  const run = {
    classification: { epochs },
    predictions: [0, 1].map((index) => ({ index, onsetS: index, durationS: 1 })),
    lease: { model, bytes: null, again: () => ({ release: () => undefined }) },
    selected: 0,
  };
  const recordings = [{ key: 1, run }] as unknown as State['recordings'];
  const models = [{ key: 'other', title: 'Other' }] as unknown as State['models'];
  const store = new Store<State>(
    { ...initialState(), recordings, models, recordingKey: 1 },
    () => undefined,
  );
  const inside = new Store<InsideState>(initialInside(), () => undefined);
  const using: ((lease: { release(): void }) => void)[] = [];
  const use = () => new Promise((resolve) => void using.push(resolve));
  const undo = { drop: () => undefined, push: () => undefined };
  const bringIntoView = vi.fn();
  const actions = { undo, models: { use }, view: { bringIntoView } } as unknown as Actions;
  const controller = new Controller(store, inside, actions);
  return { store, inside, using, bringIntoView, controller };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const pending = () => deferred<unknown>();

describe('what arrives after the window was closed', () => {
  it('an error is not shown', async () => {
    const reading = pending();
    const { store, inside, controller } = page(() => reading.promise);
    controller.follow();
    store.update({ recordingKey: null });
    controller.follow();
    reading.reject(new Error('The recording is closed'));
    await settle();
    expect(inside.state).toEqual(initialInside());
  });

  it('a second model is given back, and not shown', async () => {
    const { store, inside, using, controller } = page(() => new Promise(() => undefined));
    controller.follow();
    void controller.compareWith('other');
    store.update({ recordingKey: null });
    controller.follow();
    const release = vi.fn();
    using[0]!({ release });
    await settle();
    expect(release).toHaveBeenCalled();
    expect(inside.state.comparison).toBeNull();
  });
});

it('is busy until the last of several inspections has ended', async () => {
  const windows = [pending(), pending()];
  let nRead = 0;
  const { store, inside, controller } = page(() => windows[nRead++]!.promise);
  controller.follow();
  const [entry] = store.state.recordings;
  store.update({ recordings: [{ ...entry!, run: { ...entry!.run!, selected: 1 } }] });
  controller.follow();
  expect(nRead).toBe(2);
  windows[0]!.resolve(null);
  await settle();
  expect(inside.state.isBusy).toBe(true);
  windows[1]!.resolve(null);
  await settle();
  expect(inside.state).toMatchObject({ isBusy: false, problem: null, index: 1 });
});

it('brings the window into view if nobody has chosen one', async () => {
  const { store, controller, bringIntoView } = page(() => Promise.resolve(null));
  controller.follow();
  await settle();
  expect(bringIntoView).not.toHaveBeenCalled(); // the choice has done so
  const [entry] = store.state.recordings;
  const run = { ...entry!.run!, selected: null, beginning: 1 };
  store.update({ recordings: [{ ...entry!, run }] });
  controller.follow();
  await settle();
  expect(bringIntoView.mock.calls).toEqual([[1, 1]]);
});

it('keeps the second model and the changes while nothing can be looked into', () => {
  const { store, inside, controller } = page(() => new Promise(() => undefined));
  controller.follow();
  const kept = { comparisonKey: 'other', parts: [{ block: 0, head: 1 }] };
  inside.update({ ...kept, nWindows: 5 });
  store.update({ recordingKey: null });
  controller.follow();
  expect(inside.state).toEqual({ ...initialInside(), ...kept });
});
