// scripts/convert_weights.py: a state dict becomes the safetensors file that eegate imports. Where Python has PyTorch, with
// files that it writes; without it with files made byte by byte, and with published weights where they are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eegate, ended, run } from './command.js';

const pythons = ['python3', '/usr/bin/python3'];
const knows = (module: string) => (python: string) =>
  spawnSync(python, ['-c', `import ${module}`]).status === 0;
const python = pythons.find(knows('torch'));
const withNumpy = pythons.find(knows('numpy'));
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
  return ended(withNumpy!, args);
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

// What torch.save writes, without torch: stand-ins with its names are pickled, and storages named as it names them.
const writer = `
import io, pickle, struct, sys, tarfile, types, zipfile
from collections import OrderedDict
torch, utils = types.ModuleType('torch'), types.ModuleType('torch._utils')
sys.modules.update({'torch': torch, 'torch._utils': utils})
for name in ('FloatStorage', 'BFloat16Storage', 'LongStorage'):
    setattr(torch, name, type(name, (), {'__module__': 'torch'}))
def _rebuild_tensor_v2(*_): pass
_rebuild_tensor_v2.__module__ = 'torch._utils'
utils._rebuild_tensor_v2 = _rebuild_tensor_v2
class Of:
    def __init__(self, kind, key, n, size, stride, offset=0): self.all = kind, key, n, size, stride, offset
    def __reduce__(self):
        kind, key, n, size, stride, offset = self.all
        return _rebuild_tensor_v2, (Place(kind, key, n), offset, size, stride, False, OrderedDict())
class Place:
    def __init__(self, *about): self.about = about
class Pickler(pickle.Pickler):
    def persistent_id(self, value):
        if isinstance(value, Place): return ('storage', getattr(torch, value.about[0]), value.about[1], 'cpu', value.about[2])
def pickled(value):
    file = io.BytesIO(); Pickler(file, 2).dump(value); return file.getvalue()
floats = struct.pack('<6f', 1, 2, 3, 4, 5, 6)
state = OrderedDict(weight=Of('FloatStorage', '7', 6, (2, 3), (1, 2)), bias=Of('FloatStorage', '7', 6, (2,), (1,), 4),
                    half=Of('BFloat16Storage', '9', 2, (2,), (1,)))
storages = {'7': (6, floats), '9': (2, bytes([0x80, 0x3f, 0x20, 0xc0]))}
def legacy(value):
    parts = [pickled(0x1950a86a20f9469cfc6c), pickled(1001), pickled({'little_endian': True}), pickled(value), pickled(list(storages))]
    return b''.join(parts + [struct.pack('<q', n) + data for n, data in storages.values()])
def zipped(value):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w') as archive:
        archive.writestr('archive/data.pkl', pickled(value))
        for key, (_, data) in storages.items(): archive.writestr('archive/data/' + key, data)
    return file.getvalue()
def tar(path, mode, **files):
    with tarfile.open(path, mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name.replace('_', '.')); info.size = len(data); archive.addfile(info, io.BytesIO(data))
def write(path, data): open(path, 'wb').write(data)
`;

const make = (line: string) =>
  run(withNumpy!, ['-c', `${writer}\nimport os\nos.chdir(${JSON.stringify(folder)})\n${line}`]);

