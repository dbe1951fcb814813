// npm run format: clang-format and prettier over the whole tree; with --check they only say what they would change.
import { existsSync } from 'node:fs';
import { aptInstall } from './setup.mjs';
import { filesBelow, isMain, main, run, which } from './shared.mjs';

const version = 19; // another version formats differently

export async function format({ check = false } = {}) {
  const clangFormat = `clang-format-${version}`;
  if (!which(clangFormat)) await aptInstall([clangFormat]);
  const cpp = ['src', 'bindings', 'tests', 'bench'].flatMap((folder) =>
    filesBelow(folder, (file) => /\.(cc|h)$/.test(file)),
  );
  if (cpp.length > 0)
    await run(clangFormat, [...(check ? ['--dry-run', '-Werror'] : ['-i']), ...cpp]);
  const others = ['web', 'e2e', 'bin', 'scripts', 'tests/**/*.ts', '*.{json,ts,js}'].filter(
    (name) => name.includes('*') || existsSync(name),
  );
  await run('prettier', [check ? '--check' : '--write', '--log-level=warn', ...others]);
}

if (isMain(import.meta.url)) main(() => format({ check: process.argv.includes('--check') }));
