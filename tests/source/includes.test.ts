// Every C++ file includes what it uses of the repository, directly or by what it includes.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingIncludes } from './includes.js';

const root = new URL('../../', import.meta.url).pathname;

it('C++ files reach the headers of what they use', () => {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' });
  const sources = new Map(
    files
      .filter((file) => /\.(cc|h)$/.test(file))
      .map((file) => [file, readFileSync(`${root}src/${file}`, 'utf8')]),
  );
  expect(sources.size).toBeGreaterThan(500);
  expect(Object.fromEntries(missingIncludes(sources))).toEqual({});
});

it('an include that is missing is found', () => {
  const header =
    'namespace a {\nstruct Shape {\n  int n;\n};\nenum class Keys { kA };\nint size_of(int a);\n}\n';
  const other = '#include "one.h"\n';
  const found = (source: string) =>
    missingIncludes(
      new Map([
        ['one.h', header],
        ['two.h', other],
        ['three.cc', source],
      ]),
    ).get('three.cc');
  expect(found('int b() { return size_of(1); }\n')).toEqual(['size_of of one.h']);
  expect(found('void b(int n, Keys keys);\n')).toEqual(['Keys of one.h']);
  expect(found('#include "two.h"\nint b() { return size_of(1); }\n')).toBeUndefined();
  expect(found('int b(S s) { return s.size_of(1); }\n')).toBeUndefined();
});
