// Links of the repository's texts lead to files and headings that are there; the documentation site has a page for each document.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageAddresses, sections } from '../../docs/site/contents.mjs';
import { anchorsOf, codeBlocks, linksOf } from '../../scripts/docs/markdown.mjs';
import { changeLinks, sectionOf } from '../../scripts/docs/stage.mjs';

const folders = [
  '.',
  'docs',
  'docs/examples',
  'examples',
  'bench',
  'bench/results',
  'models',
  'tests/fuzz',
];
const texts = [...folders, 'experiments/results'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name)),
);
const read = (file: string) => readFileSync(file, 'utf8');

describe('links of the documents', () => {
  it.each(texts)('%s', (text) => {
    for (const link of linksOf(read(text))) {
      if (/^[a-z]+:/.test(link)) continue;
      if (link.startsWith('#') && /[=&]|^#sample/.test(link)) continue; // a view of the page
      const [path, anchor] = link.split('#');
      const file = path ? posix.join(posix.dirname(text), path) : text;
      expect(existsSync(file), `${link}: no such file`).toBe(true);
      if (anchor) expect(anchorsOf(read(file)), link).toContain(anchor);
    }
  });

  it('lead to documents also where a name stands in prose', () => {
    for (const text of texts)
      for (const [, name] of read(text).matchAll(/\b(docs\/[A-Z_]+\.md)\b/g))
        expect(existsSync(name!), `${text} names ${name}`).toBe(true);
  });
});

describe('the documentation site', () => {
  const pages = sections.flatMap(({ folder, pages }) => pages.map((page) => ({ folder, ...page })));

  it('has a page for every document, lesson and text of the repository', () => {
    const sources = pages.map(({ source, sources }) => source ?? sources);
    for (const name of readdirSync('docs').filter((name) => name.endsWith('.md')))
      expect(sources).toContain(`docs/${name}`);
    for (const name of readdirSync('web/page/public/lessons').filter((one) => one.endsWith('.md')))
      expect(pages.map(({ folder, page }) => `${folder}/${page}.md`)).toContain(`teach/${name}`);
  });

  it('has sources that are there', () => {
    for (const { source, sources, heading } of pages) {
      if (source) expect(statSync(source).isFile()).toBe(true);
      if (sources) expect(statSync(sources).isDirectory()).toBe(true);
      if (heading) expect(sectionOf(read(source!), heading, source!)).toMatch(/\w/);
    }
  });

  it('has a lock that npm ci takes: every package that another asks for is in it', () => {
    const { packages } = JSON.parse(read('docs/site/package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const names = Object.keys(packages);
    for (const [name, { optionalDependencies }] of Object.entries(packages))
      for (const needed of Object.keys(optionalDependencies ?? {}))
        expect(
          names.some((one) => one.endsWith(`node_modules/${needed}`)),
          `${name}: ${needed}`,
        ).toBe(true);
  });

  it('has the six sections, each with a first page', () => {
    expect(sections.map(({ title }) => title)).toEqual([
      ...['Try', 'Teach', 'Use in code', 'Command line', 'How it works', 'Benchmarks'],
    ]);
    for (const { pages } of sections) expect(pages[0]!.page).toBe('index');
    const addresses = pages.map(({ folder, page }) => `${folder}/${page}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('links on their way to the site', () => {
  const addresses = pageAddresses();
  const change = (text: string, source = 'docs/CLI.md') => changeLinks(text, source, addresses);

  it('lead to pages, whatever folder they come from', () => {
    expect(change('[models](MODEL.md#gates)')).toBe('[models](/how/model#gates)');
    expect(change('[models](docs/MODEL.md)', 'README.md')).toBe('[models](/how/model)');
    expect(change('[`code`](MODEL.md)')).toBe('[`code`](/how/model)');
    expect(change('[all](models)', 'README.md')).toBe('[all](/benchmarks/models)');
  });

  it('are made of names in prose, and of nothing in code', () => {
    expect(change('see docs/MODEL.md.')).toBe('see [docs/MODEL.md](/how/model).');
    expect(change('`docs/MODEL.md`')).toBe('`docs/MODEL.md`');
    expect(change('```\n[a](MODEL.md) docs/MODEL.md\n```')).toContain(
      '[a](MODEL.md) docs/MODEL.md',
    );
  });

  it('are refused where they lead nowhere', () => {
    expect(() => change('[a](NOTHING.md)')).toThrow('docs/CLI.md: a link to NOTHING.md');
  });
});

describe('code blocks', () => {
  it('are found with language, line and marker; longer fences hold shorter ones', () => {
    const text = 'a\n<!-- run: no -->\n```js\nx\ny\n```\n````md\n```js\n```\n````\n```\n```\n';
    expect(codeBlocks(text)).toEqual([
      { language: 'js', line: 3, marker: 'run: no', code: 'x\ny' },
      { language: 'md', line: 7, marker: null, code: '```js\n```' },
      { language: '', line: 11, marker: null, code: '' },
    ]);
  });

  it('that do not end are refused', () => {
    expect(() => codeBlocks('```js\nx')).toThrow('line 1');
  });
});
