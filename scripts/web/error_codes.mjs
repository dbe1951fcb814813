// Codes of errors and warnings that the package may answer with, as they stand in the sources of core and library, as a type:
//   node scripts/web/error_codes.mjs   writes web/worker/error_codes.ts and docs/ERRORS.md, which a test compares with the sources
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, filesBelow, isMain } from '../shared.mjs';

export const codesFile = 'web/worker/error_codes.ts';
export const referenceFile = 'docs/ERRORS.md';

const folders = ['src', 'bindings', 'web/api', 'web/worker', 'web/edf', 'web/elements'];
/** Only the command and its experiments answer with these. */
const elsewhere = /^src\/(cli|experiment)\//;
const notSources = /\.test|test-support|\/core\/|worker\/(schema|error_codes)\.ts$/;

/** Words of file formats and of the environment that look like codes. */
const others =
  /^(ANT_CNT|EEGATE_TARGET|EYE_TRACKER|LFS_POINTER|SR_RESEARCH_\w+|F[68]_\w+|IEEE_\w+|U?INT_\d+)$/;

const sources = (ofCommand = false) =>
  folders
    .flatMap((folder) => filesBelow(folder, (file) => /\.(cc|h|ts)$/.test(file)))
    .filter((file) => elsewhere.test(file) === ofCommand && !notSources.test(file))
    .map((file) => readFileSync(atRoot(file), 'utf8'));

/** Every code that a text has, and the message that stands behind it as a literal; empty where it is put together. */
function codesIn(text) {
  const quoted = /(["'])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|ABORTED|INTERNAL|TIMEOUT)\1/g;
  return [...text.matchAll(quoted)]
    .map((match) => ({ code: match[2], message: messageAt(text, match.index + match[0].length) }))
    .filter(({ code }) => !others.test(code));
}

function messageAt(text, at) {
  const behind =
    /^(?: as const)?,\s*(?:(?:true|false),\s*)?(?:\.?message\s*[:=]\s*)?(?:std::string\()?(["'`])/.exec(
      text.slice(at, at + 80),
    );
  if (!behind) return '';
  const literal = /^\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/;
  let message = '';
  for (let from = at + behind[0].length - 1; ;) {
    const part = literal.exec(text.slice(from, from + 400));
    if (!part || (message && part[1] !== '"')) break;
    message += part[2].replace(/\\(["'])/g, '$1');
    from += part[0].length;
  }
  // A word in place of what is known only when it happens.
  message = message.replace(/\$\{[^}]*\}?/g, '…').trim();
  return message.includes(' ') ? message.replace(/[:,;]$/, ' …') : '';
}

const codesOf = (texts) => [...new Set(texts.flatMap(codesIn).map(({ code }) => code))].sort();

export const errorCodes = () => codesOf(sources());

/** Codes that the native command alone answers with. */
export function commandCodes() {
  const known = new Set(errorCodes());
  return codesOf(sources(true)).filter((code) => !known.has(code));
}

/** Of codes whose message is put together, and that no other document explains. */
const meanings = {
  ABLATE_PART: 'The model has no such part that could be switched off',
  ABORTED: 'The call was aborted',
  AUDIT_CLASS_MISSING: 'A class has no epoch in one of the sets',
  AUDIT_SUBJECT_IN_TWO_SETS:
    'Subjects are in more than one set: the result does not apply to new subjects',
  CNT_NOT_FINITE: 'Samples are not finite',
  DATASET_BLOCK_DESIGN:
    'In these data the classes were recorded in blocks, so that time alone tells them apart',
  DRILL_TRUTH: 'The annotations do not tell the class of enough windows',
  ELEMENT_EMPTY: 'No recording is open',
  ELEMENT_FETCH: 'The file cannot be fetched from its address',
  ENGINE_UNSUPPORTED: 'WebAssembly, or a part of it that is needed, is not supported here',
  EPOCH_ROUNDED: 'Epochs begin between two samples; the nearer sample was taken',
  INSPECT_OPTION: 'The request for an inspection has a value that cannot be used',
  INTERNAL: 'An unexpected error, whose cause is in `cause`',
  JSON_DUPLICATE: 'A JSON object has a duplicate key',
  JSON_LIMIT: 'A JSON text is too large or too deep',
  JSON_SYNTAX: 'The text is not valid JSON',
  MODEL_F64: 'A tensor was rounded from 64 to 32 bits',
  PLAN_SUBJECT_LEFT_OUT: 'A subject cannot be divided by the rule of the splits, and is left out',
  PREPARE_MISMATCH: 'The recordings do not have the same channels, rate or length of epochs',
  RECIPE_UNKNOWN_KEY: 'The recipe has a field that is not known',
  REFERENCE_MISSING: 'The recording lacks channels of the reference',
  RUN_FAILED: 'A run of the experiment failed, with the error that follows',
  RUN_INTERRUPTED: 'The run was interrupted; its state is saved',
  TRAIN_DROPPED: 'Epochs are left out because they overlap those of validation',
  TRAIN_RECIPE: 'The recipes of the recordings, or that of the model, do not agree',
};

/** Every code with its messages in English and the documents that name it. */
export const errorReference = () => referenceOf(errorCodes(), sources());
export const commandReference = () => referenceOf(commandCodes(), sources(true));

function referenceOf(codes, texts) {
  const messages = new Map();
  for (const { code, message } of texts.flatMap(codesIn)) {
    if (!messages.has(code)) messages.set(code, new Set());
    if (message) messages.get(code).add(message);
  }
  const documents = filesBelow('docs', (file) => /^docs\/[A-Z_]+\.md$/.test(file))
    .filter((file) => file !== referenceFile)
    .map((file) => ({ name: file.slice(5), text: readFileSync(atRoot(file), 'utf8') }));
  return codes.map((code) => ({
    code,
    messages: [...messages.get(code), ...(meanings[code] ? [meanings[code]] : [])],
    documents: documents.filter(({ text }) => text.includes(`\`${code}\``)).map(({ name }) => name),
  }));
}

export function referenceText() {
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');
  const rows = (reference) =>
    reference
      .map(
        ({ code, messages, documents }) =>
          `| \`${code}\` | ${cell(messages.join(' · '))} | ${documents.map((name) => `[${name}](${name})`).join(', ')} |`,
      )
      .join('\n');
  return `# Codes of errors and warnings

Written by \`scripts/web/error_codes.mjs\` from the sources: every value of \`ErrorCode\`, the messages that come with it, and the documents that
say more. Codes are stable; messages may change. An error also has, where they are known, \`field\`, \`place\`, \`found\`, \`expected\` and \`hint\`
([EMBEDDING.md](EMBEDDING.md#the-npm-package)). Codes of the native command alone follow [at the end](#codes-of-the-command).

| code | message | more |
|---|---|---|
${rows(errorReference())}

## Codes of the command

These come from the native command and its experiments only.

| code | message | more |
|---|---|---|
${rows(commandReference())}
`;
}

export function codesText() {
  const lines = errorCodes().map((code) => `  | '${code}'`);
  return `// Written by scripts/web/error_codes.mjs from the sources.

/** What an \`EegateError\` or a \`Warning\` may be. Codes are stable: none changes its meaning. */
export type ErrorCode =
${lines.join('\n')};
`;
}

if (isMain(import.meta.url)) {
  writeFileSync(atRoot(codesFile), codesText());
  writeFileSync(atRoot(referenceFile), referenceText());
}
