// Of all declarations that the compiler writes, the ones that are published: those that an entry of the package leads to. They
// must stand alone, since the package has no dependencies, and tell nothing of how the library works inside.
import { dirname, join } from 'node:path';
import { Failure } from '../shared.mjs';

/** What no declaration may lead to: pools, messages, the wasm module. */
const inside =
  /(^|\/)worker\/(core\/.*|pool|connection|rpc|engine_host|load_core|core_engine)\.d\.ts$/;

/** Modules that a declaration names in an import or export, be it inside a type. */
export function modulesIn(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const named = /\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
  return [...code.matchAll(named)].map((found) => found[1] ?? found[2]);
}

/**
 * All files that entries lead to. `read` answers the text of a file. Throws where one of them needs a package, or shows what is
 * inside.
 */
export function publishedFrom(entries, read) {
  const found = new Set();
  const visit = (file, from) => {
    if (found.has(file)) return;
    if (inside.test(file)) throw new Failure(`${from} shows ${file}, which is not published`);
    found.add(file);
    for (const module of modulesIn(read(file))) {
      if (!module.startsWith('.')) throw new Failure(`${file} needs ${module}: no dependencies`);
      visit(join(dirname(file), module.replace(/\.js$/, '.d.ts')), file);
    }
  };
  for (const entry of entries) visit(entry, 'the package');
  return found;
}
