// eegate/single-file: the page as one HTML file, to copy, to save next to a document, or to show in a frame.
import { textOf } from '../api/text_file.js';

/** Address of the file: http in a browser or bundle, file: in Node. */
export function singleFileUrl(): URL {
  return new URL('./eegate.html', import.meta.url);
}

/**
 * The file as text.
 *
 * @throws {EegateError} IO_OPEN: it is not next to the script.
 */
export async function singleFile(): Promise<string> {
  return textOf(singleFileUrl());
}
