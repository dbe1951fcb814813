// Random requests of the worker protocol, well formed and in any order, with ids that may be closed, straight to the modules: each is
// answered with a value whose numbers are finite, or with an error; none stops the module. EEGATE_SEMANTIC_INPUTS: how many
// sequences. Skipped until the site is built.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Draws, madeRecipe, withOtherWeights, type Json } from './random.js';
import type { CoreEngine } from '../../web/worker/core_engine.js';
import type { Outcome } from '../../web/worker/protocol.js';

const built = existsSync('dist/eegate-train-simd.wasm') && existsSync('web/worker/core/glue.js');
const sequences = Number(process.env['EEGATE_SEMANTIC_INPUTS'] ?? 40);
const callsOfSequence = 60;
const longest_ms = 30_000;

type Call = (...args: unknown[]) => Outcome<unknown>;

async function start(name: string): Promise<CoreEngine> {
  const { loadCore } = await import('../../web/worker/load_core.js');
  const { default: glue } = await import('../../web/worker/core/glue.js');
  return (await loadCore(new WebAssembly.Module(readFileSync(`dist/${name}-simd.wasm`)), glue))
    .engine;
}

interface Declared {
  method: string;
  args: { name: string; type: string }[];
}

function declared(name: string): Declared[] {
  const text = readFileSync(`web/worker/core/${name}.d.ts`, 'utf8');
  const lines = text.slice(text.indexOf('interface EmbindModule')).split('\n');
  return lines.flatMap((line) => {
    const [, method, list] = /^ {2}(\w+)\((.*?)\): import/.exec(line) ?? [];
    if (!method) return [];
    const args = (list ?? '').matchAll(/(\w+): (.+?)(?=, \w+: |$)/g);
    return [{ method, args: [...args].map(([, key, type]) => ({ name: key!, type: type! })) }];
  });
}

/** What a caller has at hand. */
interface Files {
  recording: Uint8Array;
  models: Uint8Array[];
}

const exact = (bytes: Uint8Array) => bytes.slice().buffer;

function madeSamples(draws: Draws): Float32Array {
  const n = draws.of([0, 1, 8, 320, 2560, 5120]);
  const large = draws.of([20, 20, 20, 3.4e38, 1e30, 1e-45, 0]);
  return Float32Array.from({ length: n }, () => large * (2 * draws.share() - 1));
}

function madeSettings(draws: Draws, method: string): Json {
  if (method === 'openStream')
    return {
      chNames: ['Fp1', 'Fp2', 'C3', 'C4', 'P3', 'P4', 'O1', 'O2'],
      sfreq: draws.around(160),
      ...(draws.oneOf(2) ? { recipe: madeRecipe(draws) } : {}),
      causalForm: !draws.oneOf(3),
      ...(draws.oneOf(3) ? { stepS: draws.around(0.5) } : {}),
      ...(draws.oneOf(3) ? { maxWaiting: draws.around(3) } : {}),
    };
  if (method === 'makePlanted')
    return { seed: draws.below(9), hz: draws.around(10), trials: draws.of([2, 4, draws.number()]) };
  if (method === 'explainBegin')
    return {
      target: draws.below(3),
      method: draws.of(['gradient_input', 'integrated_gradients', 'occlusion_time']),
      steps: 1 + draws.below(8),
      checks: false,
    };
  if (method === 'trainBegin')
    return {
      config: { preset: draws.of(['eegnet', 'gate_gru']), n_chans: 8, n_times: 320 },
      options: { epochs: 1, batchSize: 1 + draws.below(8), learningRate: draws.around(0.01) },
    };
  if (method === 'describeNetwork')
    return { config: { preset: 'eegnet', n_chans: draws.below(70), n_times: 320, n_outputs: 2 } };
  return draws.oneOf(2) ? { query: draws.below(9), mapSize: draws.below(40) } : {};
}

function madeAnnotations(draws: Draws): Json {
  const annotations = Array.from({ length: draws.below(4) }, () => ({
    onset_s: draws.around(5),
    duration_s: draws.around(2),
    text: draws.of(['eyes open', 'eyes closed', '', 'T1']),
  }));
  return { annotations };
}

function madeHypnogram(draws: Draws): Json {
  return {
    epoch_s: draws.of([30, 20, draws.around(30)]),
    start_s: draws.of([0, draws.around(5)]),
    stages: Array.from({ length: draws.below(9) }, () =>
      draws.of(['W', 'N1', 'N2', 'N3', 'R', 'M', '?', 'N4']),
    ),
  };
}

