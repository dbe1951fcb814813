// Writes the tiny files of tests/data: one for every rule of docs/FORMATS.md, and an index that says what the readers
// must answer. Run it again after a change: node scripts/make_fixtures.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edfFixtures } from './fixtures/edf.mjs';
import { foreignFixtures } from './fixtures/foreign.mjs';
import { npyFixtures } from './fixtures/npy.mjs';
import { safetensorsFixtures } from './fixtures/safetensors.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'tests', 'data');

/**
 * A fixture: { file, bytes, code, warnings, strict }. `code` is the error of the tolerant reader or null, `warnings` the
 * codes of its warnings, `strict` the error of the strict reader or null.
 */
function writeFolder(folder, fixtures) {
  mkdirSync(join(root, folder), { recursive: true });
  const index = fixtures.map(({ bytes, ...entry }) => {
    writeFileSync(join(root, folder, entry.file), bytes);
    return entry;
  });
  index.sort((a, b) => (a.file < b.file ? -1 : 1));
  const lines = index.map((entry) => `  ${JSON.stringify(entry)}`);
  writeFileSync(join(root, folder, 'index.json'), `[\n${lines.join(',\n')}\n]\n`);
  return index.length;
}

const counts = {
  edf: writeFolder('edf', [...edfFixtures(), ...foreignFixtures()]),
  safetensors: writeFolder('safetensors', safetensorsFixtures()),
  npy: writeFolder('npy', npyFixtures()),
};
console.log(counts);
