// A folder as somebody has it who installed the package: this checkout, with what was built, is its node_modules/eegate.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder, which the caller removes; a copy of `from` if one is named. */
export function folderWithPackage(name: string, from?: string): string {
  const folder = mkdtempSync(join(tmpdir(), `eegate-${name}-`));
  if (from) cpSync(from, folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/eegate'));
  return folder;
}
