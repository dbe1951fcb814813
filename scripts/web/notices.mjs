// dist/THIRD_PARTY.txt: the licences of what is linked and bundled into the files beside it, as their authors wrote them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure, atRoot, tools } from '../shared.mjs';

// Read when asked for: setup says where sources are, and it has not run yet when this module is loaded.
const linked = () => [
  { name: 'Highway (wasm)', files: sources('highway', 'LICENSE-BSD3') },
  { name: 'yyjson (wasm)', files: sources('yyjson', 'LICENSE') },
  // Distributions leave its licence out of the folder of emcc.
  { name: 'Emscripten (worker and wasm)', files: [['scripts/web/licences/emscripten.txt']] },
];

/** Where a source may be: unpacked by setup, or cloned by CMake. */
function sources(name, file) {
  const folder = tools().sources;
  return [...(folder ? [[folder, name, file]] : []), ['build/wasm/_deps', `${name}-src`, file]];
}

/** The packages that bundles are made of, as the bundler tells: nobody has to remember to list one. */
export class BundledPackages {
  #folders = new Set();

  /** For every build whose output is published. */
  plugin() {
    return {
      name: 'bundled-packages',
      setup: ({ initialOptions, onEnd }) => {
        initialOptions.metafile = true;
        const at = initialOptions.absWorkingDir ?? process.cwd();
        onEnd(({ metafile }) => this.#add(metafile, at));
      },
    };
  }

  #add(metafile, at) {
    for (const { inputs } of Object.values(metafile?.outputs ?? {}))
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = /^.*\bnode_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [];
        if (folder && bytesInOutput > 0) this.#folders.add(resolve(at, folder));
      }
  }

  notices() {
    const all = [...this.#folders].map((folder) => {
      const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const name = `${about.name} ${about.version}`;
      const text = noticeOf(folder);
      if (!text) throw new Failure(`${name} is bundled and has no licence in ${folder}`);
      return { name, text };
    });
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** The licence of a package, as its authors wrote it; null where there is none. */
export function noticeOf(folder) {
  const file = readdirSync(folder).find((name) =>
    /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name),
  );
  return file ? readFileSync(join(folder, file), 'utf8').trim() : null;
}

const titled = (name, text) => `${name}\n${'-'.repeat(name.length)}\n\n${text}\n`;

export function writeNotices(packages) {
  const texts = linked().map(({ name, files }) => {
    const paths = files.map(([first, ...rest]) =>
      first.startsWith('/') ? [first, ...rest].join('/') : atRoot(first, ...rest),
    );
    const path = paths.find((one) => existsSync(one));
    if (!path) throw new Failure(`the licence of ${name} is not in ${paths.join(' or ')}`);
    return titled(name, readFileSync(path, 'utf8').trim());
  });
  const bundled = packages.notices().map(({ name, text }) => titled(name, text));
  const head = 'eegate is Apache-2.0. Its files hold parts of the following.\n';
  writeFileSync(atRoot('dist/THIRD_PARTY.txt'), [head, ...bundled, ...texts].join('\n\n'));
}
