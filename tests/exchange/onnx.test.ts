// Exported models in another runtime: ONNX files run by onnxruntime-web give the logits that eegate gives, and those of the
// float64 reference. The native command writes them.
//   EEGATE_GOLDEN   folder of golden cases; the tests that need them are skipped without it
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ort from 'onnxruntime-web/wasm';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, run as runProgram } from './command.js';
import { readNpy, writeNpy, type NpyArray } from './npy.js';

const golden = process.env['EEGATE_GOLDEN'] ? join(process.env['EEGATE_GOLDEN'], 'model') : '';
const bundled = 'web/page/public/models';
const built = eegate !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'eegate-onnx-'));
const tolerance = 1e-4;
const patient = { timeout: 120_000 }; // the command may be one with sanitizers

ort.env.logLevel = 'error';
ort.env.wasm.numThreads = 1;
afterAll(() => {
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, 'Worker'); // which the runtime gives Node, and other tests would take for a browser's
});

const run = (...args: string[]) => runProgram(eegate, args);

async function logitsOf(onnx: string, x: NpyArray): Promise<Float32Array> {
  const session = await ort.InferenceSession.create(new Uint8Array(readFileSync(onnx)));
  const eeg = new ort.Tensor('float32', Float32Array.from(x.values), x.shape);
  const { logits } = await session.run({ eeg });
  await session.release();
  return logits!.data as Float32Array;
}

/** Relative to the largest logit, or to 1. */
function largestDifference(got: Float32Array, want: Float32Array | Float64Array): number {
  expect(got.length).toBe(want.length);
  const scale = Math.max(1, ...Array.from(want, Math.abs));
  return Math.max(...Array.from(want, (value, i) => Math.abs(value - got[i]!))) / scale;
}

/** Noise of 20 uV over a large offset; the third channel of every trial is flat. */
function trials(n: number, nChans: number, nTimes: number): NpyArray {
  const values = new Float32Array(n * nChans * nTimes);
  let state = 1;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const flat = Math.floor(i / nTimes) % nChans === 2;
    values[i] = flat ? 8191.3 : 300 + 40 * (state / 2 ** 32 - 0.5);
  }
  return { shape: [n, nChans, nTimes], values };
}

/** What eegate says to these trials. */
async function predicted(model: string, x: NpyArray): Promise<NpyArray> {
  const [input, output] = [join(folder, 'x.npy'), join(folder, 'logits.npy')];
  writeNpy(input, Float32Array.from(x.values), x.shape);
  await run('predict', model, input, '-o', output);
  return readNpy(output);
}

async function checkAgainstEngine(model: string, x: NpyArray): Promise<void> {
  const onnx = join(folder, 'model.onnx');
  await run('export', model, '-o', onnx, '--n-times', String(x.shape[2]));
  const want = await predicted(model, x);
  expect(largestDifference(await logitsOf(onnx, x), want.values)).toBeLessThan(tolerance);
}

/** What a field of a configuration can be. */
function optionsOf(field: string): string[] {
  const schema = readFileSync('web/worker/schema.ts', 'utf8');
  const type = new RegExp(`^  (?:/\\*\\* .*? \\*/ )?${field}: ([^;]+);`, 'm').exec(schema)![1]!;
  return Array.from(type.matchAll(/'(\w+)'/g), ([, option]) => option!);
}

const cases = golden && existsSync(golden) ? readdirSync(golden) : [];
const names = cases
  .filter((file) => file.endsWith('.logits.npy'))
  .map((file) => file.replace('.logits.npy', ''))
  .filter((name) => cases.includes(`${name}.safetensors`));

describe.skipIf(!built || names.length === 0)('golden models in onnxruntime', patient, () => {
  it.each(names)('%s', async (name) => {
    const x = readNpy(join(golden, `${name}.x.npy`));
    const onnx = join(folder, `${name}.onnx`);
    const model = join(golden, `${name}.safetensors`);
    await run('export', model, '-o', onnx, '--n-times', String(x.shape[2]));
    const want = readNpy(join(golden, `${name}.logits.npy`));
    expect(largestDifference(await logitsOf(onnx, x), want.values)).toBeLessThan(tolerance);
  });
});

const foreign = 'tests/data/import';
describe.skipIf(!built)('imported models in onnxruntime', patient, () => {
  it.each(
    readdirSync(foreign)
      .filter((file) => file.endsWith('.safetensors'))
      .map((file) => file.replace('.safetensors', '')),
  )('%s', async (name) => {
    const [model, onnx] = [join(folder, `${name}.model`), join(folder, `${name}.onnx`)];
    const weights = join(foreign, `${name}.safetensors`);
    await run('import', weights, '--config', join(foreign, `${name}.json`), '-o', model);
    await run('export', model, '-o', onnx);
    const want = readNpy(join(foreign, `${name}.logits.npy`));
    const got = await logitsOf(onnx, readNpy(join(foreign, 'x.npy')));
    expect(largestDifference(got, want.values)).toBeLessThan(2e-5);
  });
});

