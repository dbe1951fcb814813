// Writes the tiny files of tests/data: one for every rule of docs/FORMATS.md, and an index that says what the readers
// must answer. Run it again after a change: node scripts/make_fixtures.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bidsFiles } from './fixtures/bids.mjs';
import { brainvisionFixtures, brainvisionSeeds } from './fixtures/brainvision.mjs';
import { cntFixtures } from './fixtures/cnt.mjs';
import { edfFixtures } from './fixtures/edf.mjs';
import { eeglabFixtures } from './fixtures/eeglab.mjs';
import { eeglab73Fixtures } from './fixtures/eeglab73.mjs';
import { fifFixtures } from './fixtures/fif.mjs';
import { foreignFixtures } from './fixtures/foreign.mjs';
import { gdfFixtures } from './fixtures/gdf.mjs';
import { hypnogramFixtures } from './fixtures/hypnogram.mjs';
import { museFixtures } from './fixtures/muse.mjs';
import { npyFixtures } from './fixtures/npy.mjs';
import { openbciFixtures } from './fixtures/openbci.mjs';
import { safetensorsFixtures } from './fixtures/safetensors.mjs';
import { xdfFixtures } from './fixtures/xdf.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'tests', 'data');

/**
 * A fixture: { file, bytes, code, warnings, strict, files }. `files` are others beside it, by name. `code` is the error of the tolerant reader or null, `warnings` the
 * codes of its warnings, `strict` the error of the strict reader or null.
 */
function writeFolder(folder, fixtures) {
  mkdirSync(join(root, folder), { recursive: true });
  const index = fixtures.map(({ bytes, files = {}, ...entry }) => {
    for (const [name, content] of Object.entries({ [entry.file]: bytes, ...files }))
      writeFileSync(join(root, folder, name), content);
    return entry;
  });
  index.sort((a, b) => (a.file < b.file ? -1 : 1));
  const lines = index.map((entry) => `  ${JSON.stringify(entry)}`);
  writeFileSync(join(root, folder, 'index.json'), `[\n${lines.join(',\n')}\n]\n`);
  return index.length;
}

function writeSeeds(folder, seeds) {
  mkdirSync(join(root, '../fuzz/corpus', folder), { recursive: true });
  for (const { file, bytes } of seeds)
    writeFileSync(join(root, '../fuzz/corpus', folder, file), bytes);
}

for (const [path, content] of Object.entries(bidsFiles())) {
  mkdirSync(dirname(join(root, 'bids', path)), { recursive: true });
  writeFileSync(join(root, 'bids', path), content);
}
writeSeeds('brainvision', brainvisionSeeds());
const counts = {
  edf: writeFolder('edf', [...edfFixtures(), ...foreignFixtures()]),
  safetensors: writeFolder('safetensors', safetensorsFixtures()),
  brainvision: writeFolder('brainvision', brainvisionFixtures()),
  cnt: writeFolder('cnt', cntFixtures()),
  eeglab: writeFolder('eeglab', [...eeglabFixtures(), ...eeglab73Fixtures()]),
  fif: writeFolder('fif', fifFixtures()),
  gdf: writeFolder('gdf', gdfFixtures()),
  hypnogram: writeFolder('hypnogram', hypnogramFixtures()),
  muse: writeFolder('muse', museFixtures()),
  openbci: writeFolder('openbci', openbciFixtures()),
  npy: writeFolder('npy', npyFixtures()),
  xdf: writeFolder('xdf', xdfFixtures()),
};
console.log(counts);