describe.skipIf(!withNumpy)('conversion without PyTorch', { timeout: 180_000 }, () => {
  it('reads tensors of both layouts of PyTorch, turned, shared and of half width', async () => {
    await make("write('new.ckpt', zipped({'epoch': 1, 'state_dict': state}))");
    await make("write('old.pt', legacy(state))");
    for (const file of ['new.ckpt', 'old.pt']) {
      expect(await convert(file)).toMatchObject({ status: 0, stderr: '' });
      const places = header();
      expect(places.weight).toEqual({ dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] });
      const bytes = readFileSync(join(folder, 'w'));
      const first = 8 + Number(bytes.readBigUInt64LE(0));
      const values = Array.from({ length: 10 }, (_, i) => bytes.readFloatLE(first + 4 * i));
      expect(values).toEqual([1, 3, 5, 2, 4, 6, 5, 6, 1, -2.5]);
    }
  });

  it('takes the arrays of an .npz by their names, and no pickled ones', async () => {
    const savez = (arrays: string) =>
      run(withNumpy!, [
        '-c',
        `import numpy as np; np.savez('${join(folder, 'w.npz')}', **${arrays})`,
      ]);
    await savez("{'dense/kernel': np.ones((2, 3), 'f4')}");
    expect((await convert('w.npz')).status).toBe(0);
    expect(header()).toEqual({
      'dense/kernel': { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] },
    });
    await savez("{'odd': np.array([{}], dtype=object)}");
    expect((await convert('w.npz')).status).toBe(1);
    expect((await convert('w.npz')).stderr).toContain('is not read');
  });

  it('reads the file in an archive, compressed or not, and says what belongs to the weights', async () => {
    await make("tar('a.gz', 'w', state_torch=legacy(state), net_json=b'{}')");
    await make("tar('b.gz', 'w:gz', state_pt=zipped(state))");
    for (const file of ['a.gz', 'b.gz']) {
      expect((await convert(file, '--metadata', 'license=MIT')).status).toBe(0);
      expect(header()).toMatchObject({ __metadata__: { license: 'MIT' } });
    }
    await make("tar('two.tar', 'w', a_pt=legacy(state), b_pt=legacy(state))");
    expect((await convert('two.tar')).stderr).toContain('holds 2 files of PyTorch');
    expect((await convert('a.gz', '--metadata', 'license')).stderr).toContain('KEY=VALUE');
  });

  it('looks up no other name, and no tensor reaches beyond its bytes', async () => {
    const mark = join(folder, 'executed');
    await make(
      `class Trap:\n  def __reduce__(self): return (os.system, ('touch ${mark}',))\n` +
        "write('trap.ckpt', zipped({'state_dict': state, 'hooks': Trap()}))\nwrite('trap.pt', legacy({'a': Trap()}))",
    );
    for (const file of ['trap.ckpt', 'trap.pt']) {
      const { status, stderr } = await convert(file);
      expect(status).toBe(1);
      expect(stderr).toMatch(/without running its code \(it names \w+\.system\)/);
    }
    expect(existsSync(mark)).toBe(false);
    await make("write('far.pt', zipped({'a': Of('FloatStorage', '7', 6, (2, 3), (9, 1))}))");
    expect((await convert('far.pt')).stderr).toContain('reaches beyond its values');
    await make("write('long.pt', zipped({'a': Of('FloatStorage', '7', 7, (7,), (1,))}))");
    expect((await convert('long.pt')).stderr).toContain('longer or shorter than the bytes');
    writeFileSync(join(folder, 'short.pt'), readFileSync(join(folder, 'old.pt')).subarray(0, 300));
    expect((await convert('short.pt')).status).toBe(1);
  });
});

const golden = process.env.EEGATE_GOLDEN;
const models = golden ? join(golden, '..', 'models', 'sleep') : '';
const published = [
  ['robustsleepnet-wo-sleep_edf.best_model.gz', 'robustsleepnet-wo-sleep_edf'],
  ['seqsleepnet-EEG-L21-test_acc0.864.ckpt', 'physioex-seqsleepnet-EEG-L21-test-acc0.864'],
] as const;

describe.skipIf(!withNumpy || !existsSync(join(models, 'original')))(
  'published stagers as their authors distribute them',
  { timeout: 180_000 },
  () => {
    const weightsOf = (path: string) => {
      const bytes = readFileSync(path);
      const first = 8 + Number(bytes.readBigUInt64LE(0));
      const { __metadata__, ...tensors } = JSON.parse(bytes.toString('utf8', 8, first));
      return Object.fromEntries(
        Object.entries(tensors as ReturnType<typeof header>).map(([name, { data_offsets }]) => {
          const [begin, end] = data_offsets as [number, number];
          return [name, bytes.toString('base64', first + begin, first + end)];
        }),
      );
    };

    it.each(published)('%s gives the weights bit by bit, and a model file', async (file, name) => {
      const [weights, model] = [join(folder, 'w'), join(folder, 'model.safetensors')];
      const path = join(models, 'original', file);
      const script = ['scripts/convert_weights.py', path, '-o', weights];
      await run(withNumpy!, [...script, '--metadata', 'license=MIT']);
      expect(weightsOf(weights)).toEqual(weightsOf(join(models, `${name}.safetensors`)));
      if (eegate) await run(eegate, ['import', weights, '-o', model]);
      if (eegate)
        expect(readFileSync(model).toString('latin1', 0, 4000)).toContain('"license":"MIT"');
    });
  },
);