describe.skipIf(!built)('our own models in onnxruntime', patient, () => {
  const files = readdirSync(bundled).filter((file) => file.endsWith('.safetensors'));
  const refused = ['eyes_tangent.safetensors'];

  it.each(refused)('bundled %s has no ONNX form, which is said', async (file) => {
    const failed = run('export', join(bundled, file), '-o', join(folder, 'refused.onnx'));
    await expect(failed).rejects.toThrow(/EXPORT_UNSUPPORTED/);
  });

  it.each(files.filter((file) => !refused.includes(file)))('bundled %s', async (file) => {
    const model = join(bundled, file);
    const { config } = JSON.parse(await run('info', model, '--json'));
    await checkAgainstEngine(model, trials(3, config.n_chans, config.n_times));
  });

  /** Every gate that the core has, with either sign of its bias where it has a choice. */
  const gates = optionsOf('gate').flatMap((gate) =>
    (gate === 'gru' ? optionsOf('gate_bias_sign') : ['']).map((sign) => [
      `gate_gru with ${gate} ${sign}`,
      { preset: 'gate_gru', gate, ...(sign && { gate_bias_sign: sign }) },
    ]),
  );
  /** One of every architecture and of every kind of token; the large ones narrower. */
  const presets: Record<string, object> = {
    ...Object.fromEntries(gates),
    ...Object.fromEntries(
      [
        ...['post_ln', 'pre_ln', 'gtrxl_compat', 'vit1d'],
        ...['swin1d', 'conv_gated', 'patch_channel', 'seed000_math', 'seed000_torch_copy'],
        ...['band_power', 'eegnet', 'cnn', 'syncnet', 'csp', 'fbcsp'],
      ].map((preset) => [preset, {}]),
    ),
    seed000_keras_fixed: { key_dim: 64 },
    bilstm_attn: { hidden: 24, attn_units: 16 },
    eeg_channelnet: { temporal_maps: 4, spatial_maps: 4, final_maps: 16, hidden: 32 },
    cram: { window: 100, filters: 8, pool: 20, pool_stride: 10, hidden: 32, attn_units: 16 },
    mesh_cascade: { maps: [4, 8, 8], dense: 32, hidden: 32, fc: 32 },
  };
  const channels = ['F3', 'Fz', 'C3', 'Cz', 'C4', 'P3', 'Pz', 'P4'];

  it.each(Object.entries(presets))(
    'preset %s, with a flat channel and a large offset',
    async (preset, fields) => {
      const x = trials(8, 8, 160);
      const [model, setup] = [
        join(folder, `${preset.replaceAll(' ', '_')}.safetensors`),
        join(folder, 'setup.json'),
      ];
      writeFileSync(setup, JSON.stringify({ config: { preset, ...fields }, channels, sfreq: 160 }));
      writeNpy(join(folder, 'epochs.npy'), x.values as Float32Array, x.shape);
      const labels = BigInt64Array.from({ length: 8 }, (_, i) => BigInt(i % 2));
      writeNpy(join(folder, 'labels.npy'), labels, [8]);
      const data = ['--data', join(folder, 'epochs.npy'), '--labels', join(folder, 'labels.npy')];
      await run('train', setup, ...data, '-o', model, '--epochs', '2', '--workers', '1');
      await checkAgainstEngine(model, x);
    },
  );

  it('takes batches of any size, and says what it holds', async () => {
    const model = join(bundled, 'eyes8.safetensors');
    const summary = JSON.parse(await run('export', model, '-o', join(folder, 'm.onnx'), '--json'));
    expect(summary).toMatchObject({ opset: 17, ir_version: 8, output: { name: 'logits' } });
    expect(summary.input.shape[0]).toBe('batch');
    expect(summary.size_bytes).toBe(readFileSync(join(folder, 'm.onnx')).length);
  });

  it('passes the checker of the format, where Python has it', async (test) => {
    const models = readdirSync(folder).filter((file) => file.endsWith('.onnx'));
    const check = ['scripts/check_onnx.py', ...models.map((file) => join(folder, file))];
    const said = await runProgram('/usr/bin/env', ['python3', ...check]);
    test.skip(said.startsWith('skipped'), said);
    expect(said.trim().split('\n').length).toBe(models.length);
  });
});
