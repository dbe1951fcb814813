import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EegateError, type Engine } from '../../api/index.js';
import { trainingOf } from '../../api/engine.js';
import { Sleep, type Hypnogram, type SleepStage } from '../../api/sleep.js';
import { deferred } from '../../worker/work_chunks.js';
import type { Actions } from '../actions.js';
import { initialState, type State } from '../state.js';
import { Store } from '../store.js';
import type { Subject } from '../tasks.js';
import type { Step } from '../undo.js';
import { withStage } from './epochs.js';
import { comparedWith, initialNight } from './night.js';
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
  scoring: { name: () => 'stages', hypnogram: hypnogram(...stages), warnings: [] },
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
  const subjects: string[] = [];
  const attempt = (_: string, subject: Subject, body: () => Promise<void>) =>
    body().catch((thrown: unknown) => {
      failed.push(thrown);
      subjects.push(typeof subject === 'string' ? subject : subject(thrown));
    });
  const said: string[] = [];
  const closers: ((key: number) => void)[] = [];
  const steps: Step[] = [];
  const actions = {
    tasks: { attempt, say: (text: string) => said.push(text) },
    onRecordingClose: (listener: (key: number) => void) => closers.push(listener),
    undo: { push: (step: Step) => steps.push(step) },
  } as unknown as Actions;
  const close = (key: number) => closers.forEach((closed) => closed(key));
  const all = new Map([1, 2].map((key) => [key, scored('W', 'N1')]));
  const store = new Store<SleepState>({ nights: all as never, isFolded: false }, () => undefined);
  const engine = {} as Engine;
  trainingOf.set(engine, { training: null, nextId: null } as never);
  const panel = new SleepPanel(page, actions, Promise.resolve(engine), store);
  const correct = (stage: SleepStage) =>
    panel.correct(1, withStage(panel.night!.scoring!.hypnogram, 0, stage), { events: null });
  return { panel, correct, failed, subjects, said, steps, close };
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
  panel.opened.closeOther();
  await vi.runAllTimersAsync();
  late.resolve({} as never);
  await vi.runAllTimersAsync();
  expect(panel.night!.agreement).toBeNull();
});

it('what is compared can be closed, be it of a file or of a model, and Undo opens it again', async () => {
  const { panel, said, steps } = nights();
  const { scoring: other } = scored('W', 'W');
  const values = new Float32Array(10).fill(0.2);
  const probabilities = { name: () => 'a model', epochS: 30, startS: 0, values, isMoved: false };
  panel.patch(1, { other, probabilities });
  panel.opened.closeOther();
  expect(panel.night).toMatchObject({ other: null, probabilities });
  panel.opened.closeOther();
  expect(panel.night).toMatchObject({ other: null, probabilities: null, agreement: null });
  expect(said.at(-1)).toBe('Closed a model; Undo opens it again');
  panel.opened.closeOther(); // there is none
  expect(steps).toHaveLength(2);
  steps.pop()!.undo();
  expect(panel.night).toMatchObject({ other: null, probabilities });
  steps.pop()!.undo();
  expect(panel.night).toMatchObject({ other, probabilities });
  await vi.runAllTimersAsync();
  expect(panel.night!.agreement).not.toBeNull();
});

it('events that arrive after a correction are searched again, of the corrected stages', async () => {
  const { panel, correct, said } = nights();
  const late = deferred<never>();
  calls.events.mockReturnValueOnce(late.promise);
  const searching = panel.channel.events();
  await vi.runAllTimersAsync();
  correct('N2');
  const again = deferred<never>();
  calls.events.mockReturnValueOnce(again.promise);
  late.resolve({ spindles: [], slowWaves: [] } as never);
  await vi.runAllTimersAsync();
  expect(panel.night!.events).toBeNull();
  expect(said.at(-1)).toBe('Stages were corrected meanwhile: searching again');
  const found = { spindles: [{}], slowWaves: [] } as never;
  again.resolve(found);
  await searching;
  expect(panel.night).toMatchObject({ events: found, progress: null });
  expect(calls.events.mock.calls.map(([, , { stages }]) => stages.join(''))).toEqual([
    'WN1',
    'N2N1',
  ]);
});

