// A file of the document's author: a recording, a model or a lesson by its address.
import { EegateError } from '../api/index.js';
import { elementWords } from './words.js';

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
