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

describe('a classification', () => {
  it('keeps the time of the window that was chosen, from when it gets there', async () => {
    const store = new Store<State>(initialState(), () => undefined);
    const before = { predictions: windows(20, 2, 1), selected: 6 } as unknown as Run;
    const entry = { key: 1, recording: { name: 'a.edf' }, run: before };
    store.update((state) => withRecording(state, entry as unknown as RecordingEntry));
    const epochs = windows(5, 4, 4);
    const selected: (number | null | undefined)[] = [];
    const model = {
      classes: ['a', 'b'],
      config: {},
      classify: () => ({
        plan: async () => ({ epochs }),
        async *[Symbol.asyncIterator]() {
          for (const one of epochs) {
            yield one as Prediction;
            selected.push(store.state.recordings[0]!.run?.selected);
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
    expect(selected).toEqual([null, 1, 1, 1, 1]);
    expect(store.state.recordings[0]!.run!.selected).toBe(1);
  });
});
