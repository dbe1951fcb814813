// dist/THIRD_PARTY.txt: the licences of what is linked and bundled into the files beside it, as their authors wrote them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure, atRoot, tools } from '../shared.mjs';
import { linkedNatively, thirdParties } from './third_parties.mjs';

/** Where a text may stand; of sources, where setup unpacked them or CMake cloned them. Asked late: setup has to run before. */
function placesOf({ source, file }) {
  if (!source) return [resolve(atRoot('.'), file)];
  const folder = tools().sources;
  const cloned = atRoot('build/wasm/_deps', `${source}-src`, file);
  return [...(folder ? [join(folder, source, file)] : []), cloned];
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

  /** As package-lock.json names them. */
  keys() {
    return [...this.#folders].map((folder) => folder.slice(folder.indexOf('node_modules/'))).sort();
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

function textOf(name, text) {
  const places = placesOf(text);
  const path = places.find((one) => existsSync(one));
  if (!path) throw new Failure(`the licence of ${name} is not in ${places.join(' or ')}`);
  return readFileSync(path, 'utf8').trim();
}

const noticesOf = (parties) =>
  parties.map(({ name, place, texts }) =>
    titled(place ? `${name} (${place})` : name, texts.map((one) => textOf(name, one)).join('\n\n')),
  );

/** For the commands of a release, which hold other libraries than the page. */
export function writeNativeNotices(file) {
  const head =
    'eegate is Apache-2.0. Its commands are linked with the following; sources and build files of eegate let anyone link them anew.\n';
  writeFileSync(file, [head, ...noticesOf(linkedNatively)].join('\n\n'));
}

export function writeNotices(packages) {
  const texts = noticesOf(thirdParties);
  const bundled = packages.notices().map(({ name, text }) => titled(name, text));
  const head = 'eegate is Apache-2.0. Its files hold parts of the following.\n';
  writeFileSync(atRoot('dist/THIRD_PARTY.txt'), [head, ...bundled, ...texts].join('\n\n'));
}
