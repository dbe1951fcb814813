// Endings of the names of recordings, as the readers of the core define them, for the page and for npx eegate:
//   node scripts/web/recording_endings.mjs   writes both files, which a test compares with the readers
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, atRoot, filesBelow, isMain } from '../shared.mjs';

export const endingsFiles = ['web/page/recording_endings.ts', 'bin/recording_endings.mjs'];

export function endingsText() {
  const endings = endingsIn(readers());
  return `// Written by scripts/web/recording_endings.mjs from the readers in src/files.

/** Endings of the names of recordings; of those of several files, of the one that is opened. */
export const endingsOfFormats = [
${endings.map((ending) => `  '${ending}',\n`).join('')}];
`;
}

/** "EDF or BDF" are two. */
export const formatNames = () => formatsIn(readers()).flatMap(({ name }) => name.split(' or '));

const readers = () =>
  filesBelow('src/files', (file) => file.endsWith('.cc')).map((file) =>
    readFileSync(atRoot(file), 'utf8'),
  );

/**
 * Endings by the name of the format's constant, in the files of the core: `sources`. Every format of the table in signal_formats.cc
 * has to be found.
 */
export const endingsIn = (sources) =>
  formatsIn(sources).flatMap(({ endings }) => endings.split(' ').filter(Boolean));

function formatsIn(sources) {
  const text = sources.join('\n');
  const table = /\bkSignalFormats\[\] = \{([^}]*)\}/.exec(text)?.[1] ?? '';
  const names = table.match(/\bk\w+/g) ?? [];
  if (names.length === 0) throw new Failure('no table kSignalFormats in src/files');
  return names.map((constant) => {
    const format = new RegExp(
      `\\bSignalFormat ${constant}\\s*=?\\s*\\{\\s*"([^"]+)",\\s*"([^"]*)"`,
    );
    const found = format.exec(text);
    if (!found) throw new Failure(`${constant} does not begin with its name and endings as texts`);
    return { name: found[1], endings: found[2] };
  });
}

if (isMain(import.meta.url))
  for (const file of endingsFiles) writeFileSync(atRoot(file), endingsText());
