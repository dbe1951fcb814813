// docs/SCALING.md as it is written: a model in ONNX Runtime over a folder, an experiment in shards by the script for Slurm.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, run } from './command.js';
import { readNpy, writeNpy } from './npy.js';

const folder = mkdtempSync(join(tmpdir(), 'eegate-scaling-'));
const patient = { timeout: 180_000 }; // the command may be one with sanitizers
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!eegate)('beyond one machine', () => {
  it('a model runs in ONNX Runtime over a folder of prepared recordings', patient, async () => {
    mkdirSync(join(folder, 'DATA'));
    copyFileSync('web/page/public/models/eyes8.safetensors', join(folder, 'MODEL.safetensors'));
    const data = (name: string) => join(folder, 'DATA', name);
    await run(eegate, ['sample', '-o', data('1.edf'), '--seed', '1', '--duration-s', '20']);
    await run(eegate, ['sample', '-o', join(folder, '2.edf'), '--seed', '2', '--duration-s', '20']);
    writeFileSync(data('2.edf'), inReverseOrder(readFileSync(join(folder, '2.edf'))));
    const PATH = `${dirname(eegate)}:${process.env['PATH']}`;
    const commands = commandsOf('A model in ONNX Runtime')
      .filter((line) => !line.startsWith('npm install'))
      .map((line) => line.replace('examples/', `${process.cwd()}/examples/`));
    expect(commands.length).toBe(3);
    await run('bash', ['-e', '-c', [`cd '${folder}'`, ...commands].join('\n')], { PATH });
    const model = join(folder, 'MODEL.safetensors');
    for (const name of ['1', '2']) {
      const logits = join(folder, 'logits.npy');
      await run(eegate, ['predict', model, join(folder, 'X', `${name}.npy`), '-o', logits]);
      const want = readNpy(logits);
      const got = numbersIn(readFileSync(join(folder, 'X', `${name}.logits.csv`), 'utf8'));
      expect(got.flat().length).toBe(want.values.length);
      const scale = Math.max(1, ...Array.from(want.values, Math.abs));
      got
        .flat()
        .forEach((value, i) =>
          expect(Math.abs(value - want.values[i]!) / scale).toBeLessThan(1e-4),
        );
      const classified = numbersIn(await run(eegate, ['classify', model, data(`${name}.edf`)]));
      classified.forEach((row, i) =>
        expect(Math.abs(row.at(-1)! - probability(got[i]!))).toBeLessThan(1e-4),
      );
    }
  });

  it('the command of the container for SzCORE writes events', patient, async () => {
    const model = 'web/page/public/models/eyes8.safetensors';
    await run(eegate, ['sample', '-o', join(folder, 'sz.edf'), '--duration-s', '20']);
    const env = {
      ...{ EEGATE: eegate, DATA: folder, RESULTS: folder, MODEL: model },
      ...{ INPUT: 'sz.edf', OUTPUT: 'sz.tsv', EVENTS: 'eyes closed=sz' },
    };
    await run('sh', ['examples/scaling/szcore.sh'], env);
    const [head, ...rows] = readFileSync(join(folder, 'sz.tsv'), 'utf8').trim().split('\n');
    expect(head).toMatch(/^onset\tduration\teventType\tconfidence\t/);
    expect(rows[0]).toMatch(/^10\t10\tsz\t0\.\d+\tall\t\S+ \S+\t20$/); // half of the sample
  });

  it(
    'an experiment in four shards, two at a time, has the runs of one process',
    patient,
    async () => {
      const n = 24;
      const x = Float32Array.from({ length: n * 2 * 80 }, (_, i) => Math.sin(i * i) * 20);
      writeNpy(join(folder, 'x.npy'), x, [n, 2, 80]);
      const column = (value: (i: number) => number) =>
        BigInt64Array.from({ length: n }, (_, i) => BigInt(value(i)));
      writeNpy(
        join(folder, 'y.npy'),
        column((i) => i % 2),
        [n],
      );
      writeNpy(
        join(folder, 's.npy'),
        column((i) => Math.floor(i / 4)),
        [n],
      );
      const plan = {
        version: 1,
        name: 'shards',
        data: { x: 'x.npy', y: 'y.npy', subjects: 's.npy' },
        training: { epochs: 2, batch_size: 8 },
        models: [
          {
            name: 'small',
            config: {
              architecture: 'transformer',
              n_heads: 2,
              n_blocks: 1,
              ffn_dim: 8,
              embedding: { kind: 'patch', dim: 8, patch_times: 20 },
            },
          },
          { method: 'band_power' },
        ],
        splits: { rule: 'ratio', seeds: [0, 1, 2] },
      };
      writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
      const [one, many] = [join(folder, 'one'), join(folder, 'many')];
      const env = { EEGATE: eegate, EEGATE_TARGET: 'sse2', SLURM_ARRAY_TASK_COUNT: '4' };
      await run(
        eegate,
        ['experiment', join(folder, 'plan.json'), '-o', one, '--workers', '1'],
        env,
      );
      const script = 'examples/scaling/experiment.sbatch';
      const line = `seq 4 | xargs -P 2 -I '{}' env SLURM_ARRAY_TASK_ID='{}' sh ${script} ${folder}/plan.json ${many} ${folder}`;
      await run('sh', ['-c', line], env);
      expect(runsIn(many)).toEqual(runsIn(one));
      expect(Object.keys(runsIn(one)).length).toBe(6);
      expect(existsSync(join(many, 'table.md'))).toBe(true);
    },
  );
});

