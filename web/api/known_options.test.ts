// Options that do not exist, or are of a wrong type, are refused: a misspelt one would silently mean its default.
import { describe, expect, it } from 'vitest';
import { checkOpen } from '../worker/pool.js';
import { compareModels } from './comparison.js';
import { computationsOn } from './computations.js';
import { createEngine } from './engine.js';
import { fakePool, opened } from './fake_pool.test-support.js';
import { checkQuery, Inspection } from './inspection.js';
import { openHeadset } from './live/headset.js';
import { replaySource } from './live/replay.js';
import { openRecording } from './open_recording.js';
import { startTraining } from './training.js';

const refused = (field: string) => expect.objectContaining({ code: 'ENGINE_ARGUMENT', field });
type Call = () => unknown;
const errorOf = async (call: Call): Promise<unknown> => {
  try {
    await call();
  } catch (thrown) {
    return thrown;
  }
  return null;
};

describe('options', () => {
  it('that do not exist are refused by their name, with those that do', async () => {
    const { recording, model } = await opened(1);
    const x = new Float32Array(60);
    const source = replaySource(recording);
    const calls: [string, Call][] = [
      ['duration', () => recording.read({ duration: 3 } as object)],
      ['starttime', () => recording.deidentified({ starttime: true } as object)],
      ['progress', () => recording.epochs({ version: 1 }, { progress: 1 } as object)],
      ['overide', () => model.classify(recording, { overide: true } as object)],
      ['abort', () => model.predict(x, { abort: 1 } as object)],
      ['map', () => model.inspect(x, { map: 1 } as object)],
      ['reciep', () => model.checkCompatibility(recording, { reciep: 1 } as object)],
      ['n_times', () => model.toOnnx({ n_times: 1 } as object)],
      ['speeed', () => replaySource(recording, { speeed: 1 } as object)],
      ['worker_s', () => createEngine({ worker_s: 1 } as object)],
      // What the library adds itself.
      ['chNames', () => model.stream({ source, chNames: ['C3'] } as never)],
      ['dropsOldest', () => model.stream({ source, dropsOldest: true } as never)],
    ];
    for (const [field, call] of calls) expect(await errorOf(call), field).toEqual(refused(field));
    const error = await errorOf(() => model.stream({ source, step: 1 } as never));
    const expected = 'one of source, recipe, causalForm, stepS, maxWaiting, recentre, signal';
    expect(error).toMatchObject({ found: '"step"', expected });
  });

  it('of a wrong type, or impossible, are refused by their name', async () => {
    const { recording, model, pool } = await opened(1);
    const x = new Float32Array(60);
    const source = replaySource(recording);
    const link = { open: async () => {}, send: async () => {}, close: async () => {} };
    const { filterResponse, makeSample } = computationsOn(pool);
    const transferred = x.slice();
    structuredClone(transferred.buffer, { transfer: [transferred.buffer] });
    const calls: [string, Call][] = [
      ['override', () => model.classify(recording, { override: 'no' } as object)],
      ['calibrate', () => model.classify(recording, { calibrate: true } as object)],
      ['startTime', () => recording.deidentified({ startTime: 'yes' } as object)],
      ['recordings', () => createEngine({ recordings: 'no' } as object)],
      ['calibrate', () => model.classify(recording, { calibrate: 'online' } as object)],
      ['causalForm', () => model.stream({ source, causalForm: 'x' } as never)],
      ['seed', () => model.explain(x, { seed: 'a' } as object)],
      ['foo', () => model.explain(x, { foo: 1 } as object)],
      ['nTimes', () => model.toOnnx({ nTimes: 0 })],
      ['nTimes', () => model.toOnnx({ nTimes: 1.5 })],
      ['seed', () => makeSample({ seed: 'x' } as object)],
      ['channel', () => recording.channelIndex(undefined as never)],
      ['channels[1]', () => recording.read({ channels: ['Fz', {} as never] })],
      ['first', () => model.classify(recording).epochs('0' as never, 1)],
      ['count', () => (model.classify(recording).epochs as (first: number) => unknown)(0)],
      ['x', () => model.predict(transferred)],
      ['batch', () => model.inspect(x, { batch: 2 } as object)],
      ['wasm', () => createEngine({ wasm: 5 } as object)],
      ['wasm', () => createEngine({ wasm: '' })],
      ['trainingWasm', () => createEngine({ trainingWasm: {} } as object)],
      ['worker', () => createEngine({ worker: {} } as object)],
      ['timeoutMs', () => openHeadset(link, { timeoutMs: Infinity })],
      ['timeoutMs', () => openHeadset(link, { timeoutMs: -1 })],
      ['timeoutMs', () => openHeadset(link, { timeoutMs: 3e9 })],
      ['startS', () => replaySource(recording, { startS: 1000 })],
      ['startS', () => replaySource(recording, { startS: -5 })],
      ['endS', () => replaySource(recording, { startS: 5, endS: 4 })],
      ['everyMs', () => replaySource(recording, { everyMs: 0 })],
      ['speed', () => replaySource(recording, { speed: Infinity })],
      ['filters', () => filterResponse({} as never, 160, x)],
      ['filters.displays', () => filterResponse({ displays: {} } as never, 160, x)],
      ['sfreq', () => filterResponse({ display: {} }, -5, x)],
      ['ablate[0].to', () => model.predict(x, { ablate: [{ ...gate, to: 2 }] })],
    ];
    for (const [field, call] of calls) expect(await errorOf(call), field).toEqual(refused(field));
    const none = { recipe: null, override: undefined };
    expect(await errorOf(() => model.classify(recording, none as object).plan())).toBe(null);
  });
  const gate = { block: 0, gate: 'attention' } as const;
});

