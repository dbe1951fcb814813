// The union of error codes holds every code that core and library can answer with.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  codesFile,
  codesText,
  errorCodes,
  errorReference,
  referenceFile,
  referenceText,
} from '../scripts/web/error_codes.mjs';

it('is written from the sources as they are (node scripts/web/error_codes.mjs)', () => {
  expect(readFileSync(codesFile, 'utf8')).toBe(codesText());
});

it('is listed in a document with a meaning of every code', () => {
  expect(readFileSync(referenceFile, 'utf8')).toBe(referenceText());
  const unexplained = errorReference().filter(
    ({ messages, documents }) => messages.length === 0 && documents.length === 0,
  );
  expect(unexplained.map(({ code }) => code)).toEqual([]);
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

it('has every code that a document names', () => {
  const known = new Set<string>(errorCodes());
  const prefixOf = (code: string) => code.slice(0, code.indexOf('_'));
  const prefixes = new Set(Array.from(known, prefixOf));
  const ofCommand = new Set(['CLI.md', 'EXPERIMENTS.md']); // it has errors of its own
  const named = readdirSync('docs')
    .filter((file) => file.endsWith('.md') && !ofCommand.has(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(`docs/${file}`, 'utf8').matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g),
        ([, code]) => ({ file, code: code! }),
      ),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(
    named.filter(
      ({ code }) => prefixes.has(prefixOf(code)) && !known.has(code) && !code.startsWith('BIDS_'), // also of the command
    ),
  ).toEqual([]);
});
