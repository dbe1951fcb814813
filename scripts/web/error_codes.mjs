// Codes of errors and warnings that the package may answer with, as they stand in the sources of core and library, as a type:
//   node scripts/web/error_codes.mjs   writes web/worker/error_codes.ts, which a test compares with the sources
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, filesBelow, isMain } from '../shared.mjs';

export const codesFile = 'web/worker/error_codes.ts';

const folders = ['src', 'bindings', 'web/api', 'web/worker', 'web/edf', 'web/elements'];
/** Only the command and its experiments answer with these. */
const elsewhere = /^src\/(cli|experiment)\//;
const notSources = /\.test|test-support|\/core\/|worker\/(schema|error_codes)\.ts$/;

/** Words of file formats and of the environment that look like codes. */
const others =
  /^(ANT_CNT|EEGATE_TARGET|EYE_TRACKER|LFS_POINTER|SR_RESEARCH_\w+|F[68]_\w+|IEEE_\w+|U?INT_\d+)$/;

export function errorCodes() {
  const files = folders
    .flatMap((folder) => filesBelow(folder, (file) => /\.(cc|h|ts)$/.test(file)))
    .filter((file) => !elsewhere.test(file) && !notSources.test(file));
  const quoted = /(["'])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|ABORTED|INTERNAL|TIMEOUT)\1/g;
  const found = files.flatMap((file) =>
    [...readFileSync(atRoot(file), 'utf8').matchAll(quoted)].map(([, , code]) => code),
  );
  return [...new Set(found)].filter((code) => !others.test(code)).sort();
}

export function codesText() {
  const lines = errorCodes().map((code) => `  | '${code}'`);
  return `// Written by scripts/web/error_codes.mjs from the sources.

/** What an \`EegateError\` or a \`Warning\` may be. Codes are stable: none changes its meaning. */
export type ErrorCode =
${lines.join('\n')};
`;
}

if (isMain(import.meta.url)) writeFileSync(atRoot(codesFile), codesText());
