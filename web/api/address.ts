// Addresses of the library's files, as bundlers and callers give them.

/** By Node's own variable: bundlers replace `import.meta.url` by file:// also in scripts of a page. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && typeof process.versions?.node === 'string';
}

/**
 * The address to fetch. An address made by a bundler is not changed: it can be relative to the page, and `script` is then the place of
 * the file when it was bundled. Text without a scheme is relative to the script, or to the page if the script's address is not usable
 * there.
 */
export function addressOf(given: string | URL, script: string, page: string | undefined): string {
  if (typeof given !== 'string') return String(given);
  if (/^[a-z][a-z\d+.-]*:/i.test(given)) return given;
  const isUsable = page === undefined || page.startsWith('file:') || !script.startsWith('file:');
  return new URL(given, isUsable ? script : page).href;
}

/**
 * A file next to a script of this package. The development server of Vite up to version 7 copies scripts of packages, and not the files
 * next to them, into a folder in node_modules: there the file is that of the package.
 */
export function inPackage(beside: URL): URL {
  if (!/\/node_modules\/\.vite\//.test(beside.href ?? '')) return beside;
  return new URL(
    beside.href.replace(/\/node_modules\/\.vite\/deps\w*\//, '/node_modules/eegate/dist/'),
  );
}

/** The origin of an address; null if it has none. */
export function originOf(address: string, page: string | undefined): string | null {
  try {
    return new URL(address, page).origin;
  } catch {
    return null;
  }
}

/** Address of the page; undefined in Node and in scripts without a page. */
export function pageAddress(): string | undefined {
  return isNode()
    ? undefined
    : (globalThis as { document?: { baseURI: string } }).document?.baseURI;
}
