// examples/pytorch from end to end: where Python has PyTorch, with the network that it trains; where it has numpy alone, with made-up
// weights under the names and in the shapes of that network (state_dict.py).
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { eegate, run } from '../exchange/command.js';

const pythonWith = (packages: string) =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${packages}`]).status === 0,
  );

/** A folder with all that run.sh writes, or null where there is no command, or no Python with numpy. */
export async function fromPyTorch(): Promise<{ folder: string; trained: boolean } | null> {
  const torch = pythonWith('torch, numpy');
  const python = torch ?? pythonWith('numpy');
  if (!eegate || !python) return null;
  const folder = mkdtempSync(join(tmpdir(), 'eegate-pytorch-'));
  cpSync('examples/pytorch', folder, { recursive: true });
  copyFileSync('tests/examples/state_dict.py', join(folder, 'state_dict.py'));
  const PATH = dirname(eegate) + delimiter + process.env['PATH'];
  const TRAIN = torch ? 'train.py' : 'state_dict.py';
  await run('sh', ['-c', `cd '${folder}' && sh run.sh`], { PATH, PYTHON: python, TRAIN });
  return { folder, trained: Boolean(torch) };
}
