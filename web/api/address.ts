// Addresses of the library's files, as bundlers and callers give them.

/** Told by Node itself: bundlers let scripts of a page believe that they lie at file://. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && typeof process.versions?.node === 'string';
}

/**
 * What to fetch. An address that a bundler made is taken as it is: it may be relative to the page, and `script`, which is then
 * where the file lay when it was bundled, is no base for it. Text without a scheme is relative to the script, or to the page
 * where the script's address is of no use there.
 */
export function addressOf(given: string | URL, script: string, page: string | undefined): string {
  if (typeof given !== 'string') return String(given);
  if (/^[a-z][a-z\d+.-]*:/i.test(given)) return given;
  const isUsable = page === undefined || page.startsWith('file:') || !script.startsWith('file:');
  return new URL(given, isUsable ? script : page).href;
}

/** The origin of an address; null where it has none of its own. */
export function originOf(address: string, page: string | undefined): string | null {
  try {
    return new URL(address, page).origin;
  } catch {
    return null;
  }
}

/** Of the page; undefined in Node and where there is none. */
export function pageAddress(): string | undefined {
  return isNode()
    ? undefined
    : (globalThis as { document?: { baseURI: string } }).document?.baseURI;
}
