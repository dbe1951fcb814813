// dist/eegate.cdx.json: the software bill of materials, CycloneDX 1.6. What is in the published files is "required"; what merely builds
// and tests them is "excluded". The same inputs give the same bytes: it has no date and no random number.
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot } from '../shared.mjs';
import { thirdParties } from './third_parties.mjs';

/** `bundled`: the packages that left something in a bundle, as package-lock.json names them. */
export function billOfMaterials(lock, bundled) {
  const isBundled = new Set(bundled);
  const { name, version, license } = lock.packages[''];
  const packages = Object.entries(lock.packages)
    .filter(([key]) => key !== '')
    .map(([key, about]) => npmComponent(key, about, isBundled.has(key)));
  const components = [...thirdParties.map(linkedComponent), ...packages];
  components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        'bom-ref': `pkg:npm/${name}@${version}`,
        name,
        version,
        ...licensed(license),
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components,
  };
}

function linkedComponent({ name, version, licence, purl }) {
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: 'required',
    ...licensed(licence),
    purl,
  };
}

/** Packages may stand in several folders, in several versions. */
function npmComponent(key, { version, integrity, license }, isBundled) {
  const full = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full];
  const purl = `pkg:npm/${full.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': `${purl}#${key}`,
    ...(group && { group }),
    name,
    version,
    scope: isBundled ? 'required' : 'excluded',
    ...(integrity && { hashes: [digestOf(integrity)] }),
    ...licensed(license),
    purl,
  };
}

function digestOf(integrity) {
  const [algorithm, base64] = integrity.split(' ')[0].split('-');
  const content = Buffer.from(base64, 'base64').toString('hex');
  return { alg: algorithm.replace('sha', 'SHA-'), content };
}

const licensed = (expression) => (expression ? { licenses: [{ expression }] } : {});

export function writeMaterials(packages) {
  const lock = JSON.parse(readFileSync(atRoot('package-lock.json'), 'utf8'));
  const bill = billOfMaterials(lock, packages.keys());
  writeFileSync(atRoot('dist/eegate.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
}
