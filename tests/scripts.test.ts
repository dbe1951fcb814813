// The scripts start where nothing is set up: neither node_modules nor what setup writes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'eegate-checkout-'));
  for (const folder of ['scripts', 'bin'])
    cpSync(folder, join(checkout, folder), { recursive: true });
});

afterAll(() => {
  rmSync(checkout, { recursive: true, force: true });
});

test('npm test gets as far as its arguments in a fresh checkout', () => {
  const { stderr, status } = spawnSync('node', ['scripts/test.mjs', 'no-such-suite'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(stderr).toContain('no suite no-such-suite; there are checks, sanitizers, native, web,');
  expect(status).toBe(1);
});

/** Runs functions of the shell script that fetches from Debian. */
function inShell(names: string[], body: string) {
  const script = readFileSync('scripts/setup-debian.sh', 'utf8');
  const functions = names.map((name) => new RegExp(`^${name}\\(\\) .*?^}`, 'ms').exec(script)![0]);
  const all = ['set -euo pipefail', 'sums=scripts/setup-debian.sha256', ...functions, body];
  return spawnSync('bash', ['-c', all.join('\n')], { encoding: 'utf8' });
}

test('what setup fetches from Debian is refused unless its version and its sum are known', () => {
  for (const [name, message] of [
    ['highway_1.2.0.orig.tar.gz', 'WARNING: 1 computed checksum did NOT match'],
    ['highway_1.3.0.orig.tar.gz', 'highway_1.3.0.orig.tar.gz is not in setup-debian.sha256'],
  ]) {
    const file = join(checkout, name!);
    writeFileSync(file, 'something else');
    const { status, stderr } = inShell(['check'], `check "${file}"`);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  }
});

test('nothing is fetched by a version that can move', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const actions = [...workflow.matchAll(/uses: (\S+)( # v[\d.]+)?/g)];
  expect(actions.length).toBeGreaterThan(5);
  for (const [line, , version] of actions) {
    expect(line).toMatch(/@[0-9a-f]{40} /);
    expect(version).toBeDefined();
  }
  const files = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(mjs|sh)$/.test(name))
    .map((name) => join('scripts', name));
  for (const file of [...files, 'docs/SCALING.md', 'bench/README.md'])
    for (const [install] of readFileSync(file, 'utf8').matchAll(/npm (install|i) [^`\n]*/g))
      expect(
        install
          .split(/ (?=@?\w)/)
          .slice(2)
          .join(' '),
        file,
      ).toMatch(/^(@?[\w/-]+@\d+\.\d+\.\d+( |$))*$/);
});

test.each(['build', 'setup', 'reproducible', 'serve', 'web/notices'])(
  'scripts/%s.mjs loads in a fresh checkout',
  { timeout: 60_000 },
  (script) => {
    const { stderr, status } = spawnSync(
      'node',
      ['--input-type=module', '--eval', `await import('./scripts/${script}.mjs')`],
      { cwd: checkout, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  },
);
