// Calls of the library in any order, without waiting for one another: open, close, classify, explain, train, cancel. Each is answered with
// finite numbers or with an error that has a code; none is left without an answer, and the engine does its work afterwards as
// before. EEGATE_SEMANTIC_INPUTS: how many sequences; EEGATE_SEMANTIC_SEED. Skipped until the site is built.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Engine, Model, Recording } from '../../web/api/index.js';
import { Draws } from '../bindings/random.js';

type Library = typeof import('../../web/api/index.js');

const library = pathToFileURL('dist/eegate.js').href;
const sequences = Number(process.env['EEGATE_SEMANTIC_INPUTS'] ?? 12);
const callsOfSequence = 25;

/** What a caller holds, also after it was closed. */
interface Held {
  engine: Engine;
  file: ArrayBuffer;
  modelFile: Uint8Array;
  recordings: Recording[];
  models: Model[];
}

const finite = (values: Iterable<number>) =>
  expect([...values].every((value) => Number.isFinite(value))).toBe(true);

async function classify(draws: Draws, model: Model, recording: Recording): Promise<void> {
  const abort = new AbortController();
  const [cancelAt, leaveAt] = [draws.below(12), draws.below(12)];
  for await (const { index, probabilities } of model.classify(recording, {
    signal: abort.signal,
  })) {
    finite(Object.values(probabilities) as number[]);
    if (index === cancelAt) abort.abort();
    if (index === leaveAt) return;
  }
}

async function explain(draws: Draws, model: Model, recording: Recording): Promise<void> {
  const x = await model.classify(recording).epochs(0, 1);
  const abort = new AbortController();
  const explaining = model.explain(x, {
    method: 'gradient_input',
    target: 0,
    checks: false,
    signal: abort.signal,
  });
  if (draws.oneOf(2)) abort.abort();
  finite((await explaining).data);
}

async function train(draws: Draws, { engine }: Held): Promise<void> {
  const n = 16;
  const x = Float32Array.from({ length: n * 8 * 160 }, () => 20 * (draws.share() - 0.5));
  const run = engine.train({
    config: { preset: 'eegnet', n_chans: 8 },
    data: { x, y: Array.from({ length: n }, (_, i) => i % 2) },
    options: { epochs: 2, batchSize: 8 },
  });
  if (draws.oneOf(3)) await run.stop();
  const { evaluation } = await run.result;
  if (evaluation && 'accuracy' in evaluation) finite([evaluation.accuracy as number]);
}

const calls: Record<string, (draws: Draws, held: Held) => Promise<unknown>> = {
  open: async (_, held) => held.recordings.push(await held.engine.openRecording(held.file)),
  load: async (_, held) => held.models.push(await held.engine.loadModel(held.modelFile)),
  close: (draws, held) => draws.of(held.recordings).close(),
  forget: (draws, held) => draws.of(held.models).close(),
  read: async (draws, held) => {
    const samples = await draws.of(held.recordings).read({ channels: [0], durationS: 2 });
    for (const channel of samples) finite(channel);
  },
  checkCompatibility: (draws, held) =>
    draws.of(held.models).checkCompatibility(draws.of(held.recordings)),
  classify: (draws, held) => classify(draws, draws.of(held.models), draws.of(held.recordings)),
  'classify again': (draws, held) =>
    classify(draws, draws.of(held.models), draws.of(held.recordings)),
  explain: (draws, held) => explain(draws, draws.of(held.models), draws.of(held.recordings)),
  train,
};

it.skipIf(!existsSync('dist/eegate.js'))(
  'calls in any order are answered, each with finite numbers or a code',
  async () => {
    const { createEngine } = (await import(/* @vite-ignore */ library)) as Library;
    const draws = new Draws(Number(process.env['EEGATE_SEMANTIC_SEED'] ?? 1));
    const engine = await createEngine({ recordings: true, workers: 2 });
    const file = await engine.makeSample({ durationS: 30 });
    const modelFile = readFileSync('dist/models/eyes8.safetensors');
    const codes = new Map<string, number>();
    for (let i = 0; i < sequences; i++) {
      const held: Held = { engine, file, modelFile, recordings: [], models: [] };
      await Promise.all([calls['open']!(draws, held), calls['load']!(draws, held)]);
      const done: string[] = [];
      const answers: Promise<string>[] = [];
      for (let n = 1 + draws.below(callsOfSequence); n > 0; n--) {
        const name = draws.of(Object.keys(calls));
        done.push(name);
        const code = calls[name]!(draws, held).then(
          () => 'answered',
          (thrown: { name: string; code?: string; message: string }) =>
            thrown.name === 'AbortError' ? 'ABORTED' : (thrown.code ?? `none: ${thrown.message}`),
        );
        answers.push(code);
        if (draws.oneOf(2)) await code;
      }
      for (const code of await Promise.all(answers)) {
        expect(code, `sequence ${i}: ${done.join(', ')}`).toMatch(/^(answered|[A-Z][A-Z_]+)$/);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      const all = [...held.recordings, ...held.models];
      await Promise.all(all.map((one) => one.close().catch(() => undefined)));
    }
    expect(codes.get('answered')).toBeGreaterThan(sequences);
    expect(codes.get('SESSION_CLOSED')).toBeGreaterThan(0);
    const [recording, model] = await Promise.all([
      engine.openRecording(file),
      engine.loadModel(modelFile),
    ]);
    let n = 0;
    for await (const { probabilities } of model.classify(recording)) {
      finite(Object.values(probabilities) as number[]);
      n++;
    }
    expect(n).toBeGreaterThan(10);
    await engine.close();
  },
  60_000 + sequences * 30_000,
);
