// The command is ended while it writes: what stands under the name of an output is the old file or the new one, whole; a signal that
// can be answered leaves nothing else behind, and SIGKILL at most a part of this one run. EEGATE_KILLS: how many. Skipped until
// the command is built.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eegate, run } from '../exchange/command.js';

const kills = Number(process.env['EEGATE_KILLS'] ?? 36);
const folder = mkdtempSync(join(tmpdir(), 'eegate-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ends it after so many milliseconds; false if it had come to its end by itself. */
function killed(args: string[], signal: NodeJS.Signals, after_ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(eegate, args, { cwd: folder, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill(signal), after_ms);
    child.on('exit', (_code, by) => {
      clearTimeout(timer);
      resolve(by !== null);
    });
  });
}

const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');

const jobs = [
  { args: ['sample', '--duration-s', '300', '-o', 'long.edf'], outputs: ['long.edf'] },
  { args: ['read', 'in.edf', '-o', 'in.npy'], outputs: ['in.npy'] },
  {
    args: ['prepare', 'in.edf', '--recipe', 'recipe.json', '-o', 'X.npy', '--labels', 'y.npy'],
    outputs: ['X.npy', 'y.npy'],
  },
];
const signals: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

// Nothing is timed here, and a busy machine takes its time.
describe.skipIf(!eegate)('the command is ended', { timeout: 120_000 + kills * 20_000 }, () => {
  const took_ms: number[] = [];
  const whole: string[][] = [];
  let known: Set<string>;

  beforeAll(async () => {
    await run(eegate, ['sample', '--duration-s', '100', '-o', join(folder, 'in.edf')]);
    const recipe = {
      version: 1,
      bandpass: { low_hz: 1, high_hz: 40 },
      epochs: { by: 'window', length_s: 1, step_s: 0.5, label: 'all' },
    };
    writeFileSync(join(folder, 'recipe.json'), JSON.stringify(recipe));
    for (const { args, outputs } of jobs) {
      const begun = performance.now();
      expect(await killed(args, 'SIGTERM', 100_000)).toBe(false);
      took_ms.push(performance.now() - begun);
      whole.push(outputs.map(digest));
      for (const name of outputs) writeFileSync(join(folder, name), 'old');
    }
    known = new Set(readdirSync(folder));
  }, 200_000);

  it(`${kills} times`, async () => {
    const old = createHash('sha256').update('old').digest('hex');
    let ended = 0;
    for (let i = 0; i < kills; i++) {
      const job = i % jobs.length;
      const { args, outputs } = jobs[job]!;
      const signal = signals[Math.floor(i / jobs.length) % signals.length]!;
      const after_ms = took_ms[job]! * ((i * 0.618034) % 1);
      ended += (await killed(args, signal, after_ms)) ? 1 : 0;
      const place = `kill ${i}: ${signal} of ${args[0]} after ${after_ms.toFixed(1)} ms`;
      const found = outputs.map(digest);
      for (const [k, hash] of found.entries()) expect([old, whole[job]![k]], place).toContain(hash);
      if (signal !== 'SIGKILL') {
        const isOld = found.map((hash) => hash === old);
        expect(new Set(isOld).size, place).toBe(1); // together or not at all
      }
      const strangers = readdirSync(folder).filter((name) => !known.has(name));
      if (signal !== 'SIGKILL') expect(strangers, place).toEqual([]);
      for (const name of strangers) {
        expect(name, place).toMatch(/^\.eegate-[0-9a-f]{16}\.(part|old)$/);
        rmSync(join(folder, name));
      }
      for (const name of outputs) writeFileSync(join(folder, name), 'old');
    }
    expect(ended).toBeGreaterThan(kills / 4);
  });
});
