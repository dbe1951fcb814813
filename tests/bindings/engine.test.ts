// The wasm modules as JavaScript calls them: what comes of numbers that are no sizes, and of files that cannot be read. Skipped
// until the site is built.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CoreEngine } from '../../web/worker/core_engine.js';
import type { ErrorReply, Outcome } from '../../web/worker/protocol.js';

const built = existsSync('dist/eegate-train-simd.wasm') && existsSync('web/worker/core/glue.js');
const names = ['eegate-predict', 'eegate', 'eegate-train'];

type Call = (...args: unknown[]) => Outcome<unknown>;

async function start(name: string): Promise<CoreEngine> {
  const { loadCore } = await import('../../web/worker/load_core.js');
  const { default: glue } = await import('../../web/worker/core/glue.js');
  return (await loadCore(new WebAssembly.Module(readFileSync(`dist/${name}-simd.wasm`)), glue))
    .engine;
}

function errorOf(outcome: Outcome<unknown>): ErrorReply | null {
  return 'error' in outcome ? outcome.error : null;
}

interface Declared {
  method: string;
  args: { name: string; type: string }[];
}

/** The methods of a module by what Embind declares of them. */
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

/** Something of the type that a method takes. */
function something(type: string): unknown {
  if (type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'EmbindString' || type.endsWith('ResultFormat')) return 'csv';
  if (type.endsWith('[]')) return [];
  if (type.startsWith('Float32Array')) return new Float32Array(4);
  if (type.startsWith('Int32Array')) return new Int32Array(4);
  if (type.startsWith('ArrayBuffer')) return new ArrayBuffer(8);
  if (type.endsWith('ByteSource')) return { size: 0, read: () => new Uint8Array(0) };
  if (type.endsWith('ReadRequest')) return { channels: [0], startS: 0, durationS: 1 };
  if (type.endsWith('IdentityFields'))
    return { patient: true, recording: true, startDate: true, startTime: true };
  return {};
}

/** Arguments that may be any number: the core has its own words for those that it cannot use. */
const real = new Set(['sfreq', 'durationS', 'segmentS', 'seconds']);
const noSize = [-1e300, -(2 ** 53), 0.5, NaN, Infinity, 2 ** 53, 1e300, undefined];

describe.skipIf(!built).each(names)('numbers on their way into %s', (name) => {
  let engine: CoreEngine;
  beforeAll(async () => void (engine = await start(name)));
  const each = built ? declared(name) : [];

  it.each(each)('$method', ({ method, args }) => {
    for (const [index, { name: field, type }] of args.entries()) {
      if (type !== 'number') continue;
      for (const value of [...noSize, -(2 ** 31) - 1, 2 ** 32]) {
        const given = args.map((arg, i) => (i === index ? value : something(arg.type)));
        const error = errorOf((engine as unknown as Record<string, Call>)[method]!(...given));
        const isWhole = Number.isSafeInteger(value) && Number(value) >= 0; // large counts of bytes are possible
        if (real.has(field) || isWhole) continue;
        expect(error).toMatchObject({ code: 'ENGINE_ARGUMENT', field });
        expect(error!.expected).toMatch(/^a whole number from -?\d+ to \d+$/);
      }
    }
  });

  it('is not broken by any of them', () => {
    expect(engine.info()).toMatchObject({ value: { backend: 'simd' } });
  });
});

describe.skipIf(!built)('sizes of the input', () => {
  it.each(['eegate-predict', 'eegate'])('%s refuses a product that wraps', async (name) => {
    const engine = await start(name);
    const file = readFileSync('dist/models/eyes.safetensors');
    const model = engine.loadModel!(1, new Uint8Array(file).buffer, 'eyes');
    const { n_chans, n_times } = ('value' in model ? model.value.config : {}) as {
      [key: string]: number;
    };
    expect((2 ** 31 * n_chans! * n_times!) % 2 ** 32).toBe(0);
    const predict = (nEpochs: number, x: Float32Array) =>
      errorOf(engine.predict!(1, x, nEpochs, n_times!));
    expect(predict(2 ** 31, new Float32Array(0))).toMatchObject({ code: 'MODEL_CHANNELS' });
    expect(predict(1, new Float32Array(n_chans! * n_times!))).toBeNull();
  });

  it('channels are whole numbers', async () => {
    const engine = await start('eegate');
    const sample = engine.makeSample!(1, 4);
    const bytes = new Uint8Array('value' in sample ? sample.value : new ArrayBuffer(0));
    const source = { size: bytes.length, read: (o: number, n: number) => bytes.subarray(o, o + n) };
    expect(errorOf(engine.openRecording!(1, source, 'a.edf', []))).toBeNull();
    const read = (channel: number) =>
      errorOf(engine.readSamples!(1, { channels: [channel], startS: 0, durationS: 1 }));
    expect(read(0)).toBeNull();
    const none = engine.readSamples!(1, { channels: [0, 1], startS: 0.5, durationS: 1e-4 });
    expect('value' in none && none.value.data).toEqual([new Float32Array(0), new Float32Array(0)]);
    for (const channel of [-1, 0.5, NaN, 2 ** 32])
      expect(read(channel)).toMatchObject({ code: 'ENGINE_ARGUMENT', field: 'channels' });
  });
});

describe.skipIf(!built)('files', () => {
  it('that cannot be read any more, or have no size, give an error', async () => {
    const engine = await start('eegate');
    const { makeByteSource } = await import('../../web/worker/byte_source.js');
    const memory = new ArrayBuffer(4096);
    const source = makeByteSource(memory);
    structuredClone(memory, { transfer: [memory] });
    expect(errorOf(engine.openRecording!(1, source, 'gone.edf', []))).toMatchObject({
      code: 'IO_READ',
    });
    for (const size of [-1, NaN, 2 ** 60]) {
      const unsized = { size, read: () => new Uint8Array(0) };
      const error = errorOf(engine.openRecording!(1, unsized, 'unsized.edf', []));
      expect(error).toMatchObject({ code: 'ENGINE_ARGUMENT', field: 'source.size' });
    }
    expect(engine.info()).toHaveProperty('value');
  });
});
