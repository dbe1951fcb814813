// Storage of an encrypted run: IndexedDB of this browser, which the outer page reads and writes.
import type { EegateError } from '../../api/index.js';
import type { StoredRun } from '../../shell/protocol.js';
import { shell } from '../shell.js';
import { strings } from '../strings/index.js';
import { PageError } from '../page_error.js';

const texts = strings.train.copy;

/** Values by name, each of them encrypted, and the key. */
export type Sealed = StoredRun;

/** Rejects when storage is full or denied. */
export interface RunStorage {
  /** Null when there is none, or no key to it. */
  load(): Promise<Sealed | null>;
  /** In place of what was there, all of it or nothing. */
  begin(sealed: Sealed): Promise<void>;
  /** Together; nothing is written once the key is gone, and the answer is false. */
  put(changed: Record<string, Blob>): Promise<boolean>;
  /** The key first, so that what follows it, and what may stay on the disk, is noise. */
  clear(): Promise<void>;
}

export function shellStorage(): RunStorage {
  return {
    load: () => stored(shell.call('loadRun')),
    begin: (sealed) => stored(shell.call('beginRun', sealed)),
    put: (changed) => stored(shell.call('updateRun', changed)),
    clear: () => stored(shell.call('clearRun')),
  };
}

async function stored<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    throw inWords(thrown);
  }
}

/** The shell says the name of the exception in the storage as `field`. */
function inWords(thrown: unknown): EegateError {
  const { field: name, message } = thrown as EegateError;
  if (name === 'QuotaExceededError')
    return new PageError({ code: 'STORAGE_FULL', message: texts.full }, thrown);
  return new PageError({ code: 'STORAGE_DENIED', message: reason(name, message) }, thrown);
}

function reason(name: string, message: string): string {
  if (name === 'BlockedError') return texts.blocked;
  const isDenied = ['SecurityError', 'InvalidStateError', 'UnknownError'].includes(name);
  return isDenied ? texts.denied : texts.fails(message);
}
