// Every method of the package that takes arguments, with wrong ones, as JavaScript without types lets them through: it answers with an
// EegateError that names the argument, or works. Also after `close`, and with an aborted signal. Skipped until the site is built.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveStream } from '../web/api/index.js';
import { calls, open, source, type Any, type Open } from './support/public_calls.js';

const isBuilt = existsSync('dist/eegate.js');
const wrong = [undefined, null, 'text', 7, NaN, true, {}, [], () => 1, Symbol('s'), 10n, new Map()];

/** An error that a caller can use, or none. */
async function expectUseful(call: () => unknown, what: string): Promise<void> {
  try {
    await call();
  } catch (thrown) {
    const { name, code, field, hint, expected, message } = thrown as Record<string, string>;
    const seen = `${what}: ${name} ${code} ${message}`;
    expect(name, seen).toBe('EegateError');
    expect(['INTERNAL', 'ENGINE_MESSAGE'], seen).not.toContain(code);
    expect(field || hint || expected, seen).not.toBe('');
  }
}

describe.skipIf(!isBuilt)('a method that is called without types', { timeout: 120_000 }, () => {
  let held: Open;
  beforeAll(async () => void (held = await open()));
  afterAll(() => held.engine.close());

  it.each(Object.entries(calls))('%s works, or names what is wrong', async (name, one) => {
    const { right, call, fields, hasOptions } = one;
    const rightOnes = () => right(held) as Any[];
    const n = rightOnes().length;
    await expectUseful(() => call(held), `${name}()`);
    const withOne = (at: number, value: unknown) =>
      rightOnes().map((own, i) => (i === at ? (value as Any) : own));
    for (const value of wrong) {
      const text = String(value);
      for (let at = 0; at < n; at++)
        await expectUseful(
          () => call(held, ...withOne(at, value)),
          `${name}, argument ${at} = ${text}`,
        );
      const more = hasOptions ? { signal: undefined, onProgress: undefined } : {};
      for (const field of Object.keys({ ...more, ...fields?.(held) })) {
        const last = {
          ...(rightOnes()[n - 1] as unknown as object),
          ...fields?.(held),
          [field]: value,
        };
        await expectUseful(
          () => call(held, ...withOne(n - 1, last)),
          `${name}, ${field} = ${text}`,
        );
      }
    }
  });

  it('names what is wrong inside an argument, and ends no engine', async () => {
    const { engine, recording, model, run, x } = held;
    const cycle: Record<string, unknown> = { version: 1 };
    cycle['epochs'] = cycle;
    const signal = AbortSignal.abort();
    const refused = [
      engine.spectra([null as Any], 160),
      engine.makeSample({ seed: 1n as Any }),
      engine.makeSyntheticTrials({ hz: 1n as Any } as Any),
      recording.epochs(cycle),
      model.checkCompatibility(recording, { recipe: { version: 1n as Any } }),
      run.save('json', { expected: [5 as Any] }),
    ];
    const outcomes = await Promise.allSettled(refused);
    const codes = outcomes.map((one) => (one as { reason?: { code: string } }).reason?.code);
    expect(codes).toEqual(refused.map(() => 'ENGINE_ARGUMENT'));
    const aborted = { name: 'AbortError' };
    await expect(recording.read({ startS: 1e6, durationS: 1, signal })).rejects.toMatchObject(
      aborted,
    );
    await expect(model.inspect(x, { query: -1, signal })).rejects.toMatchObject(aborted);
  });

  it('leaves the engine as it was', async () => {
    expect((await held.model.predict(held.x)).length).toBeGreaterThan(0);
  });

  it('rejects with the reason of a signal that was aborted before', async () => {
    const reason = new Error('my own');
    const takesSignal = Object.entries(calls).filter(([, one]) => one.hasOptions);
    const without =
      /^(engine\.(spectra|makeSample|makeSyntheticTrials)|model\.checkCompatibility|replaySource|simulatedHeadset|openHeadset|edf\.read)$/;
    for (const [name, { right, call }] of takesSignal) {
      if (without.test(name)) continue;
      const given = right(held) as Any[];
      const options = { ...(given.at(-1) as unknown as object), signal: AbortSignal.abort(reason) };
      const asked = (async () => call(held, ...given.slice(0, -1), options as Any))();
      await expect(asked, name).rejects.toBe(reason);
    }
  });

  it('names what was closed', async () => {
    const own = await open();
    await own.recording.close();
    await own.model.close();
    await own.run.close();
    for (const [name, { right, call }] of Object.entries(calls)) {
      if (!/^(recording|model|run|stream)\./.test(name)) continue;
      await expectUseful(() => call(own, ...(right(own) as Any[])), `${name} after close`);
    }
    const closed = { code: 'SESSION_CLOSED' };
    await expect(own.recording.read()).rejects.toMatchObject(closed);
    await expect(own.model.predict(own.x)).rejects.toMatchObject(closed);
    await expect(own.model.explain(own.x)).rejects.toMatchObject(closed);
    await own.engine.close();
    for (const [name, { right, call }] of Object.entries(calls)) {
      if (!name.startsWith('engine.')) continue;
      await expectUseful(() => call(own, ...(right(own) as Any[])), `${name} after close`);
    }
    const disposed = { code: 'ENGINE_DISPOSED' };
    await expect(own.engine.openRecording(own.file)).rejects.toMatchObject(disposed);
    await expect(own.engine.makeSample()).rejects.toMatchObject(disposed);
  });

  it('is in this table', async () => {
    const stream: LiveStream = held.model.stream({ source: source() as Any });
    const { engine, recording, model, run } = held;
    const tabled = new Set(Object.keys(calls));
    const notCalled = /^(constructor|close|again|resource|borrow|callWithModel)$/;
    for (const [owner, object] of Object.entries({ engine, recording, model, run, stream })) {
      const names = Object.getOwnPropertyNames(
        owner === 'engine' ? object : Object.getPrototypeOf(object),
      );
      const methods = names.filter((name) => {
        const of = owner === 'engine' ? object : (Object.getPrototypeOf(object) as object);
        return typeof Object.getOwnPropertyDescriptor(of, name)?.value === 'function';
      });
      const missing = methods.filter((m) => !notCalled.test(m) && !tabled.has(`${owner}.${m}`));
      expect(missing, owner).toEqual([]);
    }
    const functions = Object.entries(held.library).filter(
      ([, one]) => typeof one === 'function' && !/^class\b/.test(String(one)),
    );
    expect(functions.map(([name]) => name).filter((name) => !tabled.has(name))).toEqual([]);
  });
});

describe.skipIf(!isBuilt)('an explanation without options', () => {
  it('is of the class that the model predicts, by integrated gradients', async () => {
    const { engine, recording } = await open();
    const model = await engine.loadModel(readFileSync('dist/models/eyes.safetensors'));
    const run = model.classify(recording);
    const labels: string[] = [];
    for await (const { label } of run) labels.push(label);
    const x = await run.epochs(0, 1);
    const { checks, dims, data } = await model.explain(x);
    expect(checks.method).toBe('integrated_gradients');
    expect(model.classes[checks.target]).toBe(labels[0]);
    expect(data.length).toBe(dims.reduce((product, n) => product * n));
    const bands = await model.explainBands(x);
    expect(bands.logit).toBeCloseTo(checks.logits[0]!, 3);
    await engine.close();
  });
});
