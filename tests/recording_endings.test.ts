// The endings by which the page and npx eegate find recordings are those of the formats of the core.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endingsFiles, endingsIn, endingsText } from '../scripts/web/recording_endings.mjs';

it('are written from the readers as they are (node scripts/web/recording_endings.mjs)', () => {
  for (const file of endingsFiles) expect(readFileSync(file, 'utf8'), file).toBe(endingsText());
  expect(endingsText()).toContain("'.xdf'");
});

it('are those of every format in the table, however its reader is laid out', () => {
  const table = 'constexpr const SignalFormat* kSignalFormats[] = {&kOne, &kTwo};';
  const one = 'extern const SignalFormat kOne = {"One", ".one .uno", is_one, open_one};';
  const two = 'const SignalFormat kTwo{\n    "Two",\n    ".two", is_two, open_two};';
  expect(endingsIn([two, table, one])).toEqual(['.one', '.uno', '.two']);
  expect(() => endingsIn([table, one])).toThrow('kTwo');
  expect(() => endingsIn([one, two])).toThrow('kSignalFormats');
});
