// What this page has stored in the browser, whoever of its parts did: found by looking, not by remembering.

import { words } from './words/index.js';

const said = words.privacy.stores;

export interface Stored {
  what: string;
  bytes: number;
}

const trainingStore = 'eegate-training';
/** Databases of browsers that cannot list them. */
const knownDatabases = [trainingStore];

export async function listStored(): Promise<Stored[]> {
  const lists = await Promise.all([
    sizesOf(await databases().catch(() => []), databaseBytes, (name) =>
      name === trainingStore ? said.training : said.database(name),
    ),
    sizesOf(await cacheNames(), cacheBytes, said.cache),
    webStorage(),
  ]);
  return lists.flat().filter(({ bytes }) => bytes > 0);
}

/** Everything, at once. What cannot be erased now (another tab is using it) rejects. */
export async function eraseStored(): Promise<void> {
  await Promise.all((await databases()).map(deleteDatabase));
  await Promise.all((await cacheNames()).map((name) => caches.delete(name)));
  for (const storage of webStorages()) storage.clear();
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

async function sizesOf(
  names: string[],
  bytesOf: (name: string) => Promise<number>,
  inWords: (name: string) => string,
): Promise<Stored[]> {
  return Promise.all(
    names.map(async (name) => ({ what: inWords(name), bytes: await bytesOf(name).catch(() => 0) })),
  );
}

async function databases(): Promise<string[]> {
  if (!indexedDB.databases) return knownDatabases;
  return (await indexedDB.databases()).map(({ name }) => name ?? '').filter(Boolean);
}

async function databaseBytes(name: string): Promise<number> {
  const db = await settled(indexedDB.open(name));
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
    request.onerror = () => reject(request.error ?? new Error(words.errors.storageFails));
  });
}

async function cacheNames(): Promise<string[]> {
  return 'caches' in globalThis ? caches.keys().catch(() => []) : [];
}

async function cacheBytes(name: string): Promise<number> {
  const responses = await (await caches.open(name)).matchAll();
  const blobs = await Promise.all(responses.map((response) => response.blob()));
  return blobs.reduce((sum, { size }) => sum + size, 0);
}

/** None in a frame without an origin of its own. */
function webStorages(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}

function webStorage(): Stored[] {
  const sizes = webStorages().map((storage) =>
    Object.entries(storage).reduce(
      (sum, [key, value]) => sum + key.length + String(value).length,
      0,
    ),
  );
  return [{ what: said.choices, bytes: sizes.reduce((a, b) => a + b, 0) }];
}
