// Endings of the names of recordings, as the readers of the core define them, for the page:
//   node scripts/web/recording_endings.mjs   writes web/page/recording_endings.ts, which a test compares with the readers
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, filesBelow, isMain } from '../shared.mjs';

export const endingsFile = 'web/page/recording_endings.ts';

export function endingsText() {
  const readers = filesBelow('src/files', (file) => file.endsWith('_signal_file.cc')).sort();
  const endings = readers.flatMap((file) => {
    const format = /^extern const SignalFormat \w+ = \{\s*"[^"]+",\s+"([^"]*)",/m;
    return (
      format
        .exec(readFileSync(atRoot(file), 'utf8'))?.[1]
        ?.split(' ')
        .filter(Boolean) ?? []
    );
  });
  return `// Written by scripts/web/recording_endings.mjs from the readers in src/files.

/** Endings of the names of recordings; of those of several files, of the one that is opened. */
export const endingsOfFormats = [
${endings.map((ending) => `  '${ending}',\n`).join('')}];
`;
}

if (isMain(import.meta.url)) writeFileSync(atRoot(endingsFile), endingsText());
