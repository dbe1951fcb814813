import { describe, expect, it } from 'vitest';
import type { Prediction } from '../api/index.js';
import { runClassification, windowNearest } from './classification_run.js';
import type { Lease } from './open_models.js';
import { initialState, withRecording, type RecordingEntry, type Run, type State } from './state.js';
import { Store } from './store.js';

const windows = (n: number, durationS: number, stepS: number) =>
  Array.from({ length: n }, (_, index) => ({ index, onsetS: stepS * index, durationS }));

describe('the window of another model', () => {
  it.each([
    ['of the same length', windows(10, 2, 1), { onsetS: 5, durationS: 2 }, 5],
    ['longer', windows(10, 4, 4), { onsetS: 5, durationS: 2 }, 1],
    ['shorter', windows(20, 1, 1), { onsetS: 4, durationS: 4 }, 5],
    ['too far away', windows(3, 2, 2), { onsetS: 20, durationS: 2 }, -1],
    ['none', [], { onsetS: 5, durationS: 2 }, -1],
  ])('%s', (_, of, wanted, index) => expect(windowNearest(of, wanted)).toBe(index));
});

/** A page with one recording, which was classified before if there is a run. */
function pageWith(run: Run | null) {
  const store = new Store<State>(initialState(), () => undefined);
  const opened = (key: number, name: string) =>
    store.update((state) =>
      withRecording(state, { key, recording: { name }, run } as unknown as RecordingEntry),
    );
  opened(1, 'a.edf');
  return { store, opened };
}

async function classifyFirst(store: Store<State>, afterEach: (n: number) => void): Promise<void> {
  const epochs = windows(5, 4, 4);
  const model = {
    classes: ['a', 'b'],
    config: {},
    classify: () => ({
      plan: async () => ({ epochs }),
      async *[Symbol.asyncIterator]() {
        for (const [n, one] of epochs.entries()) {
          yield one as Prediction;
          afterEach(n);
        }
      },
    }),
  };
  const lease = { model } as unknown as Lease;
  await runClassification(
    ...([store, store.state.recordings[0]!, lease, 'm'] as const),
    { override: false, calibrate: null },
    () => null,
  );
}

describe('a classification', () => {
  it('stops at once while it is planned, which takes long of a long recording', async () => {
    const { store } = pageWith(null);
    const lease = {
      model: {
        ...{ classes: ['a', 'b'], config: {} },
        classify: () => ({ plan: () => new Promise(() => undefined) }),
      },
    } as unknown as Lease;
    const ended = runClassification(
      ...([store, store.state.recordings[0]!, lease, 'm'] as const),
      { override: false, calibrate: null },
      () => null,
    );
    const { run } = store.state.recordings[0]!;
    expect(run!.status).toBe('running');
    run!.abort.abort();
    await ended;
    expect(store.state.recordings[0]!.run!.status).toBe('cancelled');
  });

  it('keeps the time of the window that was chosen, from when it gets there', async () => {
    const { store } = pageWith({ predictions: windows(20, 2, 1), selected: 6 } as unknown as Run);
    const selected: (number | null | undefined)[] = [];
    await classifyFirst(store, () => selected.push(store.state.recordings[0]!.run?.selected));
    expect(selected).toEqual([null, 1, 1, 1, 1]);
    expect(store.state.recordings[0]!.run!.selected).toBe(1);
  });

  it('names its recording at the end where another one is shown by then', async () => {
    const { store, opened } = pageWith(null);
    await classifyFirst(store, () => undefined);
    expect(store.state.status).toMatch(/^Classified 5 windows in /);
    await classifyFirst(store, (n) => n === 2 && opened(2, 'b.edf'));
    expect(store.state.status).toMatch(/^Classified 5 windows of a.edf in /);
  });
});
