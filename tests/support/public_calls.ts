// Every public method of the package with right arguments, for tests that replace some of them by wrong ones.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Classification, Engine, Model, Recording } from '../../web/api/index.js';

type Library = typeof import('../../web/api/index.js');
type Edf = typeof import('../../web/edf/index.js');
export type Any = never; // what a caller without types may pass

const urlOf = (name: string) => pathToFileURL(`dist/${name}`).href;

export interface Open {
  library: Library;
  engine: Engine;
  file: ArrayBuffer;
  recording: Recording;
  model: Model;
  run: Classification;
  /** One epoch for the model. */
  x: Float32Array;
  openEdf: Edf['openEdf'];
}

export async function open(): Promise<Open> {
  const library = (await import(/* @vite-ignore */ urlOf('eegate.js'))) as Library;
  const { openEdf } = (await import(/* @vite-ignore */ urlOf('eegate-edf.js'))) as Edf;
  const engine = await library.createEngine({ recordings: true });
  const file = await engine.makeSample({ durationS: 6 });
  const recording = await engine.openRecording(file);
  const model = await engine.loadModel(readFileSync('dist/models/eyes8.safetensors'));
  const run = model.classify(recording);
  for await (const prediction of run) void prediction;
  return { library, engine, file, recording, model, run, x: await run.epochs(0, 1), openEdf };
}

const trials = {
  x: Float32Array.from({ length: 16 * 4 * 64 }, (_, i) => Math.sin(i * i)),
  y: Array.from({ length: 16 }, (_, i) => i % 2),
};
const config = { preset: 'eegnet', n_chans: 4 } as const;
const recipe = { version: 1, epochs: { by: 'window', length_s: 2 } };
export const source = () => ({
  chNames: ['Fz'],
  sfreq: 160,
  unit: 'uV',
  start: async () => undefined,
  stop: () => undefined,
});

async function first(all: AsyncIterable<unknown>): Promise<void> {
  for await (const one of all) return void one;
}

async function train({ engine }: Open, request: Any): Promise<void> {
  const run = engine.train(request);
  await run.info.finally(() => run.close());
}

/** A call with right arguments: what is wrong replaces one of them. */
export interface Call {
  /** Right arguments; `true`: the last are options. */
  right: (held: Open) => unknown[];
  hasOptions?: boolean;
  /** Fields of options and objects that are wrong one at a time, with a right value. */
  fields?: (held: Open) => Record<string, unknown>;
  call: (held: Open, ...args: Any[]) => unknown;
}

