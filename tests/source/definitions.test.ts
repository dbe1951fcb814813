// One definition for each name of a namespace: two types, or two functions of the same parameters, whatever they return,
// share a mangled name, and the linker keeps one body for both. No compiler sees it, because each file alone is right.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitionsOf, twice } from './definitions.js';

const root = new URL('../../', import.meta.url).pathname;

function sources(folder: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(cc|h)$/.test(name) && !/^(fuzz|data)\//.test(name))
    .map((name) => `${folder}/${name}`);
}

describe('C++ sources', () => {
  it('define each name of a namespace once', () => {
    const files = [...sources('src'), ...sources('tests')];
    const definitions = files.flatMap((file) =>
      definitionsOf(file, readFileSync(root + file, 'utf8')),
    );
    expect(definitions.length).toBeGreaterThan(1000);
    expect(twice(definitions)).toEqual([]);
  });
});

describe('C++ sources that the build joins', () => {
  it('define each name of a library once, in unnamed namespaces too', () => {
    for (const library of readdirSync(`${root}src`).filter((name) => !/\./.test(name))) {
      const files = sources(`src/${library}`).filter((file) => file.endsWith('.cc'));
      const definitions = files.flatMap((file) =>
        definitionsOf(file, readFileSync(root + file, 'utf8'), true),
      );
      expect(definitions.length, library).toBeGreaterThan(0);
      const found = twice(definitions).filter(({ name }) => !name.includes('HWY_NAMESPACE')); // these files are never joined
      expect(found, library).toEqual([]);
    }
  });
});

describe('the search for second definitions', () => {
  const found = (...texts: string[]) =>
    twice(texts.flatMap((text, i) => definitionsOf(`${i}.h`, text))).map(({ name }) => name);
  const inside = (body: string) => `namespace a::b {\n\n${body}\n\n}  // namespace a::b\n`;

  it('sees types', () => {
    expect(
      found(inside('struct T {\n  int a;\n};'), inside('class T final : public U {\n};')),
    ).toEqual(['a::b::T']);
    expect(found(inside('enum class E { kA };'), inside('enum class E { kB };'))).toEqual([
      'a::b::E',
    ]);
  });
  it('sees functions that differ in what they return alone', () => {
    const one = 'inline int f(float* m, const S& s, const R* r = nullptr) {\n  return 1;\n}';
    const other =
      'inline double f(float* memory, const S& shape,\n                const R* rest) {\n  return 2;\n}';
    expect(found(inside(one), inside(other))).toEqual(['a::b::f(float*,const S&,const R*)']);
  });
  it('lets declarations, overloads, other namespaces and unnamed ones be', () => {
    expect(
      found(inside('struct T;\nint f(int a);'), inside('struct T {};\nint f(int a) { return a; }')),
    ).toEqual([]);
    expect(
      found(inside('int f(int a) { return a; }'), inside('int f(long a) { return 1; }')),
    ).toEqual([]);
    expect(
      found(inside('struct T {};'), 'namespace a {\nstruct T {};\n}  // namespace a\n'),
    ).toEqual([]);
    const unnamed = 'namespace {\n\nstruct T {};\nint f() { return 1; }\n\n}  // namespace';
    expect(found(inside(unnamed), inside(unnamed))).toEqual([]);
  });
});