it('what a training does not know is refused by its place: a misspelt subject would make a leaking split', async () => {
  const { recording } = await opened(1);
  const { pool, nextId } = fakePool(1);
  const arrays = { x: new Float32Array(8), y: [0, 1] };
  const recipe = { version: 1, epochs: { by: 'window', length_s: 1, label: 'a' } } as const;
  const one = { recording, recipe };
  const ofOptions = (options: object) => ({ data: arrays, options });
  const calls: [string, object][] = [
    ['data.subject', { data: { ...arrays, subject: [1, 2] } }],
    ['data[1].subjct', { data: [one, { ...one, subjct: 1 }] }],
    ['data[0].subject', { data: [{ ...one, subject: {} }] }],
    ['data[0].subject', { data: [{ ...one, subject: NaN }] }],
    ['epochs', { data: arrays, epochs: 1 }],
    ['signal', { data: arrays, signal: AbortSignal.abort() }],
    ['options.epoch', ofOptions({ epoch: 1 })],
    ['options.shuffle', ofOptions({ shuffle: 'x' })],
    ['options.date', ofOptions({ date: 5 })],
    ['options.waitForReader', ofOptions({ waitForReader: 5 })],
    ['options.checkpointEveryS', ofOptions({ checkpointEveryS: -1 })],
    ['options.signal', ofOptions({ signal: 5 })],
    ['options.resumeFrom', ofOptions({ resumeFrom: 5 })],
    ['options.resumeFrom', ofOptions({ resumeFrom: 'a.bin' })],
    ['options.resumeFrom', ofOptions({ resumeFrom: new Blob(['a']) })],
  ];
  for (const [field, request] of calls) {
    const training = () => startTraining(pool, nextId, { config: {}, ...request } as never);
    expect(await errorOf(training), field).toEqual(refused(field));
  }
  const compared = { data: { ...arrays, subject: [1, 2] } } as never;
  const comparing = () => compareModels(pool, nextId, compared, checkOpen);
  expect(await errorOf(comparing)).toEqual(refused('data.subject'));
});

