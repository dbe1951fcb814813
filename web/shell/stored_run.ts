// The stored training run in IndexedDB: values encrypted by the frame, and their key in a separate store. Nothing leaves this browser.
import { trainingDatabase } from '../offline/stored_names.js';
import type { StoredRun } from './protocol.js';

const version = 2; // 1 was not encrypted
const [keys, values] = ['key', 'values'];
const theKey = 'key';

/** Null when there is none, or no key to it. */
export async function loadRun(): Promise<StoredRun | null> {
  const [key, names, blobs] = await transact('readonly', [keys, values], ([key, data]) => [
    key!.get(theKey),
    data!.getAllKeys(),
    data!.getAll(),
  ]);
  if (!key) return null;
  const all = (names as string[]).map((name, i) => [name, (blobs as Blob[])[i]!]);
  return { key: key as CryptoKey, values: Object.fromEntries(all) as Record<string, Blob> };
}

/** Replaces the stored run, completely or not at all. */
export async function beginRun(run: StoredRun): Promise<void> {
  await transact('readwrite', [keys, values], ([key, data]) => [
    data!.clear(),
    key!.put(run.key, theKey),
    ...putAll(data!, run.values),
  ]);
}

/** In one transaction; nothing is written after the key was deleted, and the answer is false. */
export async function updateRun(changed: Record<string, Blob>): Promise<boolean> {
  const [nKeys] = await transact('readwrite', [keys, values], ([key, data], fail) => {
    const asked = key!.count(theKey);
    asked.onsuccess = () => {
      try {
        if (asked.result > 0) putAll(data!, changed);
      } catch (thrown) {
        fail(thrown); // else it would be lost in the event
      }
    };
    return [asked];
  });
  return Number(nKeys) > 0;
}

/** Deletes the key first, so that data that remain on the disk cannot be read. */
export async function clearRun(): Promise<void> {
  await transact('readwrite', [keys], ([key]) => [key!.clear()]);
  await transact('readwrite', [values], ([data]) => [data!.clear()]);
}

const putAll = (store: IDBObjectStore, all: Record<string, Blob>) =>
  Object.entries(all).map(([name, value]) => store.put(value, name));

/** All requests or none; resolves with their results when they are on the disk. */
async function transact(
  mode: IDBTransactionMode,
  names: string[],
  body: (stores: IDBObjectStore[], fail: (thrown: unknown) => void) => IDBRequest[],
): Promise<unknown[]> {
  const db = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(names, mode, { durability: 'strict' });
      let failure: unknown = null;
      const fail = (thrown: unknown) => {
        failure = thrown;
        transaction.abort();
      };
      const requests = body(
        names.map((name) => transaction.objectStore(name)),
        fail,
      );
      transaction.oncomplete = () => resolve(requests.map(({ result }) => result as unknown));
      transaction.onabort = () => reject((failure ?? transaction.error) as Error);
    });
  } finally {
    db.close();
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
    request.onblocked = () => reject(new DOMException('', 'BlockedError'));
  });
}

/** The lock to store a run, which one tab of this browser has at a time. */
export class RunLock {
  #release: (() => void) | null = null;

  /** False if another tab has it. */
  async take(): Promise<boolean> {
    if (this.#release) return true;
    if (!navigator.locks) return true; // pages without a secure context: there is no way to ask
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(trainingDatabase, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock ? this.#untilReleased() : undefined;
        })
        .catch(reject);
    });
  }

  /** Waits until no tab has it; does not take it. */
  async whenFree(): Promise<void> {
    await navigator.locks?.request(trainingDatabase, () => undefined);
  }

  give(): void {
    this.#release?.();
    this.#release = null;
  }

  #untilReleased(): Promise<void> {
    return new Promise((resolve) => (this.#release = resolve));
  }
}
