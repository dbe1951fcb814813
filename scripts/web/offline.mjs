// What makes the page installable and lets it start without a network: icons, manifest, and the service worker with the name
// and hash of every file that the page may ask for.
import { readFileSync, writeFileSync } from 'node:fs';
import { atRoot, filesBelow, sha256 } from '../shared.mjs';
import { iconPng } from './icons.mjs';

const sizes = [192, 512];
const icon = (size) => `icon-${size}.png`;

const notOfThePage =
  /\.(map|ts|txt)$|^(types\/|eegate\.html$|custom-elements\.json$)|^eegate(-(?!worker)[a-z-]+)?\.js$/;

/** Last of all: it lists what is in dist/. */
export async function writeOffline(options, buildId) {
  for (const size of sizes) writeFileSync(atRoot('dist', icon(size)), iconPng(size));
  writeFileSync(atRoot('dist/manifest.webmanifest'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const { build } = await import('esbuild');
  await build({
    ...options,
    entryPoints: [{ out: 'service-worker', in: 'web/offline/service_worker.ts' }],
    sourcemap: false,
    define: { EEGATE_OFFLINE: JSON.stringify({ build: buildId, files: pageFiles() }) },
  });
}

/** Hashes by name. */
function pageFiles() {
  const names = filesBelow('dist')
    .map((file) => file.slice('dist/'.length))
    .filter((name) => !notOfThePage.test(name) && name !== 'service-worker.js');
  return Object.fromEntries(
    names.map((name) => [name, sha256(readFileSync(atRoot('dist', name)))]),
  );
}

function manifest() {
  return {
    name: 'eegate: EEG classification in the browser',
    short_name: 'eegate',
    description: 'Open an EEG recording and classify it with a transformer, all inside this page.',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#f4f6f8',
    theme_color: '#1d5fa8',
    icons: [
      { src: 'icon.svg', type: 'image/svg+xml', sizes: 'any' },
      ...sizes.map((size) => ({
        src: icon(size),
        type: 'image/png',
        sizes: `${size}x${size}`,
        purpose: 'any maskable',
      })),
    ],
  };
}
