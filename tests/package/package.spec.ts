import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect, test } from '@playwright/test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import webpack from 'webpack';
import { linksOf } from '../../scripts/docs/markdown.mjs';
import { publishedFrom } from '../../scripts/web/declarations.mjs';
import {
  complaintsOf,
  elementsWork,
  endOf,
  endOfServer,
  folder,
  install,
  modelOf,
  run,
  type Ending,
} from './fixtures.js';

let tarball = '';
let told: { [key: string]: unknown; beside: Ending; inside: Ending };

test.beforeAll(async () => {
  tarball = install();
  told = JSON.parse(await run('node', process.execPath, 'index.mjs')) as typeof told;
});

test('plain Node: the story, by the library and by the one with its files inside', () => {
  expect(told.beside.probabilities.length).toBeGreaterThan(20);
  expect(told.beside.parameters).toBeGreaterThan(1000);
  expect(told.beside.epochs).toMatchObject({ dims: [10, 2, 160], labels: 1 });
  expect(told.beside.epochs.sum).not.toBe(0);
  expect(told.beside).toMatchObject({ place: 'page', workers: 0 });
  expect(told.beside.refused).toEqual(['worker: there are no Web Workers here']);
  expect(told.inside).toEqual(told.beside);
  expect(told['added']).toEqual([]);
  const ofLit = /^(lit|reactiveElement)\w*(Versions|Metadata)$/; // so that it can warn of two copies
  expect((told['addedByElements'] as string[]).filter((name) => !ofLit.test(name))).toEqual([]);
  expect(told['elements']).toContain('EegViewer');
  expect(told['anywidget']).toEqual(['render']);
  expect(told['html']).toBe('<!doctype html>');
  expect(told['worker']).toBe(true);
});

test('npx eegate: the installed program classifies what it simulated', async () => {
  const program = join(folder, 'node_modules/.bin/eegate');
  await run('node', program, 'sample', '-o', 'made.edf', '--duration-s', '20');
  const rows = (await run('node', program, 'classify', 'eyes8', 'made.edf')).trim().split('\n');
  expect(rows[0]).toBe('onset_s,duration_s,label,p_eyes open,p_eyes closed');
  expect(rows.length).toBeGreaterThan(10);
});

test('an error that nobody catches is told in a few short lines', async () => {
  const said = await run('node', process.execPath, 'uncaught.mjs').catch(String);
  expect(said).toContain('EegateError [FORMAT_HTML]: This is an HTML page, not a safetensors file');
  expect(said).toContain('next: The download went wrong');
  expect(said).not.toContain('dist/eegate.js');
  const wrong = await run('node', process.execPath, 'uncaught.mjs', 'at once').catch(String);
  expect(wrong).toMatch(/^EegateError \[MODEL_SOURCE\][^]*at .*uncaught\.mjs:\d+:/m); // the caller's line
  expect(wrong).not.toContain('dist/eegate.js');
  const lines = said.split('\n');
  expect(lines.length).toBeLessThan(20);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
});

test('a wasm module of another build is refused before the first call, with both ids and a remedy', () => {
  const file = join(folder, 'node_modules/eegate/dist/eegate-predict-simd.wasm');
  const module = new WebAssembly.Module(readFileSync(file));
  const id = new TextDecoder().decode(WebAssembly.Module.customSections(module, 'eegate.build')[0]);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  const refused = told['refused'] as Record<string, string>;
  expect(refused['code']).toBe('ENGINE_VERSION');
  expect(refused['message']).toContain(id);
  expect(refused['message']).toContain('0123456789abcdef');
  expect(refused['hint']).toContain('Reload the page without its cache');
  expect(told['unknown']).toMatchObject({ code: 'ENGINE_VERSION' });
});

// What webpack advises for any large file.
const isAboutSize = ({ name }: Error) => /SizeLimit|NoAsyncChunks|RuntimeInLargeChunk/.test(name);

const bundlers: Record<string, () => Promise<unknown>> = {
  vite: () => run('vite', 'vite', 'build', '--logLevel', 'error'),
  webpack: () =>
    new Promise((resolve, reject) => {
      const options = { context: join(folder, 'webpack'), mode: 'production' as const };
      const output = { path: join(folder, 'webpack/dist') };
      webpack({ ...options, output }, (error, stats) =>
        error || stats?.hasErrors() || stats?.compilation.warnings.some((one) => !isAboutSize(one))
          ? reject(error ?? new Error(stats?.toString({ colors: false })))
          : resolve(stats),
      );
    }),
  esbuild: () =>
    run('esbuild', 'esbuild', 'src/index.js', '--bundle', '--format=esm', '--outdir=dist'),
  rollup: () => run('rollup', 'rollup', 'src/index.js', '-d', 'dist', '-p', 'node-resolve'),
};

