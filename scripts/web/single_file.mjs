// dist/eegate.html: the page, its engines, models and everything else it fetches, in one file that needs no server.
// Scripts and styles stand inline and are named by hash in the policy, which allows no connection to anywhere.
// Files are gzip in base64, in script elements that no browser runs; web/page/page_files.ts unpacks them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Failure, atRoot, filesBelow } from '../shared.mjs';
import { carriedText } from './library.mjs';

const notCarried = /\.(txt|map|webmanifest)$|^dist\/(icon[^/]*|service-worker\.js)$/;

/** `bundle` turns entry points into one file of text each; `files` are those of dist/ that the page asks for by name. */
export async function singleFile({ html, bundle, files }) {
  const [script, style] = await Promise.all([
    bundle('web/page/main.ts'),
    bundle('web/page/page.css'),
  ]);
  const inlineScript = script.replaceAll('<!--', '\\x3C!--'); // or the parser of HTML takes it for a comment
  const icon = readFileSync(atRoot('web/page/public/icon.svg')).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src '${hashed(inlineScript)}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src '${hashed(style)}'`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = replaced(html, [
    [/(http-equiv="Content-Security-Policy"\s*content=")[^"]*/, `$1${policy}`],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}" />`],
    [/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`],
    [/<script type="module" src="[^"]*"><\/script>/, ''],
    [
      '</body>',
      () =>
        `${files.map(carried).join('\n')}\n<script type="module">${inlineScript}</script></body>`,
    ],
  ]);
  return page.replace(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '');
}

/** What the page may ask for by name: the engines, and all that came from web/page/public. */
export function carriedFiles(engineFiles) {
  const publicFiles = filesBelow('web/page/public').map((file) =>
    file.replace('web/page/public', 'dist'),
  );
  return [...engineFiles.map((name) => `dist/${name}`), ...publicFiles].filter(
    (file) => !notCarried.test(file),
  );
}

function carried(file) {
  const id = `file:${file.slice('dist/'.length)}`;
  return `<script type="application/gzip-base64" id="${id}">${carriedText(file)}</script>`;
}

const hashed = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function replaced(text, pairs) {
  for (const [what, by] of pairs) {
    const before = text;
    text = text.replace(what, by);
    if (text === before) throw new Failure(`web/page/index.html has no ${what}`);
  }
  return text;
}
