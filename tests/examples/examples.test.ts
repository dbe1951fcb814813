// The examples run with the built package, each in a folder of its own as whoever copies it has it. Skipped until it is built.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Model, SampleSource } from '../../web/api/index.js';
import { ended } from '../exchange/command.js';

type Library = typeof import('../../web/api/index.js');
interface Plugin {
  new (jsPsych: { finishTrial(data: object): void }): {
    trial(display: { innerHTML: string }, trial: object): Promise<void>;
  };
  info: { name: string; parameters: Record<string, { default?: unknown }>; data: object };
}

const timeout = 240_000; // nothing is timed here, and a busy machine takes its time
let folder: string;

/** A copy of an example that finds the built package. */
function copied(example: string, name = example): string {
  const copy = join(folder, name);
  cpSync(join('examples', example), copy, { recursive: true });
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(process.cwd(), join(copy, 'node_modules/eegate'));
  return copy;
}

describe.skipIf(!existsSync('dist/eegate.js'))('examples', () => {
  let engine: Engine;
  let library: Library;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'eegate-examples-'));
    library = (await import(pathToFileURL('dist/eegate.js').href)) as Library;
    engine = await library.createEngine({ recordings: true });
  }, timeout);
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  it(
    'node-batch writes events for each recording, and names what it cannot read',
    { timeout },
    async () => {
      const copy = copied('node-batch');
      mkdirSync(join(copy, 'data'));
      const sample = Buffer.from(await engine.makeSample({ durationS: 20 }));
      for (const name of ['a.edf', 'b.EDF']) writeFileSync(join(copy, 'data', name), sample);
      writeFileSync(join(copy, 'data/c.edf'), 'nothing to read');
      const model = resolve('dist/models/eyes.safetensors');
      const program = join(copy, 'classify_folder.mjs');
      const run = [program, model, join(copy, 'data'), join(copy, 'out')];
      const { status, stdout, stderr } = await ended('node', run);
      expect(stdout).toBe('a.edf: 19 epochs\nb.EDF: 19 epochs\n');
      expect(stderr).toMatch(/^c\.edf: FORMAT_TEXT: /);
      expect(status).toBe(1);
      expect(readdirSync(join(copy, 'out'))).toEqual(['a.tsv', 'b.tsv']);
      const rows = readFileSync(join(copy, 'out/a.tsv'), 'utf8').trim().split('\n');
      expect(rows[0]).toMatch(/^onset\tduration\ttrial_type/);
      expect(rows).toHaveLength(20);
    },
  );

  it(
    'vite builds as it comes, with model, worker and module among its files',
    { timeout },
    async () => {
      const copy = copied('vite');
      const { status, stderr } = await ended('node', [
        resolve('node_modules/vite/bin/vite.js'),
        'build',
        copy,
        '--logLevel',
        'error',
      ]);
      expect(stderr).toBe('');
      expect(status).toBe(0);
      const files = readdirSync(join(copy, 'dist/assets')).join('\n');
      for (const file of [
        /^eyes-.*\.safetensors$/m,
        /^eegate-worker-.*\.js$/m,
        /^eegate-simd-.*\.wasm$/m,
      ])
        expect(files).toMatch(file);
    },
  );

  it('vite has the types of the package', { timeout }, async () => {
    const copy = copied('vite', 'typed');
    symlinkSync(resolve('node_modules/vite'), join(copy, 'node_modules/vite'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'esnext',
    ];
    const libraries = ['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable'];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await ended('node', [tsc, ...options, ...libraries, join(copy, 'main.ts')]);
    expect(stdout).toBe('');
  });

  it(
    'jspsych: a trial ends with the class that windows agree on, or undecided',
    { timeout },
    async () => {
      const copy = copied('jspsych');
      // What the plugin asks of jsPsych: the names of its types.
      mkdirSync(join(copy, 'node_modules/jspsych'));
      const jspsych = { name: 'jspsych', type: 'module', exports: './index.js' };
      writeFileSync(join(copy, 'node_modules/jspsych/package.json'), JSON.stringify(jspsych));
      const types = 'export const ParameterType = new Proxy({}, { get: (_, name) => name });\n';
      writeFileSync(join(copy, 'node_modules/jspsych/index.js'), types);
      const url = pathToFileURL(join(copy, 'eeg_decision.js')).href;
      const { EegDecisionPlugin } = (await import(/* @vite-ignore */ url)) as {
        EegDecisionPlugin: Plugin;
      };
      const model = await engine.loadModel(readFileSync('dist/models/eyes.safetensors'));
      const recording = await engine.openRecording(await engine.makeSample({ durationS: 40 }));
      const closed = library.replaySource(recording, { speed: 'max', startS: 22 });
      const decided = await trialOf(EegDecisionPlugin, model, closed, { threshold: 0.6 });
      expect(decided).toMatchObject({ decision: 'eyes closed' });
      expect(Number(decided.rt)).toBeLessThan(10_000);
      const open = library.replaySource(recording, { speed: 'max', endS: 10 });
      const never = await trialOf(EegDecisionPlugin, model, open, {
        threshold: 1.1,
        trial_duration: 5000,
      });
      expect(never).toMatchObject({ decision: null, rt: null, error: '' });
      expect(Number(never.n_windows)).toBeGreaterThan(3);
      const headset = library.replaySource(recording, { speed: 'max', endS: 6 });
      const breaking: SampleSource = {
        ...{ chNames: headset.chNames, sfreq: headset.sfreq, unit: 'uV', canWait: true },
        async start(onChunk) {
          await headset.start(onChunk);
          throw new library.EegateError({ code: 'HEADSET_LOST', message: 'gone' });
        },
        stop: () => headset.stop(),
      };
      const broken = await trialOf(EegDecisionPlugin, model, breaking, { threshold: 1.1 });
      expect(broken).toMatchObject({ decision: null, rt: null, error: 'HEADSET_LOST' });
    },
  );
});

/** A trial as jsPsych carries it out: defaults filled in, a place to show it, and the data that it ends with. */
async function trialOf(plugin: Plugin, model: Model, source: SampleSource, given: object) {
  const defaults = Object.fromEntries(
    Object.entries(plugin.info.parameters).map(([name, { default: value }]) => [name, value]),
  );
  const display = { innerHTML: '' };
  return new Promise<Record<string, unknown>>((finished, failed) => {
    const jsPsych = {
      finishTrial(data: Record<string, unknown>) {
        expect(Object.keys(data).sort()).toEqual(Object.keys(plugin.info.data).sort());
        expect(display.innerHTML).toBe('Look.');
        finished(data);
      },
    };
    const trial = { ...defaults, model, source, prompt: 'Look.', ...given };
    new plugin(jsPsych).trial(display, trial).catch(failed);
  });
}
