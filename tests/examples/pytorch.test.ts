// PyTorch -> eegate -> library -> ONNX: the same logits everywhere. That the model opens in the page is e2e/exchange.spec.ts's.
import { existsSync, mkdirSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../exchange/command.js';
import { readNpy } from '../exchange/npy.js';
import { fromPyTorch } from './pytorch.js';

type Library = typeof import('../../web/api/index.js');
let made: Awaited<ReturnType<typeof fromPyTorch>>;
beforeAll(async () => void (made = await fromPyTorch()), 240_000);
afterAll(() => made && rmSync(made.folder, { recursive: true }));

const largest = (values: ArrayLike<number>) => Math.max(1, ...Array.from(values, Math.abs));

describe('a network of PyTorch', { timeout: 240_000 }, () => {
  const of = (file: string) => join(made!.folder, file);

  it('says in eegate what it said there, within 2e-5 of the largest logit', ({ skip }) => {
    if (!made) return skip('no command, or no numpy');
    const [there, here] = ['logits.npy', 'eegate_logits.npy'].map((file) => readNpy(of(file)));
    expect(here!.shape).toEqual([118, 2]);
    const scale = largest(there!.values);
    here!.values.forEach((value, i) =>
      expect(Math.abs(value - there!.values[i]!) / scale).toBeLessThan(2e-5),
    );
    if (!made.trained) console.log('Python has no PyTorch: made-up weights');
  });

  it('says the same in ONNX Runtime', async ({ skip }) => {
    if (!made) return skip('no command, or no numpy');
    mkdirSync(of('epochs'));
    copyFileSync(of('X.npy'), of('epochs/X.npy'));
    await run('node', ['examples/scaling/run_onnx.mjs', of('model.onnx'), of('epochs')]);
    const rows = readFileSync(of('epochs/X.logits.csv'), 'utf8').trim().split('\n').slice(1);
    const found = rows.flatMap((row) => row.split(',').map(Number));
    const { values } = readNpy(of('eegate_logits.npy'));
    expect(found.length).toBe(values.length);
    const scale = largest(values);
    found.forEach((value, i) => expect(Math.abs(value - values[i]!) / scale).toBeLessThan(1e-4));
  });

  it('classifies a recording in the library as in the command', async ({ skip }) => {
    if (!made || !existsSync('dist/eegate.js')) return skip('no command, numpy or package');
    const { createEngine } = (await import(pathToFileURL('dist/eegate.js').href)) as Library;
    const engine = await createEngine();
    const model = await engine.loadModel(readFileSync(of('model.safetensors')));
    expect(model.selfTest).toMatchObject({ passed: true });
    expect(model.classes).toEqual(['eyes open', 'eyes closed']);
    const recording = await engine.openRecording(of('other.edf'));
    const rows = readFileSync(of('results.csv'), 'utf8').trim().split('\n').slice(1);
    const labels = rows.map((row) => row.split(',')[2]);
    const found: string[] = [];
    for await (const { label } of model.classify(recording)) found.push(label);
    await engine.close();
    expect(found).toHaveLength(119);
    expect(found).toEqual(labels);
  });
});
