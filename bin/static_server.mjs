// Files of a folder for browsers, as static hosts give them: no special headers.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/**
 * To this machine alone. `index` is the file of a path that ends in a slash. Rejects with what the system says, as when the port
 * is in use.
 * @param {{ port: number, folder: string, index?: string }} options
 */
export async function serveFolder({ port, folder, index = 'index.html' }) {
  const server = createServer((request, response) => answer({ folder, index }, request, response));
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function answer(served, request, response) {
  const refuse = (code) =>
    response.writeHead(code, { 'content-type': 'text/plain' }).end(`${code}\n`);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const file = fileOf(served, request.url);
  const found = file && (await stat(file).catch(() => null));
  if (!found?.isFile()) return refuse(404);
  const packed = accepts(request) && shrinks.has(extname(file)) && (await packedFile(file, found));
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': packed ? packed.length : found.size,
    ...(packed && { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    'cache-control': 'no-cache', // names are stable, contents are not
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*', // pages of other origins may embed it, as with any static host
  });
  if (request.method === 'HEAD') return response.end();
  if (packed) return response.end(packed);
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

const accepts = (request) => /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
const shrinks = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.wasm', '.svg']);
const packedFiles = new Map(); // path -> what it was when it was packed, and the bytes

/** As static hosts do; every version of a file once. */
async function packedFile(file, { size, mtimeMs }) {
  const kept = packedFiles.get(file);
  if (kept?.size === size && kept.mtimeMs === mtimeMs) return kept.bytes;
  const bytes = await promisify(gzip)(await readFile(file));
  packedFiles.set(file, { size, mtimeMs, bytes });
  return bytes;
}

/** The file of a request's path, or null where the path leaves the folder. */
function fileOf({ folder, index }, url) {
  try {
    let path = decodeURIComponent(url.split(/[?#]/)[0]);
    if (path.endsWith('/')) path += index;
    const file = normalize(folder + path);
    return file.startsWith(folder + sep) && !path.includes('\0') ? file : null;
  } catch {
    return null; // a malformed %-escape
  }
}
