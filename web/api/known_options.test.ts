// Options that do not exist, or are of a wrong type, are refused: a misspelt one would silently mean its default.
import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.js';
import { fakePool, opened } from './fake_pool.test-support.js';
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

  it('of a wrong type are refused by their name', async () => {
    const { recording, model } = await opened(1);
    const calls: [string, Call][] = [
      ['override', () => model.classify(recording, { override: 'no' } as object)],
      ['calibrate', () => model.classify(recording, { calibrate: true } as object)],
      ['startTime', () => recording.deidentified({ startTime: 'yes' } as object)],
      ['recordings', () => createEngine({ recordings: 'no' } as object)],
      ['ablate[0].to', () => model.predict(new Float32Array(60), { ablate: [{ ...gate, to: 2 }] })],
    ];
    for (const [field, call] of calls) expect(await errorOf(call), field).toEqual(refused(field));
    const none = { recipe: null, override: undefined };
    expect(await errorOf(() => model.classify(recording, none as object).plan())).toBe(null);
  });
  const gate = { block: 0, gate: 'attention' } as const;
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
