// Values that TypeScript cannot refuse: recordings of another engine, numbers that are not finite, shapes that may mean several things.
import { describe, expect, it } from 'vitest';
import { EegateError } from '../worker/error.js';
import { checkOpen } from '../worker/pool.js';
import { openedOnDisk } from './file_arguments.js';
import { compareModels } from './comparison.js';
import { FakeEngine } from './fake_engine.test-support.js';
import { connectionTo, fakePool, opened } from './fake_pool.test-support.js';
import { openRecording } from './open_recording.js';
import { sameRecordings } from './same_recordings.js';
import { startTraining } from './training.js';
import { TrainingEngines } from './training_engines.js';
import type { TrainingRecording } from './training_types.js';

const windows = { version: 1, epochs: { by: 'window', length_s: 1 } } as const;
const errorOf = async (promise: Promise<unknown>): Promise<EegateError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(EegateError);
  return thrown as EegateError;
};

describe('a recording of another engine', () => {
  it('is refused where a model is asked about it, and takes no place', async () => {
    const [own, other] = [await opened(1), await opened(1)];
    expect(own.recording.info.id).toBe(other.recording.info.id);
    const refused = { code: 'RECORDING_SOURCE', field: 'recording' };
    expect(() => own.model.classify(other.recording)).toThrow(expect.objectContaining(refused));
    expect(await errorOf(own.model.checkCompatibility(other.recording))).toMatchObject(refused);
    await own.model.classify(own.recording).plan();
  });
});

describe('numbers that are not finite', () => {
  it('are refused by their names in recipes and options, instead of being left out', async () => {
    const { recording, model } = await opened(1);
    const { pool } = fakePool(1);
    const describing = new TrainingEngines(async () => connectionTo(new FakeEngine()), 1);
    const x = new Float32Array(60);
    const calls: [string, () => Promise<unknown>][] = [
      ['resample_hz', () => recording.epochs({ ...windows, resample_hz: NaN })],
      ['epochs.step_s', () => model.classify(recording, { recipe: stepping(NaN) }).plan()],
      ['epochs.step_s', () => model.checkCompatibility(recording, { recipe: stepping(Infinity) })],
      ['display.highpass_hz', () => recording.read({ display: { highpass_hz: NaN } })],
      ['config.sfreq', () => describing.describe({ config: { sfreq: NaN } })],
      ['hz', () => pool.call(null, 'makePlanted', [{ hz: -Infinity }])],
      ['windowS', () => model.explain(x, { target: 0, windowS: NaN })],
      ['query', () => model.inspect(x, { query: NaN })],
      ['ablate[1].to', () => model.predict(x, { ablate: [open, { ...open, to: NaN }] })],
    ];
    for (const [field, call] of calls)
      expect(await errorOf(call()), field).toMatchObject({ code: 'ENGINE_ARGUMENT', field });
  });

  it('are refused in options of a training', async () => {
    const { pool, nextId } = fakePool(1);
    const data = { x: new Float32Array(8), y: [0, 1] };
    const run = startTraining(pool, nextId, {
      ...{ config: {}, data, options: { learningRate: Infinity } },
    });
    const error = await errorOf(run.result);
    expect(error).toMatchObject({ code: 'ENGINE_ARGUMENT', field: 'options.learningRate' });
  });

  const open = { block: 0, gate: 'attention', to: 'open' } as const;
  const stepping = (step_s: number) => ({ ...windows, epochs: { ...windows.epochs, step_s } });
});

describe('annotations', () => {
  it('that the core cannot read are refused by the field', async () => {
    const { recording } = await opened(1);
    const one = { onsetS: 1, durationS: 0, text: 'a' };
    const wrong: [string, object[]][] = [
      ['annotations[1].durationS', [one, { ...one, durationS: Infinity }]],
      ['annotations[0].onsetS', [{ ...one, onsetS: -Infinity }]],
      ['annotations[0].onsetS', [{ ...one, onsetS: 1e12 }]],
      ['annotations[0].durationS', [{ ...one, durationS: -1 }]],
      ['annotations[0].text', [{ ...one, text: 'a\uD800' }]],
      ['annotations', Array.from({ length: 10_001 }, () => one)],
    ];
    for (const [field, given] of wrong) {
      const error = await errorOf(recording.setAnnotations(given as (typeof one)[]));
      expect(error).toMatchObject({ code: 'ANNOTATION_VALUE', field });
    }
    await recording.setAnnotations([{ ...one, text: 'a whole pair: \u{1F9E0}' }]);
  });

  it('that were replaced are given back when nothing uses them any more', async () => {
    const { recording, model, engines } = await opened(1);
    const given = [{ onsetS: 1, durationS: 0, text: 'a' }];
    for (let i = 0; i < 5; i++) {
      await recording.setAnnotations(given);
      await model.checkCompatibility(recording);
      await recording.epochs(windows);
    }
    expect(engines[0]!.open.size).toBe(2);
    const run = model.classify(recording);
    await run.plan();
    await recording.setAnnotations(given);
    expect(engines[0]!.open.size).toBe(3);
    await run.close();
    await run.close();
    expect(engines[0]!.open.size).toBe(2);
  });
});

