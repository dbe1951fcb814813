// One folder for all fixtures, with the packed package installed in it. It lies inside the checkout, so that bundlers are
// found in node_modules there, and has a package.json of its own, so that "eegate" is the installed one.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const folder = join(root, 'build/package');

/** Packs and installs; answers the tarball. */
export function install(): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
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
  more: () => Promise<void> = async () => undefined,
): Promise<Ending> {
  const dist = join(folder, fixture, 'dist');
  if (fixture !== 'vite')
    copyFileSync(join(folder, fixture, 'index.html'), join(dist, 'index.html'));
  const model = join(folder, 'node_modules/eegate/dist/models/eyes8.safetensors');
  copyFileSync(model, join(dist, 'model.safetensors'));
  const server = await serve({ port: 0, folder: dist });
  try {
    const { port } = server.address() as { port: number };
    await page.goto(`http://localhost:${port}/`);
    const end = page.locator('body[data-end]');
    await end.waitFor({ state: 'attached', timeout: 30_000 });
    await more();
    return JSON.parse((await end.getAttribute('data-end'))!) as Ending;
  } finally {
    server.close();
  }
}
