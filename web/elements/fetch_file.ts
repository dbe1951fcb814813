// Files of the author of a document: a recording, model or lesson by its address, or a lesson between the tags.
import { EegateError } from '../api/index.js';
import { elementStrings } from './strings.js';

const strings = elementStrings.fetch;

/** `onProgress`: the share that has arrived, 0 to 1, if the server sends the size. */
export async function fetchFile(
  address: string,
  base: string,
  onProgress?: (share: number) => void,
): Promise<File> {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  /** Whether its server may have refused this page. */
  const isForeign = url !== null && url.origin !== new URL(base).origin;
  const refuse = (found: string, cause?: unknown, hint = strings.hint) =>
    new EegateError(
      {
        code: 'ELEMENT_FETCH',
        message: strings.failed,
        place: url?.href ?? address,
        found,
        expected: strings.expected,
        hint,
      },
      cause,
    );
  if (!url) throw refuse('');
  const response = await fetch(url).catch((thrown: unknown) => {
    const hint = isForeign ? strings.foreignHint : strings.hint;
    throw refuse(thrown instanceof Error ? thrown.message : String(thrown), thrown, hint);
  });
  if (!response.ok) throw refuse(strings.httpStatus(response.status));
  const bytes = await blobOf(response, onProgress).catch((thrown: unknown) => {
    throw refuse(thrown instanceof Error ? thrown.message : String(thrown), thrown);
  });
  return named(bytes, decoded(url.pathname.split('/').pop() || 'file'));
}

/** As it is where "%" begins no code, as in "50%.edf". */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The file, unless it is a page: what servers answer that have no such file. Some call every file a page. */
export async function noPage(
  file: File,
  place: string,
  expected: string,
  hint: string,
): Promise<File> {
  const start = (await file.slice(0, 256).text()).trimStart();
  const isPage = /^<(!doctype|html)\b/i.test(start);
  if (!isPage && !(start.startsWith('<') && /^text\/html\b/.test(file.type))) return file;
  const { failed: message, page: found } = strings;
  throw new EegateError({ code: 'ELEMENT_FETCH', message, place, found, expected, hint });
}

function blobOf(response: Response, onProgress?: (share: number) => void): Promise<Blob> {
  const { body, headers } = response;
  const size = Number(headers.get('content-length'));
  // Of compressed content the size is that of the transfer.
  if (!onProgress || !body || !(size > 0) || headers.has('content-encoding'))
    return response.blob();
  let nBytes = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        nBytes += chunk.byteLength;
        onProgress(Math.min(1, nBytes / size));
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers }).blob();
}

export function named(bytes: Blob, name: string): File {
  return new File([bytes], name, { type: bytes.type });
}

const scriptOf = (element: Element) =>
  element.querySelector<HTMLElement>(':scope > script[type="text/markdown"]');

/**
 * A script element that no browser runs keeps Markdown as it is written; the indentation of the page is taken away. Without one, the
 * element's own text is taken if it has headings of Markdown: else it stands there until the lesson has come.
 */
export function inlineText(element: Element): string | null {
  const script = scriptOf(element);
  const text = (script ?? element).textContent;
  if (!text || (!script && !/^[ \t]*##? /m.test(text))) return null;
  const lines = text.split('\n');
  const depths = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(Number.isFinite(depth) ? depth : 0)).join('\n');
}

/** Of that text: as it says itself, or as what it stands in says; empty where nobody says it. */
export const inlineLanguage = (element: Element): string =>
  scriptOf(element)?.lang || element.closest<HTMLElement>('[lang]')?.lang || '';
