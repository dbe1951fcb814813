// npm run gallery: the components of the page in their states, with made-up data: built by Vite from web/gallery into
// build/gallery/site, shown in several looks, checked by axe, and photographed into build/gallery/pictures.
import { atRoot, isMain, main, Failure, status } from './shared.mjs';

/** No engine runs in the gallery: the JavaScript of the wasm modules is left out. */
const withoutGlue = {
  name: 'without-glue',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/core/glue.js') ? '\0no-glue' : null),
  load: (id) => (id === '\0no-glue' ? 'export default undefined' : null),
};

export async function buildGallery() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: atRoot('web/gallery'),
    base: './',
    logLevel: 'error',
    plugins: [withoutGlue],
    define: {
      EEGATE_BUILD_ID: '"gallery"',
      EEGATE_VERSION: '"gallery"',
      EEGATE_HAS_FILES_BESIDE: 'true',
      EEGATE_WASM_SHA256: '{}',
    },
    worker: { format: 'es', plugins: () => [withoutGlue] },
    build: {
      target: 'es2022',
      outDir: atRoot('build/gallery/site'),
      emptyOutDir: true,
      chunkSizeWarningLimit: 5000,
    },
  });
}

/** The exit code of the checks. */
export async function gallery({ report } = {}) {
  await buildGallery();
  return status('playwright', ['test', '--config=tests/gallery'], {
    env: report ? { EEGATE_REPORT: report } : {},
  });
}

if (isMain(import.meta.url))
  main(async () => {
    if ((await gallery()) !== 0) throw new Failure('The gallery has faults');
  });
