// What somebody sees in Node who catches nothing: the error, not a library in one line. Skipped until the package is built.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ended } from '../exchange/command.js';

describe.each(['dist/eegate.js', 'dist/eegate-inline.js'])('%s', (file) => {
  it.skipIf(!existsSync(file))('an error that is not caught', { timeout: 120_000 }, async () => {
    const program = `
      import { createEngine } from ${JSON.stringify(pathToFileURL(file).href)};
      const engine = await createEngine();
      await engine.openRecording(new TextEncoder().encode('<!doctype html><title>404</title>'));`;
    const { status, stderr } = await ended('node', ['--input-type=module', '-e', program]);
    expect(status).toBe(1);
    expect(stderr).toContain("code: 'FORMAT_HTML'");
    expect(stderr.length).toBeLessThan(4000);
  });
});
