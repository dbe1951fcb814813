import { afterEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../api/index.js';
import { initialState, type RecordingEntry, type State } from '../state.js';
import { Store } from '../store.js';
import { ExplainPanel } from './panel.js';
import { initialExplain, type ExplainState } from './state.js';

afterEach(() => vi.useRealTimers());

const windowAt = (index: number, label: string, sureness: number) => ({
  ...{ index, label, onsetS: 100 * index, durationS: 2 },
  probabilities: Float32Array.of(sureness, 1 - sureness),
});

it('brings the window that it explains into view, also the one that is left when all fail the checks', async () => {
  vi.useFakeTimers();
  const model = {
    info: { chNames: ['Cz'] },
    config: { architecture: 'eegnet' },
    explainBands: async () => ({}),
    explain: async () => ({ data: new Float32Array(4), checks: { trustworthy: false } }),
  };
  const predictions = [
    windowAt(0, 'open', 0.6),
    windowAt(1, 'closed', 0.9),
    windowAt(2, 'open', 0.8),
  ];
  const run = {
    classification: { model, epochs: async () => new Float32Array(4) },
    ...{
      predictions,
      classes: ['open', 'closed'],
      status: 'done',
      selected: null,
      beginning: null,
    },
  };
  const recordings = [{ key: 1, run } as unknown as RecordingEntry];
  const page = new Store<State>(
    { ...initialState(), recordings, recordingKey: 1 },
    () => undefined,
  );
  const store = new Store<ExplainState>(initialExplain(), () => undefined);
  const engine = Promise.resolve({ electrodes: async () => [null] } as unknown as Engine);
  const revealed: number[] = [];
  const panel = new ExplainPanel(page, engine, store, (onsetS) => revealed.push(onsetS));
  panel.follow();
  await vi.advanceTimersByTimeAsync(1000);
  expect(panel.subject()?.epoch).toBe(1);
  expect(store.state).toMatchObject({ working: null, picture: { nTimes: 4 } });
  expect(revealed).toEqual([100]);
});