it('events of a scoring that is closed while they are searched are not shown', async () => {
  const { panel } = nights();
  const late = deferred<never>();
  calls.events.mockReturnValueOnce(late.promise);
  const searching = panel.channel.events();
  await vi.runAllTimersAsync();
  panel.opened.close();
  late.resolve({ spindles: [], slowWaves: [] } as never);
  await searching;
  expect(panel.night).toMatchObject({ events: null, progress: null });
});

it('scorings of which no epoch is in both have no agreement, which is no failure', async () => {
  const { panel, correct, failed } = nights();
  panel.patch(1, { other: scored('W', 'W').scoring });
  calls.compare.mockRejectedValue(new EegateError({ code: 'HYP_LENGTH', message: 'apart' }));
  correct('R');
  await vi.runAllTimersAsync();
  expect(panel.night).toMatchObject({ agreement: null, statistics: { of: 'RN1' } });
  expect(failed).toEqual([]);
});

it('a scoring with longer or shorter epochs is not compared, and the one before stays', () => {
  const { panel } = nights();
  const { scoring } = scored('W', 'W');
  const own = panel.night!.scoring!;
  panel.opened.compare(1, own, scoring);
  const short = { ...scoring, hypnogram: { ...scoring.hypnogram, epochS: 20 } };
  expect(() => panel.opened.compare(1, own, short)).toThrow(
    /epochs of 20\ss, the open one of 30\ss/,
  );
  expect(panel.night!.other).toBe(scoring);
  const values = new Float32Array(5);
  const probabilities = { name: () => 'a model', epochS: 20, startS: 0, values, isMoved: false };
  expect(comparedWith({ ...panel.night!, other: null, probabilities })).toBeNull();
});

it('what is wrong with a model is told of its file, what is wrong with the recording of that', async () => {
  const { panel, subjects } = nights();
  const stage = vi.spyOn(Sleep.prototype, 'stage');
  const files = ['a', 'b'].map((name) => new File([], `${name}.safetensors`));
  for (const code of ['FORMAT_TEXT', 'MODEL_CONFIG_VALUE', 'STAGE_MODELS', 'STAGE_TOO_SHORT']) {
    stage.mockRejectedValueOnce(new EegateError({ code, message: 'refused' }));
    await panel.stage(files);
  }
  const names = 'a.safetensors, b.safetensors';
  expect(subjects).toEqual([names, names, names, 'night 1']);
});

/** A spectrogram that is computed until it is called off. */
function endless() {
  const compute = vi.spyOn(Sleep.prototype, 'spectrogram');
  compute.mockImplementation(async (_, __, { signal } = {}) => {
    await new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason)),
    );
    return {} as never;
  });
  return compute;
}

it('a spectrogram is called off if another channel is chosen, and without a word if its recording is closed', async () => {
  const { panel, said, close } = nights();
  const compute = endless();
  const first = panel.channel.spectrogram();
  await vi.waitFor(() => expect(compute).toHaveBeenCalledTimes(1));
  panel.channel.choose(1);
  await first;
  expect(panel.night).toMatchObject({ progress: null, channel: 1 });
  expect(said.at(-1)).toBe('Computing was stopped.');
  const second = panel.channel.spectrogram();
  await vi.waitFor(() => expect(compute).toHaveBeenCalledTimes(2));
  close(1);
  await second;
  expect(said.at(-1)).toBe('Computing the spectrogram of the night');
});

it('a spectrogram that is being computed can be called off', async () => {
  const { panel, failed } = nights();
  const compute = endless();
  const done = panel.channel.spectrogram();
  await vi.waitFor(() => expect(compute).toHaveBeenCalled());
  expect(panel.night!.progress).toBe(0);
  panel.channel.cancel();
  await done;
  expect(panel.night).toMatchObject({ progress: null, spectrogram: null });
  expect(failed).toEqual([]);
});
