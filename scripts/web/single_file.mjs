// dist/eegate.html: the page, its engines, models and everything else it fetches, in one file that needs no server.
// The script of the shell and the style of the first screen stand inline and are named by hash in the policy, which allows no connection to anywhere.
import { imported } from './imported.mjs';
import { carriedText } from './library.mjs';
import { hashSource, sourcesOf } from './page.mjs';

/** `html`: of the hosted page; `files`: those of dist/ that the page asks for by name. */
export async function singleFile({ html, parts, shell, files }) {
  const { oneFile, oneFilePolicy } = await imported('web/shell/one_file.ts');
  return oneFile({
    html,
    policy: oneFilePolicy(sourcesOf(parts), hashSource(shell)),
    script: shell,
    files: files.map((name) => [name, carriedText(`dist/${name}`)]),
  });
}
