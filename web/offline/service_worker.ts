// Caches the files of the page, all of one build, so that it starts without a network. It compares their hashes whenever it stores or
// serves one, because any script of this origin can write to the cache. It neither answers nor stores any other request.

import { isOwnCache, pageCachePrefix } from './stored_names.js';

declare const EEGATE_OFFLINE: { build: string; files: Record<string, string> };

interface Lasting extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Tab {
  postMessage(message: unknown, transfer: Transferable[]): void;
}
interface Scope extends EventTarget {
  registration: { scope: string; unregister(): Promise<boolean> };
  clients: { matchAll(options: object): Promise<Tab[]>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

const scope = globalThis as unknown as Scope;
const { build, files } = EEGATE_OFFLINE;
const cacheName = pageCachePrefix + build;
/** A tab has opened a recording: nothing is fetched while it is open. */
const stopped = new AbortController();

scope.addEventListener('install', (event) => (event as Lasting).waitUntil(install()));
scope.addEventListener('activate', (event) => (event as Lasting).waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const { data } = event as MessageEvent;
  if (data === 'activate') (event as unknown as Lasting).waitUntil(replaceTheOld());
  if (data === 'stop') stopped.abort();
});
scope.addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  const name = nameOf(request);
  if (name !== null) (event as Fetching).respondWith(answer(name, request));
});

/** All files or none: during an upload, files of another build have other hashes. */
async function install(): Promise<void> {
  if (!(await mayFetch())) throw new Error('A recording is open: the next visit installs');
  const responses = await Promise.all(Object.entries(files).map(fetched));
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(responses.map(([name, response]) => cache.put(addressOf(name), response)));
  } catch (thrown) {
    await caches.delete(cacheName); // the storage is full: half a page is none
    throw thrown;
  }
}

/** Whether no tab of the page has a recording open. One that does not answer is asleep, or of an older version. */
async function mayFetch(): Promise<boolean> {
  const tabs = await openTabs();
  const answers = tabs.map(
    (tab) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data === true);
        tab.postMessage('may-fetch', [port2]);
        setTimeout(() => resolve(true), longestAnswerMs);
      }),
  );
  return (await Promise.all(answers)).every((may) => may);
}

const longestAnswerMs = 1000;
const openTabs = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function fetched([name, wanted]: [string, string]): Promise<[string, Response]> {
  const response = await fetch(addressOf(name), { cache: 'no-cache', signal: stopped.signal });
  const bytes = await response.clone().arrayBuffer();
  if (!response.ok || (await hashOf(bytes)) !== wanted)
    throw new Error(`${name} is not of build ${build}`);
  return [name, response];
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (isOwnCache(name) && name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

/** Unless another tab still uses the files of the old build. */
async function replaceTheOld(): Promise<void> {
  const open = await openTabs();
  if (open.length <= 1) await scope.skipWaiting();
}

/** The name of a file of the page, or null: the browser handles all other requests. */
function nameOf(request: Request): string | null {
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return null;
  const [path = ''] = request.url.slice(scope.registration.scope.length).split(/[?#]/);
  const name = decodeURIComponent(path) || 'index.html';
  return Object.hasOwn(files, name) ? name : null;
}

async function answer(name: string, request: Request): Promise<Response> {
  const stored = await storedFile(name);
  if (stored) return stored;
  // A file of the cache is missing, or is not what the build made. The next visit begins as the first one did.
  await caches.delete(cacheName);
  await scope.registration.unregister();
  return fetch(request);
}

/** Headers are not taken from the cache: they say how a browser reads the bytes, and no hash covers them. */
async function storedFile(name: string): Promise<Response | null> {
  const stored = await caches.open(cacheName).then((cache) => cache.match(addressOf(name)));
  if (!stored) return null;
  const bytes = await stored.arrayBuffer();
  if ((await hashOf(bytes)) !== files[name]) return null;
  const ending = name.slice(name.lastIndexOf('.'));
  const type = mediaTypes[ending] ?? 'application/octet-stream';
  return new Response(bytes, { headers: { 'content-type': type } });
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

const addressOf = (name: string) => new URL(name, scope.registration.scope).href;
