// The package in frameworks, whose versions tests/package/frameworks pins. Each is installed from npm into a folder outside the checkout,
// used as it comes, and has to tell the same story as Node. Skipped where no registry answers.
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { pack } from '../../scripts/pack.mjs';
import {
  complaintsOf,
  elementsWork,
  endIn,
  endOfServer,
  environment,
  modelOf,
  root,
  type Ending,
} from './fixtures.js';

test.setTimeout(600_000); // most of it is npm

let work = '';
let tarball = '';
let expected: Ending;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  const registry = spawnSync('npm', ['ping', '--fetch-retries=0'], { encoding: 'utf8' });
  test.skip(registry.status !== 0, `no registry answers: ${registry.stderr}`);
  work = mkdtempSync(join(tmpdir(), 'eegate-frameworks-'));
  tarball = pack(work);
  const folder = await installed('node');
  expected = JSON.parse(await run(folder, 'node', 'index.mjs')) as Ending;
  expect(expected.probabilities.length).toBeGreaterThan(20);
});
test.afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

/** A framework with the package, in a folder of its own. */
async function installed(name: string): Promise<string> {
  const folder = join(work, name);
  cpSync(join(root, 'tests/package/frameworks', name), folder, { recursive: true });
  copyFileSync(join(root, 'tests/package/fixtures/story.js'), join(folder, 'story.js'));
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await run(folder, 'npm', 'ci', ...quiet);
  await run(folder, 'npm', 'install', tarball, '--no-save', ...quiet);
  return folder;
}

/** Runs a program of the folder, or the system; what it prints. */
async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: environment(folder),
    maxBuffer: 1e8,
  });
  return stdout;
}

const sharesStory = (folder: string, publicFolder: string) => {
  mkdirSync(join(folder, publicFolder), { recursive: true });
  copyFileSync(modelOf(folder), join(folder, publicFolder, 'model.safetensors'));
};

const inWorkers = () => ({ ...expected, place: 'worker', workers: 2, refused: [] });

for (const options of [[], ['--webpack']]) {
  const name = options.length === 0 ? 'Turbopack' : 'webpack';
  test(`Next.js by ${name}, unconfigured: the story, with the numbers of Node`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    const folder = await installed('next');
    sharesStory(folder, 'public');
    await run(folder, 'next', 'build', ...options);
    expect(await endOfServer(page, folder, 'next', 'start')).toEqual(inWorkers());
    expect(complaints).toEqual([]);
    rmSync(folder, { recursive: true });
  });
}

test('Vite 8, unconfigured, by its development server and built: the story, with the numbers of Node', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const folder = await installed('vite');
  sharesStory(folder, 'public');
  expect(await endOfServer(page, folder, 'vite')).toEqual(inWorkers());
  await run(folder, 'vite', 'build', '--logLevel', 'error');
  expect(await endOfServer(page, folder, 'vite', 'preview')).toEqual(inWorkers());
  expect(complaints).toEqual([]);
});

test('SvelteKit, unconfigured: the story, with the numbers of Node', async ({ page }) => {
  const complaints = complaintsOf(page);
  const folder = await installed('sveltekit');
  sharesStory(folder, 'static');
  await run(folder, 'vite', 'build', '--logLevel', 'error');
  expect(await endOfServer(page, folder, 'vite', 'preview')).toEqual(inWorkers());
  expect(complaints).toEqual([]);
});

test('Rspack, unconfigured: the story, with the numbers of Node', async ({ page }) => {
  const complaints = complaintsOf(page);
  const folder = await installed('rspack');
  await run(folder, 'node', 'build.mjs');
  sharesStory(folder, 'dist');
  copyFileSync(join(folder, 'index.html'), join(folder, 'dist/index.html'));
  expect(await endIn(page, join(folder, 'dist'), () => elementsWork(page))).toEqual(inWorkers());
  expect(complaints).toEqual([]);
});

test('Parcel, unconfigured but for packageExports: the story, with the numbers of Node', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const folder = await installed('parcel');
  await run(folder, 'parcel', 'build', 'index.html', '--no-source-maps');
  sharesStory(folder, 'dist');
  expect(await endIn(page, join(folder, 'dist'), () => elementsWork(page))).toEqual(inWorkers());
  expect(complaints).toEqual([]);
});

test('Deno, unconfigured, with the right to read files alone: the story, with the numbers of Node', async () => {
  const folder = await installed('deno');
  const command = ['run', '--no-prompt', '--allow-read', 'index.mjs'];
  // Its npm package copies the program into place by an install script, which does not run here.
  const program = `node_modules/@deno/${process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64'}-glibc/deno`;
  const told = JSON.parse(await run(folder, join(folder, program), ...command)) as {
    beside: Ending;
    inside: Ending;
  };
  for (const end of [told.beside, told.inside]) {
    expect(end.refused).toHaveLength(2); // it has no workers of classic scripts
    expect({ ...end, refused: expected.refused }).toEqual(expected);
  }
});
