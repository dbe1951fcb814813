// What the benchmarks in a page share: a server, a browser, medians, the line that names machine and versions.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { Failure, atRoot, run } from '../scripts/shared.mjs';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
export const jsonLines = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What a program in the build folder prints. */
export const printedBy = (program, args = []) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Builds one target of a preset with -DEEGATE_BENCH=ON. */
export async function buildBenchmark(preset, ...targets) {
  await run('cmake', ['--preset', preset, '-DEEGATE_BENCH=ON'], { quiet: true });
  await run('cmake', ['--build', '--preset', preset, '--target', ...targets], { quiet: true });
}

/**
 * A server that answers `folders` ({ '/prefix/': folder }) and pages: `html(path)` or an empty one at '/'. They are cross-origin
 * isolated, so that their clock has steps of 5 microseconds.
 */
export async function serveFolders(folders, html = () => null) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.split('?')[0]);
    const page = html(path) ?? (path === '/' ? '<!doctype html><title>bench</title>' : null);
    const prefix = Object.keys(folders).find((start) => path.startsWith(start));
    const file = prefix && join(folders[prefix], path.slice(prefix.length));
    const found = page !== null || (file && existsSync(file));
    response.writeHead(found ? 200 : 404, {
      'content-type':
        page !== null ? 'text/html' : (types[extname(path)] ?? 'application/octet-stream'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    if (page !== null || !found) response.end(page ?? '');
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export const launchChromium = () =>
  chromium.launch({
    executablePath: installedChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

/** An empty page whose window has loaded its own parts, which take both cores for a second when it opens. `opener`: browser or context. */
export async function openedWindow(opener, options = {}) {
  const page = await opener.newPage(options);
  await page.waitForTimeout(1500);
  return page;
}

/** What `body` makes of a page of such a server, and the browser's version. */
export async function withPage(folders, body) {
  const server = await serveFolders(folders);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(String(error)));
    await page.goto(server.url);
    return { result: await body(page), version: browser.version() };
  } finally {
    await browser.close();
    server.close();
  }
}

/** Folders of the peers that are there; a Failure names what is missing. */
export function peerFolder(peers, name) {
  const folder = join(peers, name);
  if (!existsSync(folder))
    throw new Failure(`${name} is not there: npm ci --prefix bench, or --peers=NODE_MODULES`);
  return folder;
}

/** A folder of NAME.eegate.safetensors with weights from a seed, and of NAME.onnx from them. */
export function seededModels(onnx = [], build = atRoot('build/native-release')) {
  const folder = mkdtempSync(join(tmpdir(), 'eegate-bench-'));
  const program = (name) => join(build, name);
  printedBy(program('eegate_bench_models'), [`--write=${folder}`]);
  for (const name of onnx) {
    const file = join(folder, name);
    printedBy(program('eegate'), ['export', `${file}.eegate.safetensors`, '-o', `${file}.onnx`]);
  }
  return folder;
}

export function installedChromium() {
  const tools = atRoot('.eegate-tools.json');
  return existsSync(tools) ? JSON.parse(readFileSync(tools, 'utf8')).chromium : undefined;
}

/** What a program of a WebAssembly preset prints when a page of Chromium runs it: { text, version }. */
export async function printedInPage(preset, name) {
  const folders = { '/build/': atRoot('build', preset) };
  const { result, version } = await withPage(folders, (page) =>
    page.evaluate(async (file) => {
      const { default: load } = await import(`/build/${file}`);
      const lines = [];
      const module = await load({ print: (line) => lines.push(line) });
      module.callMain([]);
      return lines.join('\n');
    }, `${name}.mjs`),
  );
  return { text: result, version };
}

export const machine = () => `${cpus().length} cores, ${cpus()[0].model.trim()}`;

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A result file anew; what stands there below "## Notes" is kept. */
export function writeResults(name, text) {
  const file = atRoot('bench/results', name);
  const notes = /^## Notes[^]*/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[0];
  writeFileSync(file, text + (notes ? `\n${notes}` : ''));
}

/** Python as Debian has it, where PyTorch and SciPy are installed for it. */
export const systemPython = () => (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');
