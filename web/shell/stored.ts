// Data of eegate stored in this browser, found by its names: an origin is shared, and data of others are not touched.

import {
  databases as ownDatabases,
  isOwnCache,
  serviceWorkerScript,
  trainingDatabase,
} from '../offline/stored_names.js';
import type { StoreSize } from './protocol.js';

export async function listStored(): Promise<StoreSize[]> {
  const lists = await Promise.all([
    sizesOf(await databases(), databaseBytes, (name) =>
      name === trainingDatabase ? 'training' : 'database',
    ),
    sizesOf(await cacheNames(), cacheBytes, () => 'cache'),
  ]);
  return lists.flat().filter(({ bytes }) => bytes > 0);
}

/** Erases all of it. Rejects for what cannot be erased now because another tab is using it. */
export async function eraseStored(): Promise<void> {
  await Promise.all((await databases()).map(deleteDatabase));
  await Promise.all((await cacheNames()).map((name) => caches.delete(name)));
  await Promise.all((await ownServiceWorkers()).map((worker) => worker.unregister()));
}

async function sizesOf(
  names: string[],
  bytesOf: (name: string) => Promise<number>,
  kindOf: (name: string) => StoreSize['kind'],
): Promise<StoreSize[]> {
  return Promise.all(
    names.map(async (name) => ({
      kind: kindOf(name),
      name,
      bytes: await bytesOf(name).catch(() => 0),
    })),
  );
}

/** Those of eegate that are there; all of them where a browser cannot list what is there. */
async function databases(): Promise<string[]> {
  const isThere = await Promise.resolve()
    .then(() => indexedDB.databases())
    .then((list) => new Set(list.map(({ name }) => name)))
    .catch(() => null);
  return ownDatabases.filter((name) => isThere?.has(name) ?? true);
}

async function databaseBytes(name: string): Promise<number> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort(); // it was not there, and is not made by asking
  const db = await settled(request);
  try {
    const stores = [...db.objectStoreNames];
    if (!stores.length) return 0;
    const transaction = db.transaction(stores, 'readonly');
    const contents = await Promise.all(
      stores.map((store) => settled(transaction.objectStore(store).getAll())),
    );
    return contents.flat().reduce((sum: number, value) => sum + bytesIn(value), 0);
  } finally {
    db.close();
  }
}

/** About what a stored value takes; blobs count although they are not read. */
export function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Blob) return value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + bytesIn(item), 0);
}

async function deleteDatabase(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name);
  request.onblocked = () => undefined; // it goes on as soon as the other tab lets go
  await settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('', 'UnknownError'));
  });
}

async function cacheNames(): Promise<string[]> {
  const names = 'caches' in globalThis ? await caches.keys().catch(() => []) : [];
  return names.filter(isOwnCache);
}

async function cacheBytes(name: string): Promise<number> {
  const responses = await (await caches.open(name)).matchAll();
  const blobs = await Promise.all(responses.map((response) => response.blob()));
  return blobs.reduce((sum, { size }) => sum + size, 0);
}

/** The one of this page: another page of the same host may be eegate, too, or something else. */
async function ownServiceWorkers(): Promise<readonly ServiceWorkerRegistration[]> {
  const own = new URL(serviceWorkerScript, document.baseURI).href;
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  return all.filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker?.scriptURL === own),
  );
}
