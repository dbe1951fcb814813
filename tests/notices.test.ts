import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundledPackages, noticeOf } from '../scripts/web/notices.mjs';

let root = '';

function put(name: string, files: Record<string, string>): void {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const about = { name, version: '1.2.3', license: 'MIT', main: 'index.js' };
  const all = { 'package.json': JSON.stringify(about), ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'eegate-notices-'));
  put('used', { 'index.js': "import '@scope/inner';\nconsole.log(1);", LICENSE: 'Used notice\n' });
  put('@scope/inner', { 'index.js': 'console.log(2);', 'license.md': 'Inner notice' });
  put('unused', { 'index.js': 'export const a = 1;', LICENSE: 'Unused notice' });
  put('silent', { 'index.js': 'console.log(3);' });
  writeFileSync(join(root, 'a.js'), "import 'used';\nimport { a } from 'unused';\n");
  writeFileSync(join(root, 'b.js'), "import 'silent';\n");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function bundled(entry: string): Promise<BundledPackages> {
  const packages = new BundledPackages();
  const options = { bundle: true, write: false, plugins: [packages.plugin()] } as const;
  await build({
    ...options,
    plugins: [...options.plugins],
    absWorkingDir: root,
    entryPoints: [entry],
  });
  return packages;
}

describe('the notices of what is bundled', () => {
  it('are those of every package that left something in a bundle', async () => {
    const texts = (await bundled('a.js')).notices();
    expect(texts.map(({ name }) => name)).toEqual(['@scope/inner 1.2.3', 'used 1.2.3']);
    expect(texts.map(({ text }) => text)).toEqual(['Inner notice', 'Used notice']);
  });

  it('fail the build where a package has none', async () => {
    const packages = await bundled('b.js');
    expect(() => packages.notices()).toThrow(/silent.* is bundled and has no licence/);
  });

  it('name the packages as the lock does', async () => {
    expect((await bundled('a.js')).keys()).toEqual([
      'node_modules/@scope/inner',
      'node_modules/used',
    ]);
  });

  it('are found by the names that authors give them', () => {
    expect(noticeOf(join(root, 'node_modules/@scope/inner'))).toBe('Inner notice');
    expect(noticeOf('node_modules/marked')).toContain('Christopher Jeffrey');
    expect(noticeOf('node_modules/lit')).toContain('Google');
  });
});
