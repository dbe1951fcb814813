// dist/THIRD_PARTY.txt: the licences of what is linked and bundled into the files beside it, as their authors wrote them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Failure, atRoot, tools } from '../shared.mjs';

// Read when asked for: setup says where sources are, and it has not run yet when this module is loaded.
const parts = () => [
  { name: 'Lit (page and elements)', files: [['node_modules/lit/LICENSE']] },
  { name: 'Highway (wasm)', files: sources('highway', 'LICENSE-BSD3') },
  { name: 'yyjson (wasm)', files: sources('yyjson', 'LICENSE') },
];

/** Where a source may be: unpacked by setup, or cloned by CMake. */
function sources(name, file) {
  const folder = tools().sources;
  return [...(folder ? [[folder, name, file]] : []), ['build/wasm/_deps', `${name}-src`, file]];
}

export function writeNotices() {
  const texts = parts().map(({ name, files }) => {
    const paths = files.map(([first, ...rest]) =>
      first.startsWith('/') ? [first, ...rest].join('/') : atRoot(first, ...rest),
    );
    const path = paths.find((one) => existsSync(one));
    if (!path) throw new Failure(`the licence of ${name} is not in ${paths.join(' or ')}`);
    return `${name}\n${'-'.repeat(name.length)}\n\n${readFileSync(path, 'utf8').trim()}\n`;
  });
  const head =
    'eegate is Apache-2.0. Its files hold parts of the following, and of the system libraries of Emscripten (MIT).\n';
  writeFileSync(atRoot('dist/THIRD_PARTY.txt'), [head, ...texts].join('\n\n'));
}
