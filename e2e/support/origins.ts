// The worked examples of docs/examples, and a second origin to show them on.
import { readFileSync } from 'node:fs';

export { secondOrigin, type Origin, type Reply } from './second_origin.mjs';

/** A file of docs/examples with the address of the server under test in place of the folder, or of the host, that it names. */
export function example(name: string, base: string): string {
  const text = readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url), 'utf8');
  return text.replaceAll(/"\/?eegate\//g, `"${base}`).replaceAll('http://localhost:8080/', base);
}

/** The code block of a Markdown file that begins with these words. */
export function block(text: string, opening: string): { head: string; body: string } {
  const found = text.split('```').find((part) => part.startsWith(opening));
  if (!found) throw new Error(`no block ${opening}`);
  const end = found.indexOf('\n');
  return { head: found.slice(0, end), body: found.slice(end + 1) };
}
