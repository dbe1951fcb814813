// The software bill of materials names what is in the published files, and what builds them, each with its digest.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, type Lock } from '../scripts/web/materials.mjs';
import { thirdParties } from '../scripts/web/third_parties.mjs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const bundled = ['node_modules/lit', 'node_modules/marked'];

describe('the bill of materials', () => {
  const { components, ...head } = billOfMaterials(lock, bundled);

  it('is CycloneDX, and the same whenever it is made', () => {
    expect(head).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(JSON.stringify(billOfMaterials(lock, bundled))).toBe(
      JSON.stringify({ ...head, components }),
    );
    const refs = components.map((one) => one['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs).toEqual([...refs].sort());
  });

  it('requires what is published, and excludes what builds it', () => {
    const required = components.filter(({ scope }) => scope === 'required');
    expect(required.map(({ name }) => name).sort()).toEqual(
      ['lit', 'marked', ...thirdParties.map(({ name }) => name)].sort(),
    );
    expect(required.every(({ licenses }) => licenses?.length === 1)).toBe(true);
    expect(components.length).toBe(Object.keys(lock.packages).length - 1 + thirdParties.length);
  });

  it('has the digest of every package', () => {
    const packages = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
    expect(packages.length).toBeGreaterThan(100);
    for (const { purl, hashes } of packages) {
      expect(hashes?.[0]?.alg, purl).toBe('SHA-512');
      expect(hashes?.[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
    }
  });

  it('has the versions that setup fetches', () => {
    const sums = readFileSync('scripts/setup-debian.sha256', 'utf8');
    for (const [name, file] of Object.entries({
      Highway: 'highway',
      yyjson: 'yyjson',
      Emscripten: 'emscripten',
    })) {
      const { version } = thirdParties.find((one) => one.name === name)!;
      expect(sums).toMatch(new RegExp(`  ${file}_${version.replaceAll('.', '\\.')}\\b`));
    }
  });
});
