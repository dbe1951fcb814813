// Checks that CONTRIBUTING.md and the registry of sections name the files and folders that exist.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const section = /## Strings of the page\n([\s\S]*?)\n## /.exec(
  readFileSync('CONTRIBUTING.md', 'utf8'),
)![1]!;
const named = [...section.matchAll(/`((?:web|scripts)\/[^`]+)`/g)].map(([, path]) => path!);

describe('the list of what a translation touches', () => {
  it('names what there is', () => {
    expect(named.length).toBeGreaterThan(8);
    for (const path of named) expect(existsSync(path), path).toBe(true);
  });

  it('names every style sheet that says something, and no other', () => {
    const folder = 'web/page/styles';
    const says = /content: *['"][^'"]*[A-Za-z]{2,} [A-Za-z]{2,}/;
    const speaking = readdirSync(folder)
      .map((file) => `${folder}/${file}`)
      .filter((file) => says.test(readFileSync(file, 'utf8')));
    expect(named.filter((path) => path.startsWith(folder))).toEqual(speaking);
  });

  it('names every file of texts, and what has messages of its own', () => {
    const words = readdirSync('web', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)(words|strings)\.ts$/.test(file))
      .map((file) => `web/${file}`);
    expect(named).toEqual(expect.arrayContaining(words));
    const folders = readdirSync('web').filter((folder) =>
      readdirSync(`web/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter(
          (file) =>
            /(?<!\.test|\.test-support)\.ts$/.test(file) && !/\b(words|strings)\b/.test(file),
        )
        .some((file) => /message: ['`][A-Z]/.test(readFileSync(`web/${folder}/${file}`, 'utf8'))),
    );
    expect(named).toEqual(expect.arrayContaining(folders.map((folder) => `web/${folder}`)));
  });
});

describe('the registry of sections', () => {
  const registry = readFileSync('web/page/sections.ts', 'utf8');
  const entries = [...registry.matchAll(/id: '(\w+)',[\s\S]*?import\('\.\/(\w+)\/index\.js'\)/g)];
  it('names folders that are there, and architecture the one that is called otherwise', () => {
    expect(entries.length).toBeGreaterThan(5);
    const architecture = readFileSync('docs/ARCHITECTURE.md', 'utf8');
    for (const [, id, folder] of entries) {
      expect(existsSync(`web/page/${folder}/index.ts`)).toBe(true);
      if (folder !== id) expect(architecture).toContain(`\`${id}\` is in \`${folder}\``);
    }
  });
});
