import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { makeByteSource } from '../worker/byte_source.js';
import { createEngine } from './engine.js';
import { openedOnDisk } from './file_arguments.js';
import { filesBeside } from './file_on_disk.js';

const folder = mkdtempSync(join(tmpdir(), 'eegate-'));
const path = join(folder, 'night one.edf');
writeFileSync(
  path,
  Uint8Array.from({ length: 1000 }, (_, i) => i % 251),
);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file that Node opens by its path', () => {
  it('is read by ranges', async () => {
    const { name, blob, source } = await openedOnDisk(path, 'recording');
    expect([name, blob.size, source.size]).toEqual(['night one.edf', 1000, 1000]);
    const reader = makeByteSource(source);
    expect([...reader.read(250, 4)]).toEqual([250, 0, 1, 2]);
    expect(reader.read(998, 10).length).toBe(2);
    expect([...new Uint8Array(await blob.slice(250, 252).arrayBuffer())]).toEqual([250, 0]);
  });
  it('may be given as an address', async () => {
    for (const address of [pathToFileURL(path), pathToFileURL(path).href])
      expect(await openedOnDisk(address, 'recording')).toMatchObject({
        name: 'night one.edf',
        source: { size: 1000 },
      });
  });
  it('may not be an address of the web', async () => {
    for (const address of ['https://host.test/a.edf', new URL('http://host.test/a.edf')])
      await expect(openedOnDisk(address, 'recording')).rejects.toMatchObject({
        code: 'RECORDING_SOURCE',
      });
  });
  it('that is not there, or a folder, is refused', async () => {
    await expect(openedOnDisk(join(folder, 'no.edf'), 'recording')).rejects.toMatchObject({
      code: 'IO_OPEN',
    });
    await expect(openedOnDisk(folder, 'recording')).rejects.toMatchObject({ code: 'IO_OPEN' });
  });
});

describe('the other files of a recording, next to it', () => {
  const inFolder = (name: string, text = '') => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  it('are those of its name, and those that its header names', async () => {
    const header = inFolder('a.vhdr', 'DataFile=raw data.eeg\nMarkerFile=$b.vmrk\n');
    for (const name of ['raw data.eeg', 'a.vmrk', 'b.eeg', 'a.txt']) inFolder(name);
    const found = [join(folder, 'a.vmrk'), join(folder, 'raw data.eeg')];
    expect((await filesBeside(header)).sort()).toEqual(found);
    const urls = await filesBeside(pathToFileURL(header));
    expect(urls.map(String).sort()).toEqual(found.map((one) => pathToFileURL(one).href));
  });
  it('are later files of FIF', async () => {
    const first = inFolder('run_raw.fif');
    for (const name of ['run_raw-1.fif', 'run_raw-2.fif', 'run2_raw-1.fif']) inFolder(name);
    const later = ['run_raw-1.fif', 'run_raw-2.fif'].map((name) => join(folder, name));
    expect((await filesBeside(first)).sort()).toEqual(later);
  });
  it('are not looked for where one file is all', async () => {
    inFolder('night one.eeg');
    expect(await filesBeside(path)).toEqual([]);
    expect(await filesBeside('no/such.vhdr')).toEqual([]);
  });
});

describe('in a page', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('an address is no recording', async () => {
    vi.stubGlobal('process', undefined);
    await expect(openedOnDisk('/night.edf', 'recording')).rejects.toMatchObject({
      code: 'RECORDING_SOURCE',
    });
  });
});

describe('the number of workers', () => {
  it('is checked in Node as in a page', async () => {
    for (const workers of [-1, 0, 1.5, 65, 'four' as never])
      await expect(createEngine({ workers })).rejects.toMatchObject({ code: 'ENGINE_OPTION' });
  });
});
