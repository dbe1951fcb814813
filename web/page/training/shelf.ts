// The kept run in IndexedDB: files and plan once, the newest checkpoint beside them. Nothing of it leaves this browser.
import { EegateError } from '../../api/index.js';
import { trainingDatabase } from '../../offline/stored_names.js';
import type { KeptRun, Shelf } from './keeping.js';
import { words } from '../words/index.js';

const said = words.train.kept;
const [store, version] = ['run', 1];

export function browserShelf(): Shelf {
  return {
    async load() {
      const [run, progress] = await transact('readonly', (run) => [
        run.get('run'),
        run.get('progress'),
      ]);
      return run
        ? ({ ...(run as KeptRun), ...(progress as Partial<KeptRun>) } satisfies KeptRun)
        : null;
    },
    async begin(kept) {
      const { checkpoint, epochs, savedAt } = kept;
      await transact('readwrite', (run) => [
        run.put(kept, 'run'),
        run.put({ checkpoint, epochs, savedAt }, 'progress'),
      ]);
    },
    async update(progress) {
      await transact('readwrite', (run) => [run.put(progress, 'progress')]);
    },
    async clear() {
      await transact('readwrite', (run) => [run.clear()]);
    },
  };
}

/** All requests or none. What they answered, once it is on the disk. */
async function transact(
  mode: IDBTransactionMode,
  body: (objects: IDBObjectStore) => IDBRequest[],
): Promise<unknown[]> {
  try {
    const db = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = db.transaction(store, mode);
        const requests = body(transaction.objectStore(store));
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
    request.onupgradeneeded = () => request.result.createObjectStore(store);
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
