// The files of the page: only the shell fetches them, by the names of the build, and compares their hashes. The single-file page contains
// them.
import { pageCachePrefix } from '../offline/stored_names.js';
import { fileHashes } from './build.js';
import { gunzipBase64 } from '../api/gunzip_base64.js';

/** A server that does not answer delays the opening of a recording by at most this. */
const longestWaitMs = 20_000;

/** Files that the recording does not need delay it by at most this. */
const longestSpareMs = 3_000;

/** The script of the shell: the page's document has its hash. */
export const shellName = 'shell.js';

export class Files {
  readonly #coming = new Map<string, Promise<ArrayBuffer>>();
  /** Copies of what was sent, because transferred buffers are detached. */
  readonly #kept = new Map<string, ArrayBuffer>();
  readonly #abort = new AbortController();
  readonly #abortSpare = new AbortController();
  #isClosed = false;

  /** The bytes of a file, transferred; a copy stays here for later requests. */
  async take(name: string): Promise<ArrayBuffer> {
    const kept = this.#kept.get(name);
    if (kept) return kept.slice();
    const bytes = await this.request(name);
    const again = this.#kept.get(name); // another receiver of the same request has the bytes
    if (again) return again.slice();
    this.#kept.set(name, bytes.slice());
    this.#coming.delete(name);
    return bytes;
  }

  /** Begins to fetch a file that will be requested. */
  request(name: string): Promise<ArrayBuffer> {
    const known = this.#coming.get(name);
    if (known) return known;
    const coming = this.#bytesOf(name);
    this.#coming.set(name, coming);
    coming.catch(() => this.#coming.delete(name)); // reported to the receiver; it may be asked for again
    void this.#waitFor(coming);
    return coming;
  }

  /**
   * The same bytes, for the shell itself, which does not transfer them. While a recording is open they come from the cache of the
   * service worker, if there is one.
   */
  async copy(name: string): Promise<ArrayBuffer> {
    const sent = (await this.#coming.get(name))?.slice(); // the receiver of the request transfers its own
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const carried = sent ?? (await carriedFile(name));
    const stored = carried || !this.#isClosed ? null : await storedFile(name);
    const bytes = carried ?? stored ?? (await this.#waitedFor(name));
    this.#kept.set(name, bytes);
    return bytes;
  }

  #waitedFor(name: string): Promise<ArrayBuffer> {
    const coming = this.#bytesOf(name, this.#abortSpare.signal);
    void this.#waitFor(coming);
    return coming;
  }

  /** Resolves when all requested files have arrived or failed; nothing is fetched after this. */
  async close(): Promise<void> {
    const both = [this.#abort, this.#abortSpare];
    const timers = [
      setTimeout(() => both[0]!.abort(), longestWaitMs),
      setTimeout(() => both[1]!.abort(), longestSpareMs),
    ];
    await Promise.all(this.#onTheirWay);
    timers.forEach(clearTimeout);
    this.#isClosed = true;
    for (const abort of both) abort.abort();
  }

  readonly #onTheirWay = new Set<Promise<unknown>>();

  async #waitFor(coming: Promise<unknown>): Promise<void> {
    const settled = coming.catch(() => undefined);
    this.#onTheirWay.add(settled);
    await settled;
    this.#onTheirWay.delete(settled);
  }

  async #bytesOf(name: string, signal = this.#abort.signal): Promise<ArrayBuffer> {
    if (fileHashes && wantedHash(name) === null) throw new Error(`${name} is no file of this page`);
    const carried = await carriedFile(name);
    if (carried) return carried;
    if (this.#isClosed) throw new Error(`${name}: nothing is fetched while a recording is open`);
    const response = await fetch(new URL(`./${name}`, document.baseURI), { signal });
    if (!response.ok) throw new Error(`${name}: HTTP status ${response.status}`);
    return verified(name, await response.arrayBuffer());
  }
}

/** SHA-256, hexadecimal; null for a name that is not a file of this page. */
function wantedHash(name: string): string | null {
  if (fileHashes && Object.hasOwn(fileHashes, name)) return fileHashes[name]!;
  const own = name === shellName ? ownIntegrity() : null;
  return own && hexadecimal(Uint8Array.from(atob(own.slice(7)), (letter) => letter.charCodeAt(0)));
}

/** "sha256-..." of the script of the shell; null if it is inside the document. */
export function ownIntegrity(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.integrity.startsWith('sha256-') ? script.integrity : null;
}

/** Over plain http browsers have no hashes; an attacker who can change a file there can change the page as well. */
async function verified(name: string, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (!fileHashes || !('subtle' in crypto)) return bytes;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (hexadecimal(digest) !== wantedHash(name))
    throw new Error(`${name} is not of this build. Reload the page without its cache.`);
  return bytes;
}

const hexadecimal = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Base64 of gzip in a script element that no browser runs. */
export const carriedText = (id: string): string | null =>
  document.getElementById(id)?.textContent ?? null;

async function carriedFile(name: string): Promise<ArrayBuffer | null> {
  const text = carriedText(`file:${name}`);
  return text ? (await gunzipBase64(text)).buffer : null;
}

/** From the cache of the service worker of this build, without a request. */
async function storedFile(name: string): Promise<ArrayBuffer | null> {
  const build = document.querySelector<HTMLMetaElement>('meta[name="eegate-build"]')?.content;
  const cacheName = `${pageCachePrefix}${build}`;
  try {
    if (!(await caches.has(cacheName))) return null;
    const cache = await caches.open(cacheName);
    const stored = await cache.match(new URL(name, document.baseURI));
    return stored ? await verified(name, await stored.arrayBuffer()) : null;
  } catch {
    return null; // no caches over plain http and in some frames; what is not of this build is not used
  }
}
