// docs/SCALING.md as it is written: a model in ONNX Runtime over a folder, an experiment in shards by the script for Slurm.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, run } from './command.js';
import { readNpy, writeNpy } from './npy.js';

const folder = mkdtempSync(join(tmpdir(), 'eegate-scaling-'));
const patient = { timeout: 180_000 }; // the command may be one with sanitizers
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!eegate)('beyond one machine', () => {
  it('a model runs in ONNX Runtime over a folder of prepared recordings', patient, async () => {
    const model = 'web/page/public/models/eyes8.safetensors';
    const x = join(folder, 'X');
    mkdirSync(x);
    const { recipe } = JSON.parse(await run(eegate, ['info', model, '--json'])) as {
      recipe: object;
    };
    // The model's own channels, which a recipe file has to name.
    const { ch_names } = JSON.parse(await run(eegate, ['info', model, '--json'])) as {
      ch_names: string[];
    };
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify({ ...recipe, pick: ch_names }));
    for (const seed of ['1', '2']) {
      const recording = join(folder, `${seed}.edf`);
      await run(eegate, ['sample', '-o', recording, '--seed', seed, '--duration-s', '20']);
      await run(eegate, [
        'prepare',
        recording,
        '--recipe',
        join(folder, 'recipe.json'),
        '-o',
        join(x, `${seed}.npy`),
      ]);
    }
    await run(eegate, ['export', model, '-o', join(folder, 'model.onnx')]);
    await run('node', ['examples/scaling/run_onnx.mjs', join(folder, 'model.onnx'), x, '4']);
    for (const seed of ['1', '2']) {
      const logits = join(folder, 'logits.npy');
      await run(eegate, ['predict', model, join(x, `${seed}.npy`), '-o', logits]);
      const want = readNpy(logits);
      const rows = readFileSync(join(x, `${seed}.logits.csv`), 'utf8')
        .trim()
        .split('\n')
        .slice(1);
      const got = rows.flatMap((row) => row.split(',').map(Number));
      expect(got.length).toBe(want.values.length);
      const scale = Math.max(1, ...Array.from(want.values, Math.abs));
      got.forEach((value, i) =>
        expect(Math.abs(value - want.values[i]!) / scale).toBeLessThan(1e-4),
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
