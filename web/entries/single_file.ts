// eegate/single-file: the page as one HTML file, to copy, to save next to a document, or to show in a frame.
import { isNode } from '../api/address.js';

/** Address of the file: http in a browser or bundle, file: in Node. */
export function singleFileUrl(): URL {
  return new URL('./eegate.html', import.meta.url);
}

/** The file as text. */
export async function singleFile(): Promise<string> {
  const url = singleFileUrl();
  if (url.protocol === 'file:' && isNode()) {
    const fs = 'node:fs/promises'; // a variable, so that bundlers for the web leave it alone
    const { readFile } = (await import(fs)) as {
      readFile(url: URL, encoding: 'utf8'): Promise<string>;
    };
    return readFile(url, 'utf8');
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`eegate.html: HTTP status ${response.status}`);
  return response.text();
}
