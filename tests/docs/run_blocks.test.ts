// Code blocks of the documents run as they stand: JavaScript in Node with the built package, commands in a folder that holds the files
// that they name. Skipped until the package or the command is built.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eegate, ended } from '../exchange/command.js';
import { folderWithPackage } from '../package_folder.js';
import { inLanguage } from './blocks.js';

/** Weights as another program wrote them, and what they are. */
const foreign = resolve('tests/data/import/torch_post_ln');
const isBuilt = existsSync('dist/eegate.js');
const runnable = (...languages: string[]) =>
  inLanguage(...languages).filter(({ notRun }) => notRun === null);

let folder: string;

/** The files that the documents name: a recording of 20 seconds, a model, epochs with labels, a configuration, half a night. */
beforeAll(() => {
  folder = folderWithPackage('blocks');
  for (const copy of isBuilt ? ['model.safetensors', 'MODEL.safetensors'] : [])
    copyFileSync('dist/models/eyes.safetensors', join(folder, copy));
  if (!eegate) return;
  const run = (...args: string[]) => execFileSync(eegate, args, { cwd: folder });
  run('sample', '-o', 'recording.edf', '--duration-s', '20');
  const recipe = {
    version: 1,
    pick: ['O1', 'Oz', 'O2'],
    epochs: { by: 'window', length_s: 1, step_s: 2 },
  };
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
  run('prepare', 'recording.edf', '--recipe', 'recipe.json', '-o', 'X.npy');
  writeFileSync(join(folder, 'y.npy'), labels(10));
  const config = { preset: 'eegnet', n_chans: 3, n_times: 160, n_outputs: 2 };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ config }));
  mkdirSync(join(folder, 'DATA'));
  const copies = ['DATA/recording.edf', 'S001R02.edf'];
  for (const copy of copies) copyFileSync(join(folder, 'recording.edf'), join(folder, copy));
  makeNight(run);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A simulated hour under the names that the documents have for scored nights. */
function makeNight(run: (...args: string[]) => unknown): void {
  run('sample', '--night', '--duration-s', '3600', '-o', 'night.edf');
  run('hypnogram', 'night.edf', '-o', 'mine.csv');
  writeFileSync(join(folder, 'stages.txt'), '0\n1\n2\n3\n4\n2\n'.repeat(20)); // of 30 s each
  for (const copy of ['scored.edf', 'SC4001EC-Hypnogram.edf', 'SC4001E0-PSG.edf'])
    copyFileSync(join(folder, 'night.edf'), join(folder, copy));
}

/** Numbers of classes, 0 in the first half and 1 in the second, as an .npy file. */
function labels(n: number): Buffer {
  const head = `{'descr': '<i8', 'fortran_order': False, 'shape': (${n},), }`.padEnd(117) + '\n';
  const values = BigInt64Array.from({ length: n }, (_, i) => BigInt(i < n / 2 ? 0 : 1));
  const magic = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  return Buffer.concat([magic, Buffer.from(head), Buffer.from(values.buffer)]);
}

describe.skipIf(!eegate || !isBuilt)('commands', () => {
  it.each(runnable('sh'))('$place', { timeout: 600_000 }, async ({ code }) => {
    const PATH = dirname(eegate) + delimiter + process.env['PATH'];
    const { status, stderr } = await ended('bash', ['-e', '-c', `cd '${folder}'\n${code}`], {
      PATH,
    });
    expect(stderr.replace(/^warning\[.*\n/gm, '')).toBe('');
    expect(status).toBe(0);
  });
});

/** What the texts around the blocks speak of, as far as a block does not make it itself. */
const around: Record<string, string> = {
  bytes: `await readFile(process.env.MODEL)`,
  file: `new File([await readFile(process.env.RECORDING)], 'S001.edf')`,
  engine: `await (await import('eegate')).createEngine()`,
  recording: 'await engine.openRecording(file)',
  model: 'await engine.loadModel(bytes)',
  signal: 'AbortSignal.timeout(100_000)',
  onProgress: '() => undefined',
  source: `(await import('eegate')).replaySource(recording, { speed: 'max', endS: 10 })`,
  show: '() => undefined',
  config: 'JSON.parse(process.env.CONFIG)',
};

/** Names that a block needs from around it, each after those that it is made of. */
function neededBy(code: string, found: string[] = []): string[] {
  for (const name of Object.keys(around)) {
    if (!new RegExp(`\\b${name}\\b`).test(code) || found.includes(name)) continue;
    if (new RegExp(`\\b(const|let|function) ${name}\\b`).test(code)) continue;
    neededBy(around[name]!, found);
    found.push(name);
  }
  return found;
}

function program(code: string): string {
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line);
  const body = code.replace(/^import .*$/gm, '');
  const given = neededBy(code).map((name) => `const ${name} = ${around[name]};`);
  const lines = [`import { readFile } from 'node:fs/promises';`, ...imports, ...given];
  return `${lines.join('\n')}\n{\n${body}\n}\nprocess.exit(0);\n`;
}

describe.skipIf(!eegate || !isBuilt)('JavaScript', () => {
  it.each(runnable('js', 'ts'))('$place', { timeout: 120_000 }, async ({ code, line }) => {
    const file = join(folder, `block_${line}.mjs`);
    writeFileSync(file, program(code));
    const isImport = code.includes('importModel');
    const env = {
      RECORDING: join(folder, 'recording.edf'),
      MODEL: isImport ? `${foreign}.safetensors` : resolve('dist/models/eyes.safetensors'),
      CONFIG: readFileSync(`${foreign}.json`, 'utf8'),
    };
    const { status, stderr } = await ended('sh', ['-c', `cd '${folder}' && node '${file}'`], env);
    expect(stderr.split('\n').filter((line) => line.length < 300)).toEqual(['']);
    expect(status).toBe(0);
  });
});

describe.skipIf(!eegate)('Python, with stand-ins for packages', () => {
  it.each(runnable('python'))('$place', async ({ code, line }) => {
    const file = join(folder, `block_${line}.py`);
    writeFileSync(file, code);
    const PYTHONPATH = resolve('tests/examples/stand_ins');
    const { status, stderr } = await ended('sh', ['-c', `cd '${folder}' && python3 '${file}'`], {
      PYTHONPATH,
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
