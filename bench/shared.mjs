// What the benchmarks in a page share: a server, a browser, medians, the line that names machine and versions.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { atRoot, run } from '../scripts/shared.mjs';

const types = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm' };

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
export async function buildBenchmark(preset, target) {
  await run('cmake', ['--preset', preset, '-DEEGATE_BENCH=ON'], { quiet: true });
  await run('cmake', ['--build', '--preset', preset, '--target', target], { quiet: true });
}

/**
 * A page of a server that answers `folders` ({ '/prefix/': folder }). It is cross-origin isolated, so that its clock has steps of
 * 5 microseconds.
 */
export async function withPage(folders, body) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url.split('?')[0]);
    const prefix = Object.keys(folders).find((start) => path.startsWith(start));
    const file = prefix && join(folders[prefix], path.slice(prefix.length));
    const found = path === '/' || (file && existsSync(file));
    response.writeHead(found ? 200 : 404, {
      'content-type':
        path === '/' ? 'text/html' : (types[extname(path)] ?? 'application/octet-stream'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    if (path === '/' || !found) response.end('<!doctype html><title>bench</title>');
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: installedChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return { result: await body(page), version: browser.version() };
  } finally {
    await browser.close();
    server.close();
  }
}

function installedChromium() {
  const tools = atRoot('.eegate-tools.json');
  return existsSync(tools) ? JSON.parse(readFileSync(tools, 'utf8')).chromium : undefined;
}

export const machine = () => `${cpus().length} cores, ${cpus()[0].model.trim()}`;

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
