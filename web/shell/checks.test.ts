import { describe, expect, it } from 'vitest';
import {
  checkedBlob,
  checkedFragment,
  checkedLesson,
  checkedName,
  checkedRun,
  checkedValues,
} from './checks.js';

describe('what the shell takes from the frame', () => {
  it('is a fragment that holds a view', () => {
    for (const view of [
      '',
      'signals',
      'p=signals&t=12.5&ch=C3,C4&e=4',
      'lesson=alpha.5&ch=EEG%20Fp1',
    ])
      expect(checkedFragment(view)).toBe(view);
    for (const other of [
      '?x',
      'x?y',
      '/path',
      'a=b c',
      'A=b',
      'a=<b>',
      `a=${'x'.repeat(2000)}`,
      5,
      null,
    ])
      expect(() => checkedFragment(other), String(other)).toThrow(TypeError);
  });

  it('is the name of a file, without a folder and without control characters', () => {
    expect(checkedName('own_eegate.csv')).toBe('own_eegate.csv');
    expect(checkedName('../../a/b\\c:d.edf')).toBe('__.._a_b_c_d.edf');
    expect(checkedName('a\u202etxt.exe\n')).toBe('a_txt.exe_');
    expect(checkedName(`${'x'.repeat(500)}.csv`)).toMatch(/^x{116}\.csv$/);
    for (const other of ['', 5, null, {}]) expect(() => checkedName(other)).toThrow(TypeError);
  });

  it('is a file', () => {
    const blob = new Blob(['x']);
    expect(checkedBlob(blob)).toBe(blob);
    for (const other of ['https://a.example', new Uint8Array(1), null])
      expect(() => checkedBlob(other)).toThrow(TypeError);
  });

  it('is a lesson in parts that have names', () => {
    const parts = { text: new Blob(['# A']), about: new Blob(['{}']) };
    expect(checkedLesson(parts)).toBe(parts);
    for (const other of [null, { text: '# A' }, { other: new Blob([]) }])
      expect(() => checkedLesson(other)).toThrow(TypeError);
  });

  it('is a run that nobody reads without its key', async () => {
    const made = (extractable: boolean) =>
      crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, extractable, ['encrypt']);
    const run = { key: await made(false), values: { progress: new Blob(['noise']) } };
    expect(checkedRun(run)).toEqual(run);
    const others = [
      null,
      'run',
      { ...run, key: 'key' },
      { ...run, key: await made(true) },
      { ...run, values: null },
      { ...run, values: { progress: 'text' } },
    ];
    for (const other of others) expect(() => checkedRun(other)).toThrow(TypeError);
    expect(() => checkedValues({ progress: 1 })).toThrow(TypeError);
  });
});
