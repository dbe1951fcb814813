// A file of the package as text.
import { EegateError } from '../worker/error.js';
import { isNode } from './address.js';

/** Reads a file on disk, or fetches it. */
export async function textOf(url: URL): Promise<string> {
  if (url.protocol === 'file:' && isNode()) {
    const fs = 'node:fs/promises'; // a variable, so that bundlers for the web leave it alone
    const { readFile } = (await import(fs)) as {
      readFile(url: URL, encoding: 'utf8'): Promise<string>;
    };
    return readFile(url, 'utf8').catch((thrown: unknown) => {
      throw missing(url, thrown instanceof Error ? thrown.message : String(thrown));
    });
  }
  const response = await fetch(url).catch((thrown: unknown) => {
    throw missing(url, thrown instanceof Error ? thrown.message : String(thrown));
  });
  if (!response.ok) throw missing(url, `HTTP status ${response.status}`);
  return response.text();
}

function missing({ href }: URL, why: string): EegateError {
  return new EegateError({
    code: 'IO_OPEN',
    message: `A file of the package cannot be read: ${why}`,
    found: href,
    hint: 'Publish the files of eegate/dist together.',
  });
}
