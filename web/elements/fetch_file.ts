// What the author of a document gives: a recording, a model or a lesson by its address, a lesson between the tags.
import { EegateError } from '../api/index.js';
import { elementWords } from './strings.js';

const said = elementWords.fetch;

export async function fetchFile(address: string, base: string): Promise<File> {
  const url = new URL(address, base);
  const refuse = (found: string, cause?: unknown) =>
    new EegateError(
      {
        code: 'ELEMENT_FETCH',
        message: said.failed,
        place: url.href,
        found,
        expected: said.expected,
        hint: said.hint,
      },
      cause,
    );
  const response = await fetch(url).catch((thrown: unknown) => {
    throw refuse(thrown instanceof Error ? thrown.message : String(thrown), thrown);
  });
  if (!response.ok) throw refuse(said.httpStatus(response.status));
  return named(await response.blob(), decodeURIComponent(url.pathname.split('/').pop() || 'file'));
}

export function named(bytes: Blob, name: string): File {
  return new File([bytes], name, { type: bytes.type });
}

/** A script element that no browser runs keeps Markdown as it is written; the indentation of the page is taken away. */
export function inlineText(element: Element): string | null {
  const text = element.querySelector(':scope > script[type="text/markdown"]')?.textContent;
  if (!text) return null;
  const lines = text.split('\n');
  const depths = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(Number.isFinite(depth) ? depth : 0)).join('\n');
}
