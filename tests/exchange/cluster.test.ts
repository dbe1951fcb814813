// Scripts of examples/scaling for a BIDS data set: shards and exit codes of Slurm's, and what Snakemake repeats, where it is installed.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, ended, run } from './command.js';

const folder = mkdtempSync(join(tmpdir(), 'eegate cluster-'));
const patient = { timeout: 180_000 };
const snakemake = (await ended('snakemake', ['--version'])).status === 0;
afterAll(() => rmSync(folder, { recursive: true }));

it('images are built without what was built or recorded here', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const ignored = lines('.dockerignore');
  const missing = lines('.gitignore')
    .map((line) =>
      line
        .replace(/\/$/, '')
        .replace(/^.*(?=\/node_modules$)/, '**')
        .replace(/^\*\./, '**/*.'),
    )
    .filter((line) => !ignored.includes(line) && !line.startsWith('/web/'));
  expect(missing).toEqual([]);
  expect(ignored).toEqual(expect.arrayContaining(['/.git', '/.data', '**/node_modules']));
});

describe('a BIDS data set on a cluster', () => {
  it('one task is submitted again with its number, and epochs without an answer are no failure', async () => {
    const fake = join(folder, 'fake');
    writeFileSync(fake, '#!/bin/sh\necho "$@" >> "$0.log"\nexit "$CODE"\n');
    chmodSync(fake, 0o755);
    const task = (script: string, code: string, more: object = {}) =>
      ended('sh', [resolve('examples/scaling', script), 'a', 'b', 'c'], {
        ...{ EEGATE: fake, CODE: code, SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1' },
        ...more,
      });
    const shards = { EEGATE_SHARDS: '16' };
    expect((await task('bids.sbatch', '3', shards)).status).toBe(0);
    expect((await task('bids.sbatch', '1')).status).toBe(1);
    expect((await task('experiment.sbatch', '3', shards)).status).toBe(3);
    const calls = readFileSync(`${fake}.log`, 'utf8').trim().split('\n');
    expect(calls.map((call) => /--shard (\S+)/.exec(call)?.[1])).toEqual(['3/16', '3/1', '3/16']);
  });

  it.skipIf(!eegate || !snakemake)(
    'Snakemake repeats what another model or other files change',
    patient,
    async () => {
      const data = join(folder, 'data set');
      mkdirSync(join(data, 'sub-03', 'anat'), { recursive: true });
      writeFileSync(join(data, 'dataset_description.json'), '{"Name": "x"}');
      for (const subject of ['sub-01', 'sub-02']) {
        mkdirSync(join(data, subject, 'eeg'), { recursive: true });
        const recording = join(data, subject, 'eeg', `${subject}_task-rest_eeg.edf`);
        await run(eegate, ['sample', '-o', recording, '--duration-s', '10']);
      }
      mkdirSync(join(folder, 'bin'));
      symlinkSync(resolve(eegate), join(folder, 'bin', 'eegate'));
      const work = async (model: string) => {
        const config = [`data=${data}`, `out=${folder}/out 1`, `model=${resolve(model)}`];
        const script = resolve('examples/scaling/bids.smk');
        const words = ['-d', folder, '-s', script, '--cores', '1', '--config', ...config];
        const { status, stdout, stderr } = await ended('snakemake', words, {
          PATH: `${folder}/bin:${process.env.PATH}`,
        });
        expect(status, stderr).toBe(0);
        return (stdout.match(/\S+\.edf +[a-z ]+? {2}/g) ?? []).map((row) => row.trim());
      };
      const both = ['sub-01/eeg/sub-01_task-rest_eeg.edf  done'];
      both.push(both[0]!.replaceAll('01', '02'));
      const [eyes, tangent] = ['eyes', 'eyes_tangent'].map(
        (name) => `web/page/public/models/${name}.safetensors`,
      );
      expect((await work(eyes!)).sort()).toEqual(both);
      expect(await work(eyes!)).toEqual([]);
      expect((await work(tangent!)).sort()).toEqual(both);
      writeFileSync(join(data, 'sub-01', 'eeg', 'sub-01_task-rest_channels.tsv'), 'name\ttype\n');
      expect(await work(tangent!)).toEqual(both.slice(0, 1));
      const inherited = ['sub-02/sub-02_task-rest_events.tsv', 'eeg.json'];
      const events = 'onset\tduration\ttrial_type\n1\t2\tx\n';
      writeFileSync(join(data, inherited[0]!), events);
      expect(await work(tangent!)).toEqual(both.slice(1));
      writeFileSync(join(data, inherited[1]!), '{}');
      expect((await work(tangent!)).sort()).toEqual(both);
    },
  );
});
