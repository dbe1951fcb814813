// What the page answers is what the command answers: extreme recipes and models through the wasm module and through the native
// command give the same labels, the same probabilities, or the same error. EEGATE_SEMANTIC_INPUTS: how many pairs. Skipped until
// the site and the command are built.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, ended } from '../exchange/command.js';
import { Draws, madeRecipe, withOtherWeights, type Json } from './random.js';
import type { CoreEngine } from '../../web/worker/core_engine.js';
import type { Recipe } from '../../web/worker/protocol.js';

const built =
  Boolean(eegate) && existsSync('dist/eegate-simd.wasm') && existsSync('web/worker/core/glue.js');
const pairs = Number(process.env['EEGATE_SEMANTIC_INPUTS'] ?? 40);
const folder = mkdtempSync(join(tmpdir(), 'eegate-same-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  error?: string;
  epochs?: { onset_s: number; label: string | null; probabilities: (number | null)[] }[];
}

async function start(name = 'eegate'): Promise<CoreEngine> {
  const { loadCore } = await import('../../web/worker/load_core.js');
  const { default: glue } = await import('../../web/worker/core/glue.js');
  const wasm = readFileSync(`dist/${name}-simd.wasm`);
  return (await loadCore(new WebAssembly.Module(wasm), glue)).engine;
}

const exact = (bytes: Uint8Array) => bytes.buffer.slice(0, bytes.byteLength) as ArrayBuffer;

function inPage(
  engine: CoreEngine,
  model: Uint8Array,
  recording: Uint8Array,
  recipe: Json,
  calibration = 'none',
): Told {
  const source = {
    size: recording.length,
    read: (at: number, n: number) => recording.subarray(at, at + n),
  };
  const steps = [
    () => engine.openRecording!(1, source, 'made.edf', []),
    () => engine.readAnnotations!(1, 1e9),
    () => engine.loadModel!(1, exact(model), 'made.safetensors'),
  ];
  for (const step of steps) {
    const outcome = step();
    if ('error' in outcome) return { error: outcome.error.code };
  }
  const plan = engine.plan!(1, 1, 1, recipe as unknown as Recipe, true, calibration);
  if ('error' in plan) return { error: plan.error.code };
  for (let done = calibration === 'none' ? 1 : 0; done < 1;) {
    const step = engine.calibrate!(1);
    if ('error' in step) return { error: step.error.code };
    done = step.value;
  }
  const classified = engine.classify!(1, 0, plan.value.epochs.length);
  if ('error' in classified) return { error: classified.error.code };
  const written = engine.exportResults!(1, classified.value, 'json');
  return 'error' in written
    ? { error: written.error.code }
    : (JSON.parse(new TextDecoder().decode(written.value)) as Told);
}

async function byCommand(recipe: Json, calibration = 'none'): Promise<Told> {
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
  const files = ['made.safetensors', 'made.edf'].map((name) => join(folder, name));
  const options = ['--recipe', join(folder, 'recipe.json'), '--calibrate', calibration];
  const { status, stdout, stderr } = await ended(eegate, [
    ...['classify', ...files, ...options, '--override', '--json'],
  ]);
  expect([0, 1, 3]).toContain(status);
  if (status === 1) return { error: /^error\[(\w+)\]/m.exec(stderr)?.[1] ?? stderr };
  return JSON.parse(stdout) as Told;
}

/** Sums are made in another order: the last digits may differ, and which class is a little more probable. */
function expectSame(page: Told, command: Told, tolerance = 1e-3): void {
  expect(page.error).toBe(command.error);
  expect(page.epochs?.length).toBe(command.epochs?.length);
  for (const [i, epoch] of (page.epochs ?? []).entries()) {
    const other = command.epochs![i]!;
    expect(epoch.onset_s).toBe(other.onset_s);
    for (const [k, p] of epoch.probabilities.entries()) {
      if (p === null) expect(other.probabilities[k]).toBeNull();
      else expect(Math.abs(p - (other.probabilities[k] ?? NaN))).toBeLessThan(tolerance);
    }
    const [first, second] = [...epoch.probabilities].map(Number).sort((a, b) => b - a);
    if (first! - second! > 2 * tolerance) expect(epoch.label).toBe(other.label);
  }
}

/** An engine of a page holds less than a computer: of epochs this long both refuse some, not the same ones. */
function isLong(recipe: Json): boolean {
  const { length_s = 0, tmin_s = 0, tmax_s = 0 } = recipe['epochs'] as Record<string, number>;
  return Math.max(length_s, Math.abs(tmin_s), Math.abs(tmax_s)) > 600;
}

describe.skipIf(!built)('page and command', { timeout: 60_000 + pairs * 3_000 }, () => {
  it(`say the same of ${pairs} extreme recipes and models`, async () => {
    const engine = await start();
    const draws = new Draws(Number(process.env['EEGATE_SEMANTIC_SEED'] ?? 1));
    const model = new Uint8Array(readFileSync('dist/models/eyes8.safetensors'));
    const sample = engine.makeSample!(3, 20);
    const recording = new Uint8Array('value' in sample ? sample.value : new ArrayBuffer(0));
    writeFileSync(join(folder, 'made.edf'), recording);
    let answers = 0;
    for (let i = 0; i < pairs; i++) {
      const changed = draws.oneOf(2) ? withOtherWeights(model, draws) : model;
      writeFileSync(join(folder, 'made.safetensors'), changed);
      const recipe = madeRecipe(draws);
      if (isLong(recipe)) continue;
      const page = inPage(engine, changed, recording, recipe);
      const command = await byCommand(recipe);
      const pair = `pair ${i}, recipe ${JSON.stringify(recipe)}`;
      try {
        expectSame(page, command);
      } catch (cause) {
        throw new Error(pair, { cause });
      }
      answers += page.epochs ? 1 : 0;
    }
    expect(answers).toBeGreaterThan(pairs / 8); // they are not all refused
  });

  it('simulate the same night', async () => {
    const made = (await start('eegate-train')).makeNight!(2, 90);
    const file = join(folder, 'night.edf');
    await ended(eegate, [...'sample --night --seed 2 --duration-s 90 -o'.split(' '), file]);
    const bytes = Buffer.from('value' in made ? made.value : new ArrayBuffer(0));
    expect(bytes.length).toBeGreaterThan(3 * 9000 * 2);
    expect(bytes.equals(readFileSync(file))).toBe(true);
  });

  it(`say the same of ${pairs} bundled models with fewer bits and a calibration without labels`, async () => {
    const engine = await start();
    const draws = new Draws(Number(process.env['EEGATE_SEMANTIC_SEED'] ?? 1));
    const sample = engine.makeSample!(5, 24);
    const recording = new Uint8Array('value' in sample ? sample.value : new ArrayBuffer(0));
    writeFileSync(join(folder, 'made.edf'), recording);
    const names = readdirSync('dist/models').filter((name) => name.endsWith('.safetensors'));
    let answers = 0;
    for (let i = 0; i < pairs; i++) {
      const name = draws.of(names);
      const bits = draws.of([8, 16, 32]);
      const calibration = draws.of(['none', 'median', 'recentre']);
      const made = join(folder, 'made.safetensors');
      writeFileSync(made, await bundled(name, bits));
      const model = new Uint8Array(readFileSync(made));
      const recipe = draws.oneOf(4) ? madeRecipe(draws) : withWindows(model, draws);
      if (isLong(recipe)) continue;
      const page = inPage(engine, model, recording, recipe, calibration);
      const command = await byCommand(recipe, calibration);
      try {
        expectSame(page, command, bits === 8 ? 0.02 : 1e-3);
      } catch (cause) {
        const pair = `${name} in ${bits} bits, ${calibration}, ${JSON.stringify(recipe)}`;
        throw new Error(`pair ${i}, ${pair}`, { cause });
      }
      answers += page.epochs ? 1 : 0;
    }
    expect(answers).toBeGreaterThan(pairs / 4);
  });
});

/** A bundled model, with fewer bits where it can have them. */
async function bundled(name: string, bits: number): Promise<Uint8Array> {
  const file = join('dist/models', name);
  const fewer = join(folder, `${bits}-${name}`);
  if (bits < 32 && !existsSync(fewer)) {
    const { status, stderr } = await ended(eegate, [
      ...['quantize', file, '-o', fewer, '--bits', String(bits), '-q'],
    ]);
    if (status !== 0) expect(stderr).toContain('MODEL_8_BITS');
  }
  return new Uint8Array(readFileSync(existsSync(fewer) ? fewer : file));
}

/** The model's own recipe with windows of its length, which the sample has. */
function withWindows(model: Uint8Array, draws: Draws): Json {
  const n = new DataView(model.buffer, model.byteOffset).getBigUint64(0, true);
  const header = JSON.parse(new TextDecoder().decode(model.subarray(8, 8 + Number(n)))) as {
    __metadata__: Record<string, string>;
  };
  const { config, recipe, sfreq } = header.__metadata__;
  const { n_times } = JSON.parse(config!) as { n_times: number };
  const length_s = n_times / Number(sfreq);
  const own = JSON.parse(recipe!) as Json;
  return { ...own, epochs: { by: 'window', length_s, step_s: draws.of([1, length_s, 3]) } };
}