describe('an epoch', () => {
  it('may be longer than those of the model only where the caller says that it is one', async () => {
    const { model } = await opened(1);
    const two = new Float32Array(120);
    for (const call of [() => model.inspect(two), () => model.explainBands(two)])
      expect((await errorOf(call())).code).toBe('INPUT_SHAPE');
    expect((await model.inspect(two, { batch: 1 })).tensors[0]!.data).toHaveLength(120);
    expect((await model.inspect(two.slice(0, 90))).tensors[0]!.data).toHaveLength(90);
    expect((await model.explainBands(two, { batch: 1, bands: [] })).bands).toEqual([]);
  });

  it('of the background has the size of those that are explained', async () => {
    const { model } = await opened(1);
    const background = new Float32Array(61);
    const error = await errorOf(model.explain(new Float32Array(60), { target: 0, background }));
    expect(error).toMatchObject({ code: 'INPUT_SHAPE', field: 'background', found: '61 values' });
  });
});

it('a recording without signals has no samples to read', async () => {
  const { recording } = await opened(1);
  Object.assign(recording.info, { mainChannels: [] });
  const error = await errorOf(recording.read());
  expect(error).toMatchObject({ code: 'CHANNEL_UNKNOWN', found: 'no channels' });
});

it('a path may have a colon; an address has a scheme', async () => {
  const codeOf = async (path: string) => (await errorOf(openedOnDisk(path, 'recording'))).code;
  expect(await codeOf('run1:nowhere.edf')).toBe('IO_OPEN');
  for (const address of ['https://host.test/a.edf', 'data:,a', 'blob:https://host.test/1'])
    expect(await codeOf(address)).toBe('RECORDING_SOURCE');
});

it('a recipe of windows without labels is refused by its place before anything is read', async () => {
  const { recording } = await opened(1);
  const { pool, nextId } = fakePool(1);
  const data = [{ recording, recipe: windows }];
  const error = await errorOf(startTraining(pool, nextId, { config: {}, data }).result);
  expect(error).toMatchObject({ code: 'PREPARE_NO_LABELS', field: 'data[0].recipe.epochs' });
});

describe('a recording that is listed twice', () => {
  const bytes = (fill: number) => new Uint8Array(300_000).fill(fill);
  const listed = async (...fills: number[]): Promise<TrainingRecording[]> => {
    const { pool, nextId } = fakePool(1);
    const recordings = fills.map((fill, i) =>
      openRecording(pool, nextId, bytes(fill), { name: `S00${i}R01.edf` }),
    );
    return (await Promise.all(recordings)).map((recording) => ({ recording, recipe: windows }));
  };

  it('is named where the split may hold it out', async () => {
    const [a, b, c] = (await listed(1, 2, 1)) as [TrainingRecording, ...TrainingRecording[]];
    const codes = async (data: (TrainingRecording | undefined)[], splitBy: 'run' | 'block') =>
      (await sameRecordings(data as TrainingRecording[], { splitBy })).map(({ code }) => code);
    expect(await codes([a, b], 'run')).toEqual([]);
    expect(await codes([a, b, a], 'run')).toEqual(['AUDIT_SAME_RECORDING']);
    expect(await codes([a, b, c], 'run')).toEqual(['AUDIT_SAME_RECORDING']); // opened twice
    expect(await codes([a, b, c], 'block')).toEqual([]);
    const [{ message } = { message: '' }] = await sameRecordings([a, c!], { splitBy: 'run' });
    expect(message).toContain('data[0] and data[1] (S000R01.edf, S002R01.edf) are the same');
  });

  it('is named by a comparison, whatever the folds are made of', async () => {
    const [a, b, c] = (await listed(1, 2, 1)) as [TrainingRecording, ...TrainingRecording[]];
    const codes = async (...data: (TrainingRecording | undefined)[]) => {
      const { pool, nextId } = fakePool(1);
      const recipe = { version: 1, epochs: { ...windows.epochs, label: 'a' } } as const;
      const labelled = data.map((one) => ({ ...one!, recipe }));
      const request = { data: labelled, presets: ['csp'] };
      const { warnings = [] } = await compareModels(pool, nextId, request, checkOpen);
      return warnings.map(({ code }) => code);
    };
    expect(await codes(a, b)).toEqual([]);
    expect(await codes(a, b, c)).toEqual(['AUDIT_SAME_RECORDING']);
  });

  it('stays with its subject', async () => {
    const [one] = (await listed(1)) as [TrainingRecording];
    const of = (...subjects: number[]) =>
      sameRecordings(
        subjects.map((subject) => ({ ...one, subject })),
        { splitBy: 'subject' },
      );
    expect(await of(1, 1)).toEqual([]);
    expect(await of(1, 2)).toHaveLength(1);
  });
});
