// The page: a shell (index.html, shell.js) around a frame of opaque origin in which all else runs. Both have a policy that names every
// script and style by its hash; the shell knows the hash of every file that it may fetch.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Failure, atRoot, filesBelow, sha256 } from '../shared.mjs';

const base64 = (bytes) => createHash('sha256').update(bytes).digest('base64');
/** As a policy names a script or a style. */
export const hashSource = (text) => `'sha256-${base64(text)}'`;

const joined = (directives) => directives.join('; ');

/** `boot`: the first script of the frame; `code` and `style`: what the shell hands over to it; `german`: what it may ask for. */
function framePolicy({ boot, code, german, style }) {
  return joined([
    "default-src 'none'",
    `script-src ${hashSource(boot)} ${hashSource(code)} ${hashSource(german)} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(style)}`,
    'worker-src blob:',
    'img-src data: blob:',
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
}

/**
 * The frame is under this policy as well, so that it allows what runs there. `frame-src 'none'` is for what navigates the frame.
 * `firstStyle`: the style of the first screen, inside the document.
 */
function shellPolicy({ boot, code, german, style, firstStyle }) {
  return joined([
    "default-src 'none'",
    `script-src 'self' ${hashSource(boot)} ${hashSource(code)} ${hashSource(german)} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(style)} ${hashSource(firstStyle)}`,
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
}

const frameDocument = (parts) =>
  `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${framePolicy(parts)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>eegate</title><script>${parts.boot}</script></head><body><div id="app"></div></body></html>`;

/** Text of the parts, from their sources. `bundled` turns an entry point into one file of text. */
export async function pageParts(bundled) {
  const [boot, code, german, style, firstStyle] = await Promise.all([
    bundled('web/shell/frame_boot.ts', { format: 'iife' }),
    bundled('web/page/main.ts'),
    bundled('web/page/strings/german/script.ts', { format: 'iife' }),
    bundled('web/page/page.css'),
    bundled('web/page/first_screen.css'),
  ]);
  for (const text of [boot, firstStyle])
    if (/<[/!]/.test(text)) throw new Failure(`This cannot stand in a document: ${text}`);
  return { boot: boot.trim(), code, german, style, firstStyle };
}

/** Names of the files that the shell may fetch: the engines, and what came from web/page/public. */
export function pageFiles(engineFiles) {
  const notAsked = /\.(txt|map|webmanifest|svg)$/;
  const files = filesBelow('web/page/public').map((file) => file.replace('web/page/public/', ''));
  return ['page.js', 'german.js', 'page.css', ...engineFiles, ...files].filter(
    (name) => !notAsked.test(name),
  );
}

export function sourcesOf({ boot, code, german, style, firstStyle }) {
  const all = Object.entries({ boot, code, german, style, firstStyle });
  return Object.fromEntries(all.map(([name, text]) => [name, hashSource(text)]));
}

/** What the build writes into the shell (web/shell/build.ts). */
export function shellDefines(parts, names) {
  const hashes = names.map((name) => [name, sha256(readFileSync(atRoot('dist', name)))]);
  return {
    EEGATE_FILES: JSON.stringify(Object.fromEntries(hashes)),
    EEGATE_SOURCES: JSON.stringify(sourcesOf(parts)),
    EEGATE_FRAME: JSON.stringify(frameDocument(parts)),
  };
}

/** dist/index.html and dist/shell.js. */
export function writePage(html, parts, shell) {
  writeFileSync(atRoot('dist/shell.js'), shell);
  const page = html
    .replace('__SHELL_POLICY__', shellPolicy(parts))
    .replace('src="./shell.js"', `src="./shell.js" integrity="sha256-${base64(shell)}"`);
  writeFileSync(atRoot('dist/index.html'), page);
}
