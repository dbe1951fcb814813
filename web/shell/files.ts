// The files of the page: fetched by the shell alone, by the names that the build knows, and compared with their hashes. The one-file
// page carries them in itself.
import { fileHashes } from './build.js';
import { unpacked } from '../api/unpack.js';

/** A server that does not answer keeps nobody from a recording for longer than this. */
const longestWaitMs = 20_000;

export class Files {
  readonly #coming = new Map<string, Promise<ArrayBuffer>>();
  readonly #abort = new AbortController();
  #isClosed = false;

  /** Each is handed over once; who asks again makes it be fetched again, as long as that is allowed. */
  take(name: string): Promise<ArrayBuffer> {
    const coming = this.request(name);
    this.#coming.delete(name);
    return coming;
  }

  /** Begins to fetch a file that will be asked for. */
  request(name: string): Promise<ArrayBuffer> {
    const known = this.#coming.get(name);
    if (known) return known;
    const coming = this.#bytesOf(name);
    coming.catch(() => undefined); // told to whoever takes it
    this.#coming.set(name, coming);
    void this.#waitFor(coming);
    return coming;
  }

  /** Everything that was asked for is here, or will not come; nothing is fetched after this. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#abort.abort(), longestWaitMs);
    await Promise.all(this.#onTheirWay);
    clearTimeout(timer);
    this.#isClosed = true;
    this.#abort.abort();
  }

  readonly #onTheirWay = new Set<Promise<unknown>>();

  async #waitFor(coming: Promise<unknown>): Promise<void> {
    const settled = coming.catch(() => undefined);
    this.#onTheirWay.add(settled);
    await settled;
    this.#onTheirWay.delete(settled);
  }

  async #bytesOf(name: string): Promise<ArrayBuffer> {
    if (fileHashes && !Object.hasOwn(fileHashes, name))
      throw new Error(`${name} is no file of this page`);
    const carried = await carriedFile(name);
    if (carried) return carried;
    if (this.#isClosed) throw new Error(`${name}: nothing is fetched while a recording is open`);
    const response = await fetch(new URL(`./${name}`, document.baseURI), {
      signal: this.#abort.signal,
    });
    if (!response.ok) throw new Error(`${name}: HTTP status ${response.status}`);
    return verified(name, await response.arrayBuffer());
  }
}

/** Over plain http browsers offer no hashes; whoever can change a file there can change the page as well. */
async function verified(name: string, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (!fileHashes || !('subtle' in crypto)) return bytes;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== fileHashes[name])
    throw new Error(`${name} is not of this build. Reload the page without its cache.`);
  return bytes;
}

/** Base64 of gzip in a script element that no browser runs. */
async function carriedFile(name: string): Promise<ArrayBuffer | null> {
  const text = document.getElementById(`file:${name}`)?.textContent;
  return text ? (await unpacked(text)).buffer : null;
}
