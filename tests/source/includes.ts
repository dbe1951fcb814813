/**
 * What C++ files use of the repository's headers, and whether they include it. Builds join source files, which hides an include that is
 * missing; `native-release`, which compiles each file alone, then fails.
 */
import { dirname, posix } from 'node:path';

export type Sources = ReadonlyMap<string, string>;

const included = /^#include "([^"]+)"/gm;
const withoutTexts = (source: string) =>
  source
    .replace(/R"(\w*)\([^]*?\)\1"/g, '""')
    .replace(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replace(/\/\/.*/g, '')
    .replace(/^#include.*/gm, '');

/** Words in front of a name that do not declare it. */
const noTypes = new Set(
  'return else case throw not const constexpr static inline new public explicit virtual friend mutable'.split(
    ' ',
  ),
);

/** Names of types, functions and constants of a namespace, which begin a line. */
export function declaredIn(header: string): string[] {
  const text = withoutTexts(header);
  const found = [
    ...text.matchAll(/^(?:struct|class|enum class|enum) (?:EEGATE_\w+ )?(\w+)[^;{]*\{/gm),
    ...text.matchAll(/^using (\w+) =/gm),
    ...text.matchAll(/^(?:inline )?(?:static )?(?:constexpr|const) [\w:<>,&* ]+?[ *&](k\w+)\b/gm),
    ...text.matchAll(/^(?!using|return|#)[A-Za-z_][\w:<>,&*[\] ]*?[ *&]([a-z]\w+)\(/gm),
  ];
  return [...new Set(found.map(([, name]) => name!))];
}

/** Names that a file uses and that no header declares which it reaches: "equal_ignoring_case of files/text.h". */
export function missingIncludes(sources: Sources): Map<string, string[]> {
  const declaring = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    if (file.endsWith('.h'))
      for (const name of declaredIn(source))
        declaring.set(name, (declaring.get(name) ?? new Set()).add(file));

  const direct = (file: string) =>
    [...sources.get(file)!.matchAll(included)]
      .map(([, path]) => path!)
      .map((path) => (sources.has(path) ? path : posix.join(dirname(file), path)))
      .filter((path) => sources.has(path));
  const reached = (file: string) => {
    const all = new Set([file]);
    for (const one of all) for (const path of direct(one)) all.add(path);
    return all;
  };

  const words = new Map(
    [...sources].map(([file, source]) => [file, new Set(withoutTexts(source).match(/\b\w+\b/g))]),
  );

  const missing = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const text = withoutTexts(source);
    const others = [...reached(file)].filter((path) => path !== file);
    const own = new Set(
      [...text.matchAll(/(\w+|[>&*])[ \n]+[&*]*(?=(\w+)\b)/g)]
        .filter(([, before]) => !noTypes.has(before!))
        .map(([, , name]) => name!),
    );
    for (const [values] of text.matchAll(/\benum class \w+[^;{]*\{[^}]*\}/g))
      for (const name of values.match(/\bk\w+/g) ?? []) own.add(name);
    const used = text.matchAll(/(?<![\w.:]|->)(?:([a-z]\w+)\(|([A-Z]\w*[a-z]\w*|k[A-Z]\w*)\b)/g);
    const names = new Set([...used].map(([, called, named]) => called ?? named!));
    // A member function may have the same name: a header that has the word is enough.
    const lacking = [...names].filter(
      (name) =>
        declaring.has(name) && !own.has(name) && !others.some((path) => words.get(path)!.has(name)),
    );
    if (lacking.length)
      missing.set(
        file,
        lacking.map((name) => `${name} of ${[...declaring.get(name)!].join(' or ')}`),
      );
  }
  return missing;
}
