// Bundles web/ and the wasm modules of build/ into the static site dist/. Does nothing when no input changed.
//   dist/index.html, shell.js                                           the shell, and what it starts in a frame:
//   dist/page.js, german.js, page.css and what web/page/public holds               the page
//   dist/eegate.html                                                    the page with all it needs in one file
//   dist/manifest.webmanifest, icon-*.png, service-worker.js            what makes it installable and lets it start without a network
//   dist/eegate*.js, eegate*.d.ts, eegate*.wasm, custom-elements.json   the library: scripts/web/library.mjs
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { atRoot, filesBelow, hashOf, isMain, main, sha256 } from './shared.mjs';
import { moduleNames, takeCore, wasmFile } from './web/core.mjs';
import { bundleInline, bundleLibrary, declareTypes } from './web/library.mjs';
import { firstScreen } from './web/first_screen.mjs';
import { BundledPackages, writeNotices } from './web/notices.mjs';
import { writeMaterials } from './web/materials.mjs';
import { writeOffline } from './web/offline.mjs';
import { pageFiles, pageParts, shellDefines, writePage } from './web/page.mjs';
import { singleFile } from './web/single_file.mjs';
import { markWasm } from './web/wasm_mark.mjs';

const wasmFiles = moduleNames.flatMap((name) =>
  ['simd', 'relaxed'].map((backend) => wasmFile(name, backend)),
);
export async function buildWeb() {
  await takeCore();
  const inputs = [
    ...filesBelow('web', (file) => !file.endsWith('.test.ts')),
    ...[
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      ...filesBelow('scripts/web'),
      'scripts/build-web.mjs',
      ...wasmFiles,
    ],
  ];
  const buildId = hashOf(inputs);
  /** Of the library: the page may change without it. */
  const libraryId = hashOf(
    inputs.filter((file) => !/^web\/(page|shell|offline|gallery)\//.test(file)),
  );
  const stamp = atRoot('build/web.stamp');
  if (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === buildId &&
    existsSync(atRoot('dist/index.html'))
  )
    return;

  rmSync(stamp, { force: true });
  rmSync(atRoot('dist'), { recursive: true, force: true });
  mkdirSync(atRoot('dist'), { recursive: true });
  const packages = new BundledPackages();
  const modules = markedModules(libraryId);
  const options = { ...bundlerOptions(libraryId, modules), plugins: [packages.plugin()] };
  await bundleLibrary(options);
  await declareTypes();
  for (const [name, bytes] of Object.entries(modules)) writeFileSync(atRoot('dist', name), bytes);
  if (existsSync(atRoot('web/page/public')))
    cpSync(atRoot('web/page/public'), atRoot('dist'), { recursive: true });
  const wasm = Object.keys(modules).filter((name) => !name.includes('predict'));
  const engineFiles = ['eegate-worker.js', ...wasm];
  await bundlePage(options, buildId, engineFiles);
  await bundleInline(options, engineFiles);
  await writeOffline(options, buildId);
  writeNotices(packages);
  writeMaterials(packages);
  writeFileSync(stamp, buildId);
  reportSizes();
}

/** index.html, shell.js, page.js, page.css and eegate.html. */
async function bundlePage(options, buildId, engineFiles) {
  const parts = await pageParts((entry, more) => bundledText(entry, { ...options, ...more }));
  writeFileSync(atRoot('dist/page.js'), parts.code);
  writeFileSync(atRoot('dist/german.js'), parts.german);
  writeFileSync(atRoot('dist/page.css'), parts.style);
  const files = pageFiles(engineFiles);
  const define = { ...options.define, ...shellDefines(parts, files) };
  const bundled = await bundledText('web/shell/main.ts', { ...options, define });
  const shell = bundled.replaceAll('<!--', '\\x3C!--'); // inside a document the parser of HTML would take it for a comment
  const html = readFileSync(atRoot('web/page/index.html'), 'utf8')
    .replaceAll('__EEGATE_BUILD_ID__', buildId)
    .replace('__FIRST_SCREEN__', await firstScreen())
    .replace(
      '<link rel="stylesheet" href="./page.css" />',
      () => `<style>${parts.firstStyle}</style>`,
    );
  // Some browsers ask for the icon again whenever the address changes: inside the page it costs no request.
  const icon = readFileSync(atRoot('web/page/public/icon.svg')).toString('base64');
  const hosted = html.replace('href="./icon.svg"', `href="data:image/svg+xml;base64,${icon}"`);
  writePage(hosted, parts, shell);
  const single = await singleFile({ html: hosted, parts, shell, files });
  writeFileSync(atRoot('dist/eegate.html'), single);
}

/** The wasm modules as they are published, by the names of their files. */
function markedModules(libraryId) {
  const marked = (file) => markWasm(readFileSync(atRoot(file)), libraryId);
  return Object.fromEntries(wasmFiles.map((file) => [file.split('/').pop(), marked(file)]));
}

function bundlerOptions(libraryId, modules) {
  const { version } = JSON.parse(readFileSync(atRoot('package.json'), 'utf8'));
  return {
    absWorkingDir: atRoot(),
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    charset: 'utf8',
    legalComments: 'none',
    define: {
      EEGATE_BUILD_ID: JSON.stringify(libraryId),
      EEGATE_VERSION: JSON.stringify(version),
      EEGATE_HAS_FILES_BESIDE: 'true',
      EEGATE_WASM_SHA256: JSON.stringify(
        Object.fromEntries(Object.entries(modules).map(([name, bytes]) => [name, sha256(bytes)])),
      ),
    },
    logLevel: 'warning',
  };
}

/** One entry point with all it imports, sooner or later, as text. */
async function bundledText(entry, options) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...options,
    entryPoints: [entry],
    sourcemap: false,
    write: false,
  });
  return outputFiles[0].text;
}

function reportSizes() {
  for (const file of filesBelow('dist', (name) => /\.(js|css|html|wasm)$/.test(name))) {
    const bytes = readFileSync(atRoot(file));
    const kb = (n) => `${(n / 1024).toFixed(1)} KB`.padStart(10);
    console.log(`${kb(bytes.length)} ${kb(gzipSync(bytes).length)} gzip  ${file}`);
  }
}

if (isMain(import.meta.url)) main(buildWeb);
