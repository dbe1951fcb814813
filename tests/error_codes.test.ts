// The union of error codes holds every code that core and library can answer with.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  codesFile,
  codesText,
  commandCodes,
  commandReference,
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
  const unexplained = [...errorReference(), ...commandReference()].filter(
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

it('has the codes of the command at its end, and no others', () => {
  const codes = commandCodes();
  const ofPackage = errorCodes();
  for (const code of ['TRAIN_INTERRUPTED', 'IMPORT_CONFIG', 'RUN_LOST', 'BIDS_NAME'])
    expect(codes).toContain(code);
  const [, listed] = readFileSync(referenceFile, 'utf8').split('## Codes of the command');
  expect(listed!.match(/^\| `/gm)!.length).toBe(codes.length);
  expect(codes.filter((code) => ofPackage.includes(code))).toEqual([]);
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
  const ofCommand = new Set(['CLI.md', 'ERRORS.md', 'EXPERIMENTS.md']); // it has errors of its own
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
