// Where an encrypted run lies: in IndexedDB of this browser, its key in a store apart from its values.
import { EegateError } from '../../api/index.js';
import { trainingDatabase } from '../../offline/stored_names.js';
import { words } from '../words/index.js';

const said = words.train.kept;
const version = 2; // 1 was not encrypted
const [keys, values] = ['key', 'values'];
const theKey = 'key';

/** Values by name, each of them encrypted, and the key. */
export interface Sealed {
  key: CryptoKey;
  values: Record<string, Blob>;
}

/** Rejects when storage is full or denied. */
export interface RunStorage {
  /** Null when there is none, or no key to it. */
  load(): Promise<Sealed | null>;
  /** In place of what was there, all of it or nothing. */
  begin(sealed: Sealed): Promise<void>;
  /** Together; nothing is written once the key is gone. */
  put(changed: Record<string, Blob>): Promise<void>;
  /** The key first, so that what follows it, and what may stay on the disk, is noise. */
  clear(): Promise<void>;
}

export function browserStorage(): RunStorage {
  return {
    async load() {
      const [key, names, blobs] = await transact('readonly', [keys, values], ([key, data]) => [
        key!.get(theKey),
        data!.getAllKeys(),
        data!.getAll(),
      ]);
      if (!key) return null;
      const all = (names as string[]).map((name, i) => [name, (blobs as Blob[])[i]!]);
      return { key: key as CryptoKey, values: Object.fromEntries(all) as Record<string, Blob> };
    },
    async begin(sealed) {
      await transact('readwrite', [keys, values], ([key, data]) => [
        data!.clear(),
        key!.put(sealed.key, theKey),
        ...putAll(data!, sealed.values),
      ]);
    },
    async put(changed) {
      await transact('readwrite', [keys, values], ([key, data]) => {
        const asked = key!.count(theKey);
        asked.onsuccess = () => asked.result > 0 && putAll(data!, changed);
        return [asked];
      });
    },
    async clear() {
      await transact('readwrite', [keys], ([key]) => [key!.clear()]);
      await transact('readwrite', [values], ([data]) => [data!.clear()]);
    },
  };
}

const putAll = (store: IDBObjectStore, all: Record<string, Blob>) =>
  Object.entries(all).map(([name, value]) => store.put(value, name));

/** All requests or none. What they answered, once it is on the disk. */
async function transact(
  mode: IDBTransactionMode,
  names: string[],
  body: (stores: IDBObjectStore[]) => IDBRequest[],
): Promise<unknown[]> {
  try {
    const db = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = db.transaction(names, mode, { durability: 'strict' });
        const requests = body(names.map((name) => transaction.objectStore(name)));
        transaction.oncomplete = () => resolve(requests.map(({ result }) => result as unknown));
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      db.close();
    }
  } catch (thrown) {
    throw inWords(thrown);
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(trainingDatabase, version);
    request.onupgradeneeded = () => {
      const db = request.result;
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      for (const name of [keys, values]) db.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException(said.blocked, 'InvalidStateError'));
  });
}

function inWords(thrown: unknown): EegateError {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'QuotaExceededError')
    return new EegateError({ code: 'STORAGE_FULL', message: said.full }, thrown);
  const message =
    name === 'SecurityError' || name === 'InvalidStateError' || name === 'UnknownError'
      ? said.denied
      : said.fails(thrown instanceof Error ? thrown.message : String(thrown));
  return new EegateError({ code: 'STORAGE_DENIED', message }, thrown);
}
