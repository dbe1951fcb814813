// dist/eegate.html: the page, its engines, models and everything else it fetches, in one file that needs no server.
// The script and style of the shell stand inline and are named by hash in the policy, which allows no connection to anywhere.
// Files are gzip in base64, in script elements that no browser runs; web/shell/files.ts unpacks them.
import { readFileSync } from 'node:fs';
import { Failure, atRoot } from '../shared.mjs';
import { carriedText } from './library.mjs';
import { inlineShell } from './page.mjs';

/** `files`: those of dist/ that the page asks for by name. */
export function singleFile({ html, parts, shell, files }) {
  const { script, policy } = inlineShell(parts, shell);
  const icon = readFileSync(atRoot('web/page/public/icon.svg')).toString('base64');
  const page = replaced(html, [
    ['__SHELL_POLICY__', policy],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}" />`],
    [/<link rel="stylesheet"[^>]*>/, () => `<style>${parts.style}</style>`],
    [/<script type="module" src="[^"]*"><\/script>/, ''],
    [
      '</body>',
      () => `${files.map(carried).join('\n')}\n<script type="module">${script}</script></body>`,
    ],
  ]);
  return page.replace(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '');
}

function carried(name) {
  return `<script type="application/gzip-base64" id="file:${name}">${carriedText(`dist/${name}`)}</script>`;
}

function replaced(text, pairs) {
  for (const [what, by] of pairs) {
    const before = text;
    text = text.replace(what, by);
    if (text === before) throw new Failure(`web/page/index.html has no ${what}`);
  }
  return text;
}
