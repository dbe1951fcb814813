// The command is ended while it writes, by SIGKILL as well: under the names of its outputs are the old files or the new ones, whole and
// together, and no other file is left behind. What it began ends with it. EEGATE_KILLS: how many. Skipped until the command is built.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eegate, run } from '../exchange/command.js';

const kills = Number(process.env['EEGATE_KILLS'] ?? 36);
const folder = mkdtempSync(join(tmpdir(), 'eegate-kills-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Processes that work in this folder. */
function processesIn(place: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === place;
    } catch {
      return false; // it has ended, or is none of ours
    }
  });
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for what the command began; a killed command is followed by the process that places its outputs. */
async function noneIn(place: string): Promise<string[]> {
  const limit = performance.now() + 20_000;
  while (processesIn(place).length > 0 && performance.now() < limit) await sleep(5);
  return processesIn(place);
}

/** Whether files can be made without a name, which no kill can leave behind. */
function hasUnnamedFiles(place: string): boolean {
  const withoutName = 0o20000000 | constants.O_DIRECTORY;
  try {
    closeSync(openSync(place, withoutName | constants.O_WRONLY));
    return true;
  } catch {
    return false;
  }
}

const canLook = Boolean(eegate) && existsSync('/proc/self/cwd');
const isStrict = canLook && hasUnnamedFiles(folder);

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
  { args: ['convert', 'in.edf', 'c.vhdr'], outputs: ['c.vhdr', 'c.eeg', 'c.vmrk'] },
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
      const canLeave = signal === 'SIGKILL' && !isStrict;
      if (canLook) expect(await noneIn(folder), place).toEqual([]);
      const found = outputs.map(digest);
      for (const [k, hash] of found.entries()) expect([old, whole[job]![k]], place).toContain(hash);
      if (!canLeave) {
        const isOld = found.map((hash) => hash === old);
        expect(new Set(isOld).size, place).toBe(1); // together or not at all
      }
      const strangers = readdirSync(folder).filter((name) => !known.has(name));
      if (!canLeave) expect(strangers, place).toEqual([]);
      for (const name of strangers) {
        expect(name, place).toMatch(/^\.eegate-[0-9a-f]{16}\.(part|old)$/);
        rmSync(join(folder, name));
      }
      for (const name of outputs) writeFileSync(join(folder, name), 'old');
    }
    expect(ended).toBeGreaterThan(kills / 4);
  });
});

/** A file of NumPy. */
function npy(descr: string, shape: number[], values: Float32Array | Int32Array): Buffer {
  const about = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const header = `${about.padEnd(117)}\n`;
  const begin = Buffer.from('\x93NUMPY\x01\x00', 'latin1');
  const length = Buffer.from(Uint16Array.of(header.length).buffer);
  return Buffer.concat([begin, length, Buffer.from(header), Buffer.from(values.buffer)]);
}

describe.skipIf(!canLook)('an experiment is ended', { timeout: 120_000 + kills * 20_000 }, () => {
  const place = mkdtempSync(join(tmpdir(), 'eegate-experiment-'));
  afterAll(() => rmSync(place, { recursive: true }));
  const n = 40;
  const net = {
    ...{ architecture: 'transformer', n_heads: 2, n_blocks: 1, ffn_dim: 16 },
    embedding: { kind: 'patch', dim: 16, patch_times: 20 },
  };
  const plan = {
    ...{ version: 1, name: 'noise', data: { x: 'x.npy', y: 'y.npy', subjects: 's.npy' } },
    training: { epochs: 100_000, patience: 0, batch_size: 8 },
    models: [{ name: 'small', config: net }],
    splits: { rule: 'ratio', seeds: [0, 1, 2, 3] },
  };

  it(`${kills} times, and nothing that it began stays`, async () => {
    const noise = Float32Array.from({ length: n * 3 * 80 }, (_, i) => 20 * Math.sin(i * i));
    writeFileSync(join(place, 'x.npy'), npy('<f4', [n, 3, 80], noise));
    const labels = Int32Array.from({ length: n }, (_, i) => i % 2);
    writeFileSync(join(place, 'y.npy'), npy('<i4', [n], labels));
    const subjects = Int32Array.from({ length: n }, (_, i) => Math.floor(i / 10));
    writeFileSync(join(place, 's.npy'), npy('<i4', [n], subjects));
    writeFileSync(join(place, 'plan.json'), JSON.stringify(plan));
    const args = ['experiment', 'plan.json', '-o', 'out', '--workers', '3'];
    let most = 0;
    for (let i = 0; i < kills; i++) {
      const signal = signals[i % signals.length]!;
      const child = spawn(eegate, args, { cwd: place, stdio: 'ignore' });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      await sleep(200 * ((i * 0.618034) % 1));
      most = Math.max(most, processesIn(place).length);
      child.kill(signal);
      await ended;
      expect(await noneIn(place), `kill ${i}: ${signal}`).toEqual([]);
    }
    expect(most).toBeGreaterThanOrEqual(4); // the command, its workers, and sometimes what places a file
  });
});