it('null means the default of an option, as undefined does', async () => {
  const { recording, model } = await opened(1);
  const x = new Float32Array(60);
  const none = { startS: null, durationS: null, channels: null } as never;
  expect(await recording.read(none)).toEqual(await recording.read());
  expect(await model.predict(x, { batch: null } as never)).toEqual(await model.predict(x));
  await model.classify(recording, { calibrate: null } as never).plan();
});

it('a companion without a name is refused, for it would not be found', async () => {
  const { pool, nextId } = fakePool(1);
  const bytes = new Uint8Array(10);
  const named = { name: 'a.eeg', file: new Blob([bytes]) };
  for (const wrong of [new Blob([bytes]), bytes, { file: bytes }]) {
    const opening = () =>
      openRecording(pool, nextId, bytes, { companions: [named, wrong as never] });
    expect(await errorOf(opening)).toEqual(refused('companions[1]'));
  }
  const refusedFile = { code: 'RECORDING_SOURCE', field: 'companions[0].file' };
  for (const one of [{ name: 'a.eeg', file: 5 }, { name: 'a.eeg' }]) {
    const opening = () => openRecording(pool, nextId, bytes, { companions: [one as never] });
    expect(await errorOf(opening)).toMatchObject(refusedFile);
  }
  await openRecording(pool, nextId, bytes, { companions: [named, new File([bytes], 'a.vmrk')] });
});

it('labels of 64 bits are refused with what converts them', async () => {
  const { pool, nextId } = fakePool(1);
  const x = new Float32Array(8);
  for (const data of [
    { x, y: new BigInt64Array(2) },
    { x, y: [0, 1], subjects: new BigInt64Array(2) },
  ]) {
    const training = () => startTraining(pool, nextId, { config: {}, data: data as never });
    const field = data.y instanceof BigInt64Array ? 'data.y' : 'data.subjects';
    const hint = `Convert it: Int32Array.from(${field}, Number).`;
    expect(await errorOf(training)).toMatchObject({ code: 'ENGINE_ARGUMENT', field, hint });
  }
});

it('a recording without channels says so, whoever reads it', async () => {
  const { recording } = await opened(1);
  Object.assign(recording.info, { channels: [], mainChannels: [] });
  const none = { code: 'CHANNEL_UNKNOWN', message: 'The recording has no channels to read' };
  for (const call of [
    () => recording.read(),
    () => recording.read({ channels: ['Cz'] }),
    () => replaySource(recording),
  ])
    expect(await errorOf(call)).toMatchObject(none);
});

it('channels are found by any spelling of their names, as recipes find them', async () => {
  const { recording } = await opened(1);
  const names = ['Fp1', 'T7', 'EMG', 'Status-REF'];
  const channels = names.map((name) => ({ ...recording.channels[0]!, name, label: `EEG ${name}` }));
  Object.assign(recording.info, { channels });
  for (const [given, index] of [
    ...([
      ['Fp1', 0],
      ['EEG FP1-REF', 0],
      ['fp1..', 0],
      ['T3', 1],
      ['t7 - A2', 1],
    ] as const),
    ...([
      ['emg', 2],
      ['EEG EMG', 2],
      ['Status-REF', 3],
    ] as const),
  ] as const)
    expect(recording.channelIndex(given), given).toBe(index);
  for (const none of ['Fp2', 'Fp', '', 'T'])
    expect(await errorOf(() => recording.channelIndex(none))).toMatchObject({
      code: 'CHANNEL_UNKNOWN',
    });
});

it('a token that no block has is refused', () => {
  const named = (...names: string[]) =>
    new Inspection({
      tensors: names.map((name) => ({ name, dims: [1], data: new Float32Array(1) })),
      layers: [],
    });
  const [map, row] = ['blocks.0.attention_map', 'blocks.0.attention_row'] as const;
  expect(() => checkQuery(named(map), 9)).toThrow(refused('query'));
  for (const right of [named(map, row), named('layers.0')]) checkQuery(right, 0);
});