export const calls: Record<string, Call> = {
  createEngine: {
    right: () => [{ workers: 'none' }],
    hasOptions: true,
    fields: () => ({ assets: () => undefined }),
    call: async ({ library }, ...args) => (await library.createEngine(...args)).close(),
  },
  'engine.openRecording': {
    right: ({ file }) => [file, {}],
    hasOptions: true,
    fields: () => ({ name: 'a.edf', companions: [] }),
    call: ({ engine }, ...args) => engine.openRecording(...(args as [Any])),
  },
  'engine.loadModel': {
    right: ({ model }) => [model.bytes, {}],
    hasOptions: true,
    fields: () => ({ name: 'a' }),
    call: ({ engine }, ...args) => engine.loadModel(...(args as [Any])),
  },
  'engine.importModel': {
    right: ({ model }) => [model.bytes, { config }, {}],
    hasOptions: true,
    call: ({ engine }, ...args) => engine.importModel(...(args as [Any, Any])),
  },
  'engine.filterResponse': {
    right: () => [{ recipe: { version: 1, notch: { hz: 50 } } }, 160, Float32Array.of(1, 2)],
    call: ({ engine }, ...args) => engine.filterResponse(...(args as [Any, Any, Any])),
  },
  'engine.electrodes': {
    right: () => [['Fz']],
    call: ({ engine }, ...args) => engine.electrodes(...(args as [Any])),
  },
  'engine.spectra': {
    right: () => [[new Float32Array(640)], 160, {}],
    hasOptions: true,
    fields: () => ({ segmentS: 2 }),
    call: ({ engine }, ...args) => engine.spectra(...(args as [Any, Any])),
  },
  'engine.makeSample': {
    right: () => [{ durationS: 4 }],
    hasOptions: true,
    fields: () => ({ seed: 1, durationS: 4 }),
    call: ({ engine }, ...args) => engine.makeSample(...args),
  },
  'engine.makeSyntheticTrials': {
    right: () => [{ channels: ['O1'], trials: 2 }],
    hasOptions: true,
    fields: () => ({ channels: ['O1'], trials: 2, hz: 10 }),
    call: ({ engine }, ...args) => engine.makeSyntheticTrials(...(args as [Any])),
  },
  'engine.train': {
    right: () => [{ config, data: trials, options: { epochs: 1 } }],
    fields: ({ model }) => ({ config, model, data: trials, options: {} }),
    call: (held, ...args) => train(held, args[0] as Any),
  },
  'engine.train, data': {
    right: () => [trials],
    fields: () => ({ ...trials, subjects: trials.y }),
    call: (held, data) => train(held, { config, data } as Any),
  },
  'engine.train, recordings': {
    right: ({ recording }) => [{ recording, recipe }],
    fields: ({ recording }) => ({ recording, recipe }),
    call: (held, one) => train(held, { config: { preset: 'eegnet' }, data: [one] } as Any),
  },
  'engine.train, options': {
    right: () => [{ epochs: 1 }],
    hasOptions: true,
    fields: () => ({ epochs: 1, onCheckpoint: () => undefined }),
    call: (held, options) => train(held, { config, data: trials, options } as Any),
  },
  'engine.compare': {
    right: () => [{ config: { n_chans: 4 }, data: trials, presets: ['csp'] }],
    hasOptions: true,
    fields: ({ model }) => ({ config: { n_chans: 4 }, data: trials, presets: ['csp'], model }),
    call: ({ engine }, ...args) => engine.compare(...(args as [Any])),
  },
  'engine.describeNetwork': {
    right: () => [{ config: { ...config, n_times: 64, n_outputs: 2 } }],
    fields: () => ({ config: { ...config, n_times: 64, n_outputs: 2 }, channels: ['Fz'] }),
    call: ({ engine }, ...args) => engine.describeNetwork(...(args as [Any])),
  },
  'engine.prepareTraining': { right: () => [], call: ({ engine }) => engine.prepareTraining() },
  'engine.engines': { right: () => [], call: ({ engine }) => engine.engines() },

  'recording.read': {
    right: () => [{ durationS: 1 }],
    hasOptions: true,
    fields: () => ({
      channels: ['Fz'],
      startS: 0,
      durationS: 1,
      preview: { version: 1 },
      display: {},
    }),
    call: ({ recording }, ...args) => recording.read(...args),
  },
  'recording.readWindow': {
    right: () => [{ durationS: 1 }],
    hasOptions: true,
    call: ({ recording }, ...args) => recording.readWindow(...args),
  },
  'recording.epochs': {
    right: () => [recipe, {}],
    hasOptions: true,
    call: ({ recording }, ...args) => recording.epochs(...(args as [Any])),
  },
  'recording.readAnnotations': {
    right: () => [{}],
    hasOptions: true,
    call: ({ recording }, ...args) => recording.readAnnotations(...args),
  },
  'recording.setAnnotations': {
    right: () => [[]],
    call: ({ recording }, ...args) => recording.setAnnotations(...(args as [Any])),
  },
  'recording.setAnnotations, one': {
    right: () => [{ onsetS: 0, durationS: 1, text: 'a' }],
    fields: () => ({ onsetS: 0, durationS: 1, text: 'a' }),
    call: ({ recording }, one) => recording.setAnnotations([one]),
  },
  'recording.deidentified': {
    right: () => [{ startTime: true }],
    call: ({ recording }, ...args) => recording.deidentified(...args),
  },
  'recording.channelIndex': {
    right: () => ['Fz'],
    call: ({ recording }, ...args) => recording.channelIndex(...(args as [Any])),
  },

  'model.predict': {
    right: ({ x }) => [x, {}],
    hasOptions: true,
    fields: () => ({ batch: 1, ablate: [] }),
    call: ({ model }, ...args) => model.predict(...(args as [Any])),
  },
  'model.predict, ablate': {
    right: () => [{ block: 0, head: 0 }],
    fields: () => ({ block: 0, head: 0 }),
    call: ({ model, x }, part) => model.predict(x, { ablate: [part] }),
  },
  'model.inspect': {
    right: ({ x }) => [x, {}],
    hasOptions: true,
    fields: () => ({ ablate: [], query: 0, mapSize: 10, weights: [] }),
    call: ({ model }, ...args) => model.inspect(...(args as [Any])),
  },
  'model.checkCompatibility': {
    right: ({ recording }) => [recording, {}],
    hasOptions: true,
    fields: () => ({ recipe }),
    call: ({ model }, ...args) => model.checkCompatibility(...(args as [Any])),
  },
  'model.classify': {
    right: ({ recording }) => [recording, {}],
    hasOptions: true,
    fields: () => ({ recipe: null, calibrate: 'median', onPreparing: () => undefined }),
    call: ({ model }, ...args) => first(model.classify(...(args as [Any]))),
  },
  'model.explain': {
    right: ({ x }) => [x, { method: 'occlusion_time', checks: false }],
    hasOptions: true,
    fields: ({ x }) => ({ target: 0, method: 'occlusion_time', batch: 1, background: x }),
    call: ({ model }, x, options = { method: 'occlusion_time', checks: false } as Any) =>
      model.explain(x, options),
  },
  'model.explainBands': {
    right: ({ x }) => [x, {}],
    hasOptions: true,
    fields: () => ({ target: 0, bands: [] }),
    call: ({ model }, ...args) => model.explainBands(...(args as [Any])),
  },
  'model.explainBands, bands': {
    right: () => [{ name: 'alpha', lowHz: 8, highHz: 13 }],
    fields: () => ({ lowHz: 8, highHz: 13 }),
    call: ({ model, x }, band) => model.explainBands(x, { bands: [band] }),
  },
  'model.stream': {
    right: ({ library, recording }) => [
      { source: library.replaySource(recording, { speed: 'max' }), causalForm: true },
    ],
    hasOptions: true,
    fields: () => ({ source: source(), recipe: null, stepS: 0.5, maxWaiting: 1 }),
    call: ({ model }, ...args) => first(model.stream(...(args as [Any]))),
  },
  'model.stream, source': {
    right: () => [source()],
    fields: source,
    call: ({ model }, one) => first(model.stream({ source: one, causalForm: true })),
  },
  'model.toSafetensors': { right: () => [], call: ({ model }) => model.toSafetensors() },
  'model.toOnnx': {
    right: () => [{}],
    hasOptions: true,
    fields: () => ({ nTimes: 320 }),
    call: ({ model }, ...args) => model.toOnnx(...args),
  },

  'run.plan': { right: () => [], call: ({ run }) => run.plan() },
  'run.epochs': {
    right: () => [0, 1, {}],
    hasOptions: true,
    call: ({ run }, ...args) => run.epochs(...(args as [Any, Any])),
  },
  'run.save': { right: () => ['csv'], call: ({ run }, ...args) => run.save(...(args as [Any])) },
  'run.report': {
    right: () => [{}],
    hasOptions: true,
    call: ({ run }, ...args) => run.report(...args),
  },

  'stream.info': {
    right: () => [],
    call: ({ library, model, recording }) =>
      model.stream({ source: library.replaySource(recording), causalForm: true }).info(),
  },
  replaySource: {
    right: ({ recording }) => [recording, {}],
    hasOptions: true,
    fields: () => ({ speed: 1, startS: 0, endS: 1, channels: ['Fz'], everyMs: 40 }),
    call: ({ library }, ...args) => library.replaySource(...(args as [Any])),
  },
  simulatedHeadset: {
    right: () => [source(), {}],
    hasOptions: true,
    call: ({ library }, ...args) => library.simulatedHeadset(...(args as [Any])),
  },
  openHeadset: {
    right: ({ library }) => [library.simulatedHeadset(source() as Any), {}],
    hasOptions: true,
    fields: () => ({ timeoutMs: 100 }),
    call: ({ library }, ...args) => library.openHeadset(...(args as [Any])),
  },
  openEdf: {
    right: ({ file }) => [file],
    call: ({ openEdf }, ...args) => openEdf(...(args as [Any])),
  },
  'edf.read': {
    right: () => [0, {}],
    hasOptions: true,
    fields: () => ({ first: 0, n: 1 }),
    call: async ({ openEdf, file }, ...args) => (await openEdf(file)).read(...(args as [Any])),
  },
  'inspection.find': {
    right: () => ['logits'],
    call: async ({ model, x }, ...args) => (await model.inspect(x)).find(...(args as [Any])),
  },
  'inspection.places': {
    right: () => [0],
    call: async ({ model, x }, ...args) => (await model.inspect(x)).places(...(args as [Any])),
  },
};
