// scripts/convert_weights.py where Python has PyTorch: a state dict becomes the safetensors file that eegate imports.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ended, run } from './command.js';

const pythons = ['python3', '/usr/bin/python3'];
const knows = (python: string) => spawnSync(python, ['-c', 'import torch']).status === 0;
const python = pythons.find(knows);
const folder = mkdtempSync(join(tmpdir(), 'eegate-convert-'));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (expression: string, file: string) =>
  run(python!, [
    '-c',
    `import torch; torch.manual_seed(0); net = torch.nn.Linear(2, 3); torch.save(${expression}, '${join(folder, file)}')`,
  ]);

function convert(file: string, ...options: string[]) {
  const args = [
    'scripts/convert_weights.py',
    join(folder, file),
    '-o',
    join(folder, 'w'),
    ...options,
  ];
  return ended(python!, args);
}

function header(): Record<string, { dtype: string; shape: number[]; data_offsets: number[] }> {
  const bytes = readFileSync(join(folder, 'w'));
  return JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE(0))));
}

describe.skipIf(!python)('conversion of PyTorch weights', { timeout: 180_000 }, () => {
  it('keeps names, shapes and values of a state dict, wherever the checkpoint has it', async () => {
    await save('net.state_dict()', 'plain.pt');
    expect((await convert('plain.pt')).status).toBe(0);
    expect(header()).toEqual({
      weight: { dtype: 'F32', shape: [3, 2], data_offsets: [0, 24] },
      bias: { dtype: 'F32', shape: [3], data_offsets: [24, 36] },
    });
    const plain = readFileSync(join(folder, 'w'));
    await save("{'epoch': 3, 'state_dict': net.state_dict()}", 'wrapped.pth');
    expect((await convert('wrapped.pth')).status).toBe(0);
    expect(readFileSync(join(folder, 'w')).equals(plain)).toBe(true);
    await save("{'a': {'b': {'net.' + k: v for k, v in net.state_dict().items()}}}", 'deep.pt');
    expect((await convert('deep.pt', '--key', 'a.b', '--prefix', 'net.')).status).toBe(0);
    expect(readFileSync(join(folder, 'w')).equals(plain)).toBe(true);
  });

  it('takes the arrays of an .npz by their names, and no pickled ones', async () => {
    const savez = (arrays: string) =>
      run(python!, ['-c', `import numpy as np; np.savez('${join(folder, 'w.npz')}', **${arrays})`]);
    await savez("{'dense/kernel': np.ones((2, 3), 'f4')}");
    expect((await convert('w.npz')).status).toBe(0);
    expect(header()).toEqual({
      'dense/kernel': { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] },
    });
    await savez("{'odd': np.array([{}], dtype=object)}");
    expect((await convert('w.npz')).status).toBe(1);
    expect((await convert('w.npz')).stderr).toContain('is not read');
  });

  it('runs no code of a file, and says what to do', async () => {
    await save('net', 'whole.pt');
    const outcome = await convert('whole.pt');
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('without running its code');
    expect(outcome.stderr).toContain('state_dict()');
    expect((await convert('nowhere.pt')).stderr).toContain('there is no file');
    await save('net.state_dict()', 'odd.txt');
    expect((await convert('odd.txt')).stderr).toContain('ends in none of');
  });
});
