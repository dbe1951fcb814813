import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../api/index.js';
import { trainingOf } from '../../api/engine.js';
import { Sleep, type Hypnogram, type SleepStage } from '../../api/sleep.js';
import { deferred } from '../../worker/work_chunks.js';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import { withStage } from './epochs.js';
import { initialNight } from './night.js';
import { SleepPanel, type SleepState } from './panel.js';

let calls: ReturnType<typeof fakeCalls>;
function fakeCalls() {
  const { prototype } = Sleep;
  const statistics = vi.spyOn(prototype, 'statistics');
  statistics.mockImplementation(async ({ stages }) => ({ of: stages.join('') }) as never);
  const compare = vi.spyOn(prototype, 'compare').mockImplementation(async () => ({}) as never);
  const events = vi.spyOn(prototype, 'events');
  events.mockImplementation(async () => ({ spindles: [], slowWaves: [] }) as never);
  return { statistics, compare, events };
}

const hypnogram = (...stages: SleepStage[]) =>
  ({ startS: 0, epochS: 30, stages, warnings: [] }) as unknown as Hypnogram;
const scored = (...stages: SleepStage[]) => ({
  ...initialNight(0),
  scoring: { name: 'stages', hypnogram: hypnogram(...stages), warnings: [] },
});

/** Two recordings, whose nights are scored; the first is shown. */
function nights() {
  const recordings = [1, 2].map((key) => ({ key, recording: { name: `night ${key}` } }));
  const page = new Store<State>(
    {
      ...initialState(),
      recordings: recordings as unknown as State['recordings'],
      recordingKey: 1,
    },
    () => undefined,
  );
  const failed: unknown[] = [];
  const attempt = (_: string, __: string, body: () => Promise<void>) =>
    body().catch((thrown: unknown) => void failed.push(thrown));
  const actions = { tasks: { attempt, say: () => undefined } } as unknown as Actions;
  const all = new Map([1, 2].map((key) => [key, scored('W', 'N1')]));
  const store = new Store<SleepState>({ nights: all as never }, () => undefined);
  const engine = {} as Engine;
  trainingOf.set(engine, { training: null, nextId: null } as never);
  const panel = new SleepPanel(page, actions, Promise.resolve(engine), store);
  const correct = (stage: SleepStage) =>
    panel.correct(1, withStage(panel.night!.scoring!.hypnogram, 0, stage), { events: null });
  return { panel, correct, failed };
}

beforeEach(() => {
  vi.useFakeTimers();
  calls = fakeCalls();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('nights that are counted at the same time are both counted', async () => {
  const { panel } = nights();
  panel.counts.request(1);
  panel.counts.request(2);
  await vi.runAllTimersAsync();
  expect([1, 2].map((key) => panel.nightOf(key)!.statistics)).toEqual([
    { of: 'WN1' },
    { of: 'WN1' },
  ]);
});

it('statistics that arrive after a correction are not shown, and a report counts the corrected stages', async () => {
  const { panel, correct } = nights();
  const late = deferred<never>();
  calls.statistics.mockReturnValueOnce(late.promise);
  panel.counts.request(1);
  await vi.runAllTimersAsync();
  correct('R');
  late.resolve({ of: 'old' } as never);
  const counted = await panel.counts.now(1); // before its time
  expect(counted!.statistics).toEqual({ of: 'RN1' });
  expect(panel.night!.statistics).toEqual({ of: 'RN1' });
  await vi.runAllTimersAsync();
  expect(panel.night!.statistics).toEqual({ of: 'RN1' });
});

it('statistics of earlier stages do not stay if those of the corrected ones fail', async () => {
  const { panel, correct, failed } = nights();
  await panel.counts.now(1);
  calls.statistics.mockRejectedValueOnce(new Error('lost'));
  correct('R');
  await vi.runAllTimersAsync();
  expect([panel.night!.statistics, failed.length]).toEqual([null, 1]);
});

it('the agreement with a scoring that was closed meanwhile is not shown', async () => {
  const { panel } = nights();
  panel.patch(1, { other: scored('W', 'W').scoring });
  const late = deferred<never>();
  calls.compare.mockReturnValueOnce(late.promise);
  panel.counts.request(1);
  await vi.runAllTimersAsync();
  panel.closeOther();
  await vi.runAllTimersAsync();
  late.resolve({} as never);
  await vi.runAllTimersAsync();
  expect(panel.night!.agreement).toBeNull();
});

it('events that arrive after a correction are not shown as those of the corrected stages', async () => {
  const { panel, correct } = nights();
  const late = deferred<never>();
  calls.events.mockReturnValueOnce(late.promise);
  const searching = panel.findEvents();
  await vi.runAllTimersAsync();
  correct('N2');
  late.resolve({ spindles: [], slowWaves: [] } as never);
  await searching;
  expect(panel.night).toMatchObject({ events: null, progress: null });
  await panel.findEvents();
  expect(panel.night!.events).not.toBeNull();
});

it('a spectrogram that is being computed can be called off', async () => {
  const { panel, failed } = nights();
  const compute = vi.spyOn(Sleep.prototype, 'spectrogram');
  compute.mockImplementation(async (_, __, { signal } = {}) => {
    await new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason)),
    );
    return {} as never;
  });
  const done = panel.computeSpectrogram();
  await vi.waitFor(() => expect(compute).toHaveBeenCalled());
  expect(panel.night!.progress).toBe(0);
  panel.cancelComputing();
  await done;
  expect(panel.night).toMatchObject({ progress: null, spectrogram: null });
  expect(failed).toEqual([]);
});
