import { describe, expect, it, vi } from 'vitest';
import { EegateError } from '../worker/error.js';
import { openRecording } from './open_recording.js';
import { FakeEngine } from './fake_engine.test-support.js';
import { connectionTo, fakePool, opened } from './fake_pool.test-support.js';
import { TrainingEngines } from './training_engines.js';
import { Inspection, inspectRequest, type Ablation } from './inspection.js';

describe('recordings', () => {
  it('have all annotations after opening, and read channels by name, label or index', async () => {
    const { recording } = await opened(1);
    expect(recording.annotations.map(({ text }) => text)).toEqual(['T0', 'T1', 'T2']);
    const data = await recording.read({ channels: ['Cz', 'Oz..', 0], startS: 1, durationS: 2 });
    expect(data.map((samples) => [samples.length, samples[0]])).toEqual([
      [20, 1010],
      [20, 2010],
      [20, 10],
    ]);
  });

  it('take other annotations, in every engine that uses them from then on', async () => {
    const { recording, model, engines } = await opened(1);
    const before = model.classify(recording);
    const idOfFile = recording.info.id;
    const given = [{ onsetS: 1, durationS: 2, text: 'mine' }];
    await recording.setAnnotations(given);
    expect(recording.annotations).toEqual(given);
    expect(recording.annotationsComplete).toBe(true);
    expect(await recording.read({ startS: 0, durationS: 1 })).toHaveLength(3);
    await before.plan();
    await model.classify(recording).plan();
    expect(engines.flatMap(({ planned }) => planned)).toEqual([idOfFile, recording.info.id]);
    await recording.setAnnotations([]);
    expect(recording.annotations).toEqual([]);
    const [first] = engines;
    expect(first!.open.size).toBe(3); // the file, what the second plan cuts by, and what is now
    for (let i = 0; i < 5; i++) await recording.setAnnotations(given);
    expect(first!.open.size).toBe(3); // nobody knew those between
    await recording.close();
    expect(first!.open.size).toBe(0);
    await expect(recording.setAnnotations(given)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
  });

  it('that are closed while they take other annotations leave nothing open', async () => {
    const { recording, engines } = await opened(1);
    const [first] = engines;
    const set = first!.setAnnotations.bind(first);
    let closing: Promise<void> | undefined;
    vi.spyOn(first!, 'setAnnotations').mockImplementation((...values) => {
      closing = recording.close();
      return set(...values);
    });
    await expect(recording.setAnnotations([])).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await closing;
    expect(first!.open.size).toBe(0);
  });

  it('make a copy whose header alone is another, without reading the rest', async () => {
    const { recording } = await opened(1);
    const { file } = await recording.deidentified();
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(1000);
    expect([...bytes.slice(0, 3)]).toEqual([1, 2, 0]);
  });

  it('refuse a channel that is not there, by name', async () => {
    const { recording } = await opened(1);
    await expect(recording.read({ channels: ['C9'] })).rejects.toMatchObject({
      code: 'CHANNEL_UNKNOWN',
      found: 'C9',
    });
  });
});

describe('predict', () => {
  it('gives the same logits for any number of engines', async () => {
    const x = Float32Array.from({ length: 40 * 3 * 20 }, (_, i) => i % 97);
    const [one, three] = [await opened(1), await opened(3)];
    const logits = await one.model.predict(x, { batch: 40 });
    expect(logits.length).toBe(80);
    expect(await three.model.predict(x)).toEqual(logits);
    expect(x[5]).toBe(5); // the caller's array is still his
  });

  it('refuses half an epoch', async () => {
    const { model } = await opened(1);
    await expect(model.predict(new Float32Array(61))).rejects.toMatchObject({
      code: 'INPUT_SHAPE',
    });
  });
});

describe('classify', () => {
  it('yields every epoch in order, shared out among the engines', async () => {
    const { recording, model, engines } = await opened(3);
    const indices: number[] = [];
    for await (const { index, onsetS, label, probabilities } of model.classify(recording)) {
      indices.push(index);
      expect(onsetS).toBe(index * 2);
      expect(label).toBe(index % 2 ? 'closed' : 'open');
      expect(probabilities.length).toBe(2);
    }
    expect(indices).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(engines.every((engine) => engine.nClassified > 0)).toBe(true);
  });

  it('saves what is finished, and only that', async () => {
    const { recording, model } = await opened(2);
    const run = model.classify(recording);
    await expect(run.save('csv')).rejects.toMatchObject({ code: 'RESULTS_INCOMPLETE' });
    for await (const prediction of run) void prediction;
    expect(new TextDecoder().decode(await run.save('csv'))).toBe('csv of 200');
  });

  it('gives the epochs as the model is given them', async () => {
    const { recording, model } = await opened(2);
    const run = model.classify(recording);
    const x = await run.epochs(30, 40);
    expect(x.length).toBe(40 * 3 * 20);
    expect([x[0], x[59], x[60], x.at(-1)]).toEqual([30, 30, 31, 69]);
    expect(await run.epochs(100, 0)).toEqual(new Float32Array(0));
    await expect(run.epochs(90, 11)).rejects.toMatchObject({ code: 'PLAN_RANGE' });
    await expect(run.epochs(-1, 1)).rejects.toMatchObject({ code: 'PLAN_RANGE' });
  });

  it('reports when the recording is hashed to its end, and not before it is finished', async () => {
    const { recording, model } = await opened(2);
    const run = model.classify(recording);
    await expect(run.report()).rejects.toMatchObject({ code: 'RESULTS_INCOMPLETE' });
    for await (const prediction of run) void prediction;
    const shares: number[] = [];
    const html = await run.report({ onProgress: (share) => shares.push(share) });
    expect(new TextDecoder().decode(html)).toBe('report of 200 after 1');
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('is calibrated on every engine before its first epochs, and says so', async () => {
    const { recording, model, engines } = await opened(2);
    const shares: number[] = [];
    const onPreparing = (share: number) => shares.push(share);
    const run = model.classify(recording, { calibrate: 'median', onPreparing });
    expect((await run.plan()).calibration).toBe('median');
    for await (const prediction of run) void prediction;
    expect(shares).toContain(0.25);
    for (const engine of engines) expect([...engine.looks.values()]).toEqual([4]);
    await run.epochs(0, 3);
    for (const engine of engines) expect([...engine.looks.values()]).toEqual([4]); // they need none
    const plain = await opened(1);
    const uncalibrated = plain.model.classify(plain.recording);
    expect((await uncalibrated.plan()).calibration).toBe('');
    for await (const prediction of uncalibrated) void prediction;
    expect(plain.engines[0]!.looks.size).toBe(0);
  });

  it('stops when its signal aborts', async () => {
    const { recording, model } = await opened(1);
    const controller = new AbortController();
    const seen: number[] = [];
    const run = (async () => {
      for await (const { index } of model.classify(recording, { signal: controller.signal })) {
        seen.push(index);
        if (index === 20) controller.abort();
      }
    })();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.length).toBeLessThan(40);
  });

  it('fails when the engine is disposed of', async () => {
    const { recording, model, pool } = await opened(1);
    pool.dispose();
    await expect(model.checkCompatibility(recording)).rejects.toMatchObject({
      code: 'ENGINE_DISPOSED',
    });
  });
});

describe('the memory of engines', () => {
  const nPlans = (engines: FakeEngine[]) => engines.reduce((sum, { plans }) => sum + plans.size, 0);
  /** What engines are asked goes to them in order, but after what is under way. */
  const givenBack = (engines: FakeEngine[]) => vi.waitFor(() => expect(nPlans(engines)).toBe(0));

  it('is given back by a classification that ended, which can still be saved and looked at', async () => {
    const { recording, model, engines } = await opened(3);
    const run = model.classify(recording);
    for await (const prediction of run) void prediction;
    await givenBack(engines);
    expect(new TextDecoder().decode(await run.save('csv'))).toBe('csv of 200');
    expect((await run.epochs(3, 1))[0]).toBe(3);
    expect(nPlans(engines)).toBe(1);
    await recording.close();
    expect(nPlans(engines)).toBe(0);
  });

  it('is given back by one that was left, cancelled, or failed', async () => {
    const { recording, model, engines } = await opened(3);
    for await (const prediction of model.classify(recording)) {
      void prediction;
      break;
    }
    await givenBack(engines);
    const abort = new AbortController();
    const cancelled = (async () => {
      for await (const { index } of model.classify(recording, { signal: abort.signal }))
        if (index === 3) abort.abort();
    })();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    for (const engine of engines)
      engine.classify = () => {
        throw new EegateError({ code: 'DSP_STABILITY', message: 'no' });
      };
    const failed = (async () => {
      for await (const prediction of model.classify(recording)) void prediction;
    })();
    await expect(failed).rejects.toMatchObject({ code: 'DSP_STABILITY' });
    await givenBack(engines);
  });

  it('is given back by a recording that could not be read to its end', async () => {
    const { pool, engines, nextId } = fakePool(1);
    await pool.start();
    const closed: number[] = [];
    Object.assign(engines[0]!, {
      readAnnotations: () => {
        throw new EegateError({ code: 'IO_READ', message: 'gone' });
      },
      closeRecording: (id: number) => closed.push(id),
    });
    await expect(openRecording(pool, nextId, new Uint8Array(10))).rejects.toMatchObject({
      code: 'IO_READ',
    });
    expect(closed).toEqual([1]);
  });
});

describe('what was closed', () => {
  const closed = { code: 'SESSION_CLOSED' };

  it('answers nothing any more: a recording', async () => {
    const { recording, model } = await opened(2);
    const run = model.classify(recording);
    for await (const prediction of run) void prediction;
    await recording.close();
    await recording.close();
    await expect(recording.read()).rejects.toMatchObject(closed);
    await expect(recording.readWindow()).rejects.toMatchObject(closed);
    await expect(recording.readAnnotations()).rejects.toMatchObject(closed);
    await expect(recording.deidentified()).rejects.toMatchObject(closed);
    await expect(model.checkCompatibility(recording)).rejects.toMatchObject(closed);
    await expect(model.classify(recording).plan()).rejects.toMatchObject(closed);
    await expect(run.save('csv')).rejects.toMatchObject(closed);
    await expect(run.epochs(0, 1)).rejects.toMatchObject(closed);
    expect(recording.info.fileName).toBe('a.edf');
  });

  it('answers nothing any more: a model', async () => {
    const { recording, model } = await opened(2);
    const x = new Float32Array(60);
    await model.inspect(x);
    await model.close();
    await expect(model.predict(x)).rejects.toMatchObject(closed);
    await expect(model.predict(x, { ablate: [] })).rejects.toMatchObject(closed);
    await expect(model.inspect(x)).rejects.toMatchObject(closed);
    await expect(model.checkCompatibility(recording)).rejects.toMatchObject(closed);
    await expect(model.classify(recording).plan()).rejects.toMatchObject(closed);
    const explained = model.explain(x, { target: 0, method: 'gradient_input' });
    await expect(explained).rejects.toMatchObject(closed);
    await expect(model.toOnnx()).rejects.toMatchObject(closed);
    await expect(model.toSafetensors()).rejects.toMatchObject(closed);
  });

  it('answers nothing any more: a classification', async () => {
    const { recording, model } = await opened(2);
    const run = model.classify(recording);
    const first = run[Symbol.asyncIterator]();
    await first.next();
    await run.close();
    const rest = (async () => {
      for (;;) if ((await first.next()).done) return;
    })();
    await expect(rest).rejects.toMatchObject(closed);
    await expect(run.plan()).rejects.toMatchObject(closed);
    await expect(run.epochs(0, 1)).rejects.toMatchObject(closed);
    await expect(run.save('csv')).rejects.toMatchObject(closed);
    await expect(run[Symbol.asyncIterator]().next()).rejects.toMatchObject(closed);
  });
});

describe('explain', () => {
  const x = Float32Array.from({ length: 120 }, (_, i) => i);

  it('asks piece by piece, tells how far it is, and puts everything away', async () => {
    const { model } = await opened(1);
    const shares: number[] = [];
    const { data, dims, checks } = await model.explain(x, {
      target: 1,
      method: 'occlusion_time',
      windowS: 0.5,
      onProgress: (share) => shares.push(share),
    });
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
    expect(data[7]).toBe(70);
    expect(dims).toEqual([2, 3, 20]);
    expect(checks).toMatchObject({ target: 1, method: 'occlusion_time', windowS: 0.5 });
    expect(checks).not.toHaveProperty('onProgress');
    const rollout = await model.explain(x, { target: 0, method: 'attention_rollout', batch: 2 });
    expect(rollout.dims).toEqual([2, 20]);
    const background = x.slice(0, 60);
    const told = await model.explain(x, { target: 0, method: 'occlusion_time', background });
    expect(told.checks).toMatchObject({ background: 1 });
    expect(told.checks).not.toHaveProperty('windowS');
  });

  it('stops when its signal aborts', async () => {
    const { model } = await opened(1);
    const controller = new AbortController();
    const shares: number[] = [];
    const run = model.explain(x, {
      target: 0,
      method: 'gradient_input',
      signal: controller.signal,
      onProgress: (share) => {
        shares.push(share);
        controller.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(shares).toEqual([0.25]);
    const half = model.explain(x.slice(1), { target: 0, method: 'gradient_input' });
    await expect(half).rejects.toMatchObject({ code: 'INPUT_SHAPE' });
  });
});

describe('a look inside', () => {
  it('answers steps by name, from an engine that waits for the next look', async () => {
    const { model } = await opened(1);
    const x = Float32Array.from({ length: 60 }, (_, i) => i);
    const inspection = await model.inspect(x, { query: 3, ablate: [{ block: 0, head: 1 }] });
    expect(inspection.layers).toEqual(['double']);
    expect(inspection.find('layers.0')?.data[7]).toBe(14);
    expect(inspection.find('tokens')).toBeUndefined();
    await expect(model.inspect(x.slice(1))).rejects.toMatchObject({ code: 'INPUT_SHAPE' });
    await model.close();
  });

  it('predicts with parts switched off', async () => {
    const { model } = await opened(1);
    const x = new Float32Array(4 * 60);
    const ablate: Ablation[] = [
      { block: 0, head: 1 },
      { block: 0, gate: 'ffn', to: 'closed' },
    ];
    expect(await model.predict(x, { ablate })).toEqual(new Float32Array(8).fill(1));
  });

  it('asks for what the core understands', () => {
    expect(inspectRequest({})).toEqual({ ablate: [] });
    expect(inspectRequest({ query: 0, mapSize: 64, weights: ['head.weight'] })).toEqual({
      ablate: [],
      query: 0,
      mapSize: 64,
      weights: ['head.weight'],
    });
  });

  it('finds where tokens come from', () => {
    const places = { name: 'blocks.0.places', dims: [2, 4], data: new Float32Array(8) };
    places.data.set([0, 10, 0, 3, 5, 10, 1, 2]);
    expect(new Inspection({ tensors: [places], layers: [] }).places(0)[1]).toEqual({
      firstTime: 5,
      nTimes: 10,
      firstChannel: 1,
      nChannels: 2,
    });
  });
});

describe('models for other programs', () => {
  it('go out as ONNX by way of the engines that train, which end with it', async () => {
    const { model } = await opened(1);
    const text = async (bytes: Promise<Uint8Array>) => new TextDecoder().decode(await bytes);
    expect(await text(model.toOnnx())).toBe('onnx 10 0');
    expect(await text(model.toOnnx({ nTimes: 40 }))).toBe('onnx 10 40');
    expect((await model.toSafetensors()).length).toBe(10);
  });

  it('come in as model files', async () => {
    const engines = new TrainingEngines(async () => connectionTo(new FakeEngine()), 2);
    expect((await engines.importModel(new ArrayBuffer(5), { config: {} })).byteLength).toBe(6);
    expect(await engines.infos()).toEqual([]);
    engines.dispose();
    await expect(engines.exportOnnx(new ArrayBuffer(1), 0)).rejects.toMatchObject({
      code: 'ENGINE_DISPOSED',
    });
  });
});
