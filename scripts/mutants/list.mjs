// The faults that `npm run test:mutants` plants into the core: tests/mutants/core, one file for each area, and what must be
// true of them before anything is built. An entry:
//   id, what   its name, and the fault in one plain sentence
//   file       where it is planted
//   from, to   the text that stands there exactly once, and what stands there instead
//   tests      names of Catch2 tests that should catch it, with * at either end, or tags such as [files]
//   accepted   why no test needs to catch it; only where none does
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { atRoot, filesBelow } from '../shared.mjs';

/** Folders of tests/ that are built; the command line and its experiments are tested by processes, which takes long. */
export const testFolders = [
  ...['base', 'files', 'kernels', 'signal', 'sleep', 'model', 'train', 'explain', 'exchange'],
  'session',
];

export function coreMutants() {
  return filesBelow('tests/mutants/core', (file) => file.endsWith('.json')).flatMap((file) =>
    JSON.parse(readFileSync(atRoot(file), 'utf8')).map((mutant) => ({
      area: basename(file, '.json'),
      ...mutant,
    })),
  );
}

/** What is wrong with the list, one line each. */
export function problemsOf(mutants) {
  const tests = testCases();
  const ids = new Set();
  const problems = [];
  for (const mutant of mutants) {
    const say = (problem) => problems.push(`${mutant.area}: ${mutant.id}: ${problem}`);
    if (ids.has(mutant.id)) say('this id stands twice');
    ids.add(mutant.id);
    for (const problem of problemsOfEntry(mutant, tests)) say(problem);
  }
  return problems;
}

const known = ['area', 'id', 'file', 'what', 'from', 'to', 'tests', 'accepted'];

function problemsOfEntry(mutant, tests) {
  const problems = Object.keys(mutant)
    .filter((key) => !known.includes(key))
    .map((key) => `"${key}" means nothing here`);
  for (const key of ['id', 'file', 'what', 'from'])
    if (typeof mutant[key] !== 'string' || mutant[key] === '') problems.push(`"${key}" is missing`);
  if (typeof mutant.to !== 'string') problems.push('"to" is missing');
  if (problems.length > 0) return problems;
  if (!/^[a-z0-9-]+$/.test(mutant.id)) problems.push('an id is made of a-z, 0-9 and -');
  if (mutant.from === mutant.to) problems.push('"from" and "to" are the same');
  const places = placesOf(mutant.file, mutant.from);
  if (places !== 1) problems.push(`"from" stands ${places} times in ${mutant.file}`);
  if (!Array.isArray(mutant.tests) || mutant.tests.length === 0) problems.push('"tests" is empty');
  for (const pattern of mutant.tests ?? [])
    if (!tests.some((test) => matches(test, pattern)))
      problems.push(`no test is called ${pattern}`);
  return problems;
}

function placesOf(file, text) {
  if (!filesBelow(file).includes(file)) return 0;
  return readFileSync(atRoot(file), 'utf8').split(text).length - 1;
}

let cases;

/** Names and tags of the tests of the folders above. */
function testCases() {
  cases ??= readTestCases();
  return cases;
}

function readTestCases() {
  const literal = '"(?:[^"\\\\]|\\\\.)*"';
  const testCase = new RegExp(
    `TEST_CASE\\(\\s*(${literal}(?:\\s*${literal})*)\\s*,\\s*(${literal})`,
    'g',
  );
  const text = (literals) =>
    [...literals.matchAll(new RegExp(literal, 'g'))].map(([found]) => JSON.parse(found)).join('');
  return testFolders
    .flatMap((folder) => filesBelow(`tests/${folder}`, (file) => file.endsWith('.cc')))
    .flatMap((file) => [...readFileSync(atRoot(file), 'utf8').matchAll(testCase)])
    .map(([, name, tags]) => ({ name: text(name), tags: text(tags) }));
}

function matches({ name, tags }, pattern) {
  if (pattern.startsWith('[')) return tags.includes(pattern);
  const inner = pattern.replace(/^\*|\*$/g, '');
  const [open, end] = [pattern.startsWith('*'), pattern.endsWith('*')];
  if (open && end) return name.includes(inner);
  if (open) return name.endsWith(inner);
  return end ? name.startsWith(inner) : name === inner;
}

/** As Catch2 takes them: any of the tests. A comma of a name would begin the next one. */
export const filterOf = ({ tests }) =>
  tests
    .map((pattern) => (pattern.startsWith('[') ? pattern : `"${pattern.replaceAll(',', '\\,')}"`))
    .join(',');
