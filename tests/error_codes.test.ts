// The union of error codes holds every code that core and library can answer with.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codesFile, codesText, errorCodes } from '../scripts/web/error_codes.mjs';

it('is written from the sources as they are (node scripts/web/error_codes.mjs)', () => {
  expect(readFileSync(codesFile, 'utf8')).toBe(codesText());
});

it('has what documents and tests speak of', () => {
  const known = errorCodes();
  for (const code of [
    'ABORTED',
    'SESSION_CLOSED',
    'FIT_INCOMPATIBLE',
    'ENGINE_POLICY',
    'INPUT_SHAPE',
  ])
    expect(known).toContain(code);
});

it('is made of whole literals: no code is put together', () => {
  const text = readFileSync(codesFile, 'utf8');
  expect(text).not.toMatch(/'[A-Z0-9]+_'/);
  expect(new Set(errorCodes()).size).toBe(text.match(/^ {2}\| /gm)!.length);
});