/** The lines of the commands in a section of the document. */
function commandsOf(section: string): string[] {
  const text = readFileSync('docs/SCALING.md', 'utf8').split(`## ${section}\n`)[1]!;
  const blocks = text.split('\n## ')[0]!.matchAll(/```sh\n(.*?)```/gs);
  return [...blocks]
    .flatMap(([, lines]) => lines!.split('\n').map((line) => line.trim()))
    .filter(Boolean);
}

/** An EDF file whose channels are in the opposite order; its last one holds the annotations. */
function inReverseOrder(edf: Buffer): Buffer {
  const field = (at: number) => Number(edf.toString('latin1', at, at + 8));
  const n = Number(edf.toString('latin1', 252, 256));
  const widths = [16, 80, 8, 8, 8, 8, 8, 80, 8, 32];
  const order = Array.from({ length: n }, (_, i) => (i < n - 1 ? n - 2 - i : i));
  const parts: Buffer[] = [edf.subarray(0, 256)];
  let at = 256;
  let sizes: number[] = [];
  for (const [i, width] of widths.entries()) {
    const start = at;
    if (i === 8) sizes = order.map((_, k) => 2 * field(start + 8 * k));
    parts.push(...order.map((k) => edf.subarray(start + k * width, start + (k + 1) * width)));
    at += n * width;
  }
  const offsets = sizes.map((_, k) => sizes.slice(0, k).reduce((sum, size) => sum + size, 0));
  const record = sizes.reduce((sum, size) => sum + size, 0);
  for (; at + record <= edf.length; at += record) {
    const start = at;
    parts.push(
      ...order.map((k) => edf.subarray(start + offsets[k]!, start + offsets[k]! + sizes[k]!)),
    );
  }
  return Buffer.concat(parts);
}

/** The rows of a CSV below its head. */
const numbersIn = (csv: string): number[][] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').map(Number));

/** Of the last class, by logits of all classes, or by the one of two. */
function probability(logits: number[]): number {
  const all = logits.length === 1 ? [0, logits[0]!] : logits;
  return Math.exp(all.at(-1)!) / all.reduce((sum, one) => sum + Math.exp(one), 0);
}

/** All that may differ from one time to another stands in the last member. */
function runsIn(out: string): Record<string, string> {
  const files = readdirSync(join(out, 'runs'));
  return Object.fromEntries(
    files.map((file) => [
      file,
      readFileSync(join(out, 'runs', file), 'utf8').split('"measured"')[0]!,
    ]),
  );
}
