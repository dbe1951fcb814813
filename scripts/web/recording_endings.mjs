// Endings of the names of recordings, as the readers of the core define them, for the page and for npx eegate:
//   node scripts/web/recording_endings.mjs   writes both files, which a test compares with the readers
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, atRoot, filesBelow, isMain } from '../shared.mjs';

export const endingsFiles = ['web/page/recording_endings.ts', 'bin/recording_endings.mjs'];

export function endingsText() {
  const files = filesBelow('src/files', (file) => file.endsWith('.cc'));
  const endings = endingsIn(files.map((file) => readFileSync(atRoot(file), 'utf8')));
  return `// Written by scripts/web/recording_endings.mjs from the readers in src/files.

/** Endings of the names of recordings; of those of several files, of the one that is opened. */
export const endingsOfFormats = [
${endings.map((ending) => `  '${ending}',\n`).join('')}];
`;
}

/**
 * Endings by the name of the format's constant, in the files of the core: `sources`. Every format of the table in signal_formats.cc
 * has to be found.
 */
export function endingsIn(sources) {
  const text = sources.join('\n');
  const table = /\bkSignalFormats\[\] = \{([^}]*)\}/.exec(text)?.[1] ?? '';
  const names = table.match(/\bk\w+/g) ?? [];
  if (names.length === 0) throw new Failure('no table kSignalFormats in src/files');
  return names.flatMap((name) => {
    const format = new RegExp(`\\bSignalFormat ${name}\\s*=?\\s*\\{\\s*"[^"]+",\\s*"([^"]*)"`);
    const found = format.exec(text);
    if (!found) throw new Failure(`${name} does not begin with its name and endings as texts`);
    return found[1].split(' ').filter(Boolean);
  });
}

if (isMain(import.meta.url))
  for (const file of endingsFiles) writeFileSync(atRoot(file), endingsText());