for (const [name, build] of Object.entries(bundlers)) {
  test(`${name}, unconfigured: the story, with the numbers of Node`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await build();
    const hasElements = name === 'vite' || name === 'webpack';
    const end = await endOf(page, name, hasElements ? () => elementsWork(page) : undefined);
    expect(end.message).toBeUndefined();
    const place = name === 'esbuild' || name === 'rollup' ? 'blob' : 'worker';
    expect(end).toEqual({ ...told.beside, place, workers: 2, refused: [] });
    expect(complaints).toEqual([]);
  });
}

test('vite, unconfigured, by its development server: the story, with the numbers of Node', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const own = join(folder, 'vite');
  mkdirSync(join(own, 'public'), { recursive: true });
  copyFileSync(modelOf(folder), join(own, 'public/model.safetensors'));
  const end = await endOfServer(page, own, 'vite');
  expect(end).toEqual({ ...told.beside, place: 'worker', workers: 2, refused: [] });
  expect(complaints).toEqual([]);
});

test('a worker of another build is refused', async ({ page }) => {
  await page.route(/eegate-worker/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"');
    await route.fulfill({ response, body });
  });
  await bundlers['vite']!(); // whether or not the stories above have run
  const end = await endOf(page, 'vite');
  expect(end.code).toBe('ENGINE_VERSION');
  expect(end.message).toContain('0123456789abcdef');
});

test('no script names a source map, and no declaration a module, that is not published', () => {
  const dist = join(folder, 'node_modules/eegate/dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(6);
  for (const script of scripts) {
    const [, map] =
      /^\/\/# sourceMappingURL=(\S+)$/m.exec(readFileSync(join(dist, script), 'utf8')) ?? [];
    if (map) expect(files, `${script} names it`).toContain(map);
  }
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const entries = declarations.filter((file) => !file.includes('/'));
  expect([...publishedFrom(entries, read)].sort()).toEqual(declarations.sort());
});

test('the licence of everything bundled is in the package', () => {
  const text = readFileSync(join(folder, 'node_modules/eegate/dist/THIRD_PARTY.txt'), 'utf8');
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', 'marked'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  for (const holder of ['Google', 'Christopher Jeffrey', 'John Gruber'])
    expect(text).toContain(holder);
});

test('every link of its texts leads to a file that the package has, or to its published address', () => {
  const packed = join(folder, 'node_modules/eegate');
  const names = readdirSync(packed, { recursive: true, encoding: 'utf8' });
  const texts = names.filter((name) => name.endsWith('.md'));
  for (const text of ['README.md', 'docs/EMBEDDING.md', 'examples/README.md'])
    expect(texts).toContain(text);
  for (const text of texts)
    for (const link of linksOf(readFileSync(join(packed, text), 'utf8'))) {
      const [, published] = /^https:\/\/unpkg\.com\/eegate@\d+\.\d+\.\d+\/(.*)$/.exec(link) ?? [];
      if (/^#/.test(link) || (/^[a-z]+:/.test(link) && !published)) continue;
      if (text === 'README.md') expect(published, link).toBeDefined(); // npm's site shows it
      const file = published ?? posix.join(posix.dirname(text), link.split('#')[0]!);
      expect(names, `${text}: ${link}`).toContain(file);
    }
});

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({
    pkgDir: join(folder, 'node_modules/eegate'),
    strict: true,
  });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('types are right for whoever uses modules', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: [/\.(html|json|wasm)$|models/],
  });
  if (!analysis.types) throw new Error('no types are found');
  // An ES module alone: CommonJS reaches it by import(), TypeScript's node10 does not know exports.
  const onlyModules = new Set(['CJSResolvesToESM', 'NoResolution']);
  const problems = analysis.problems.filter(
    (problem) =>
      !(
        onlyModules.has(problem.kind) &&
        'resolutionKind' in problem &&
        ['node10', 'node16-cjs'].includes(problem.resolutionKind)
      ),
  );
  expect(problems).toEqual([]);
  expect(Object.keys(analysis.entrypoints).length).toBeGreaterThan(6);
});
