// One folder for all fixtures, with the packed package installed in it. It lies inside the checkout, so that bundlers are
// found in node_modules there, and has a package.json of its own, so that "eegate" is the installed one.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { pack } from '../../scripts/pack.mjs';
import { serve } from '../../scripts/serve.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const folder = join(root, 'build/package');

/** Packs and installs; answers the tarball. */
export function install(): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tarball = pack(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(folder, 'install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  cpSync(join(root, 'tests/package/fixtures'), folder, { recursive: true });
  return tarball;
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Runs a program of the checkout in a fixture's folder; answers what it prints. */
export function run(fixture: string, program: string, ...args: string[]): Promise<string> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  const child = spawn(program, args, {
    cwd: join(folder, fixture),
    env: { ...process.env, PATH: path, NODE_ENV: 'production' },
  });
  let [out, all] = ['', ''];
  child.stdout.on('data', (text) => ((out += text), (all += text)));
  child.stderr.on('data', (text) => (all += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${program} ended with ${code}:\n${all}`)),
    );
  });
}

export interface Ending {
  nSignals: number;
  probabilities: number[];
  epochs: { dims: number[]; labels: number; sum: number };
  parameters: number;
  place: string;
  workers: number;
  refused: string[];
  code?: string;
  message?: string;
  hint?: string;
}

/** Serves what a bundler left in dist/ and waits for the end of the story, and for `more`. */
export async function endOf(
  page: Page,
  fixture: string,
  more?: () => Promise<void>,
): Promise<Ending> {
  const dist = join(folder, fixture, 'dist');
  if (fixture !== 'vite')
    copyFileSync(join(folder, fixture, 'index.html'), join(dist, 'index.html'));
  copyFileSync(modelOf(folder), join(dist, 'model.safetensors'));
  return endIn(page, dist, more);
}

/** The model that the story reads, in a folder with the package. */
export const modelOf = (folder: string): string =>
  join(folder, 'node_modules/eegate/dist/models/eyes8.safetensors');

/** Serves a folder and waits for the end of the story, and for `more`. */
export async function endIn(
  page: Page,
  folder: string,
  more?: () => Promise<void>,
): Promise<Ending> {
  const server = await serve({ port: 0, folder });
  try {
    const { port } = server.address() as { port: number };
    return await endAt(page, `http://localhost:${port}/`, more);
  } finally {
    server.close();
  }
}

/** Opens a page and waits for the end of its story, and for `more`. */
export async function endAt(
  page: Page,
  address: string,
  more: () => Promise<void> = async () => undefined,
): Promise<Ending> {
  await page.goto(address);
  const end = page.locator('body[data-end]');
  await end.waitFor({ state: 'attached', timeout: 30_000 });
  await more();
  return JSON.parse((await end.getAttribute('data-end'))!) as Ending;
}

/** The elements have found a bundled model and a bundled lesson: files that the bundler has put where it likes. */
export async function elementsWork(page: Page): Promise<void> {
  await expect(page.locator('eeg-viewer canvas')).toBeVisible();
  await expect(page.locator('eeg-classifier').locator('[part=summary] li')).toHaveCount(2);
  await expect(page.locator('eeg-lesson').locator('h3')).toBeVisible();
}

/** What a page writes to the console as an error, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) complaints.push(message.text());
  });
  return complaints;
}

/** For programs of a folder, and of the checkout. */
export function environment(folder: string): NodeJS.ProcessEnv {
  const path = [
    join(folder, 'node_modules/.bin'),
    join(root, 'node_modules/.bin'),
    process.env['PATH'],
  ].join(':');
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: '1' };
  for (const name of Object.keys(env))
    if (/^(npm_|NODE_ENV|FORCE_COLOR)/.test(name)) delete env[name];
  return env;
}

/** The story of a page of a framework's own server, which is ended afterwards. */
export async function endOfServer(
  page: Page,
  folder: string,
  ...command: string[]
): Promise<Ending> {
  const port = await freePort();
  const [program, ...args] = [...command, '--port', String(port)];
  const server = spawn(program!, args, {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // so that its children can be ended with it
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text) => String(text).includes(String(port)) && resolve());
      server.on('close', (code) => reject(new Error(`${command.join(' ')} ended with ${code}`)));
      server.on('error', reject);
    });
    return await endAt(page, `http://localhost:${port}/`, () => elementsWork(page));
  } finally {
    process.kill(-server.pid!, 'SIGKILL');
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
