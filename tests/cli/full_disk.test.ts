// A disk that takes no more after so many blocks, for one number of blocks after the other: one error, the files that were there,
// and nothing beside them. Skipped until the command is built.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, ended, run } from '../exchange/command.js';

const folder = mkdtempSync(join(tmpdir(), 'eegate-full-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Blocks of 512 bytes; what is longer is refused by the system as on a full disk. */
const limited = (blocks: number, args: string[]) =>
  ended('sh', [
    '-c',
    `trap '' XFSZ; cd '${folder}'; ulimit -f ${blocks}; exec "$@"`,
    'sh',
    eegate,
    ...args,
  ]);

const jobs: { args: string[]; outputs: string[] }[] = [
  { args: ['read', 'in.edf', '-o', 'out.npy'], outputs: ['out.npy'] },
  { args: ['deidentify', 'in.edf', '-o', 'copy.edf'], outputs: ['copy.edf'] },
  {
    args: ['prepare', 'in.edf', '--recipe', 'recipe.json', '-o', 'X.npy', '--labels', 'y.npy'],
    outputs: ['X.npy', 'y.npy'],
  },
  { args: ['convert', 'in.edf', 'c.vhdr'], outputs: ['c.vhdr', 'c.eeg', 'c.vmrk'] },
];

describe.skipIf(!eegate)('a full disk', { timeout: 240_000 }, () => {
  it('gives one error, and leaves what was there', async () => {
    await run(eegate, ['sample', '--duration-s', '8', '-o', join(folder, 'in.edf')]);
    const epochs = { by: 'window', length_s: 1, step_s: 1, label: 'all' };
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify({ version: 1, epochs }));
    for (const { args, outputs } of jobs) {
      let failures = 0;
      for (let blocks = 0; ; blocks = Math.ceil(blocks * 2 + 1)) {
        for (const name of outputs) writeFileSync(join(folder, name), 'old');
        const before = readdirSync(folder).sort();
        const { status, stderr, stdout } = await limited(blocks, args);
        const place = `${args[0]} with ${blocks} blocks`;
        expect(readdirSync(folder).sort(), place).toEqual(before);
        const texts = outputs.map((name) => readFileSync(join(folder, name)).toString('latin1'));
        if (status === 0) {
          expect(texts, place).not.toContain('old');
          break;
        }
        failures++;
        expect(status, place).toBe(1);
        expect(stderr.match(/error\[/g), place).toHaveLength(1);
        expect(stderr, place).toContain('error[IO_WRITE]');
        expect(stdout, place).toBe('');
        expect(new Set(texts), place).toEqual(new Set(['old']));
      }
      expect(failures).toBeGreaterThan(2);
    }
  });
});
