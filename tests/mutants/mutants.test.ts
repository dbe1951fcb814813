// The list of faults that `npm run test:mutants` plants must keep up with the sources and the tests that it names.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreMutants, filterOf, problemsOf, type Mutant } from '../../scripts/mutants/list.mjs';
import stryker from './stryker.config.mjs';

const mutants = coreMutants();

test('every fault can be planted at one place, and names tests that are there', () => {
  expect(problemsOf(mutants)).toEqual([]);
});

test('there are as many as were promised, in every area', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(150);
  const areas = [...new Set(mutants.map((mutant) => mutant.area))].sort();
  expect(areas).toEqual(
    ['exchange', 'explain', 'kernels', 'layers', 'metrics', 'parsers', 'session', 'signal', 'sleep', 'training'], // prettier-ignore
  );
});

test('the files of TypeScript in which faults are planted exist', () => {
  const files = stryker.mutate.flatMap((pattern) => {
    const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern)!;
    return names!.split(',').map((name) => `${before}${name}${after}`);
  });
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

const good: Mutant = {
  area: 'parsers',
  id: 'sample',
  file: 'src/files/edf_tal.cc',
  what: 'Nothing, for this test.',
  from: 'class TalBlockParser {',
  to: 'class TalParser {',
  tests: ['onsets become*', '[files]'],
};

test.each<[Partial<Mutant>, string]>([
  [{ from: 'text that stands nowhere' }, '"from" stands 0 times in src/files/edf_tal.cc'],
  [{ from: 'namespace' }, '"from" stands 4 times in src/files/edf_tal.cc'],
  [{ file: 'src/files/no_such_file.cc' }, '"from" stands 0 times in src/files/no_such_file.cc'],
  [{ to: good.from }, '"from" and "to" are the same'],
  [{ tests: ['no such test*'] }, 'no test is called no such test*'],
  [{ tests: ['[no-such-tag]'] }, 'no test is called [no-such-tag]'],
  [{ tests: [] }, '"tests" is empty'],
  [{ what: '' }, '"what" is missing'],
])('an entry that cannot be carried out is named: %j', (change, problem) => {
  expect(problemsOf([good])).toEqual([]);
  expect(problemsOf([{ ...good, ...change }])).toEqual([`parsers: sample: ${problem}`]);
});

test('an id stands once', () => {
  expect(problemsOf([good, good])).toEqual(['parsers: sample: this id stands twice']);
});

test('tests are named as Catch2 wants them', () => {
  expect(filterOf(good)).toBe('"onsets become*",[files]');
});
