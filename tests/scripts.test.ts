// The scripts start where nothing is set up: neither node_modules nor what setup writes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'eegate-checkout-'));
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true });
});

afterAll(() => {
  rmSync(checkout, { recursive: true, force: true });
});

test('npm test gets as far as its arguments in a fresh checkout', () => {
  const { stderr, status } = spawnSync('node', ['scripts/test.mjs', 'no-such-suite'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(stderr).toContain('no suite no-such-suite; there are checks, native, web,');
  expect(status).toBe(1);
});

test.each(['build', 'setup', 'serve', 'web/notices'])(
  'scripts/%s.mjs loads in a fresh checkout',
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
