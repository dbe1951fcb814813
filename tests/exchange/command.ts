// Programs that tests run, waited for without standing still: vitest gives up a file that answers nothing for a minute.
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The native command, as it was built last: a stale one would be judged in its place. Undefined if there is none. */
export const eegate = ['native-tests', 'native-release', 'native-asan']
  .map((preset) => join(process.cwd(), 'build', preset, 'eegate'))
  .filter((file) => existsSync(file))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]!;

export interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

export function ended(program: string, args: string[], env = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) || -1 : 0, stdout, stderr }),
    );
  });
}

/** What it writes; an error with what it complains of if it fails. */
export async function run(program: string, args: string[], env = {}): Promise<string> {
  const { status, stdout, stderr } = await ended(program, args, env);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