function argument(draws: Draws, files: Files, method: string, name: string, type: string): unknown {
  if (/^(id|planId|modelId|recordingId)$/.test(name)) return draws.below(3);
  if (name === 'durationS') return draws.oneOf(4) ? Math.min(draws.number(), 60) : 5;
  if (name === 'sfreq') return draws.around(160);
  if (name === 'segmentS') return draws.around(1);
  if (name === 'budgetBytes') return draws.of([0, 1000, 1e6]);
  if (name === 'nTimes') return draws.of([320, 320, 8, 160, 0]);
  if (name === 'nChans') return draws.of([8, 1, 0]);
  if (name === 'epochFloats') return draws.of([2560, 320, 0]);
  if (name === 'nLanes') return draws.below(3);
  if (type === 'number') return draws.of([0, 0, 1, 1, 2, 5, 2 ** 31 - 1]);
  if (type === 'boolean') return draws.oneOf(2);
  if (name === 'subject' || name === 'fileName') return draws.of(['', 'S001R02.edf']);
  if (name === 'calibrate') return draws.of(['none', 'median', 'recentre', 'online', '']);
  if (name === 'format') return draws.of(['csv', 'tsv', 'edf', 'xml']);
  if (/^(hypnogram|first|second)$/.test(name)) return madeHypnogram(draws);
  if (name === 'annotations') return madeAnnotations(draws);
  if (type.endsWith('ResultFormat')) return draws.of(['csv', 'json', 'tsv', 'edf']);
  if (type.endsWith('[]')) return name === 'names' ? ['C3', 'no electrode'] : [];
  if (type.startsWith('Float32Array')) return madeSamples(draws);
  if (type.startsWith('Int32Array'))
    return Int32Array.from({ length: draws.below(9) }, (_, i) => i % 2);
  if (type.startsWith('ArrayBuffer'))
    return draws.oneOf(8) ? new ArrayBuffer(8) : exact(draws.of(files.models));
  if (type.endsWith('ByteSource'))
    return {
      size: files.recording.length,
      read: (at: number, n: number) => files.recording.subarray(at, at + n),
    };
  if (type.endsWith('ReadRequest'))
    return { channels: [0, draws.below(9)], startS: draws.around(1), durationS: draws.around(2) };
  if (type.endsWith('IdentityFields'))
    return { patient: true, recording: draws.oneOf(2), startDate: true, startTime: draws.oneOf(2) };
  if (name === 'recipe') return draws.oneOf(3) ? null : madeRecipe(draws);
  if (name === 'look') return draws.oneOf(2) ? null : { highpass_hz: draws.around(1) };
  return madeSettings(draws, method);
}

/** Where NaN stands for "there is none": electrodes without a place, gaps, epochs without an answer. */
const mayLack = new Set([
  'electrodes',
  'readSamples',
  'filterResponse', // at frequencies that the signal does not have
  'spectra',
  'classify',
  'classifyStream',
  'spectrogramResult',
  'stageResult',
]);
/** What a network computes, as it is. */
const asComputed = new Set(['predict', 'ablate', 'inspect']);

function expectFinite(value: unknown, method: string): void {
  if (typeof value === 'number') expect(Number.isFinite(value), method).toBe(true);
  else if (value instanceof Float32Array) {
    if (asComputed.has(method)) return;
    const wrong = value.find(
      (v) => !Number.isFinite(v) && !(mayLack.has(method) && Number.isNaN(v)),
    );
    expect(wrong, method).toBeUndefined();
  } else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const member of Object.values(value)) expectFinite(member, method);
  }
}

describe.skipIf(!built)('random requests', { timeout: 60_000 + sequences * 5_000 }, () => {
  it.each(['eegate', 'eegate-train'])(
    '%s answers all with finite numbers or errors',
    async (name) => {
      const draws = new Draws(Number(process.env['EEGATE_SEMANTIC_SEED'] ?? 1));
      const maker = await start('eegate');
      const sample = maker.makeSample!(3, 12);
      const recording = new Uint8Array('value' in sample ? sample.value : new ArrayBuffer(0));
      const bundled = readdirSync('dist/models')
        .filter((file) => file.endsWith('.safetensors'))
        .map((file) => new Uint8Array(readFileSync(join('dist/models', file))));
      const eyes = new Uint8Array(readFileSync('dist/models/eyes8.safetensors'));
      const methods = declared(name);
      let engine = await start(name);
      let answers = 0;
      for (let i = 0; i < sequences; i++) {
        if (i % 20 === 19) engine = await start(name); // nothing of earlier sequences is open
        const files = {
          recording,
          models: [eyes, draws.of(bundled), withOtherWeights(draws.of(bundled), draws)],
        };
        const done: string[] = [];
        const call = (method: string) => {
          const { args } = methods.find((each) => each.method === method)!;
          const given = args.map((arg) => argument(draws, files, method, arg.name, arg.type));
          done.push(method);
          const begun = performance.now();
          const outcome = (engine as unknown as Record<string, Call>)[method]!(...given);
          expect(performance.now() - begun, method).toBeLessThan(longest_ms);
          expect(Object.keys(outcome).join(), method).toMatch(/^(value|error)$/);
          if ('error' in outcome)
            return expect(outcome.error.code, method).toMatch(/^[A-Z][A-Z0-9_]+$/);
          answers++;
          expectFinite(outcome.value, method);
        };
        try {
          for (const first of ['openRecording', 'loadModel']) call(first);
          for (let n = draws.below(callsOfSequence); n > 0; n--) call(draws.of(methods).method);
        } catch (cause) {
          throw new Error(`sequence ${i}: ${done.join(', ')}`, { cause });
        }
      }
      expect(answers).toBeGreaterThan(sequences);
    },
  );
});
