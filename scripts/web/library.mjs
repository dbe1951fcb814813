// The npm package's files in dist/: one ES module per entry, so that whoever takes one file takes one file.
//   eegate.js            the library; finds worker and wasm beside itself      eegate-edf.js          headers and samples, no wasm
//   eegate-inline.js     the same with worker and wasm inside                 eegate-elements.js     custom elements
//   eegate-anywidget.js  the elements in the shape of an anywidget            eegate-single-file.js  where eegate.html is
//   eegate-glue.js       what eegate.js needs besides in Node, where an engine runs without a worker, and to look into a model,
//                        cut epochs without one, and compare models
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { atRoot, run } from '../shared.mjs';
import { publishedFrom } from './declarations.mjs';
import { rolledUp } from './rollup_types.mjs';

const modules = {
  eegate: 'web/api/index.ts',
  'eegate-edf': 'web/edf/index.ts',
  'eegate-single-file': 'web/entries/single_file.ts',
};
const withElements = {
  'eegate-elements': 'web/elements/index.ts',
  'eegate-anywidget': 'web/entries/anywidget.ts',
};
// A classic script: from memory, some browsers start no module in a sandboxed frame.
const scripts = { 'eegate-worker': 'web/worker/engine_worker.ts' };

const pointsOf = (entries) => Object.entries(entries).map(([out, source]) => ({ out, in: source }));

/**
 * What web/api and web/worker import when they need it is in eegate-glue.js. It is a fifth of eegate.js otherwise, and only Node, pages
 * without workers, the simulated headset, explanations, inspections, epochs, own annotations and comparisons need it: eegate-worker.js holds its own.
 */
const glueBeside = {
  name: 'glue-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './eegate-glue.js', external: true } : undefined,
    );
  },
};
const glue = `
  export { localConnection } from './web/worker/local_connection.js';
  export { fileOnDisk, wholeFile } from './web/api/file_on_disk.js';
  export { connected } from './web/api/live/headset_adapter.js';
  export { SimulatedHeadset } from './web/api/live/simulated_device.js';
  export { compareModels } from './web/api/comparison.js';
  export { explainOn } from './web/api/explanation.js';
  export { checkedCopies, holdWhile } from './web/api/annotations.js';
  export { prepareEpochs } from './web/api/epochs.js';
  export { checkQuery, Inspection, inspectRequest, partsRequest } from './web/api/inspection.js';
  export { binsOf, checkBands, fallsOf, withoutBands } from './web/api/band_occlusion.js';
  export { default } from './web/worker/core/glue.js';`;

/** The errors of eegate-glue.js are those of eegate.js, which has loaded it. */
const errorsOfLibrary = {
  name: 'errors-of-library',
  setup({ onResolve }) {
    // Without side effects: names that nothing uses are not imported, since eegate.js exports EegateError alone.
    onResolve({ filter: /\/error\.js$/ }, () => ({
      ...{ path: './eegate.js', external: true, sideEffects: false },
    }));
  },
};

/** Without source maps: a comment that names a file which is not published is a warning in somebody else's build. */
export async function bundleLibrary(pageOptions) {
  const options = { ...pageOptions, sourcemap: false };
  const { build } = await import('esbuild');
  const plugins = [...options.plugins, glueBeside];
  await build({ ...options, entryPoints: pointsOf(modules), plugins });
  await build({
    ...options,
    outdir: undefined,
    outfile: atRoot('dist/eegate-glue.js'),
    stdin: { contents: glue, resolveDir: atRoot() },
    plugins: [...options.plugins, errorsOfLibrary],
  });
  // Node starts no worker: what is for Node alone is left out.
  const define = { ...options.define, process: 'undefined', 'globalThis.process': 'undefined' };
  await build({ ...options, define, entryPoints: pointsOf(scripts), format: 'iife' });
  const inject = [atRoot('web/elements/dom_stubs.ts')];
  await build({ ...options, entryPoints: pointsOf(withElements), inject });
  for (const name of [...Object.keys({ ...modules, ...withElements }), 'eegate-glue'])
    keepFromBundlers(name);
  copyFileSync(atRoot('web/elements/custom-elements.json'), atRoot('dist/custom-elements.json'));
}

/** Node's own modules are imported by a name in a variable; other bundlers ask for these words, which minifying takes away. */
function keepFromBundlers(name) {
  const file = atRoot('dist', `${name}.js`);
  const words = 'import(/* webpackIgnore: true */ /* @vite-ignore */ $1)';
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /\bimport\(([\w$]+|"node:[\w/]+"|\["node","\w+"\]\.join\(":"\))\)/g,
      words,
    ),
  );
}

/** After worker and wasm: they go into it. */
export async function bundleInline(options, engineFiles) {
  const { build } = await import('esbuild');
  const files = Object.fromEntries(engineFiles.map((name) => [name, carriedText(`dist/${name}`)]));
  const define = {
    ...options.define,
    EEGATE_FILES: JSON.stringify(files),
    EEGATE_HAS_FILES_BESIDE: 'false',
  };
  const entryPoints = [{ out: 'eegate-inline', in: 'web/entries/inline.ts' }];
  await build({ ...options, entryPoints, define, sourcemap: false });
  keepFromBundlers('eegate-inline');
}

/** A file as text that a script or page can carry: gzip in base64. web/api/gunzip_base64.ts reads it. */
export function carriedText(file) {
  let bytes = readFileSync(atRoot(file));
  if (file.endsWith('.js'))
    bytes = Buffer.from(bytes.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  return gzipSync(bytes, { level: 9 }).toString('base64');
}

/** Names of the package's entries, and the source of each, below web. */
export const entries = {
  eegate: 'api/index',
  'eegate-edf': 'edf/index',
  'eegate-elements': 'elements/types',
  'eegate-inline': 'entries/inline',
  'eegate-anywidget': 'entries/anywidget',
  'eegate-single-file': 'entries/single_file',
};

/** One file of declarations beside each module, which needs no other but that of the library. */
export async function declareTypes() {
  await run('tsc', ['--project', 'tsconfig.types.json']);
  const { default: ts } = await import('typescript');
  const read = (file) => readFileSync(atRoot(file), 'utf8');
  const fileOf = (name) => `dist/types/${entries[name]}.d.ts`;
  publishedFrom(Object.keys(entries).map(fileOf), read);
  for (const name of Object.keys(entries)) {
    const base = name === 'eegate' ? undefined : { from: './eegate.js', file: fileOf('eegate') };
    writeFileSync(atRoot('dist', `${name}.d.ts`), rolledUp(ts, fileOf(name), read, base));
  }
  rmSync(atRoot('dist/types'), { recursive: true });
  const worker =
    '/** The script of engine workers: to be started, not to be imported from. */\nexport {};\n';
  writeFileSync(atRoot('dist/eegate-worker.d.ts'), worker);
}
